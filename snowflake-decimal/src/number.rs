//! Generator numbers: plain functions over the rows of a registry, without I/O. The
//! [crate](mod@super) has the proof.

use snowflake_kit_core::__private::COUNTER;
use snowflake_kit_core::DecimalParts;
#[cfg(feature = "test-util")]
use snowflake_kit_core::Scheme;
use snowflake_kit_lease::__private::record;
use snowflake_kit_lease::{Claim, LeaseRow};
use snowflake_kit_mint::MintError;

use crate::launch::Launch;

/// The end of the name of a space that has generator numbers of decimal IDs instead of nodes: the
/// space `"shop"` has its rows in `"shop (decimal IDs)"`.
pub const SPACE_SUFFIX: &str = " (decimal IDs)";

pub(super) const MAX_SPACE_CHARS: usize = record::SPACE_MAX_CHARS - SPACE_SUFFIX.len();

const NUMBERS: i64 = DecimalParts::MAX_GENERATOR as i64 + 1;

/// The `until` of each row: the end of time, so that no process can claim it as a node.
const UNTIL: i64 = i64::MAX;

/// The part of an ID that stays the same from one ID to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    generator: u32,
    launch: u32,
}

impl Number {
    pub(super) const fn new(generator: u32, launch: Launch) -> Self {
        Self { generator, launch: launch.number() }
    }

    #[cfg(feature = "test-util")]
    pub(crate) fn test(node: snowflake_kit_mint::Node) -> Result<Self, MintError> {
        let (generator, max) = (node.number(32), DecimalParts::MAX_GENERATOR);
        if generator > max {
            let layout = Scheme::Decimal.name();
            return Err(MintError::NodeOutOfRange { node, max, layout });
        }
        Ok(Self::new(generator, Launch::TEST))
    }

    /// The number in an ID, or in an [`origin`](Self::origin).
    #[inline]
    pub(super) const fn of(word: u64) -> Self {
        let (generator, launch) = (word % COUNTER as u64 / 100_000, word % 100_000);
        Self { generator: generator as u32, launch: launch as u32 }
    }

    /// The word before the first ID, with counter 0.
    #[inline]
    pub(super) const fn origin(self) -> u64 {
        let Self { generator, launch } = self;
        DecimalParts { counter: 0, generator, launch }.value().cast_unsigned()
    }

    pub(super) const fn generator(self) -> u32 {
        self.generator
    }

    pub(super) const fn launch(self) -> u32 {
        self.launch
    }

    #[inline]
    pub(super) const fn used_up(self) -> MintError {
        MintError::CounterUsedUp { generator: self.generator, launch: self.launch }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoNumber {
    UsedUp,
    /// A row that this protocol did not write.
    Corrupt(LeaseRow),
}

/// A claim for a store to carry out, and the number that the caller has once the store has done so.
pub(super) fn next(rows: &[LeaseRow], launch: Launch) -> Result<(Claim, Number), NoNumber> {
    let mut rows = rows.iter().filter(|row| row.node == launch.number());
    let row = |token| LeaseRow { node: launch.number(), token, until: UNTIL };
    let Some(read) = rows.next() else {
        return Ok((Claim { expected: None, row: row(1) }, Number::new(0, launch)));
    };
    // A table without a key may have two rows of a launch, each with its own count.
    let corrupt = rows.next().or((read.until != UNTIL).then_some(read));
    match (corrupt, read.token) {
        (None, 1..NUMBERS) => {
            let claim = Claim { expected: Some(*read), row: row(read.token + 1) };
            Ok((claim, Number::new(read.token as u32, launch)))
        }
        (None, NUMBERS) => Err(NoNumber::UsedUp),
        (corrupt, _) => Err(NoNumber::Corrupt(*corrupt.unwrap_or(read))),
    }
}

#[cfg(test)]
mod tests {
    use snowflake_kit_lease::{LeaseError, LeaseRow, LeaseTerms, claim};

    use super::{Launch, NUMBERS, NoNumber, Number, UNTIL, next};

    fn launch() -> Launch {
        Launch::new(65).unwrap()
    }

    const fn row(token: i64) -> LeaseRow {
        LeaseRow { node: 65, token, until: UNTIL }
    }

    #[test]
    fn each_number_is_given_once_and_then_there_are_none() {
        let others = LeaseRow { node: 64, ..row(17) };
        let mut registry = vec![others];
        for number in 0..100_000 {
            let (claim, claimed) = next(&registry, launch()).unwrap();
            assert_eq!(claimed, Number::new(number, launch()));
            assert_eq!(claim.expected, registry.get(1).copied());
            registry = vec![others, claim.row];
        }
        assert_eq!(registry[1], row(NUMBERS));
        assert_eq!(next(&registry, launch()), Err(NoNumber::UsedUp));
        assert!(next(&registry, Launch::new(66).unwrap()).is_ok());
    }

    #[test]
    fn a_row_of_another_program_is_refused() {
        for wrong in [
            row(0),
            row(-1),
            row(NUMBERS + 1),
            row(i64::MAX),
            LeaseRow { until: UNTIL - 1, ..row(5) },
            LeaseRow { until: 0, ..row(5) },
        ] {
            assert_eq!(next(&[wrong], launch()), Err(NoNumber::Corrupt(wrong)));
        }
        assert_eq!(next(&[row(5), row(9)], launch()), Err(NoNumber::Corrupt(row(9))));
    }

    #[test]
    fn the_row_cannot_be_leased_as_a_node() {
        let (first, _) = next(&[], launch()).unwrap();
        let (second, _) = next(&[first.row], launch()).unwrap();
        for row in [first.row, second.row] {
            for now in [0, 1_767_225_600_000, i64::MAX - 1] {
                let error = claim(65, Some(row), now, &LeaseTerms::default(), 1).unwrap_err();
                assert!(matches!(error, LeaseError::Held { until: UNTIL, .. }), "{error}");
            }
        }
    }

    #[test]
    fn a_number_is_in_each_of_its_ids() {
        for (generator, launch) in [(0, 1), (92, 65), (99_999, 99_999), (99_999, 1), (0, 99_999)] {
            let number = Number::new(generator, Launch::new(launch).unwrap());
            for counter in [0, 1, 1415, 922_337_202] {
                let word = number.origin() + counter * 10_000_000_000;
                assert_eq!(Number::of(word), number);
            }
        }
    }
}
