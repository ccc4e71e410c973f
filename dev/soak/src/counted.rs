//! Decimal IDs, of which no clock knows anything.

use std::collections::BTreeMap;
use std::error::Error;

use snowflake_kit::Snowflake;
use snowflake_kit::core::DecimalParts;
use snowflake_kit::lease::Grant;

/// The grants of a process, by node and token.
pub(crate) type Grants = BTreeMap<(u32, i64), Grant>;

/// Launch and generator.
type Number = (u32, u32);

/// The decimal IDs of all processes.
#[derive(Debug, Default)]
pub(crate) struct Counted {
    pub(crate) ids: usize,
    /// Who was given which number.
    numbers: BTreeMap<Number, String>,
}

impl Counted {
    /// How many numbers were given out.
    pub(crate) fn numbers(&self) -> usize {
        self.numbers.len()
    }

    /// Checks a process: nobody was given its numbers before, all its IDs are of
    /// them, and those of each number grow.
    ///
    /// # Why this finds an ID that is there twice
    ///
    /// IDs of two numbers differ in their last ten digits. A number that two
    /// processes were given is found, and in a process its IDs grow.
    pub(crate) fn add(
        &mut self,
        process: &str,
        claims: &Grants,
        ids: &[i64],
    ) -> Result<(), Box<dyn Error>> {
        // By number, the last ID.
        let mut last = BTreeMap::new();
        for (launch, token) in claims.keys() {
            // The token counts the numbers that were given out, this one included.
            let number = (*launch, u32::try_from(token - 1)?);
            if let Some(other) = self.numbers.insert(number, process.to_owned()) {
                return Err(format!("{other} and {process} both are {number:?}").into());
            }
            last.insert(number, 0);
        }
        for &id in ids {
            let parts = DecimalParts::decompose(Snowflake::try_from(id)?)?;
            let Some(last) = last.get_mut(&(parts.launch, parts.generator)) else {
                return Err(format!("{process}: {id} is of a number that it was not given").into());
            };
            if id <= *last {
                return Err(format!("{process}: {id} comes after {last}").into());
            }
            *last = id;
        }
        self.ids += ids.len();
        Ok(())
    }
}

#[cfg(test)]
#[expect(clippy::large_digit_groups, reason = "grouped as an ID has its parts")]
mod tests {
    use snowflake_kit::lease::Grant;

    use super::{Counted, Grants};

    fn claims(tokens: &[i64]) -> Grants {
        let grant = |token| Grant { node: 65, token, from: i64::MAX, until: i64::MAX };
        tokens.iter().map(|token| ((65, *token), grant(*token))).collect()
    }

    #[test]
    fn what_is_as_it_should_be() {
        let mut counted = Counted::default();
        counted.add("a", &claims(&[1]), &[1_00000_00065, 2_00000_00065]).unwrap();
        counted.add("b", &claims(&[2]), &[]).unwrap();
        // A counter that was used up.
        let ids = [1_00002_00065, 9_00002_00065, 1_00003_00065];
        counted.add("c", &claims(&[3, 4]), &ids).unwrap();
        assert_eq!((counted.ids, counted.numbers()), (5, 4));
    }

    #[test]
    fn what_should_not_be() {
        let found = |tokens: &[i64], ids: &[i64]| {
            let mut counted = Counted::default();
            counted.add("a", &claims(&[1]), &[1_00000_00065]).unwrap();
            counted.add("b", &claims(tokens), ids).unwrap_err().to_string()
        };
        assert_eq!(found(&[1], &[1_00000_00065]), "a and b both are (65, 0)");
        for stranger in [1_00000_00065, 1_00001_00066, 1_00002_00065] {
            let error = found(&[2], &[stranger]);
            assert_eq!(error, format!("b: {stranger} is of a number that it was not given"));
        }
        for again in [5_00001_00065, 4_00001_00065] {
            let error = found(&[2], &[1_00001_00065, 5_00001_00065, again]);
            assert_eq!(error, format!("b: {again} comes after 50000100065"));
        }
    }
}
