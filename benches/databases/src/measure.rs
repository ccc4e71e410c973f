//! Measuring in turns.
//!
//! A machine is never quiet. So contenders take turns, and what is compared is
//! what was measured in the same round.

/// The median, and the quartiles around it.
#[derive(Clone, Copy, Debug)]
pub struct Spread {
    /// The first quartile.
    pub low: f64,
    /// The median.
    pub median: f64,
    /// The third quartile.
    pub high: f64,
}

impl Spread {
    /// Of at least one sample.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn of(samples: impl IntoIterator<Item = f64>) -> Self {
        let mut sorted: Vec<_> = samples.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        let at = |quarter: usize| {
            // Between two samples where it is none of them.
            let (place, rest) =
                ((sorted.len() - 1) * quarter / 4, (sorted.len() - 1) * quarter % 4);
            let next = sorted[(place + 1).min(sorted.len() - 1)];
            sorted[place] + (next - sorted[place]) * rest as f64 / 4.0
        };
        Self { low: at(1), median: at(2), high: at(3) }
    }

    /// Of one thing's samples as a part of another one's, round by round.
    #[must_use]
    pub fn of_ratios(own: &[f64], other: &[f64]) -> Self {
        Self::of(own.iter().zip(other).map(|(own, other)| own / other))
    }
}

/// Gives each contender its turn in each round. Nobody is always the first.
///
/// # Errors
/// The first one of a turn.
pub(crate) fn in_turns<T, E>(
    contenders: &mut [T],
    rounds: usize,
    mut turn: impl FnMut(&mut T) -> Result<(), E>,
) -> Result<(), E> {
    for round in 0..rounds {
        let first = round % contenders.len().max(1);
        let (before, after) = contenders.split_at_mut(first);
        after.iter_mut().chain(before).try_for_each(&mut turn)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Spread, in_turns};

    #[test]
    fn quartiles() {
        let tenths =
            |Spread { low, median, high }| [low, median, high].map(|it| (it * 10.0) as i64);
        let of = |samples: &[f64]| tenths(Spread::of(samples.iter().copied()));
        assert_eq!(of(&[7.0]), [70; 3]);
        assert_eq!(of(&[3.0, 1.0, 2.0]), [15, 20, 25]);
        assert_eq!(of(&[5.0, 1.0, 4.0, 2.0, 3.0]), [20, 30, 40]);
        let ratios = Spread::of_ratios(&[2.0, 6.0, 20.0], &[1.0, 2.0, 5.0]);
        assert_eq!(tenths(ratios), [25, 30, 35]);
    }

    #[test]
    fn everyone_begins() {
        let mut order = String::new();
        let turn = |name: &mut char| {
            order.push(*name);
            Ok::<_, ()>(())
        };
        in_turns(&mut ['a', 'b', 'c'], 4, turn).unwrap();
        assert_eq!(order, "abcbcacababc");
    }
}
