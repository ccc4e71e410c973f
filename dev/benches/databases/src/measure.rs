//! Measuring in turns: a machine is never quiet, so what is compared is what was measured in the
//! same round.

/// Gives each contender its turn in each round. None is always the first.
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
    use super::in_turns;

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
