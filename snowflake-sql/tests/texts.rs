//! The whole text that users get, so that a change of it shows in a review. What databases do
//! with it is tested with Diesel.

use std::path::Path;
use std::{env, fs};

use snowflake_kit_core::Layout;
use snowflake_kit_sql::{Dialect, Functions, migration};

#[test]
fn the_text_is_as_it_was() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/texts");
    for (dialect, name) in
        [(Dialect::Postgres, "postgres"), (Dialect::MariaDb, "mariadb"), (Dialect::MySql, "mysql")]
    {
        let functions = Functions::new(dialect, Layout::DEFAULT, 7).unwrap();
        let functions = functions.schema("ids").unwrap().grant("shop").unwrap();
        let column = [functions.fill("users", "id"), functions.unfill("users", "id")];
        let text = [
            functions.up(),
            column.map(Result::unwrap).into(),
            functions.upgrade(),
            functions.down(),
        ]
        .map(|statements| migration(&statements))
        .join("\n-- ----\n\n");

        let file = folder.join(format!("{name}.sql"));
        if env::var_os("BLESS").is_some() {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&file, &text).unwrap();
        }
        let expected = fs::read_to_string(&file).unwrap_or_default();
        assert!(
            text == expected,
            "the SQL has changed: if it should have, write it with BLESS=1, and look at the \
             difference of {}",
            file.display()
        );
    }
}
