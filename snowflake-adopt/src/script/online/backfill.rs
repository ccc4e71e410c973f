//! Filling the new columns.

use snowflake_kit_sql::text::dollar_quoted;

use super::{PATIENCE, Statement, Widening, locks, name, string};

impl Widening<'_> {
    pub(super) fn backfill(&self) -> Vec<Statement> {
        let mut all = vec![Statement::new(PATIENCE)];
        for (of, columns, of_table) in self.tables() {
            let table = self.table(of);
            let pairs = |between: &str| {
                columns
                    .iter()
                    .map(move |(old, wide)| (name(wide), name(old), between.to_owned()))
                    .map(|(wide, old, between)| format!("{wide}{between}{old}"))
                    .collect::<Vec<_>>()
            };
            let set = pairs(" = ").join(", ");
            let differ = pairs(" IS DISTINCT FROM ").join(" OR ");
            let literal = string(&table);
            // The owner may do that. No other session sees it, since it ends with the transaction.
            let triggers = |how: &dyn Fn(&'static str) -> &'static str| {
                let changes = of_table.update_triggers.iter();
                let changes: Vec<_> = changes
                    .map(|(trigger, enabled)| format!("{} TRIGGER {}", how(enabled), name(trigger)))
                    .collect();
                match changes.as_slice() {
                    [] => String::new(),
                    changes => format!("\n        ALTER TABLE {table} {};", changes.join(", ")),
                }
            };
            let (disable, enable) = (triggers(&|_| "DISABLE"), triggers(&|enabled| enabled));
            let lock = if disable.is_empty() {
                "ROW EXCLUSIVE, and the rows of 50 pages at a time"
            } else {
                "SHARE ROW EXCLUSIVE, for 50 pages at a time, so that its triggers do not run for them: \
                 nothing else writes meanwhile"
            };
            all.push(locks(
                lock,
                "DO ".to_owned()
                    + &dollar_quoted(&format!(
                        "
DECLARE
    pages bigint := pg_relation_size({literal}) / current_setting('block_size')::bigint;
    page bigint := 0;
BEGIN
    WHILE page <= pages LOOP{disable}
        UPDATE {table} SET {set}
        WHERE ctid >= format('(%s,0)', page)::tid AND ctid < format('(%s,0)', page + 50)::tid
          AND ({differ});{enable}
        COMMIT;
        page := page + 50;
    END LOOP;
END "
                    )),
            ));
            all.push(locks("SHARE UPDATE EXCLUSIVE", format!("VACUUM (ANALYZE) {table}")));
        }
        all
    }
}
