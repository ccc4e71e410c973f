//! The steps of a rollout, each with its way back.

use std::fmt::Write;

use snowflake_kit_core::Dialect;

use super::Found;
use crate::markdown;
use crate::orm::Orm;

/// How the program gets the types.
pub(super) fn types(found: &Found<'_>) -> String {
    if found.decision.kinds.is_empty() {
        return "\n## The types\n\nThere is nothing to do: no table has a key of one column that an ID type \
                holds.\n"
            .to_owned();
    }
    let (place, features) = match found.orm {
        Orm::Diesel => ("the tables of Diesel", "`diesel` (for UUIDs `diesel-uuid`)"),
        Orm::SeaOrm => ("the entities", "`sea_orm_2` (for UUIDs `sea_orm_2-uuid`)"),
        Orm::Sqlx => ("the queries", "`sqlx_0_9` (for UUIDs also `uuid`)"),
    };
    let steps = [
        format!(
            "**The module.** Add `snowflake-kit` with the features `serde` and {features} to Cargo.toml \
             (`cargo update` if the framework is older than the kit takes), and `pub mod {};` to the crate with \
             {place}. Use the types in structs and arguments first, in {place} last. A key in a test becomes \
             `UserId::constant(1)`. *Back:* undo the change.",
            found.module.rsplit("::").next().unwrap_or_default(),
        ),
        tables(found),
    ];
    numbered(
        "\n## The types\n\nWhere a table does not move, clients read what they have read before. A counted key of \
         0 or less is refused.\n",
        steps,
    )
}

fn numbered(begin: &str, steps: impl IntoIterator<Item = String>) -> String {
    let mut text = begin.to_owned();
    for (number, step) in (1..).zip(steps) {
        let _ = write!(text, "\n{number}. {step}\n");
    }
    text
}

/// The steps for the tables that move.
pub(super) fn rollout(found: &Found<'_>) -> String {
    if found.moving.columns.is_empty() {
        return String::new();
    }
    let columns: Vec<_> =
        found.moving.widened().filter_map(|place| found.catalog.column(place)).collect();
    let is_replaced = columns.iter().any(|column| !column.is_integer());
    let has_narrow = columns.iter().any(|column| column.is_narrow());
    let is_counted = columns.iter().any(|column| column.counting.is_some());
    let names: Vec<_> = found.moving.kinds.keys().map(|table| markdown::text(table)).collect();
    let title = format!("\n## The move\n\nOf {}. ", names.join(", "));
    if !is_replaced && !has_narrow && !is_counted {
        return format!(
            "{title}It is done: all columns have 64 bits, and the database counts no key.\n"
        );
    }
    let is_postgres = found.catalog.dialect == Dialect::Postgres;
    let has_numbers =
        found.moving.kinds.keys().any(|of| {
            found.choices.ids.get(of).is_some_and(|id| id.json.as_deref() == Some("number"))
        });
    let clients = if has_numbers { NUMBERS } else { CLIENTS };
    let mut steps = vec![clients.to_owned(), MINT.to_owned()];
    if is_counted {
        steps.push(FORGOTTEN.to_owned());
    }
    if is_postgres && !has_narrow && !is_replaced {
        steps.extend(ROLLING.iter().map(|&step| step.to_owned()));
    } else {
        steps.push(stop(found, has_narrow || is_replaced));
        if is_replaced {
            steps.push(REPLACE.to_owned());
        }
        if has_narrow {
            steps.push(widen(found));
        }
        if is_counted {
            steps.push(end_counting(is_postgres));
        }
        steps.push(start(is_postgres, is_counted));
    }
    numbered(&format!("{title}{}", reason(found, has_narrow || is_replaced)), steps)
}

const CLIENTS: &str = "**Clients.** A key becomes a text of up to 19 digits, unless adopt.toml says \
    another one. Let clients read that. *Back:* nothing to do.";

const NUMBERS: &str = "**Clients.** A minted key has up to 19 digits, and JavaScript keeps 53 bits. Let clients \
    read a text, then take `json = \"number\"` out of adopt.toml. *Back:* put it in again.";

const MINT: &str = "**The program mints.** Install a node once per process (`snowflake_kit::install`), and give \
    the key in every insert. *Back:* undo the change.";

const FORGOTTEN: &str = "**Find the inserts that forget the key.** In a test database, run the migration \
    `end_counting` before all tests: then an insert without its key fails. *Back:* nothing to do.";

const REPLACE: &str = "**Run the migration `replace`.** It makes a table `snowflake_moved_…` with the new key of \
    each old one, puts the new keys into all columns, and keeps indexes and foreign keys. A key with a time \
    of 2025 or later keeps it; others are numbered from 1. Make a backup first: on MariaDB and MySQL, \
    statements before one that fails stay. *Back:* its down file. Rows that were minted then get a made-up \
    key of the old kind.";

/// What each framework needs beside the types.
fn tables(found: &Found<'_>) -> String {
    match found.orm {
        Orm::Diesel => format!(
            "**The tables.** `diesel print-schema` writes integers. `schema.patch` in this folder \
             makes them `Key<…>` and the like, and `diesel.toml` has what to add to yours: the patch, and the \
             imports, also of `{}`. For tables that move, the patch fits what is printed after the \
             migrations have run. Without a file of tables (`--tables`), run `diesel print-schema > src/schema.rs` \
             and this command again. For a column with IDs of several tables, `joinable!` and `belongs_to` do \
             not compile: join it by `.on(….cast::<Key<…>>().eq(…))`. *Back:* take the lines out of your \
             diesel.toml.",
            found.module
        ),
        Orm::SeaOrm => "**The entities.** `sea-orm-cli` writes integers. With `--entities \
                        src/entity`, this command gives generated entities the types, \
                        `auto_increment` and `MintedModel`, which mints keys on insert and leaves counted \
                        ones to the database: run it after each `sea-orm-cli generate entity`. `insert_many` and \
                        `Entity::insert` bypass that, so mint their keys first. *Back:* generate the \
                        entities again."
            .to_owned(),
        Orm::Sqlx => "**The queries.** `sqlx.toml` in this folder says which columns hold which \
                      IDs: add it to yours, for `query!` and `query_as!`. sqlx \
                      0.8 has no such file: say the type there, as in `SELECT id AS \"id: UserId\"`. Say the type of \
                      each parameter too (`id as UserId`), since sqlx does not check it. *Back:* take the \
                      lines out of your sqlx.toml."
            .to_owned(),
    }
}

fn reason(found: &Found<'_>, has_narrow: bool) -> String {
    let text = match found.catalog.dialect {
        Dialect::Postgres if has_narrow => {
            "A program that reads the old type of a key fails on the new one, and the other way round. So \
             old and new programs cannot run at once, and the keys change while all are stopped.\n"
        }
        Dialect::Postgres => {
            "Keys have 64 bits, and PostgreSQL's counters do not look at the keys in the table. So \
             old and new programs can run at once, and nothing has to be stopped.\n"
        }
        _ => {
            "Here a counter continues after the largest key in the table, minted keys included: a \
             counted key could equal the next minted one. So **a rolling deployment is not safe**. \
             From the first mint on, nothing may insert a row without its key: stop all old \
             writers, and end the counting before the first program mints. After that, an old \
             writer that was forgotten gets an error, and makes no duplicate.\n"
        }
    };
    text.to_owned()
}

fn stop(found: &Found<'_>, has_narrow: bool) -> String {
    let readers = match found.catalog.dialect {
        Dialect::Sqlite => {
            " Stop readers too, if they read keys as 32 bits: Diesel's `Integer` of a minted key is \
             another number, without an error."
        }
        _ if has_narrow => " Stop readers too: they cannot read keys of another width.",
        _ => " Programs that only read, and read keys as 64 bits, can continue.",
    };
    format!("**Stop everything that writes.**{readers} *Back:* start the old programs again.")
}

fn widen(found: &Found<'_>) -> String {
    let mut text = "**Run the migration `widen`.** ".to_owned();
    if found.catalog.dialect == Dialect::Postgres {
        text += "Each table is rewritten under ACCESS EXCLUSIVE, in one transaction: it takes \
                 space for a second copy of the tables, and fails as a whole. ";
    } else {
        text += "Each table is copied. Changes of tables are not transactional here: if a \
                 statement fails, those before it stay, so make a backup first. For tables that \
                 may not be copied while programs are stopped, use pt-online-schema-change with \
                 --alter-foreign-keys-method before: gh-ost refuses tables with foreign keys. ";
    }
    text += "*Back:* its down file, as long as no ID has been minted: a minted ID does not fit \
             into 32 bits.";
    text
}

/// The variant of `widen` on PostgreSQL for tables that may not be locked for long.
pub(super) fn without_lock(found: &Found<'_>) -> String {
    const TITLE: &str = "\n## Widening without a long lock\n\n";
    match found.online {
        Ok([]) => String::new(),
        Err(reasons) => format!(
            "{TITLE}No files are written for it:\n\n- {}\n",
            reasons.iter().map(|reason| markdown::text(reason)).collect::<Vec<_>>().join("\n- ")
        ),
        Ok(_) => format!("{TITLE}{ONLINE}"),
    }
}

const ONLINE: &str = "\
`widen` locks each table while it is rewritten. If a table is too large for that, use the files in
`widen_online` in its place. Each statement says which lock it takes. Run them one after the
other, each with `psql -f`, as the owner of the tables:

| file | programs |
|---|---|
| `1_add.sql`, `2_backfill.sql`, `3_index.sql`, `4_constrain.sql`, `5_validate.sql` | run, read and write |
| `6_swap.sql` | are stopped. It changes the catalog alone, and rewrites only the tables of which it says why: these have something that a new column cannot take over |

Then delete the migration `widen`, and run this command again. The new columns come last in their
tables, so look for `SELECT *` and for inserts that do not name their columns. Comments on
constraints and indexes, `CLUSTER` marks and statistics targets are lost. The tables need space for
a second copy of the columns and their indexes, and the updates leave a dead copy of each row.

*Back:* until the swap, `undo.sql`. After that, narrow the columns by the statements that are in
the down file of `widen`, so keep a copy of it.
";

fn end_counting(is_postgres: bool) -> String {
    let back = if is_postgres {
        "The counter then continues after the largest counted key."
    } else {
        "After that, the database would count from the largest minted key on."
    };
    let until = if is_postgres { "" } else { ", as long as no ID has been minted" };
    format!(
        "**Run the migration `end_counting`.** From now on a row without its key is an error. \
         *Back:* its down file{until}. {back}"
    )
}

fn start(is_postgres: bool, is_counted: bool) -> String {
    let back = if !is_counted {
        "the down file of `replace`, and the old program"
    } else if is_postgres {
        "the down file of `end_counting`, and a version of the old program that reads 64 bits: IDs \
         that were minted stay"
    } else {
        "a version of the program that reads 64 bits and gives keys: IDs that were minted stay, \
         and counting must not begin again"
    };
    format!("**Start the program that mints.** *Back:* {back}.")
}

const ROLLING: [&str; 3] = [
    "**Run the migration `widen`**, if there is one: it lets identities take minted keys. *Back:* \
     its down file.",
    "**Deploy the program that mints**, as you deploy everything. Old programs go on: their keys \
     are counted, and smaller than every minted one. *Back:* deploy the old program again; minted \
     keys stay.",
    "**When the last old program has ended, run the migration `end_counting`.** From then on a row \
     without its key is an error. *Back:* its down file: the counter goes on after the largest \
     counted key.",
];
