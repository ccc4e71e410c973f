//! Tries the plan where nothing can be lost: in a scratch database that has the same schema.
//!
//! What fails or is lost there is an obstacle, in the words of the server. So no list of what can
//! go wrong has to be complete.

mod marks;
mod mysql;
mod play;
mod postgres;
mod rows;
mod sqlite;

use std::collections::BTreeSet;
use std::time::Duration;

use snowflake_kit_core::Dialect;

use crate::catalog::Catalog;
use crate::choices::Choices;
use crate::decide::Decision;
use crate::obstacles::Obstacle;
use crate::read;
use crate::script::{Script, Statement, Step};
use play::{Refusal, Stage, play};

/// Where the plan is tried before it is handed out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Rehearsal {
    /// In a scratch database that is created on the same server, and dropped afterwards. `SQLite`
    /// has it in memory.
    #[default]
    Beside,
    /// In a scratch database that is created on the server of this URL, and dropped afterwards.
    On(String),
    /// Nowhere. The report then begins by saying that the plan is untried.
    Skipped,
}

/// What is rehearsed.
pub(crate) struct Proposal<'a> {
    pub(crate) catalog: &'a Catalog,
    pub(crate) decision: &'a Decision,
    pub(crate) choices: &'a Choices,
    /// All that is left to do in this database, also what has been written before.
    pub(crate) scripts: &'a [Script],
    /// The widening without a long lock.
    pub(crate) online: &'a [Step],
    /// After which time the rehearsal is ended.
    pub(crate) limit: Duration,
    /// Is told what is being done.
    pub(crate) progress: fn(&str),
}

/// What has come of it.
#[derive(Debug, Default)]
pub(crate) struct Rehearsed {
    pub(crate) obstacles: Vec<Obstacle>,
    /// The routines of which each statement ran with minted keys, by their signatures, and the views
    /// that had such a row; `None` if the rehearsal ended before, and so names what is in the way of
    /// it.
    pub(crate) ran: Option<BTreeSet<String>>,
    /// What fails in the widening without a long lock.
    pub(crate) online: Vec<String>,
    /// Why the plan was not tried.
    pub(crate) untried: Option<String>,
}

impl Proposal<'_> {
    /// After which time a single call is ended: a busy server needs a second for a short one.
    fn call_limit(&self) -> Duration {
        (self.limit / 10).max(Duration::from_secs(1))
    }

    /// What has come of it before anything is tried. A file that is not tried may drop what is not its
    /// own: it gives names, which the schema may have.
    fn begun(&self) -> Rehearsed {
        let online = self.online.first().map(|_| "they were not tried".to_owned());
        Rehearsed { online: online.into_iter().collect(), ..Rehearsed::default() }
    }

    fn not_ended(&self) -> String {
        format!(
            "the rehearsal has not ended within {:?}: give it more time with --limit",
            self.limit
        )
    }
}

/// Tries the plan, and leaves nothing behind.
pub(crate) fn rehearse(url: &str, rehearsal: &Rehearsal, proposal: &Proposal<'_>) -> Rehearsed {
    if proposal.scripts.is_empty() {
        return Rehearsed::default();
    }
    let untried = |reason| Rehearsed {
        untried: Some(reason),
        ran: Some(BTreeSet::new()),
        ..proposal.begun()
    };
    let server = match rehearsal {
        Rehearsal::Beside => url,
        Rehearsal::On(server) => server,
        Rehearsal::Skipped => return untried("it was not to be rehearsed".to_owned()),
    };
    (proposal.progress)("creates a scratch database");
    let done = read::block_on(async {
        match proposal.catalog.dialect {
            Dialect::Sqlite => sqlite::rehearse(url, proposal).await,
            Dialect::Postgres => postgres::rehearse(url, server, proposal).await,
            _ => mysql::rehearse(url, server, proposal).await,
        }
    });
    match done {
        Ok(Ok(done)) => done,
        Ok(Err(reason)) => untried(reason),
        Err(error) => untried(error.to_string()),
    }
}

/// What of the schema is not in the scratch database.
fn left_out(mut missing: Vec<(String, String)>) -> Option<Obstacle> {
    missing.sort();
    missing.dedup();
    missing.first()?;
    let parts = missing.iter().map(|(what, words)| format!("{what}: {words}"));
    let parts = parts.collect::<Vec<_>>().join("; without ");
    let what = format!("the rehearsal was done without {parts}");
    Some(Obstacle {
        name: "rehearsal".to_owned(),
        blocks: false,
        what,
        way_out: "What the migrations do to it was not tried. Try them on a copy of the database."
            .to_owned(),
    })
}
