//! Filling the new columns.

use snowflake_kit_sql::text::dollar_quoted;

use super::{Statement, Widening, locks, name, string};

impl Widening<'_> {
    pub(super) fn backfill(&self) -> Vec<Statement> {
        let mut all = Vec::new();
        let triggers = self.tables().flat_map(|(of, _, table)| {
            table.update_triggers.iter().map(move |trigger| format!("{of}.{trigger}"))
        });
        let triggers: Vec<_> = triggers.collect();
        if !triggers.is_empty() {
            let remark = format!(
                "So that these triggers do not run for each row: {}. A superuser may set this, or, \
                 from PostgreSQL 15 on, a role with GRANT SET ON PARAMETER \
                 session_replication_role. Delete the line only if the triggers may run.",
                triggers.join(", ")
            );
            let set = "SET session_replication_role = replica";
            all.push(Statement::with_remark(remark, set));
        }
        for (of, columns, _) in self.tables() {
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
            all.push(locks(
                "ROW EXCLUSIVE, and the rows of 50 pages at a time",
                "DO ".to_owned()
                    + &dollar_quoted(&format!(
                        "
DECLARE
    pages bigint := pg_relation_size({literal}) / current_setting('block_size')::bigint;
    page bigint := 0;
BEGIN
    WHILE page <= pages LOOP
        UPDATE {table} SET {set}
        WHERE ctid >= format('(%s,0)', page)::tid AND ctid < format('(%s,0)', page + 50)::tid
          AND ({differ});
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
