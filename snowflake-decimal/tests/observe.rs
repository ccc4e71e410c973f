//! What operators see of claims of generator numbers, and of decimal IDs.

#![cfg(not(loom))]

use snowflake_kit_core::Snowflake;
use snowflake_kit_decimal::{DecimalBuilder, Launch};
use snowflake_kit_derive::DecimalId;
use snowflake_kit_lease::FileStore;
use snowflake_kit_mint::publish_metrics;
use test_processes::alone;
use test_processes::operator::watchful_operator;

#[derive(DecimalId)]
#[snowflake(crate = "snowflake_kit_decimal")]
struct OrderId(Snowflake);

#[test]
fn claims_and_ids_are_told() {
    alone("claims_and_ids_are_told", || {
        let folder = std::env::temp_dir().join(format!("observe-decimal-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let operator = watchful_operator();
        let install = |file: &str| {
            let store = FileStore::new(folder.join(file));
            let launch = Launch::new(65).unwrap();
            DecimalBuilder::new(store).space("shop").holder("web-1").launch(launch).install()
        };
        let error = install("nowhere/leases").unwrap_err();
        install("leases").unwrap();
        let events = operator.events();
        assert_eq!(
            events,
            [
                format!(
                    "WARN snowflake::decimal: could not claim a generator number \
                     space=\"shop\" launch=65 error={error}"
                ),
                "INFO snowflake::decimal: claimed a generator number space=\"shop\" \
                 launch=65 generator=0 holder=\"web-1\""
                    .to_owned(),
            ]
        );
        OrderId::mint_many(41);
        OrderId::mint();
        publish_metrics();
        let metrics = operator.metrics();
        for (name, value) in [
            ("snowflake_generator_claimed_total{space=shop}", "1"),
            ("snowflake_generator_failed_total{space=shop}", "1"),
            ("snowflake_minted_total{layout=decimal}", "42"),
        ] {
            assert_eq!(metrics.get(name).map(String::as_str), Some(value), "{metrics:?}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    });
}
