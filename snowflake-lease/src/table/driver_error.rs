//! Advice for a database's errors.

use super::Dialect;

const ADVICE: &[(&[&str], &str)] = &[
    (
        &[
            "42703",
            "42S22",
            "no such column",
            "Unknown column",
            "has no column",
            "column \"",
            "column lease.",
        ],
        "snowflake_leases differs from what the migration creates (`snowflake leases` writes it): \
         find out what changed it",
    ),
    (
        &[
            "42P01",
            "42S02",
            "no such table",
            "snowflake_leases\" does not exist",
            "snowflake_leases' doesn't exist",
        ],
        "run the migration that creates snowflake_leases (`snowflake leases` writes it) in this \
         database and schema",
    ),
    (
        &["42501", "42000 (1142)", "permission denied", "command denied to user", "not authorized"],
        "grant this role SELECT, INSERT and UPDATE on snowflake_leases (and on PostgreSQL USAGE on \
         its schema)",
    ),
    (
        &["25006", "read-only", "readonly database", "READ ONLY transaction"],
        "connect to the primary server, with a role and a file that can be written to",
    ),
    (
        &["55P03", "lock timeout", "Lock wait timeout", "database is locked", "table is locked"],
        "another session holds a lock on snowflake_leases: look for transactions that do not end",
    ),
    (
        &["Too many open files"],
        "raise the limit of open files (`ulimit -n`), or find out what keeps them open",
    ),
    (
        &["40001", "40P01", "Deadlock found", "deadlock detected"],
        "another session wrote to the row at the same time, so nothing was written: try again",
    ),
    (
        &[
            "23514",
            "22003",
            "check constraint",
            "Check constraint",
            "CHECK constraint failed",
            "CONSTRAINT `",
            "ut of range",
        ],
        "snowflake_leases refuses this value: check that it is as the migration creates it \
         (`snowflake leases` writes it)",
    ),
];

/// Advice for a driver's error, by its text. Texts may be translated and codes may be missing, so
/// there is also general advice.
pub(super) fn advice(dialect: Dialect, error: &str) -> &'static str {
    let fits = |parts: &[&str]| parts.iter().any(|part| error.contains(part));
    ADVICE.iter().find(|(parts, _)| fits(parts)).map_or_else(
        || match dialect {
            Dialect::Sqlite => {
                "check that the file exists, that it and its folder are writable, and that this \
                 process may open more files (`ulimit -n`)"
            }
            _ => "check that the server can be reached, and that snowflake_leases exists",
        },
        |(_, advice)| advice,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_a_check_refuses_is_called_so() {
        for (dialect, error) in [
            (
                Dialect::Postgres,
                "new row for relation \"snowflake_leases\" violates check constraint \
                 \"snowflake_leases_node\"",
            ),
            (
                Dialect::MariaDb,
                "CONSTRAINT `snowflake_leases_node` failed for `shop`.`snowflake_leases`",
            ),
            (Dialect::MySql, "Check constraint 'snowflake_leases_node' is violated."),
            (Dialect::Sqlite, "CHECK constraint failed: snowflake_leases_node"),
        ] {
            assert!(advice(dialect, error).contains("refuses this value"), "{error}");
        }
    }
}
