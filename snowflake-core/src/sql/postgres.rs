//! The functions of PostgreSQL.

use crate::SequenceStart;

use super::numbers::Numbers;
use super::{Functions, Nodes, SqlError, name};

/// The first half of the advisory locks' keys, "snow"; the other is the `oid`
/// of the sequence that is locked.
const LOCK: u32 = 0x736e_6f77;

/// What `alive` is at the least when the state has been looked at since the
/// server's last crash. Calls before that, of sessions that were interrupted,
/// are fewer.
const ALIVE: u64 = 1 << 32;

pub(super) fn up(functions: &Functions) -> Vec<String> {
    let names = &functions.names;
    let numbers = functions.numbers();
    let (slots, alive) = (names.object("slots"), names.object("alive"));
    let mut statements = vec![
        format!(
            "-- The last slot issued. Cached numbers would be issued late, and by each session \
             on its own.\nCREATE SEQUENCE {slots} AS bigint MINVALUE 0 MAXVALUE {} START 1 CACHE 1",
            numbers.max_slot
        ),
        format!(
            "-- What a crash of the server resets.\nCREATE UNLOGGED SEQUENCE {alive} AS bigint \
             CACHE 1"
        ),
        next_id(functions, &numbers),
    ];
    statements.extend(readers(functions, &numbers));
    statements
}

pub(super) fn down(functions: &Functions) -> Vec<String> {
    let names = &functions.names;
    let argument = argument(functions);
    let mut statements: Vec<_> = [
        ("last_id_before", "timestamptz"),
        ("first_id_at", "timestamptz"),
        ("id_sequence", "bigint"),
        ("id_node", "bigint"),
        ("id_time", "bigint"),
        ("id_unix_ms", "bigint"),
        ("next_id", if argument.is_empty() { "" } else { "bigint" }),
    ]
    .into_iter()
    .map(|(name, argument)| format!("DROP FUNCTION {}({argument})", names.object(name)))
    .collect();
    for sequence in ["alive", "slots"] {
        statements.push(format!("DROP SEQUENCE {}", names.object(sequence)));
    }
    statements
}

pub(super) fn fill(functions: &Functions, table: &str, column: &str) -> Result<String, SqlError> {
    let alter = alter(functions, table, column)?;
    Ok(format!("{alter} SET DEFAULT {}", functions.next_id()))
}

pub(super) fn unfill(functions: &Functions, table: &str, column: &str) -> Result<String, SqlError> {
    Ok(format!("{} DROP DEFAULT", alter(functions, table, column)?))
}

fn alter(functions: &Functions, table: &str, column: &str) -> Result<String, SqlError> {
    let (table, column) = (functions.names.table(table)?, functions.names.column(column)?);
    Ok(format!("ALTER TABLE {table} ALTER COLUMN {column}"))
}

fn argument(functions: &Functions) -> &'static str {
    match functions.nodes {
        Nodes::One(_) => "",
        Nodes::Argument(_) => "node bigint",
    }
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
    let names = &functions.names;
    let (slots, alive) = (names.object_literal("slots"), names.object_literal("alive"));
    let layout = name::shown(functions.layout.name());
    let start = match numbers.start {
        SequenceStart::Zero => String::new(),
        SequenceStart::Random => {
            format!(" + floor(random() * {})::bigint", numbers.starts())
        }
        SequenceStart::Continue => {
            format!(" + ((mine & {sequence_mask}) % {})", numbers.starts())
        }
    };
    let (check, node) = match &functions.nodes {
        Nodes::One(node) => (String::new(), node.to_string()),
        Nodes::Argument(nodes) => {
            let (first, last) = (nodes.start(), nodes.end());
            let check = format!(
                "
    IF node IS NULL OR node NOT BETWEEN {first} AND {last} THEN
        RAISE EXCEPTION USING ERRCODE = 'SF005', MESSAGE = format(
            'node %s is not minted here: {first} to {last} are', coalesce(node::text, 'NULL'));
    END IF;"
            );
            (check, "node".to_owned())
        }
    };
    let ended = format!(
        "RAISE EXCEPTION USING ERRCODE = 'SF002',
                MESSAGE = 'the layout {layout} has no timestamps left',
                HINT = 'Move to a layout with a later epoch or more time bits.'"
    );
    let body = format!(
        "
-- Mints an ID: {title}. Written by snowflake-kit.
DECLARE
    mine bigint;         -- the slot: tick * IDs per tick + sequence number
    millis bigint;       -- the clock, in ms since the layout's epoch
    tick bigint;         -- the clock, in ticks
    ahead bigint;        -- how many ticks the slot is too far ahead of the clock
    pause bigint;        -- how long that lasts, in ms
    waited bigint := 0;
BEGIN{check}
    LOOP
        -- One session at a time is in this block, which ends with an exception in
        -- any case: that gives back the lock, and leaves the sequence as it is.
        BEGIN
            PERFORM pg_advisory_xact_lock({LOCK}, {slots}::regclass::oid::integer);
            millis := floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint - ({epoch});
            tick := millis / {tick_millis};
            IF millis < 0 THEN
                RAISE EXCEPTION USING ERRCODE = 'SF001',
                MESSAGE = format('the clock is %s ms before the epoch of the layout {layout}', -millis),
                HINT = 'Set the clock of the database server.';
            ELSIF tick > {max_timestamp} THEN
                {ended};
            END IF;
            mine := nextval({slots}::regclass);
            -- After a crash, slots up to now may have been seen that are not on disk.
            IF nextval({alive}::regclass) < {ALIVE} THEN
                PERFORM setval({slots}::regclass, greatest(
                    mine - 1, (least(tick + {max_lead}, {max_timestamp}) << {sequence_bits}) | {sequence_mask}));
                PERFORM setval({alive}::regclass, {ALIVE});
                mine := nextval({slots}::regclass);
            END IF;
            IF (mine >> {sequence_bits}) < tick THEN
                mine := setval({slots}::regclass, (tick << {sequence_bits}){start});
            END IF;
            ahead := (mine >> {sequence_bits}) - tick - {max_lead};
            IF ahead > 0 AND ((mine & {sequence_mask}) = 0 OR ahead > {max_rollback}) THEN
                PERFORM setval({slots}::regclass, mine - 1);
            ELSE
                ahead := 0;
            END IF;
            RAISE EXCEPTION SQLSTATE 'SF999';
        EXCEPTION
            WHEN SQLSTATE 'SF999' THEN
                NULL;
            WHEN sequence_generator_limit_exceeded THEN
                {ended};
        END;
        IF ahead = 0 THEN
            RETURN ((mine >> {sequence_bits}) << {time_shift})
                | ({node}::bigint << {node_shift})
                | ((mine & {sequence_mask}) << {sequence_shift});
        END IF;
        pause := ((mine >> {sequence_bits}) - {max_lead}) * {tick_millis} - millis;
        IF ahead > {max_rollback} THEN
            RAISE EXCEPTION USING ERRCODE = 'SF003',
            MESSAGE = format('the clock stepped back by %s ms, more than max_rollback = %s ms',
                ahead * {tick_millis}, {max_rollback}::bigint * {tick_millis}),
            HINT = 'Minting goes on when it has caught up. Check the time synchronisation of the database server.';
        ELSIF waited + pause > {max_wait} THEN
            RAISE EXCEPTION USING ERRCODE = 'SF004',
            MESSAGE = format('no slot became free within max_wait = {max_wait} ms; it takes %s ms more', pause);
        END IF;
        PERFORM pg_sleep(pause / 1000.0);
        waited := waited + pause;
    END LOOP;
END
",
        title = functions.title(),
    );
    format!(
        "CREATE FUNCTION {}({}) RETURNS bigint\nLANGUAGE plpgsql VOLATILE PARALLEL UNSAFE\nAS {}",
        names.object("next_id"),
        argument(functions),
        dollar_quoted(&body)
    )
}

/// The functions that read IDs: plain expressions, which PostgreSQL puts in the
/// place of the call.
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
            "CREATE FUNCTION {}({argument}) RETURNS {result}\nLANGUAGE sql IMMUTABLE PARALLEL \
             SAFE\nAS {}",
            functions.names.object(name),
            dollar_quoted(&format!("\n    SELECT {body}\n"))
        )
    };
    let of_id = |name: &str, result: &str, value: &str| {
        let body = format!("CASE WHEN id BETWEEN 1 AND {max_id} THEN {value} END");
        function(name, "id bigint", result, &body)
    };
    let millis = format!("(id >> {time_shift}) * {tick} + ({epoch})");
    // Whole days and the rest, since a factor of an interval is a double. Days
    // of 24 hours, since others depend on the time zone.
    let time = format!(
        "(timestamp '1970-01-01 00:00:00'
            + ({millis}) / 86400000 * interval '24 hours'
            + ({millis}) % 86400000 * interval '1 millisecond') AT TIME ZONE 'UTC'"
    );
    // Exact, and the same in each time zone.
    let micros = "extract(epoch FROM (\"time\" AT TIME ZONE 'UTC')) * 1000000";
    // How many ticks begin before it.
    let ticks = format!("div({micros} - ({epoch}000) + {tick}000 - 1, {tick}000)::bigint");
    let last = i128::from(epoch) + i128::from(max_timestamp) * i128::from(tick);
    let first = format!(
        "CASE WHEN {micros} <= {epoch}000 THEN 1
        WHEN {micros} <= {last}000 THEN {ticks} << {time_shift} END"
    );
    let before = format!(
        "CASE WHEN {micros} > {last}000 THEN {max_id}
        WHEN {micros} > {epoch}000 THEN nullif((({ticks} - 1) << {time_shift}) | {below_time}, 0) END"
    );
    vec![
        of_id("id_unix_ms", "bigint", &millis),
        of_id("id_time", "timestamptz", &time),
        of_id("id_node", "bigint", &format!("(id >> {node_shift}) & {node_mask}")),
        of_id("id_sequence", "bigint", &format!("(id >> {sequence_shift}) & {sequence_mask}")),
        function("first_id_at", "\"time\" timestamptz", "bigint", &first),
        function("last_id_before", "\"time\" timestamptz", "bigint", &before),
    ]
}

/// A text between dollars with a tag that does not occur in it.
fn dollar_quoted(text: &str) -> String {
    let mut tag = "$snowflake$".to_owned();
    while text.contains(&tag) {
        tag.insert(1, '_');
    }
    format!("{tag}{text}{tag}")
}
