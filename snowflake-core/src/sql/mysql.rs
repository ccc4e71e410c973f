//! The functions of MariaDB and MySQL.

use crate::SequenceStart;

use super::numbers::Numbers;
use super::{Dialect, Functions, Nodes, SqlError, name};

/// From 1582-10-15, where the time of a UUID begins, to 1970, in units of 100
/// ns.
const UUID_EPOCH: u64 = 122_192_928_000_000_000;

pub(super) fn up(functions: &Functions) -> Vec<String> {
    let numbers = functions.numbers();
    let mut statements = vec![
        // With the connection in the key, two that move the counter to the same
        // slot do not wait for each other.
        format!(
            "CREATE TABLE {} (
    slot BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    lane BIGINT UNSIGNED NOT NULL,
    PRIMARY KEY (slot, lane)
) ENGINE = InnoDB COMMENT 'Its AUTO_INCREMENT counter is the state of next_id. It has no rows.'",
            functions.names.object("slots")
        ),
        next_id(functions, &numbers),
    ];
    statements.extend(readers(functions, &numbers));
    statements
}

pub(super) fn down(functions: &Functions) -> Vec<String> {
    let names = &functions.names;
    let mut statements: Vec<_> = [
        "last_id_before",
        "first_id_at",
        "id_sequence",
        "id_node",
        "id_time",
        "id_unix_ms",
        "next_id",
    ]
    .into_iter()
    .map(|name| format!("DROP FUNCTION {}", names.object(name)))
    .collect();
    statements.push(format!("DROP TABLE {}", names.object("slots")));
    statements
}

pub(super) fn fill(functions: &Functions, table: &str, column: &str) -> Result<String, SqlError> {
    let names = &functions.names;
    let trigger = names.trigger(table, column)?;
    let (table, column) = (names.table(table)?, names.column(column)?);
    let next_id = functions.next_id();
    Ok(format!(
        "CREATE TRIGGER {trigger} BEFORE INSERT ON {table} FOR EACH ROW
BEGIN
    IF NEW.{column} IS NULL OR NEW.{column} = 0 THEN
        SET NEW.{column} = {next_id};
    END IF;
END"
    ))
}

pub(super) fn unfill(functions: &Functions, table: &str, column: &str) -> Result<String, SqlError> {
    Ok(format!("DROP TRIGGER {}", functions.names.trigger(table, column)?))
}

fn next_id(functions: &Functions, numbers: &Numbers) -> String {
    let &Numbers {
        epoch,
        tick: tick_millis,
        max_timestamp,
        sequence_bits,
        sequence_mask,
        time_shift,
        node_shift,
        sequence_shift,
        max_lead,
        max_rollback,
        max_wait,
        ..
    } = numbers;
    let slots = functions.names.object("slots");
    let layout = name::shown(functions.layout.name());
    let start = match numbers.start {
        SequenceStart::Zero => String::new(),
        SequenceStart::Random => {
            format!(" + CAST(FLOOR(RAND() * {}) AS UNSIGNED)", numbers.starts())
        }
        SequenceStart::Continue => {
            format!(" + ((mine & {sequence_mask}) % {})", numbers.starts())
        }
    };
    let (argument, check, node) = match &functions.nodes {
        Nodes::One(node) => ("", String::new(), node.to_string()),
        Nodes::Argument(nodes) => {
            let (first, last) = (nodes.start(), nodes.end());
            let check = format!(
                "
    IF node IS NULL OR node NOT BETWEEN {first} AND {last} THEN
        SET message = CONCAT('node ', COALESCE(node, 'NULL'), ' is not minted here: {first} to {last} are');
        SIGNAL SQLSTATE 'SF005' SET MESSAGE_TEXT = message;
    END IF;"
            );
            ("node BIGINT", check, "node".to_owned())
        }
    };
    // The clock as it is now, in no time zone: `NOW()` stands still in a
    // statement, and in the zone of a session an hour comes twice in autumn.
    let clock = match functions.dialect {
        // A setting for one statement is taken back whatever happens. (`UUID()`
        // goes by a clock here that is not set when the server's is.)
        Dialect::MariaDb => format!(
            "SET STATEMENT time_zone = '+00:00' FOR
            SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', SYSDATE(6)) DIV 1000 - ({epoch}) INTO millis;"
        ),
        // The time of a version 1 UUID is the clock's.
        _ => format!(
            "SET uuid = UUID();
        SET millis = (CAST(CONV(CONCAT(SUBSTR(uuid, 16, 3), SUBSTR(uuid, 10, 4), LEFT(uuid, 8)), 16, 10)
            AS SIGNED) - {UUID_EPOCH}) DIV 10000 - ({epoch});"
        ),
    };
    // The rows go at once. What stays is the counter.
    let take = format!(
        "INSERT INTO {slots} (lane) VALUES (me);
SET mine = LAST_INSERT_ID();
DELETE FROM {slots} WHERE slot = mine AND lane = me;"
    );
    let (take_first, take_again) =
        (take.replace('\n', "\n    "), take.replace('\n', "\n                "));
    format!(
        "CREATE FUNCTION {function}({argument}) RETURNS BIGINT
NOT DETERMINISTIC MODIFIES SQL DATA
COMMENT 'Mints an ID: {title}. Written by snowflake-kit.'
BEGIN
    DECLARE me BIGINT UNSIGNED DEFAULT CONNECTION_ID();
    -- The slot: tick * IDs per tick + sequence number.
    DECLARE mine BIGINT UNSIGNED;
    -- The clock, in ms since the layout's epoch and in ticks, and the first tick
    -- that no slot of can have been lost when the server stopped.
    DECLARE millis, tick, safe BIGINT;
    -- How many ticks the slot is too far ahead of the clock, and for how many ms.
    DECLARE ahead, pause BIGINT;
    DECLARE waited BIGINT DEFAULT 0;
    DECLARE uuid CHAR(36);
    DECLARE message VARCHAR(128);{check}
    SET safe = (((CAST((UUID_SHORT() >> 24) & 4294967295 AS SIGNED) + 1) * 1000 - ({epoch}))
        DIV {tick_millis}) + {max_lead} + 1;
    {take_first}
    LOOP
        {clock}
        SET tick = millis DIV {tick_millis};
        IF millis < 0 THEN
            SIGNAL SQLSTATE 'SF001' SET MESSAGE_TEXT =
                'the clock is before the epoch of the layout {layout}: set the clock of the server';
        ELSEIF tick > {max_timestamp} OR (mine >> {sequence_bits}) > {max_timestamp} THEN
            SIGNAL SQLSTATE 'SF002' SET MESSAGE_TEXT =
                'the layout {layout} has no timestamps left: move to one with a later epoch';
        END IF;
        IF tick < safe AND CAST(mine >> {sequence_bits} AS SIGNED) < safe THEN
            SET ahead = safe - tick;
            SET pause = safe * {tick_millis} - millis;
        ELSE
            IF CAST(mine >> {sequence_bits} AS SIGNED) < tick THEN
                -- Behind the clock: a row with a number moves the counter, forward only.
                SET mine = (tick << {sequence_bits}){start} - 1;
                INSERT INTO {slots} (slot, lane) VALUES (mine, me);
                DELETE FROM {slots} WHERE slot = mine AND lane = me;
                {take_again}
            END IF;
            SET ahead = CAST(mine >> {sequence_bits} AS SIGNED) - tick - {max_lead};
            IF ahead <= 0 OR ((mine & {sequence_mask}) > 0 AND ahead <= {max_rollback}) THEN
                RETURN ((mine >> {sequence_bits}) << {time_shift})
                    | ({node} << {node_shift})
                    | ((mine & {sequence_mask}) << {sequence_shift});
            END IF;
            SET pause = (CAST(mine >> {sequence_bits} AS SIGNED) - {max_lead}) * {tick_millis} - millis;
        END IF;
        IF waited + pause > {max_wait} THEN
            -- This costs a slot. So that calls which fail at once, again and again,
            -- do not run away from the clock, they do not fail at once.
            DO SLEEP(({max_wait} - waited) / 1000);
            IF ahead > {max_rollback} THEN
                SET message = CONCAT('the clock stepped back by ', ahead * {tick_millis},
                    ' ms, more than max_rollback = ', {max_rollback} * {tick_millis}, ' ms');
                SIGNAL SQLSTATE 'SF003' SET MESSAGE_TEXT = message;
            END IF;
            SET message = CONCAT('no slot became free within max_wait = {max_wait} ms; it takes ',
                pause, ' ms more');
            SIGNAL SQLSTATE 'SF004' SET MESSAGE_TEXT = message;
        END IF;
        DO SLEEP(pause / 1000);
        SET waited = waited + pause;
    END LOOP;
END",
        function = functions.names.object("next_id"),
        title = functions.title(),
    )
}

/// The functions that read IDs.
fn readers(functions: &Functions, numbers: &Numbers) -> Vec<String> {
    let &Numbers {
        epoch,
        tick,
        max_timestamp,
        max_id,
        sequence_mask,
        node_mask,
        time_shift,
        node_shift,
        sequence_shift,
        below_time,
        ..
    } = numbers;
    let function = |name: &str, argument: &str, result: &str, body: &str| {
        format!(
            "CREATE FUNCTION {}({argument}) RETURNS {result}\nDETERMINISTIC NO SQL\nRETURN {body}",
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
    vec![
        of_id("id_unix_ms", "BIGINT", &millis),
        of_id(
            "id_time",
            "DATETIME(3)",
            &format!("TIMESTAMPADD(MICROSECOND, {millis} * 1000, '1970-01-01')"),
        ),
        of_id("id_node", "BIGINT", &format!("(id >> {node_shift}) & {node_mask}")),
        of_id("id_sequence", "BIGINT", &format!("(id >> {sequence_shift}) & {sequence_mask}")),
        function("first_id_at", "utc DATETIME(6)", "BIGINT", &first),
        function("last_id_before", "utc DATETIME(6)", "BIGINT", &before),
    ]
}
