//! Names that are not plain: line breaks, other scripts, words in camel case.

use snowflake_kit_adopt::Orm;

use crate::backend::{Backend, on_each_database};

on_each_database!(names_of_tables_and_columns_stay_what_they_are);

fn names_of_tables_and_columns_stay_what_they_are(backend: &Backend) {
    let quote = if backend.is_mysql() { '`' } else { '"' };
    backend.create(&format!(
        "CREATE TABLE {quote}two\nlines{quote} (id $KEY, name VARCHAR(40));
         CREATE TABLE {quote}日本{quote} (id $KEY, name VARCHAR(40));
         CREATE TABLE posts (id $KEY, {quote}authorId{quote} $INT, {quote}paid{quote} $INT);"
    ));
    let report = backend.adopt(Orm::Sqlx).report;
    assert!(report.contains("posts.authorId looks like an ID and has no foreign key"), "{report}");
    assert!(!report.contains("posts.paid"), "{report}");
    // Each row of a table, and each item, is one line.
    let rows = report.lines().filter(|line| line.starts_with("| "));
    assert!(rows.clone().all(|line| line.ends_with(" |")), "{report}");
    assert!(rows.clone().any(|line| line.contains("lines") && line.contains("id")), "{report}");
    let ids = backend.text("ids.rs");
    assert!(ids.contains("pub struct 日本Id(Snowflake)"), "{ids}");
    assert!(ids.contains("pub struct TwoLineId(Snowflake)"), "{ids}");
    assert_eq!(ids.matches("pub struct").count(), 3, "{ids}");
    backend.migrate();
    backend.undo();
}
