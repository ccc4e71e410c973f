//! The functions of MariaDB and MySQL.

use snowflake_kit_core::{Dialect, SequenceStart};

use super::{Bounds, Functions, texts};
use crate::error::SqlError;
use crate::numbers::SqlNumbers;
use crate::table::Table;
use crate::template;
use crate::text::{comment, plain};

/// The readers that each layout has.
const READERS: [&str; 4] = ["last_id_before", "first_id_at", "id_time", "id_unix_ms"];

/// What the first statement needs. Its error names the variable too, but not what to do.
const TRUST: &str = "-- Error 1418 or 1419: the server has a binary log. Have a user who may run \
                     SET GLOBAL\n-- log_bin_trust_function_creators = 1 do so, then run this \
                     again. Nothing has been changed.\n";

/// All functions.
fn names(functions: &Functions) -> impl Iterator<Item = &'static str> + use<> {
    let fields = functions.fields().map(|(name, ..)| name);
    let texts = texts::NAMES.map(|(name, _)| name);
    READERS.into_iter().chain(fields).chain(texts).chain(["next_id"])
}

pub(super) fn up(functions: &Functions) -> Vec<String> {
    let numbers = functions.numbers();
    // The function comes before the table that it needs: if it is refused, nothing is left behind.
    let mut statements = vec![format!("{TRUST}{}", next_id(functions, &numbers, "CREATE"))];
    statements.extend(readers(functions, &numbers, "CREATE"));
    statements.extend(texts::create(functions, "CREATE"));
    // With the connection in the key, two that move the counter to the same slot do not wait for
    // each other.
    statements.push(format!(
        "CREATE TABLE {} (
    slot BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    lane BIGINT UNSIGNED NOT NULL,
    PRIMARY KEY (slot, lane)
) ENGINE = InnoDB COMMENT 'Its AUTO_INCREMENT counter is the state of next_id. It has no rows.'",
        functions.names.state("slots")
    ));
    statements.extend(grants(functions));
    statements
}

/// The counter is the same in all versions, and those of two may mint at once.
pub(super) fn upgrade(functions: &Functions) -> Vec<String> {
    let numbers = functions.numbers();
    let create = match functions.dialect {
        Dialect::MariaDb => "CREATE OR REPLACE",
        // MySQL cannot replace a function.
        _ => "CREATE",
    };
    // If the server creates no functions, those that are there stay. (MariaDB drops what it is to
    // replace before it refuses.)
    let probe = functions.names.object("probe");
    let mut statements = vec![
        format!(
            "{TRUST}CREATE FUNCTION {probe}() RETURNS BIGINT NOT DETERMINISTIC MODIFIES SQL DATA \
             RETURN 1"
        ),
        format!("DROP FUNCTION {probe}"),
    ];
    if functions.dialect != Dialect::MariaDb {
        statements.extend(
            drop_functions(functions)
                .map(|drop| drop.replacen(" FUNCTION ", " FUNCTION IF EXISTS ", 1)),
        );
    }
    statements.push(next_id(functions, &numbers, create));
    statements.extend(readers(functions, &numbers, create));
    statements.extend(texts::create(functions, create));
    statements.extend(grants(functions));
    statements
}

pub(super) fn down(functions: &Functions) -> Vec<String> {
    let mut statements: Vec<_> = drop_functions(functions).collect();
    statements.push(format!("DROP TABLE {}", functions.names.state("slots")));
    statements
}

fn drop_functions(functions: &Functions) -> impl Iterator<Item = String> {
    names(functions).map(|name| format!("DROP FUNCTION {}", functions.names.object(name)))
}

/// What the owner needs of the state and of its own function, and the others of
/// the functions.
fn grants(functions: &Functions) -> Vec<String> {
    let names = &functions.names;
    let execute = |name: &str, grantees: &str| {
        format!("GRANT EXECUTE ON FUNCTION {} TO {grantees}", names.object(name))
    };
    let mut statements = Vec::new();
    if let Some(owner) = &functions.owner {
        let slots = names.state("slots");
        statements.push(format!("GRANT SELECT, INSERT, DELETE ON {slots} TO {owner}"));
        statements.push(execute("next_id", owner));
    }
    if !functions.grantees.is_empty() {
        let grantees = functions.grantees.join(", ");
        statements.extend(self::names(functions).map(|name| execute(name, &grantees)));
    }
    statements
}

pub(super) fn fill(
    functions: &Functions,
    table: Table<'_>,
    column: &str,
) -> Result<String, SqlError> {
    let names = &functions.names;
    let trigger = names.trigger(table, column)?;
    let (table, column) = (table.quoted(functions.dialect)?, names.column(column)?);
    let next_id = functions.next_id();
    let what = comment(
        "The column needs a CHECK that it is above 0, so that a table whose trigger is lost, as in \
         CREATE TABLE ... LIKE, stores no row with the default.",
    );
    Ok(format!(
        "{what}CREATE TRIGGER {trigger} BEFORE INSERT ON {table} FOR EACH ROW
BEGIN
    IF NEW.{column} IS NULL OR NEW.{column} = 0 THEN
        SET NEW.{column} = {next_id};
    END IF;
END"
    ))
}

pub(super) fn unfill(
    functions: &Functions,
    table: Table<'_>,
    column: &str,
) -> Result<String, SqlError> {
    Ok(format!("DROP TRIGGER {}", functions.names.trigger(table, column)?))
}

fn next_id(functions: &Functions, numbers: &SqlNumbers, create: &str) -> String {
    let names = &functions.names;
    let checks = functions.bounds().map(|Bounds { argument, name, first, last }| {
        format!(
            "
    IF {argument} IS NULL OR {argument} NOT BETWEEN {first} AND {last} THEN
        SET message = CONCAT('{name} ', COALESCE({argument}, 'NULL'), ' is not minted here: {first} to {last} are');
        SIGNAL SQLSTATE 'SF005' SET MESSAGE_TEXT = message;
    END IF;"
        )
    });
    let arguments: Vec<_> =
        functions.arguments().map(|argument| format!("{argument} BIGINT")).collect();
    let start = match numbers.start {
        SequenceStart::Zero => String::new(),
        SequenceStart::Random => {
            format!(" + CAST(FLOOR(RAND() * {}) AS UNSIGNED)", numbers.starts())
        }
        SequenceStart::Continue => {
            format!(" + ((mine & {}) % {})", numbers.sequence_mask, numbers.starts())
        }
    };
    // The clock as it is now, in no time zone: `NOW()` stands still in a
    // statement, and in the zone of a session an hour comes twice in autumn.
    let clock = match functions.dialect {
        // A setting for one statement is taken back whatever happens. (`UUID()`
        // uses a clock here that is not set when the server's is.)
        Dialect::MariaDb => {
            "SET STATEMENT time_zone = '+00:00' FOR
            SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', SYSDATE(6)) DIV 1000 INTO millis;"
        }
        // The time of a version 1 UUID is the clock's, in units of 100 ns since
        // 1582-10-15.
        _ => {
            "SET uuid = UUID();
        SET millis = (CAST(CONV(CONCAT(SUBSTR(uuid, 16, 3), SUBSTR(uuid, 10, 4), LEFT(uuid, 8)), 16, 10)
            AS SIGNED) - 122192928000000000) DIV 10000;"
        }
    };
    // Every role can read both.
    let status = match functions.dialect {
        Dialect::MariaDb => "information_schema.GLOBAL_STATUS",
        _ => "performance_schema.global_status",
    };
    let create = match &functions.owner {
        Some(owner) => format!("{create} DEFINER = {owner}"),
        None => create.to_owned(),
    };
    template::fill(
        include_str!("mysql/next_id.sql").trim_end(),
        numbers,
        &[
            ("create", create),
            ("function", names.object("next_id")),
            ("argument", arguments.join(", ")),
            ("title", functions.title()),
            ("layout", plain(functions.layout.name())),
            ("slots", names.state("slots")),
            ("rest", functions.rest("")),
            ("clock", clock.to_owned()),
            ("status", status.to_owned()),
            ("check", checks.collect()),
            ("start", start),
        ],
    )
}

/// The functions that read IDs.
fn readers(functions: &Functions, numbers: &SqlNumbers, create: &str) -> Vec<String> {
    let &SqlNumbers { epoch, tick, max_timestamp, max_id, time_shift, below_time, .. } = numbers;
    let function = |name: &str, argument: &str, result: &str, body: &str| {
        format!(
            "{create} FUNCTION {}({argument}) RETURNS {result}\nDETERMINISTIC NO SQL\nRETURN {body}",
            functions.names.object(name)
        )
    };
    let of_id = |name: &str, result: &str, value: &str| {
        let body = format!("CASE WHEN id BETWEEN 1 AND {max_id} THEN {value} END");
        function(name, "id BIGINT", result, &body)
    };
    let millis = format!("(CAST(id >> {time_shift} AS SIGNED) * {tick} + ({epoch}))");
    let micros = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', utc)";
    // How many ticks begin before it.
    let ticks = format!("(({micros} - ({epoch}000) + {tick}000 - 1) DIV {tick}000)");
    let last = i128::from(epoch) + i128::from(max_timestamp) * i128::from(tick);
    let first = format!(
        "CASE WHEN {micros} <= {epoch}000 THEN 1
    WHEN {micros} <= {last}000 THEN {ticks} << {time_shift} END"
    );
    let before = format!(
        "CASE WHEN {micros} > {last}000 THEN {max_id}
    WHEN {micros} > {epoch}000 THEN NULLIF((({ticks} - 1) << {time_shift}) | {below_time}, 0) END"
    );
    let fields = functions
        .fields()
        .map(|(name, shift, mask)| of_id(name, "BIGINT", &format!("(id >> {shift}) & {mask}")));
    let times = [
        of_id("id_unix_ms", "BIGINT", &millis),
        of_id(
            "id_time",
            "DATETIME(3)",
            &format!("TIMESTAMPADD(MICROSECOND, {millis} * 1000, '1970-01-01')"),
        ),
        function("first_id_at", "utc DATETIME(6)", "BIGINT", &first),
        function("last_id_before", "utc DATETIME(6)", "BIGINT", &before),
    ];
    times.into_iter().chain(fields).collect()
}
