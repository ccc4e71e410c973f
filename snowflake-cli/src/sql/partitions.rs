//! `snowflake sql --partitions`.

use clap::Args;
use jiff::civil::Date;
use snowflake_kit_core::Layout;
use snowflake_kit_sql::{Dialect, Partitions};

use super::period::{self, NoPeriod, Period, Unit};
use crate::arguments::{self, TableName};
use crate::error::Error;

#[derive(Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// Instead, partitions of this table by the time of its key
    ///
    /// Declare the table with `PARTITION BY RANGE (id)`. With `mariadb` and `mysql`,
    /// also declare a first partition, which stays empty: `(PARTITION p0 VALUES LESS
    /// THAN (1))`.
    #[arg(long, value_name = "[SCHEMA.]TABLE", value_parser = arguments::table, requires = "by")]
    #[arg(conflicts_with_all = ["node", "nodes", "schema", "prefix", "fill", "grant", "owner", "upgrade"])]
    partitions: Option<TableName>,

    /// How long a partition is, in UTC
    #[arg(long, value_name = "UNIT", requires = "partitions")]
    by: Option<Unit>,

    /// A day in the first partition, or its month or year, such as 2026-11
    /// [default: today]
    #[arg(long, value_name = "DATE", value_parser = period::day, requires = "partitions")]
    from: Option<Date>,

    /// How many partitions to create after the first one
    #[arg(long, value_name = "COUNT", default_value_t = 3, requires = "partitions")]
    #[arg(value_parser = clap::value_parser!(u16).range(0..=1_000))]
    ahead: u16,

    /// Drop partitions instead, with all their rows: those from --from until
    /// just before this date [default of --from: one partition before the date]
    #[arg(long, value_name = "DATE", value_parser = period::day, requires = "partitions")]
    #[arg(conflicts_with_all = ["ahead", "down"])]
    drop_before: Option<Date>,
}

impl Arguments {
    /// The statements, if partitions are asked for.
    pub(super) fn statements(
        &self,
        dialect: Dialect,
        layout: Layout,
        down: bool,
    ) -> Result<Option<Vec<String>>, Error> {
        let (Some(table), Some(unit)) = (&self.partitions, self.by) else { return Ok(None) };
        let partitions = Partitions::new(dialect, layout, table.without_column("id")?.as_table())?;
        let periods = self.periods(unit)?;
        let statements = if down {
            periods.iter().rev().map(|period| partitions.drop(&period.to_string())).collect()
        } else if self.drop_before.is_some() {
            periods.iter().map(|period| partitions.drop(&period.to_string())).collect()
        } else {
            let mut all = Vec::with_capacity(periods.len());
            for period in periods {
                let (from, until) = (period.start()?, period.next()?.start()?);
                all.push(partitions.create(&period.to_string(), from, until));
            }
            all.into_iter().collect()
        };
        let statements: Result<Vec<_>, _> = statements;
        Ok(Some(statements?))
    }

    /// Those to create or to drop, the earliest first.
    fn periods(&self, unit: Unit) -> Result<Vec<Period>, NoPeriod> {
        let first = self.from.map(|day| Period::of(unit, day)).transpose()?;
        let Some(before) = self.drop_before else {
            let mut period = first.map_or_else(|| Period::now(unit), Ok)?;
            let mut periods = vec![period];
            for _ in 0..self.ahead {
                period = period.next()?;
                periods.push(period);
            }
            return Ok(periods);
        };
        let before = Period::of(unit, before)?;
        let mut period = first.map_or_else(|| before.previous(), Ok)?;
        let mut periods = Vec::new();
        while period.is_before(before) {
            periods.push(period);
            period = period.next()?;
        }
        if periods.is_empty() { Err(NoPeriod) } else { Ok(periods) }
    }
}
