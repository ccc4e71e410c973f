//! The functions of PostgreSQL.

use snowflake_kit_core::{Dialect, SequenceStart};

use super::{Bounds, Functions, texts};
use crate::error::SqlError;
use crate::numbers::SqlNumbers;
use crate::table::Table;
use crate::template;
use crate::text::{dollar_quoted, dollar_tag, known, own_schema, plain};

/// The readers that each layout has, with the type of their argument.
const READERS: [(&str, &str); 4] = [
    ("last_id_before", "timestamp with time zone"),
    ("first_id_at", "timestamp with time zone"),
    ("id_time", "bigint"),
    ("id_unix_ms", "bigint"),
];

pub(super) fn up(functions: &Functions) -> Vec<String> {
    let numbers = functions.numbers();
    let slots = functions.names.state("slots");
    let mut statements = vec![
        block(functions, include_str!("postgres/own_state.sql")),
        format!(
            "-- The last slot issued. Cached numbers would be issued late, and by each session \
             on its own.\nCREATE SEQUENCE {slots} AS bigint MINVALUE 0 MAXVALUE {} START 1 CACHE 1",
            numbers.max_slot
        ),
        create_started(functions, ""),
        next_id(functions, &numbers, "CREATE"),
        create_lock(functions, "CREATE"),
    ];
    statements.extend(readers(functions, &numbers, "CREATE"));
    statements.extend(texts::create(functions, "CREATE"));
    statements.push(revoke_from_public(functions));
    statements.push(note_layout(functions));
    statements.push(block(functions, include_str!("postgres/keep_private.sql")));
    statements.extend(grants(functions));
    statements.extend(owners(functions));
    statements
}

/// Dropping `alive`, which the functions of the previous version need, waits for
/// the transactions that have minted with them, and ends them all: they took
/// turns by another lock than those of this version.
pub(super) fn upgrade(functions: &Functions) -> Vec<String> {
    let numbers = functions.numbers();
    let mut statements = vec![
        block(functions, include_str!("postgres/take_over.sql")),
        format!(
            "-- The functions of the previous version stop without it.\nDROP SEQUENCE IF EXISTS {}",
            functions.names.state("alive")
        ),
        create_started(functions, "IF NOT EXISTS "),
        next_id(functions, &numbers, "CREATE OR REPLACE"),
        create_lock(functions, "CREATE OR REPLACE"),
    ];
    statements.extend(readers(functions, &numbers, "CREATE OR REPLACE"));
    statements.extend(texts::create(functions, "CREATE OR REPLACE"));
    statements.push(revoke_from_public(functions));
    statements.push(note_layout(functions));
    statements.push(block(functions, include_str!("postgres/carry_over.sql")));
    statements.push(block(functions, include_str!("postgres/keep_private.sql")));
    statements.extend(grants(functions));
    statements.extend(owners(functions));
    statements
}

pub(super) fn down(functions: &Functions) -> Vec<String> {
    let names = &functions.names;
    let mut statements: Vec<_> =
        signatures(functions).map(|function| format!("DROP FUNCTION {function}")).collect();
    statements.push(format!("DROP VIEW {}", names.state("lock")));
    for sequence in ["started", "slots"] {
        statements.push(format!("DROP SEQUENCE {}", names.state(sequence)));
    }
    statements
}

fn create_started(functions: &Functions, if_not_exists: &str) -> String {
    format!(
        "-- What a crash of the server resets.\nCREATE UNLOGGED SEQUENCE {if_not_exists}{} AS \
         bigint CACHE 1",
        functions.names.state("started")
    )
}

/// A view and no table: tools that read the schema leave it alone, and so does
/// the vacuum, which takes the same lock.
fn create_lock(functions: &Functions, create: &str) -> String {
    format!(
        "-- Each mint locks it. It has no columns.\n{create} VIEW {} AS SELECT",
        functions.names.state("lock")
    )
}

/// All functions, as they are named where arguments tell them apart.
fn signatures(functions: &Functions) -> impl Iterator<Item = String> {
    let names = &functions.names;
    let fields = functions.fields().map(|(name, ..)| (name, "bigint"));
    let readers = READERS.into_iter().chain(fields).chain(texts::NAMES);
    let types: Vec<_> = functions.arguments().map(|_| "bigint").collect();
    let next_id = format!("{}({})", names.object("next_id"), types.join(", "));
    readers
        .map(move |(name, argument)| format!("{}({argument})", names.object(name)))
        .chain([next_id])
}

fn signature_of_next_id(functions: &Functions) -> String {
    signatures(functions).last().expect("it is the last one")
}

fn revoke_from_public(functions: &Functions) -> String {
    format!(
        "-- A role that mints needs this right and no other.\nREVOKE ALL ON FUNCTION {} FROM PUBLIC",
        signature_of_next_id(functions)
    )
}

/// What functions say of their layout, so that those of another one do not take their place.
fn layout(functions: &Functions) -> String {
    let notation = functions.layout.notation().map(|notation| notation.to_string());
    let notation = notation.unwrap_or_else(|| plain(functions.layout.name()));
    // Whatever it is called.
    format!("layout {}", notation.rsplit('=').next().unwrap_or_default())
}

fn note_layout(functions: &Functions) -> String {
    let layout = functions.names.literal(&layout(functions));
    format!("COMMENT ON FUNCTION {} IS {layout}", signature_of_next_id(functions))
}

fn grants(functions: &Functions) -> Option<String> {
    if functions.grantees.is_empty() {
        return None;
    }
    let all: Vec<_> = signatures(functions).collect();
    let grantees = functions.grantees.join(", ");
    Some(format!("GRANT EXECUTE ON FUNCTION\n    {}\n    TO {grantees}", all.join(",\n    ")))
}

fn owners(functions: &Functions) -> Vec<String> {
    let Some(owner) = &functions.owner else { return Vec::new() };
    let names = &functions.names;
    let functions = signatures(functions).map(|signature| format!("FUNCTION {signature}"));
    let state = [("SEQUENCE", "slots"), ("SEQUENCE", "started"), ("VIEW", "lock")];
    let state = state.map(|(kind, name)| format!("{kind} {}", names.state(name)));
    let all = functions.chain(state).map(|object| format!("ALTER {object} OWNER TO {owner}"));
    let schema = known(Dialect::Postgres, names.state_schema());
    let usage = format!("GRANT USAGE ON SCHEMA {schema} TO {owner}");
    std::iter::once(usage).chain(all).collect()
}

/// A block of PL/pgSQL that is run once. It sets its own search path: what is
/// found by that of the session may be anybody's.
fn block(functions: &Functions, template: &str) -> String {
    let names = &functions.names;
    let all = signatures(functions);
    let all: Vec<_> =
        all.map(|signature| format!("to_regprocedure({})", names.literal(&signature))).collect();
    let state = |name| names.literal(&names.state(name));
    // Where an earlier version had it.
    let former = |name| names.literal(&names.object(name));
    let parts = ["lock", "slots", "started", "alive"];
    let schema = names.state_schema();
    let texts = [
        ("own_schema", own_schema(schema).expect("the name was checked")),
        ("schema", names.literal(schema)),
        ("slots", state("slots")),
        ("started", state("started")),
        ("lock", state("lock")),
        ("state", parts.map(state).join(", ")),
        ("former", parts.map(former).join(", ")),
        // As they stand in the body of the function.
        ("slots_text", names.literal(&state("slots"))),
        ("former_text", names.literal(&former("slots"))),
        ("layout", names.literal(&layout(functions))),
        ("next_id", names.literal(&signature_of_next_id(functions))),
        ("functions", all.join(",\n            ")),
    ];
    let tag = dollar_tag(&texts.iter().map(|(_, text)| text.as_str()).collect::<String>());
    let texts: Vec<_> = texts.into_iter().chain([("quote", tag)]).collect();
    template::fill(template.trim_end(), &functions.numbers(), &texts)
}

pub(super) fn fill(
    functions: &Functions,
    table: Table<'_>,
    column: &str,
) -> Result<String, SqlError> {
    let alter = alter(functions, table, column)?;
    Ok(format!("{alter} SET DEFAULT {}", functions.next_id()))
}

pub(super) fn unfill(
    functions: &Functions,
    table: Table<'_>,
    column: &str,
) -> Result<String, SqlError> {
    Ok(format!("{} DROP DEFAULT", alter(functions, table, column)?))
}

fn alter(functions: &Functions, table: Table<'_>, column: &str) -> Result<String, SqlError> {
    let (table, column) = (table.quoted(functions.dialect)?, functions.names.column(column)?);
    Ok(format!("ALTER TABLE {table} ALTER COLUMN {column}"))
}

fn next_id(functions: &Functions, numbers: &SqlNumbers, create: &str) -> String {
    let names = &functions.names;
    let checks = functions.bounds().map(|Bounds { argument, name, first, last }| {
        format!(
            "
    IF {argument} IS NULL OR {argument} NOT BETWEEN {first} AND {last} THEN
        RAISE EXCEPTION USING ERRCODE = 'SF005', MESSAGE = format(
            '{name} %s is not minted here: {first} to {last} are', coalesce({argument}::text, 'NULL'));
    END IF;"
        )
    });
    let arguments: Vec<_> =
        functions.arguments().map(|argument| format!("{argument} bigint")).collect();
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
            ("layout", plain(functions.layout.name())),
            ("slots", names.literal(&names.state("slots"))),
            ("started", names.literal(&names.state("started"))),
            ("lock", names.state("lock")),
            ("rest", functions.rest("::bigint")),
            ("check", checks.collect()),
            ("start", start),
        ],
    );
    // With the rights of its owner, so that no other role needs any on the state, and
    // with nothing on the path that another role could have put there. A message
    // to a client that does not read would keep the lock for as long.
    format!(
        "{create} FUNCTION {}({}) RETURNS bigint\nLANGUAGE plpgsql VOLATILE PARALLEL UNSAFE\n\
         SECURITY DEFINER\nSET search_path = pg_catalog, pg_temp\nSET client_min_messages = error\n\
         AS {}",
        names.object("next_id"),
        arguments.join(", "),
        dollar_quoted(&format!("\n{body}"))
    )
}

/// The functions that read IDs: plain expressions, which PostgreSQL puts in the
/// place of the call. Their operators are found when they are created, and not by
/// the path of the role that calls them; and each is named with its schema, so that
/// the path of the role that creates them does not matter either. Such operators all
/// bind alike, hence the parentheses.
fn readers(functions: &Functions, numbers: &SqlNumbers, create: &str) -> Vec<String> {
    let &SqlNumbers { epoch, tick, max_timestamp, max_id, time_shift, below_time, .. } = numbers;
    let op = |left: &str, operator: &str, right: &str| {
        format!("({left} OPERATOR(pg_catalog.{operator}) {right})")
    };
    let function = |name: &str, argument: &str, result: &str, body: &str| {
        format!(
            "{create} FUNCTION {}({argument}) RETURNS {result}\nLANGUAGE sql IMMUTABLE PARALLEL \
             SAFE\nRETURN {body}",
            functions.names.object(name)
        )
    };
    let of_id = |name: &str, result: &str, value: &str| {
        let (least, most) = (op("id", ">=", "1"), op("id", "<=", &max_id.to_string()));
        let body = format!("CASE WHEN {least} AND {most} THEN {value} END");
        function(name, "id bigint", result, &body)
    };
    let millis = op("id", ">>", &time_shift.to_string());
    let millis = op(&op(&millis, "*", &tick.to_string()), "+", &format!("({epoch})"));
    // Whole days and the rest, since a factor of an interval is a double. Days
    // of 24 hours, since others depend on the time zone.
    let days = op(&op(&millis, "/", "86400000"), "*", "interval '24 hours'");
    let rest = op(&op(&millis, "%", "86400000"), "*", "interval '1 millisecond'");
    let time = op(&op("timestamp '1970-01-01 00:00:00'", "+", &days), "+", &rest);
    let time = format!("({time} AT TIME ZONE 'UTC')");
    // Exact, and the same in each time zone.
    let micros = op("extract(epoch FROM (\"time\" AT TIME ZONE 'UTC'))", "*", "1000000");
    let micros_since = |millis: i128| op(&micros, "-", &format!("({millis}000)"));
    // How many ticks begin before it: a division that is rounded up.
    let up = micros_since(i128::from(epoch) - i128::from(tick));
    let ticks = format!("pg_catalog.div({}, {tick}000)::bigint", op(&up, "-", "1"));
    let last = i128::from(epoch) + i128::from(max_timestamp) * i128::from(tick);
    let is = |operator: &str, millis: i128| op(&micros, operator, &format!("({millis}000)"));
    let shifted = |ticks: &str| op(ticks, "<<", &time_shift.to_string());
    let first = format!(
        "CASE WHEN {} THEN 1\n    WHEN {} THEN {} END",
        is("<=", epoch.into()),
        is("<=", last),
        shifted(&ticks)
    );
    // Where time is all that there is, the first tick has no ID: it would be 0.
    let without = if below_time == 0 { i128::from(tick) } else { 0 };
    let before = format!(
        "CASE WHEN {} THEN {max_id}\n    WHEN {} THEN {} END",
        is(">", last),
        is(">", i128::from(epoch) + without),
        op(&shifted(&op(&ticks, "-", "1")), "|", &below_time.to_string())
    );
    let argument = "\"time\" timestamp with time zone";
    let fields = functions.fields().map(|(name, shift, mask)| {
        let field = op(&op("id", ">>", &shift.to_string()), "&", &mask.to_string());
        of_id(name, "bigint", &field)
    });
    let times = [
        of_id("id_unix_ms", "bigint", &millis),
        of_id("id_time", "timestamp with time zone", &time),
        function("first_id_at", argument, "bigint", &first),
        function("last_id_before", argument, "bigint", &before),
    ];
    times.into_iter().chain(fields).collect()
}
