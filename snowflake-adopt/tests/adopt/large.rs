//! Fifty tables that refer to each other and to themselves.

use std::fmt::Write;

use snowflake_adopt::Orm;
use snowflake_core::Dialect;

use crate::backend::{Backend, on_each_database};

on_each_database!(fifty_tables_are_adopted);

const TABLES: usize = 50;

/// Each table refers to itself and to two others; every fifth has a key of two columns.
fn schema() -> String {
    let mut schema = String::new();
    for number in 0..TABLES {
        let _ = write!(schema, "CREATE TABLE thing_{number}s (");
        let (first, second) = (number / 2 / 5 * 5 + 1, number / 3 / 5 * 5 + 1);
        let is_junction = number % 5 == 0 && number > 5;
        let is_first = number < 7;
        match (is_junction, is_first) {
            (_, true) => {
                let _ = write!(
                    schema,
                    "id $KEY, parent_id $INT, CONSTRAINT self_{number} FOREIGN \
                     KEY (parent_id) REFERENCES thing_{number}s (id)"
                );
            }
            (true, _) => {
                let _ = write!(
                    schema,
                    "one $INT NOT NULL, two $INT NOT NULL, PRIMARY KEY (one, \
                     two), CONSTRAINT one_{number} FOREIGN KEY (one) REFERENCES thing_{first}s \
                     (id), CONSTRAINT two_{number} FOREIGN KEY (two) REFERENCES thing_{second}s \
                     (id)"
                );
            }
            _ => {
                let _ = write!(
                    schema,
                    "id $KEY, parent_id $INT, one $INT, two $INT, CONSTRAINT \
                     self_{number} FOREIGN KEY (parent_id) REFERENCES thing_{number}s (id), \
                     CONSTRAINT one_{number} FOREIGN KEY (one) REFERENCES thing_{first}s (id), \
                     CONSTRAINT two_{number} FOREIGN KEY (two) REFERENCES thing_{second}s (id)"
                );
            }
        }
        schema += ");\n";
    }
    schema
}

fn fifty_tables_are_adopted(backend: &Backend) {
    backend.create(&schema());
    backend.execute("INSERT INTO thing_1s (parent_id) VALUES (NULL); INSERT INTO thing_1s (parent_id) VALUES (1)");
    backend.adopt(Orm::Sqlx);
    let ids = backend.text("ids.rs");
    assert_eq!(ids.matches("pub struct ").count(), 42, "{ids}");
    backend.migrate();
    let minted = 250_250_518_331_420_672_i64;
    backend.execute(&format!("INSERT INTO thing_1s (id, parent_id) VALUES ({minted}, 2)"));
    backend.execute(&format!("INSERT INTO thing_49s (id, one, two) VALUES ({minted}, NULL, NULL)"));
    assert!(backend.try_execute("INSERT INTO thing_49s (parent_id) VALUES (NULL)").is_err());
    if backend.dialect == Dialect::Postgres {
        // No column of 32 bits is left.
        let narrow = "SELECT count(*) FROM information_schema.columns WHERE table_schema = \
                      'public' AND table_name LIKE 'thing%' AND data_type = 'integer'";
        assert_eq!(backend.number(narrow), 0);
    }
    backend.execute("DELETE FROM thing_49s");
    backend.execute("DELETE FROM thing_1s WHERE id > 1000");
    backend.undo();
    backend.execute("INSERT INTO thing_49s (parent_id) VALUES (NULL)");
}
