//! The middle half of samples.

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
            // Between two samples where it is not one of them.
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

#[cfg(test)]
mod tests {
    use super::Spread;

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
}
