//! The store: rows that are changed by compare-and-set, one request at a time.

use std::collections::BTreeMap;

use snowflake_kit_lease::{Change, Claim, LeaseRow, Registry, Release, Renewal};

use crate::ledger::{Ledger, Violation};
use crate::report::Report;

/// What is known to be wrong, to see that it is found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mutant {
    /// A claim compares `token` and not `until`.
    TokenAlone,
    /// A claim writes `token` and leaves `until` to the first renewal.
    UnraisedClaim,
    /// A claim that finds its own token is confirmed, as if it were sent again.
    ConfirmedClaim,
    /// A claim is compared with a replica that is up to a second late.
    StaleComparison,
    /// A renewal sets `until` and does not only raise it.
    LoweringRenewal,
    /// A renewal does not compare `token`.
    RenewalOfAnybody,
    /// A release deletes the row, and with it `until`.
    ForgottenRelease,
    /// When the store was away, a replica takes its place that is up to a second late.
    LostCommits,
    /// The same, where two claims can have one token, as counted ones have: each holder renews the
    /// row for the other.
    LostCommitsWithEqualTokens,
    /// A node is given back before minting has stopped.
    EarlyRelease,
    /// A holder relies on a renewal that was not acknowledged.
    BelievedRenewal,
    /// A holder relies on a claim that was not acknowledged.
    BelievedClaim,
    /// A holder mints from its clock on, wherever its grant begins.
    IgnoredStart,
    /// A holder mints up to half a term beyond the end of its grant.
    IgnoredEnd,
    /// The rows to choose from are those of a replica that is up to a second late.
    StaleRead,
    /// The clocks of a process and of the store are not compared.
    AnySkew,
}

impl Mutant {
    /// Those that mint IDs twice.
    pub(crate) const WRONG: [Self; 13] = [
        Self::TokenAlone,
        Self::UnraisedClaim,
        Self::ConfirmedClaim,
        Self::StaleComparison,
        Self::LoweringRenewal,
        Self::RenewalOfAnybody,
        Self::ForgottenRelease,
        Self::LostCommits,
        Self::EarlyRelease,
        Self::BelievedRenewal,
        Self::BelievedClaim,
        Self::IgnoredStart,
        Self::IgnoredEnd,
    ];

    /// Those that sound as if they did. A claim is compared with the row itself, so one that
    /// was chosen from old rows is refused. And what a grant reaches to is in the row, so it
    /// does not matter by which clock it was asked for: a clock that is ahead only keeps a
    /// node out of use for longer.
    pub(crate) const HARMLESS: [Self; 2] = [Self::StaleRead, Self::AnySkew];
}

/// What a process asks of the store.
#[derive(Clone, Debug)]
pub(crate) enum Request {
    Read,
    Change(Change),
}

#[derive(Clone, Debug)]
pub(crate) enum Answer {
    Registry(Registry),
    Done(bool),
    /// A clock that the process does not accept.
    WrongClock(i64),
    /// Nobody listens there.
    Refused,
}

type Rows = BTreeMap<(usize, u32), LeaseRow>;

/// How late the replica is at most, in ms.
const LAG: i64 = 1_000;

pub(crate) struct Store {
    mutant: Option<Mutant>,
    rows: Rows,
    /// The rows as they were when they were last copied, and when that was.
    replica: Rows,
    copied: i64,
    /// How far its clock is off, in ms.
    pub(crate) offset: i64,
    /// The largest `until` that anybody has asked for.
    pub(crate) furthest: i64,
}

impl Store {
    pub(crate) fn new(mutant: Option<Mutant>) -> Self {
        let (rows, replica) = (Rows::new(), Rows::new());
        Self { mutant, rows, replica, copied: i64::MIN, offset: 0, furthest: i64::MIN }
    }

    /// It was away, and can be reached again.
    pub(crate) fn come_back(&mut self, ledger: &mut Ledger) {
        if matches!(self.mutant, Some(Mutant::LostCommits | Mutant::LostCommitsWithEqualTokens)) {
            self.rows.clone_from(&self.replica);
            ledger.forgotten_until = self.furthest;
        }
    }

    /// Carries out the request of a life, at a true time in Unix ms.
    pub(crate) fn carry_out(
        &mut self,
        now: i64,
        (space, life): (usize, u64),
        request: Request,
        ledger: &mut Ledger,
        report: &mut Report,
    ) -> Result<Answer, Violation> {
        let unix_millis = now + self.offset;
        if now.saturating_sub(self.copied) >= LAG {
            self.copied = now;
            self.replica.clone_from(&self.rows);
        }
        Ok(match request {
            Request::Read => {
                let from = match self.mutant {
                    Some(Mutant::StaleRead) => &self.replica,
                    _ => &self.rows,
                };
                let rows = from.range((space, 0)..=(space, u32::MAX)).map(|(_, row)| *row);
                Answer::Registry(Registry { unix_millis, rows: rows.collect() })
            }
            Request::Change(Change::Claim { claim, .. }) => {
                let claimed = self.claim(space, &claim);
                if claimed {
                    self.furthest = self.furthest.max(claim.row.until);
                    ledger.granted(space, life, claim.grant())?;
                    report.claims += 1;
                }
                Answer::Done(claimed)
            }
            Request::Change(Change::Renew { clock, .. }) if !clock.contains(&unix_millis) => {
                Answer::WrongClock(unix_millis)
            }
            Request::Change(Change::Renew { renewal, .. }) => {
                let Renewal { node, token, until } = renewal;
                let lowers = self.mutant == Some(Mutant::LoweringRenewal);
                self.furthest = self.furthest.max(until);
                let mine = self.change(ledger, (space, node, token), |before| {
                    if lowers { until } else { until.max(before) }
                });
                report.renewals += u64::from(mine);
                Answer::Done(mine)
            }
            Request::Change(Change::Release(Release { node, token, until })) => {
                let mine = self.change(ledger, (space, node, token), |_| until);
                if mine && self.mutant == Some(Mutant::ForgottenRelease) {
                    self.rows.remove(&(space, node));
                }
                report.releases += u64::from(mine);
                Answer::Done(mine)
            }
        })
    }

    /// Compares and sets a row; whether it was the one that was expected.
    fn claim(&mut self, space: usize, Claim { expected, row }: &Claim) -> bool {
        let key = (space, row.node);
        let found = match self.mutant {
            Some(Mutant::StaleComparison) => self.replica.get(&key),
            _ => self.rows.get(&key),
        };
        let same = match self.mutant {
            Some(Mutant::TokenAlone) => found.map(|row| row.token) == expected.map(|row| row.token),
            Some(Mutant::ConfirmedClaim) => {
                found == expected.as_ref() || found.is_some_and(|there| there.token == row.token)
            }
            _ => found == expected.as_ref(),
        };
        if same {
            let until = match self.mutant {
                Some(Mutant::UnraisedClaim) => expected.map_or(0, |read| read.until),
                _ => row.until,
            };
            self.rows.insert(key, LeaseRow { until, ..*row });
        }
        same
    }

    /// Sets `until` where the token is this one; whether there is such a row.
    fn change(
        &mut self,
        ledger: &mut Ledger,
        (space, node, token): (usize, u32, i64),
        until: impl FnOnce(i64) -> i64,
    ) -> bool {
        let any = matches!(
            self.mutant,
            Some(Mutant::RenewalOfAnybody | Mutant::LostCommitsWithEqualTokens)
        );
        let row = self.rows.get_mut(&(space, node)).filter(|row| any || row.token == token);
        if let Some(row) = row {
            row.until = until(row.until);
            ledger.changed(space, node, row.until);
            return true;
        }
        false
    }
}
