//! Tables whose columns cannot be swapped, among others: they alone are rewritten.

use snowflake_kit_adopt::Orm;
use snowflake_kit_core::Dialect;

use super::{SHOP, STEPS, catalog, step, widened};
use crate::backend::{MINTED, run};

#[test]
fn tables_that_would_lose_something_are_rewritten_in_the_last_step() {
    let schema = format!(
        "{SHOP}
         CREATE STATISTICS seen ON author_id, title FROM posts;
         CREATE TABLE visits (user_id int REFERENCES \"User\", at date NOT NULL) PARTITION BY RANGE (at);
         CREATE TABLE visits_1 PARTITION OF visits FOR VALUES FROM ('2024-01-01') TO ('2030-01-01');
         INSERT INTO visits VALUES (1, '2024-05-05');"
    );
    let expected = widened(&schema);
    run(Dialect::Postgres, |backend| {
        backend.execute(&schema);
        let report = backend.adopt(Orm::Sqlx).report;
        assert!(report.contains("## Widening without a long lock"), "{report}");
        let swap = backend.text("ids/widen_online/6_swap.sql");
        for reason in [
            "1,000 rows) has extended statistics.",
            "1,000 rows) is referred to by visits, which is partitioned or inherits.",
        ] {
            assert!(swap.contains(reason), "{swap}");
        }
        let first = backend.text("ids/widen_online/1_add.sql");
        assert!(
            first.contains("tags") && !first.contains("ALTER TABLE \"public\".\"posts\""),
            "{first}"
        );
        for file in STEPS {
            step(backend, file);
        }
        assert_eq!(catalog(backend), expected);
        backend.execute(&format!(
            "INSERT INTO \"User\" (id, name) VALUES ({MINTED}, 'Minted');
             INSERT INTO visits (user_id, at) VALUES ({MINTED}, '2024-05-06');
             INSERT INTO posts (id, author_id, title) VALUES ({MINTED}, {MINTED}, 'Minted');
             INSERT INTO tags (post_id, user_id, tag) VALUES ({MINTED}, {MINTED}, 'minted');
             INSERT INTO posts (title) VALUES ('Counted');"
        ));
        let statistics = "SELECT count(*) FROM pg_statistic_ext WHERE stxname = 'seen'";
        assert_eq!(backend.number(statistics), 1);
    });
}
