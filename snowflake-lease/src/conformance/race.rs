//! Several connections that write one row at once.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Barrier;
use std::task::Poll;
use std::thread;

use super::{AsyncStore, Change, Release, Renewal, Table, claim, made, new_space, ready, row};

const RACERS: usize = 4;
const ROUNDS: i64 = 40;

/// 2026-01-01T00:00:00Z
const NOW: i64 = 1_767_225_600_000;

pub(super) trait Racers<S> {
    fn race(
        stores: &mut [S],
        space: &str,
        changes: &[Change],
    ) -> impl Future<Output = Vec<bool>> + Send;
}

/// Uses threads, for stores that block.
pub(super) struct Threads;

impl<S: AsyncStore> Racers<S> for Threads {
    async fn race(stores: &mut [S], space: &str, changes: &[Change]) -> Vec<bool> {
        let start = &Barrier::new(changes.len());
        thread::scope(|scope| {
            let run = |(store, change)| {
                scope.spawn(move || {
                    start.wait();
                    ready(made(store, space, change))
                })
            };
            let threads: Vec<_> = stores.iter_mut().zip(changes).map(run).collect();
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
    async fn race(stores: &mut [S], space: &str, changes: &[Change]) -> Vec<bool> {
        let mut results = vec![None; changes.len()];
        let mut racers: Vec<Pin<Box<dyn Future<Output = bool> + Send + '_>>> = Vec::new();
        for (store, change) in stores.iter_mut().zip(changes) {
            racers.push(Box::pin(made(store, space, change)));
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
            let racers = 0..RACERS as i64;
            let rows: Vec<_> =
                racers.map(|racer| row(node, token, NOW + 10 * token + racer)).collect();
            let claims: Vec<_> = rows.iter().map(|row| claim(read, *row)).collect();
            let won = R::race(&mut stores, &space, &claims).await;
            let winners = rows.iter().zip(&won).filter(|(_, won)| **won);
            let winners: Vec<_> = winners.map(|(row, _)| *row).collect();
            let [winner] = winners[..] else {
                panic!("claim: {} of {RACERS} claims of one row are written", winners.len());
            };
            assert_eq!(table.row(node).await, Some(winner), "claim: the row is the winner's");
            read = Some(winner);
        }

        // A claim races with the holder, which still renews or releases.
        let Some(held) = read else { unreachable!("it was claimed") };
        let next = row(node, held.token + 1, NOW + 100);
        let until = NOW + 50;
        let last = if round % 2 == 0 {
            Change::renew(&Renewal { node, token: held.token, until })
        } else {
            Change::Release(Release { node, token: held.token, until: NOW })
        };
        let mut changes = [claim(read, next), last.clone()];
        // In a task the first one goes on to where it waits, before the other begins.
        let last_begins = round % 4 > 1;
        if last_begins {
            changes.reverse();
        }
        let mut won = R::race(&mut stores, &space, &changes).await;
        if last_begins {
            won.reverse();
        }
        assert!(
            won[0] != won[1],
            "claim: of a claim and what changes until meanwhile, one is done, not {won:?}: \
             {changes:?}"
        );
        let expected = match last {
            _ if won[0] => next,
            Change::Renew { .. } => row(node, held.token, until),
            _ => row(node, held.token, NOW),
        };
        assert_eq!(table.row(node).await, Some(expected), "claim: the row is that one's");
    }
    for round in 1..=ROUNDS {
        // Of different nodes, as where a change writes more than its row.
        let first = 1_000 * round as u32;
        let rows: Vec<_> =
            (first..first + RACERS as u32).map(|node| row(node, 1, NOW + round)).collect();
        let claims: Vec<_> = rows.iter().map(|row| claim(None, *row)).collect();
        let won = R::race(&mut stores, &space, &claims).await;
        let there = table.read().await.rows;
        assert!(
            !won.contains(&false) && rows.iter().all(|row| there.contains(row)),
            "claim: changes of other nodes at the same time undo none of it"
        );

        // Of one node by its holder, whose connection was replaced: an answer may come late.
        let ends: Vec<_> = (0..RACERS as i64).map(|racer| NOW + 1_000 + racer).collect();
        let renew = |until: &i64| Change::renew(&Renewal { node: first, token: 1, until: *until });
        let mut renewals: Vec<_> = ends.iter().map(renew).collect();
        if round % 2 == 0 {
            renewals.reverse();
        }
        let won = R::race(&mut stores, &space, &renewals).await;
        assert!(!won.contains(&false), "renew: the row is the caller's");
        let last = ends.into_iter().max().map(|until| row(first, 1, until));
        assert_eq!(table.row(first).await, last, "renew: of several at once the last end stays");
    }
}
