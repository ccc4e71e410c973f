//! The functions of PostgreSQL.

use crate::SequenceStart;

use super::numbers::Numbers;
use super::{Functions, Nodes, SqlError, name, template};

#[inline]
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

#[inline]
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
    .iter()
    .map(|(name, argument)| format!("DROP FUNCTION {}({argument})", names.object(name)))
    .collect();
    for sequence in ["alive", "slots"] {
        statements.push(format!("DROP SEQUENCE {}", names.object(sequence)));
    }
    statements
}

#[inline]
pub(super) fn fill(functions: &Functions, table: &str, column: &str) -> Result<String, SqlError> {
    let alter = alter(functions, table, column)?;
    Ok(format!("{alter} SET DEFAULT {}", functions.next_id()))
}

#[inline]
pub(super) fn unfill(functions: &Functions, table: &str, column: &str) -> Result<String, SqlError> {
    Ok(format!("{} DROP DEFAULT", alter(functions, table, column)?))
}

#[inline]
fn alter(functions: &Functions, table: &str, column: &str) -> Result<String, SqlError> {
    let (table, column) = (functions.names.table(table)?, functions.names.column(column)?);
    Ok(format!("ALTER TABLE {table} ALTER COLUMN {column}"))
}

#[inline]
fn argument(functions: &Functions) -> &'static str {
    match functions.nodes {
        Nodes::One(_) => "",
        Nodes::Argument(_) => "node bigint",
    }
}

#[inline]
fn next_id(functions: &Functions, numbers: &Numbers) -> String {
    let names = &functions.names;
    let check = match &functions.nodes {
        Nodes::One(_) => String::new(),
        Nodes::Argument(nodes) => format!(
            "
    IF node IS NULL OR node NOT BETWEEN {first} AND {last} THEN
        RAISE EXCEPTION USING ERRCODE = 'SF005', MESSAGE = format(
            'node %s is not minted here: {first} to {last} are', coalesce(node::text, 'NULL'));
    END IF;",
            first = nodes.start(),
            last = nodes.end()
        ),
    };
    let start = match numbers.start {
        SequenceStart::Zero => String::new(),
        SequenceStart::Random => format!(" + floor(random() * {})::bigint", numbers.starts()),
        SequenceStart::Continue => {
            format!(" + ((mine & {}) % {})", numbers.sequence_mask, numbers.starts())
        }
    };
    let body = template::fill(
        include_str!("postgres/next_id.sql"),
        numbers,
        &[
            ("title", functions.title()),
            ("layout", name::shown(functions.layout.name())),
            ("slots", names.object_literal("slots")),
            ("alive", names.object_literal("alive")),
            ("node", functions.node()),
            ("check", check),
            ("start", start),
        ],
    );
    format!(
        "CREATE FUNCTION {}({}) RETURNS bigint\nLANGUAGE plpgsql VOLATILE PARALLEL UNSAFE\nAS {}",
        names.object("next_id"),
        argument(functions),
        dollar_quoted(&format!("\n{body}"))
    )
}

/// The functions that read IDs: plain expressions, which PostgreSQL puts in the
/// place of the call.
#[inline]
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
#[inline]
fn dollar_quoted(text: &str) -> String {
    let mut tag = "$snowflake$".to_owned();
    while text.contains(&tag) {
        tag.insert(1, '_');
    }
    format!("{tag}{text}{tag}")
}
