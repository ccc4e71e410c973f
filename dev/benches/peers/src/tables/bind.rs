//! IDs as parameters of a query.

use super::{Limit, Table, target};
use crate::ids::{PlainId, TypedflakePlain, ids, numbers};
use crate::measure::Contender;

const COUNT: u64 = 1_024;

/// How many parameters a query has.
const PARAMETERS: usize = 8;

const NOTE: &str = "typedflake builds on sqlx 0.8 and the kit on 0.9, so each has the i64 of its \
    own version beside it; the two versions differ by more than IDs.";

/// With the traits of one version of sqlx.
macro_rules! binds {
    ($name:ident, $sqlx:ident) => {
        fn $name<T>(name: &'static str, values: &[T]) -> Contender
        where
            T: Copy + 'static + for<'q> $sqlx::Encode<'q, $sqlx::Postgres>,
            T: $sqlx::Type<$sqlx::Postgres>,
        {
            use $sqlx::Arguments as _;

            let queries = values.chunks_exact(PARAMETERS).map(<[T]>::to_vec).collect();
            Contender::each(name, queries, |values| {
                let mut arguments = $sqlx::postgres::PgArguments::default();
                for value in values {
                    arguments.add(*value).expect("a buffer takes all");
                }
                arguments
            })
        }
    };
}

binds!(binds, sqlx);
binds!(binds_08, sqlx_08);

pub fn bind() -> Table {
    let kit: Vec<PlainId> = ids(COUNT);
    let typedflake: Vec<TypedflakePlain> =
        numbers(COUNT).into_iter().flat_map(TypedflakePlain::try_from).collect();
    Table {
        title: "Bind to a query",
        about: "Eight parameters of a query, as sqlx sends them to PostgreSQL.",
        unit: "ns per query",
        contenders: vec![
            binds("kit, sqlx 0.9", &kit).kit(),
            binds("i64, sqlx 0.9", &numbers(COUNT)).gives_up("types"),
            binds_08("typedflake, sqlx 0.8", &typedflake),
            binds_08("i64, sqlx 0.8", &numbers(COUNT)).gives_up("types"),
        ],
        targets: vec![target("kit, sqlx 0.9", Limit::Of(1.01, "i64, sqlx 0.9"))],
        note: NOTE,
        analysis: "",
        is_slow: false,
    }
}
