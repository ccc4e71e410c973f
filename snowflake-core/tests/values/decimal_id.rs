//! Decimal IDs: put together of their parts, taken apart, and what is refused.

use proptest::prelude::*;
use snowflake_kit_core::{DecimalParts, FieldError, Monotonicity, Scheme, Snowflake};

const MAX: DecimalParts = DecimalParts {
    counter: DecimalParts::MAX_COUNTER,
    generator: DecimalParts::MAX_GENERATOR,
    launch: DecimalParts::MAX_LAUNCH,
};

#[test]
fn the_digits_are_the_parts() {
    for (counter, generator, launch, id) in [
        (1_415, 92, 65, 14_150_009_200_065),
        (1, 0, 0, 10_000_000_000),
        (2, 0, 1, 20_000_000_001),
        (1, 1, 0, 10_000_100_000),
        (1, 99_999, 99_999, 19_999_999_999),
        (922_337_202, 99_999, 99_999, 9_223_372_029_999_999_999),
    ] {
        let parts = DecimalParts { counter, generator, launch };
        let id = Snowflake::new(id).unwrap();
        assert_eq!(parts.compose(), Ok(id));
        assert_eq!(DecimalParts::decompose(id), Ok(parts));
        assert_eq!(parts.value(), id.get());
    }
    assert_eq!(DecimalParts { counter: 0, generator: 3, launch: 4 }.value(), 300_004);
}

#[test]
fn a_part_that_does_not_fit_says_what_does() {
    for (parts, message) in [
        (DecimalParts { counter: 0, ..MAX }, "counter 0 does not fit: use 1 to 922337202"),
        (
            DecimalParts { counter: 922_337_203, ..MAX },
            "counter 922337203 does not fit: use 1 to 922337202",
        ),
        (
            DecimalParts { generator: 100_000, ..MAX },
            "generator 100000 does not fit: use 0 to 99999",
        ),
        (DecimalParts { launch: 100_000, ..MAX }, "launch 100000 does not fit: use 0 to 99999"),
    ] {
        assert_eq!(parts.compose().unwrap_err().to_string(), message);
    }
    assert!(MAX.compose().is_ok());
}

#[test]
fn an_id_that_was_never_minted_has_no_parts() {
    for (value, counter) in [
        (1, 0),
        (9_999_999_999, 0),
        (9_223_372_030_000_000_000, 922_337_203),
        (i64::MAX, 922_337_203),
    ] {
        let error = FieldError::FieldOutOfRange {
            field: "counter",
            value: counter,
            min: 1,
            max: DecimalParts::MAX_COUNTER,
        };
        assert_eq!(DecimalParts::decompose(Snowflake::new(value).unwrap()), Err(error));
    }
}

#[test]
fn the_scheme_says_what_the_order_is() {
    assert_eq!(Scheme::Decimal.name(), "decimal");
    assert_eq!(Scheme::Decimal.monotonicity(), Monotonicity::PerGenerator);
}

proptest! {
    #[test]
    fn any_parts_that_fit_come_back(
        counter in 1..=DecimalParts::MAX_COUNTER,
        generator in 0..=DecimalParts::MAX_GENERATOR,
        launch in 0..=DecimalParts::MAX_LAUNCH,
    ) {
        let parts = DecimalParts { counter, generator, launch };
        prop_assert_eq!(parts.compose().and_then(DecimalParts::decompose), Ok(parts));
    }
}
