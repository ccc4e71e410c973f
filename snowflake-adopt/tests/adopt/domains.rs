//! Domains of PostgreSQL, with which `diesel print-schema` writes typed columns without a patch.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use snowflake_kit_adopt::{Error, Orm, Outcome, adopt, check};
use snowflake_kit_core::Dialect;

use crate::backend::{Backend, on_each_database, run};

on_each_database!(domains_are_for_diesel_on_postgres);

/// What `ids.rs` has for the blog.
mod ids {
    use snowflake_kit::Snowflake;
    use snowflake_kit::SnowflakeId;

    #[derive(SnowflakeId)]
    pub struct PostId(Snowflake);

    #[derive(SnowflakeId)]
    pub struct UserId(Snowflake);

    pub(super) mod sql_types {
        use snowflake_kit::Key;

        pub(crate) type PostId = Key<super::PostId>;
        pub(crate) type UserId = Key<super::UserId>;
    }
}

// What `diesel print-schema` of diesel_cli 2.3.14 writes after `widen`, with `diesel.toml`.
diesel::table! {
    use diesel::sql_types::*;
    use crate::domains::ids::sql_types::*;

    posts (id) {
        id -> PostId,
        author_id -> UserId,
        editor_id -> Nullable<UserId>,
        reply_to -> Nullable<PostId>,
        #[max_length = 100]
        title -> Varchar,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::domains::ids::sql_types::*;

    users (id) {
        id -> UserId,
        #[max_length = 40]
        name -> Varchar,
    }
}

fn with_domains(backend: &Backend) -> Outcome {
    let mut request = backend.request(Orm::Diesel);
    request.domains = true;
    adopt(&request).unwrap()
}

/// Runs the written migrations, as Diesel does, or takes them back.
fn migrate(backend: &Backend, file: &str) {
    let folders = std::fs::read_dir(backend.out().join("migrations")).unwrap();
    let mut folders: Vec<_> = folders.map(|folder| folder.unwrap().path()).collect();
    folders.sort();
    if file == "down.sql" {
        folders.reverse();
    }
    for folder in folders {
        let sql = std::fs::read_to_string(folder.join(file)).unwrap();
        backend.execute(&format!("BEGIN; {sql} COMMIT;"));
    }
}

/// How many columns of tables have a domain.
fn with_domain(backend: &Backend, domain: &str) -> i64 {
    backend.number(&format!(
        "SELECT count(*) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = \
         'r' WHERE NOT a.attisdropped AND a.atttypid = (SELECT oid FROM pg_type WHERE typname = \
         '{domain}')"
    ))
}

fn domains_are_for_diesel_on_postgres(backend: &Backend) {
    backend.create(&Backend::schema("blog"));
    for &orm in Orm::ALL {
        let mut request = backend.request(orm);
        request.domains = true;
        let outcome = check(&request);
        if orm == Orm::Diesel && backend.dialect == Dialect::Postgres {
            outcome.unwrap();
            continue;
        }
        let error = outcome.unwrap_err();
        assert!(matches!(error, Error::Domains { .. }) && error.is_bad_input(), "{error}");
        let refused = format!("this is `--orm {}` on {}", orm.name(), backend.server.name());
        assert!(error.to_string().contains(&refused), "{error}");
    }
}

#[test]
fn columns_get_domains_and_typed_keys() {
    run(Dialect::Postgres, |backend| {
        backend.create(&Backend::schema("blog"));
        let before = check(&backend.request(Orm::Diesel)).unwrap().report;
        let outcome = with_domains(backend);
        assert_eq!(outcome.in_the_way, 0, "{}", outcome.report);
        let types = "pub mod sql_types {\n    use snowflake_kit::Key;\n\n    /// The SQL type of \
                     the domain `post_id`.\n    pub type PostId = Key<super::PostId>;\n";
        assert!(backend.text("ids.rs").contains(types), "{}", backend.text("ids.rs"));
        let settings = backend.text("ids/diesel.toml");
        for line in [
            "import_types = [\"diesel::sql_types::*\", \"crate::ids::sql_types::*\"]\n",
            "pg_domains_as_custom_types = [\"^post_id$\", \"^user_id$\"]\n",
            "generate_missing_sql_type_definitions = false\n",
        ] {
            assert!(settings.contains(line), "{settings}");
        }
        let again = with_domains(backend).written;
        assert!(again.is_empty(), "{again:?}");

        migrate(backend, "up.sql");
        assert_eq!(with_domain(backend, "user_id"), 4);
        assert_eq!(with_domain(backend, "post_id"), 2);
        use_typed_keys(backend);
        // Nothing is left to do.
        let again = with_domains(backend);
        assert!(again.report.contains("It is done"), "{}", again.report);

        backend.execute("DELETE FROM users WHERE id > 1000");
        migrate(backend, "down.sql");
        assert_eq!(with_domain(backend, "user_id"), 0);
        let domains = "SELECT count(*) FROM pg_type WHERE typname IN ('user_id', 'post_id')";
        assert_eq!(backend.number(domains), 0);
        assert_eq!(check(&backend.request(Orm::Diesel)).unwrap().report, before);
        backend.execute("INSERT INTO users (name) VALUES ('Barbara')");
        assert_eq!(backend.number("SELECT id FROM users WHERE name = 'Barbara'"), 3);
    });
}

fn use_typed_keys(backend: &Backend) {
    let mut db = PgConnection::establish(&backend.url).unwrap();
    let user = ids::UserId::from_i64(250_250_518_331_420_672).unwrap();
    let post = ids::PostId::from_i64(250_250_518_331_420_673).unwrap();
    let edsger = (users::id.eq(user), users::name.eq("Edsger"));
    diesel::insert_into(users::table).values(edsger).execute(&mut db).unwrap();
    let minted = (
        posts::id.eq(post),
        posts::author_id.eq(user),
        posts::reply_to.eq(ids::PostId::from_i64(1).unwrap()),
        posts::title.eq("Minted"),
    );
    diesel::insert_into(posts::table).values(minted).execute(&mut db).unwrap();
    let found: Vec<(ids::PostId, ids::UserId, Option<ids::UserId>)> = posts::table
        .filter(posts::author_id.eq(user))
        .filter(posts::id.eq_any([post]))
        .select((posts::id, posts::author_id, posts::editor_id))
        .load(&mut db)
        .unwrap();
    assert_eq!(found, [(post, user, None)]);
    // The domain refuses what is not an ID, and nothing counts.
    let error = db.batch_execute("INSERT INTO users (id, name) VALUES (0, 'None')").unwrap_err();
    assert!(error.to_string().contains("user_id"), "{error}");
    assert!(db.batch_execute("INSERT INTO users (name) VALUES ('None')").is_err());
}

#[test]
fn identities_count_on_under_a_domain() {
    run(Dialect::Postgres, |backend| {
        backend.execute(
            "CREATE TABLE users (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text);
             CREATE TABLE notes (id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
                 user_id int REFERENCES users (id));
             CREATE VIEW names AS SELECT id, name FROM users;
             INSERT INTO users (name) VALUES ('Ada'), ('Grace');
             DELETE FROM users WHERE name = 'Grace';
             INSERT INTO notes (user_id) VALUES (1);",
        );
        let request = backend.request(Orm::Diesel);
        let before = check(&request).unwrap().report;
        with_domains(backend);
        let migrations = std::fs::read_dir(backend.out().join("migrations")).unwrap();
        let mut folders: Vec<_> = migrations.map(|folder| folder.unwrap().path()).collect();
        folders.sort();
        let [widen, _] = folders.as_slice() else { panic!("{folders:?}") };
        let sql = |file: &str| std::fs::read_to_string(widen.join(file)).unwrap();
        backend.execute(&format!("BEGIN; {} COMMIT;", sql("up.sql")));
        assert_eq!(with_domain(backend, "note_id"), 1);
        backend.execute("INSERT INTO users (name) VALUES ('Edsger')");
        let edsger = "SELECT id FROM users WHERE name = 'Edsger'";
        assert!(backend.number(edsger) > 2);
        backend.execute(&format!("BEGIN; {} COMMIT;", sql("down.sql")));

        migrate(backend, "up.sql");
        assert!(backend.try_execute("INSERT INTO users (name) VALUES ('None')").is_err());
        migrate(backend, "down.sql");
        assert_eq!(check(&request).unwrap().report, before);
        backend.execute("INSERT INTO users (name) VALUES ('Tony')");
        let tony = backend.number("SELECT id FROM users WHERE name = 'Tony'");
        assert!(tony > backend.number(edsger), "{tony}");
        assert!(backend.try_execute("INSERT INTO users (id) VALUES (99)").is_err());
    });
}

#[test]
fn a_later_table_has_the_domains_that_are_there() {
    run(Dialect::Postgres, |backend| {
        backend.create(&Backend::schema("blog"));
        with_domains(backend);
        // Also when the first migrations have not run yet.
        std::thread::sleep(std::time::Duration::from_millis(2100));
        backend.create(
            "CREATE TABLE tags (id $KEY, post_id $INT NOT NULL, CONSTRAINT tags_post FOREIGN KEY \
             (post_id) REFERENCES posts (id))",
        );
        with_domains(backend);
        migrate(backend, "up.sql");
        assert_eq!(with_domain(backend, "post_id"), 3);
        assert_eq!(with_domain(backend, "tag_id"), 1);
        let again = with_domains(backend);
        assert!(again.report.contains("It is done"), "{}", again.report);
        migrate(backend, "down.sql");
        assert_eq!(with_domain(backend, "post_id"), 0);
    });
}

#[test]
fn names_that_are_taken_are_in_the_way() {
    run(Dialect::Postgres, |backend| {
        backend
            .create("CREATE TABLE users (id $KEY); CREATE TABLE user_id (name text PRIMARY KEY)");
        let outcome = with_domains(backend);
        assert_eq!(outcome.in_the_way, 1, "{}", outcome.report);
        assert!(outcome.report.contains("user_id is a type already"), "{}", outcome.report);
        let path = backend.out().join("adopt.toml");
        let settings = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, settings.replace("UserId", "AccountId")).unwrap();
        assert_eq!(with_domains(backend).in_the_way, 0);
        migrate(backend, "up.sql");
        assert_eq!(with_domain(backend, "account_id"), 1);
    });
}
