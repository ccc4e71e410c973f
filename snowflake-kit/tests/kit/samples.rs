//! With the features `proptest`, `arbitrary` and `fake` the derive alone makes an ID type a
//! sample in tests.
#![cfg(all(feature = "proptest", feature = "arbitrary", feature = "fake", feature = "public"))]

use arbitrary::Unstructured;
use fake::{Dummy, Fake, Faker, RngExt};
use proptest::{prop_assert, proptest};
use snowflake_kit::arbitrary::ids;
use snowflake_kit::{DecimalId, Id, Layout, Snowflake, SnowflakeId};

/// 2026-01-01T00:00:00Z, in Unix ms.
const JANUARY: i64 = 1_767_225_600_000;

/// Identifies a user.
#[derive(SnowflakeId)]
struct UserId(Snowflake);

/// Identifies a trace, in a layout whose timestamps wrap around.
#[derive(SnowflakeId)]
#[snowflake(layout = Layout::TRACE_ID)]
struct TraceId(Snowflake);

/// Identifies an order.
#[derive(DecimalId)]
struct OrderId(Snowflake);

/// Identifies an account, and hides it.
#[derive(SnowflakeId)]
#[snowflake(public = "sealed")]
struct AccountId(Snowflake);

/// Identifies nothing that tests make up.
#[derive(SnowflakeId)]
#[snowflake(skip(proptest, arbitrary, fake))]
struct MintedId(Snowflake);

// What is left out can be written by hand.
impl Dummy<Faker> for MintedId {
    fn dummy_with_rng<R: RngExt + ?Sized>(_: &Faker, _: &mut R) -> Self {
        Self(Snowflake::MIN)
    }
}

#[derive(Debug, Dummy, arbitrary::Arbitrary)]
struct Row {
    user: UserId,
    trace: TraceId,
    order: OrderId,
    account: AccountId,
}

impl Row {
    fn check(&self) {
        let Self { user, trace, order, account } = self;
        assert!(Layout::TRACE_ID.contains(trace.snowflake()));
        assert!(order.decimal_parts().is_ok());
        assert!(user.get() > 0 && account.get() > 0);
    }
}

proptest! {
    #[test]
    fn a_derived_id_has_a_strategy(
        user: UserId,
        trace: TraceId,
        order: OrderId,
        account in ids::<AccountId>(JANUARY..),
    ) {
        Row { user, trace, order, account }.check();
        prop_assert!(account.unix_millis() >= JANUARY);
    }
}

#[test]
fn a_derived_id_is_made_of_bytes() {
    let bytes: Vec<u8> = (0..=255).collect();
    let mut bytes = Unstructured::new(&bytes);
    bytes.arbitrary::<Row>().unwrap().check();
    let id = ids::<UserId>(JANUARY..).arbitrary(&mut bytes).unwrap();
    assert!(id.unix_millis() >= JANUARY);
}

#[test]
fn a_derived_id_is_sample_data() {
    Faker.fake::<Row>().check();
    let id: UserId = (JANUARY..).fake();
    assert!(id.unix_millis() >= JANUARY);
    assert_eq!(Faker.fake::<MintedId>().snowflake(), Snowflake::MIN);
}
