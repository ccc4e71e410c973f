//! The store: rows that are changed by compare-and-set, one request at a time.

use std::collections::BTreeMap;

use snowflake_lease::{Claim, LeaseRow, Registry, Release, Renewal};

use crate::ledger::{Ledger, Violation};
use crate::report::Report;

/// What is known to be wrong, to see that it is found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mutant {
    /// A claim compares `token` and not `until`.
    TokenAlone,
    /// A renewal sets `until` and does not only raise it.
    LoweringRenewal,
    /// A node is given back before minting has stopped.
    EarlyRelease,
    /// A holder goes by a renewal that was not acknowledged.
    BelievedRenewal,
    /// A holder goes by a claim that was not acknowledged.
    BelievedClaim,
}

/// What a process asks of the store.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Request {
    Read,
    Clock,
    Claim(Claim),
    Renew(Renewal),
    Release(Release),
}

#[derive(Clone, Debug)]
pub(crate) enum Answer {
    Registry(Registry),
    Clock(i64),
    Done(bool),
    /// Nobody listens there.
    Refused,
}

pub(crate) struct Store {
    mutant: Option<Mutant>,
    rows: BTreeMap<(usize, u32), LeaseRow>,
    /// How far its clock is off, in ms.
    pub(crate) offset: i64,
    /// The largest `until` that anybody has asked for.
    pub(crate) furthest: i64,
}

impl Store {
    pub(crate) const fn new(mutant: Option<Mutant>) -> Self {
        Self { mutant, rows: BTreeMap::new(), offset: 0, furthest: i64::MIN }
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
        Ok(match request {
            Request::Clock => Answer::Clock(unix_millis),
            Request::Read => {
                let rows = self.rows.range((space, 0)..=(space, u32::MAX)).map(|(_, row)| *row);
                Answer::Registry(Registry { unix_millis, rows: rows.collect() })
            }
            Request::Claim(claim) => {
                let row = self.rows.get(&(space, claim.row.node)).copied();
                let same = match self.mutant {
                    Some(Mutant::TokenAlone) => {
                        row.map(|row| row.token) == claim.expected.map(|row| row.token)
                    }
                    _ => row == claim.expected,
                };
                if same {
                    self.rows.insert((space, claim.row.node), claim.row);
                    self.furthest = self.furthest.max(claim.row.until);
                    ledger.granted(space, life, claim.grant())?;
                    report.claims += 1;
                }
                Answer::Done(same)
            }
            Request::Renew(Renewal { node, token, until }) => {
                let lowers = self.mutant == Some(Mutant::LoweringRenewal);
                self.furthest = self.furthest.max(until);
                let mine = self.change(ledger, (space, node, token), |before| {
                    if lowers { until } else { until.max(before) }
                });
                report.renewals += u64::from(mine);
                Answer::Done(mine)
            }
            Request::Release(Release { node, token, until }) => {
                let mine = self.change(ledger, (space, node, token), |_| until);
                report.releases += u64::from(mine);
                Answer::Done(mine)
            }
        })
    }

    /// Sets `until` where the token is this one; whether there is such a row.
    fn change(
        &mut self,
        ledger: &mut Ledger,
        (space, node, token): (usize, u32, i64),
        until: impl FnOnce(i64) -> i64,
    ) -> bool {
        let row = self.rows.get_mut(&(space, node)).filter(|row| row.token == token);
        if let Some(row) = row {
            row.until = until(row.until);
            ledger.changed(space, node, row.until);
            return true;
        }
        false
    }
}
