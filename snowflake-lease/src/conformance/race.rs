//! Several connections that write one row at once.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Barrier;
use std::task::Poll;
use std::thread;

use super::{AsyncStore, Claim, Operation, Release, Renewal, Table, new_space, ready, row};

const RACERS: usize = 4;
const ROUNDS: i64 = 40;

/// 2026-01-01T00:00:00Z
const NOW: i64 = 1_767_225_600_000;

pub(super) trait Racers<S> {
    fn race(
        stores: &mut [S],
        space: &str,
        operations: &[Operation],
    ) -> impl Future<Output = Vec<bool>> + Send;
}

/// Uses threads, for stores that block.
pub(super) struct Threads;

impl<S: AsyncStore> Racers<S> for Threads {
    async fn race(stores: &mut [S], space: &str, operations: &[Operation]) -> Vec<bool> {
        let start = &Barrier::new(operations.len());
        thread::scope(|scope| {
            let run = |(store, operation): (_, &Operation)| {
                let operation = *operation;
                scope.spawn(move || {
                    start.wait();
                    ready(operation.perform(store, space))
                })
            };
            let threads: Vec<_> = stores.iter_mut().zip(operations).map(run).collect();
            let join = |thread: thread::ScopedJoinHandle<_>| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            threads.into_iter().map(join).collect()
        })
    }
}

/// Runs them together in one task, for async stores.
pub(super) struct Tasks;

impl<S: AsyncStore> Racers<S> for Tasks {
    async fn race(stores: &mut [S], space: &str, operations: &[Operation]) -> Vec<bool> {
        let mut results = vec![None; operations.len()];
        let mut racers: Vec<Pin<Box<dyn Future<Output = bool> + Send + '_>>> = Vec::new();
        for (store, operation) in stores.iter_mut().zip(operations) {
            racers.push(Box::pin(operation.perform(store, space)));
        }
        poll_fn(|context| {
            for (racer, result) in racers.iter_mut().zip(&mut results) {
                if result.is_none()
                    && let Poll::Ready(done) = racer.as_mut().poll(context)
                {
                    *result = Some(done);
                }
            }
            if results.contains(&None) { Poll::Pending } else { Poll::Ready(()) }
        })
        .await;
        results.into_iter().flatten().collect()
    }
}

pub(super) async fn all<S: AsyncStore, R: Racers<S>>(open: &(impl Fn() -> S + Sync)) {
    let space = new_space();
    let mut table = Table { store: open(), space: space.clone() };
    let mut stores: Vec<S> = (0..RACERS).map(|_| open()).collect();
    for round in 1..=ROUNDS {
        let node = round as u32;

        // For a new node, and then for the node that the winner left.
        let mut read = None;
        for token in 1..3 {
            let claims: Vec<_> = (0..RACERS as i64)
                .map(|racer| Claim {
                    expected: read,
                    row: row(node, token, NOW + 10 * token + racer),
                })
                .collect();
            let operations: Vec<_> = claims.iter().copied().map(Operation::Claim).collect();
            let won = R::race(&mut stores, &space, &operations).await;
            let winners = claims.iter().zip(&won).filter(|(_, won)| **won);
            let winners: Vec<_> = winners.map(|(claim, _)| claim.row).collect();
            let [winner] = winners[..] else {
                panic!("claim: {} of {RACERS} claims of one row are written", winners.len());
            };
            assert_eq!(table.row(node).await, Some(winner), "claim: the row is the winner's");
            read = Some(winner);
        }

        // A claim races with the holder, which still renews or releases.
        let Some(held) = read else { unreachable!("it was claimed") };
        let claim = Claim { expected: read, row: row(node, held.token + 1, NOW + 100) };
        let until = NOW + 50;
        let last = if round % 2 == 0 {
            Operation::Renew(Renewal { node, token: held.token, until })
        } else {
            Operation::Release(Release { node, token: held.token, until: NOW })
        };
        let mut operations = [Operation::Claim(claim), last];
        // In a task the first one goes on to where it waits, before the other begins.
        let last_begins = round % 4 > 1;
        if last_begins {
            operations.reverse();
        }
        let mut won = R::race(&mut stores, &space, &operations).await;
        if last_begins {
            won.reverse();
        }
        assert!(
            won[0] != won[1],
            "claim: of a claim and what changes until meanwhile, one is done, not {won:?}: \
             {claim:?} {last:?}"
        );
        let expected = match last {
            _ if won[0] => claim.row,
            Operation::Renew(_) => row(node, held.token, until),
            _ => row(node, held.token, NOW),
        };
        assert_eq!(table.row(node).await, Some(expected), "claim: the row is that one's");
    }
}
