//! One run: reads, decides, and writes.

use std::path::PathBuf;
use std::time::Duration;

use jiff::{Span, Timestamp, Unit, Zoned, tz::TimeZone};
use snowflake_kit_core::{Dialect, Layout};

use crate::catalog::{Catalog, Column, Place};
use crate::choices::{Choices, ChoicesFile};
use crate::decide::{Decision, decide};
use crate::error::Error;
use crate::files::Files;
use crate::obstacles::{self, Obstacle, Scene};
use crate::orm::Orm;
use crate::rehearsal::{Proposal, Rehearsal, rehearse};
use crate::report::{self, Found};
use crate::script::{Script, Step, scripts, steps};
use crate::typed::Generated;
use crate::{files, form, module, read, typed};

/// What to adopt, and where to write.
#[derive(Clone, Debug)]
pub struct Request {
    /// Where the database is: `postgres://…`, `mysql://…` or `sqlite://…`.
    pub database_url: String,
    /// The schema on PostgreSQL. `None` is the current one.
    pub schema: Option<String>,
    /// The framework for which files are written.
    pub orm: Orm,
    /// The module of the IDs, without `.rs`, such as `src/ids`. The other files are written into
    /// the folder of this name.
    pub out: PathBuf,
    /// Diesel's file of tables, such as `src/schema.rs`, for which a patch is written.
    pub tables: Option<PathBuf>,
    /// The patch that Diesel applies to this file now. The new patch includes its changes.
    pub patch: Option<PathBuf>,
    /// The folder with entities that `sea-orm-cli` has generated. Their columns get types.
    pub entities: Option<PathBuf>,
    /// Where the migrations are tried before they are written.
    pub rehearsal: Rehearsal,
    /// After which time that is ended.
    pub limit: Duration,
    /// Is told what is being done, in a few words.
    pub progress: fn(&str),
}

/// The result of a run.
#[derive(Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// The report, in Markdown.
    pub report: String,
    /// The number of obstacles.
    pub in_the_way: usize,
    /// The files that were written, because they are new or have changed.
    pub written: Vec<PathBuf>,
    /// The entities in which something is to be done by hand, and what.
    pub by_hand: Vec<(PathBuf, String)>,
    /// Why the plan was not tried, so that no migration was written, unless that was asked for by
    /// [`Rehearsal::Skipped`].
    pub untried: Option<String>,
    /// Whether no key can have a type, so that nothing was written.
    pub is_idle: bool,
}

/// Reads the database, and returns the report. Writes nothing.
///
/// # Errors
/// [`Error`] if the database, `adopt.toml` or a migration cannot be read.
pub fn check(request: &Request) -> Result<Outcome, Error> {
    plan(request).map(|(outcome, _)| outcome)
}

/// Reads the database, and writes types, the files of the framework, settings and a report; and
/// migrations for tables that are to move, if nothing is in the way. It does not change the database.
///
/// # Errors
/// [`Error`] if the database, `adopt.toml` or a migration cannot be read, or if it would overwrite a
/// file that it has not written. Then nothing has been written.
pub fn adopt(request: &Request) -> Result<Outcome, Error> {
    let (outcome, files) = plan(request)?;
    Ok(Outcome { written: files.write()?, ..outcome })
}

/// What comes of a request, and the files that are to be written.
fn plan(request: &Request) -> Result<(Outcome, Files), Error> {
    let now = Timestamp::now();
    let mut choices = ChoicesFile::open(&request.out.join("adopt.toml"), first_minted(now))?;
    (request.progress)("reads the catalog");
    let measured = |catalog: &Catalog| to_measure(catalog, &choices.choices);
    let catalog = read::read(&request.database_url, request.schema.as_deref(), &measured)?;
    let catalog = catalog.without_books();
    if catalog.tables.is_empty() {
        let schema = match catalog.schema.as_str() {
            "" => "the database".to_owned(),
            schema => format!("the schema {schema}"),
        };
        return Err(Error::NoTables { schema });
    }
    choices.check_against(&catalog)?;
    let all = decide(&catalog, &choices.choices, true);
    choices.check_kinds(&all.kinds)?;
    choices.complete(&all.kinds);
    let moving = all.moving(&choices.choices);
    let scene = Scene {
        catalog: &catalog,
        choices: &choices.choices,
        decision: &moving,
        all: &all,
        orm: request.orm,
    };
    let mut obstacles = obstacles::find(&scene);
    let written = files::ours(&request.out.join(form::FOLDER))?;
    let (missing, _) = scripts(&catalog, &moving, &written);
    let (whole, impossible) = scripts(&catalog, &moving, &[]);
    let online = match catalog.dialect {
        Dialect::Postgres => steps(&catalog, &moving),
        _ => Ok(Vec::new()),
    };
    let proposal = Proposal {
        online: online.as_deref().unwrap_or_default(),
        limit: request.limit,
        progress: request.progress,
        catalog: &catalog,
        decision: &moving,
        choices: &choices.choices,
        scripts: &whole,
    };
    let rehearsed = rehearse(&request.database_url, &request.rehearsal, &proposal);
    obstacles.extend(impossible);
    if !whole.is_empty() {
        let mut unproven = obstacles::unproven(&scene, rehearsed.ran.as_ref());
        // Of what failed the words of the server say more.
        unproven.retain(|of| !rehearsed.obstacles.iter().any(|failed| failed.name == of.name));
        obstacles.extend(unproven);
    }
    obstacles.extend(rehearsed.obstacles);
    obstacles::settle(&mut obstacles, &choices.choices);
    let online = if rehearsed.online.is_empty() { online } else { Err(rehearsed.online) };
    let module = module::path(&request.out)?;
    let found = Found {
        catalog: &catalog,
        choices: &choices.choices,
        decision: &all,
        moving: &moving,
        obstacles: &obstacles,
        orm: request.orm,
        module: &module,
        online: online.as_deref().map_err(Vec::as_slice),
        untried: rehearsed.untried.as_deref(),
    };
    let report = report::text(&found);
    let generated = Generated {
        tables: request.tables.as_deref(),
        patch: request.patch.as_deref(),
        entities: request.entities.as_deref(),
    };
    let untried = rehearsed.untried.clone().filter(|_| request.rehearsal != Rehearsal::Skipped);
    let in_the_way = obstacles.iter().filter(|obstacle| obstacle.blocks).count();
    // A table that cannot move yet has the type of its keys as they are.
    let is_ready = untried.is_none() && in_the_way == 0;
    let (none, as_it_is) = (Decision::default(), decide(&catalog, &choices.choices, false));
    let (decision, moving) = if is_ready { (&all, &moving) } else { (&as_it_is, &none) };
    let ids = module::text(decision, &choices.choices);
    let found = Found { decision, moving, ..found };
    let mut by_hand = Vec::new();
    let typed = typed::files(request.orm, &found, &generated, &request.out, &mut by_hand)?;
    by_hand.sort();
    let is_question = |of: &Obstacle| of.name.starts_with("question:");
    let is_idle = all.kinds.is_empty() && !obstacles.iter().any(is_question);
    let mut files = Files::default();
    if !is_idle {
        for (path, text) in typed {
            files.add(path, text);
        }
        files.add(request.out.join("adopt.toml"), choices.text());
        files.add(request.out.join("REPORT.md"), report.clone());
        files.add(request.out.with_extension("rs"), ids);
    }
    if is_ready {
        add_migrations(&mut files, request, now, &missing, &online.unwrap_or_default());
    }
    Ok((Outcome { report, in_the_way, written: Vec::new(), by_hand, untried, is_idle }, files))
}

fn add_migrations(
    files: &mut Files,
    Request { out, orm, .. }: &Request,
    now: Timestamp,
    scripts: &[Script],
    online: &[Step],
) {
    form::add_online(files, &out.join(form::ONLINE), online);
    let mut version = Zoned::new(now, TimeZone::UTC).datetime();
    for script in scripts {
        form::add(files, &out.join(form::FOLDER), *orm, version, script);
        // In this order, also by name.
        version = version.saturating_add(Span::new().seconds(1));
    }
}

/// Keys that move, and columns without a foreign key that hold such.
fn to_measure(catalog: &Catalog, choices: &Choices) -> Vec<Place> {
    let moving = decide(catalog, choices, true).moving(choices);
    let is_free = |place: &&Place| {
        let table = catalog.tables.get(&place.0);
        // What another role has put into a table may run when its rows are read.
        let owner = table.and_then(|table| table.owner.as_ref());
        if owner.is_some_and(|owner| !choices.accepted.contains_key(&format!("owner:{owner}"))) {
            return false;
        }
        let refers = table.is_some_and(|table| {
            table.foreign_keys.iter().any(|key| key.columns.contains(&place.1))
        });
        !refers && catalog.column(place).is_some_and(Column::is_integer)
    };
    moving.widened().filter(is_free).cloned().collect()
}

/// The first ID of the default layout on this day, in UTC.
fn first_minted(now: Timestamp) -> i64 {
    let today = Zoned::new(now, TimeZone::UTC)
        .round(jiff::ZonedRound::new().smallest(Unit::Day).mode(jiff::RoundMode::Trunc));
    let from = today.map_or(now, |today| today.timestamp()).as_millisecond();
    let range = Layout::DEFAULT.range(from, i64::MAX);
    range.map_or(1, |range| range.start().get())
}
