//! One run: reads, decides, and writes.

use std::path::PathBuf;
use std::time::Duration;

use jiff::{Span, Timestamp, Unit, Zoned, tz::TimeZone};
use snowflake_kit_core::{Dialect, Layout};

use crate::catalog::Place;
use crate::choices::ChoicesFile;
use crate::decide::{Decision, decide};
use crate::error::Error;
use crate::files::Files;
use crate::obstacles::{self, Obstacle, Scene};
use crate::orm::Orm;
use crate::rehearsal::{Proposal, Rehearsal, rehearse};
use crate::report::{self, Found};
use crate::script::{Script, Step, scripts, steps};
use crate::typed::Generated;
use crate::{form, migrations, module, read, typed};

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
    /// Whether `widen` gives each column with IDs a domain of PostgreSQL, such as `user_id` for a
    /// `UserId`. Then `diesel print-schema` writes typed columns without a patch. Only for Diesel on
    /// PostgreSQL.
    pub domains: bool,
    /// The folder with the migrations of the program, which are searched for seeds.
    pub migrations: Option<PathBuf>,
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
    /// Why the plan was not tried, so that no migration was written, unless that was asked for by
    /// [`Rehearsal::Skipped`].
    pub untried: Option<String>,
    /// Whether no key is an integer, so that nothing was written.
    pub is_idle: bool,
}

/// Reads the database, and returns the report. Writes nothing.
///
/// # Errors
/// [`Error`] if the database, `adopt.toml` or a migration cannot be read.
pub fn check(request: &Request) -> Result<Outcome, Error> {
    let plan = Plan::make(request)?;
    Ok(plan.outcome(Vec::new()))
}

/// Reads the database, and writes types, settings and a report. If there are no obstacles, it also
/// writes migrations, and the files of the framework. It does not change the database.
///
/// # Errors
/// [`Error`] if the database, `adopt.toml` or a migration cannot be read, or if it would overwrite a
/// file that it has not written. Then nothing has been written.
pub fn adopt(request: &Request) -> Result<Outcome, Error> {
    let plan = Plan::make(request)?;
    let written = plan.files(request).write()?;
    Ok(plan.outcome(written))
}

struct Plan {
    choices: ChoicesFile,
    decision: Decision,
    obstacles: Vec<Obstacle>,
    scripts: Vec<Script>,
    online: Vec<Step>,
    typed: Vec<(PathBuf, String)>,
    report: String,
    untried: Option<String>,
    now: Timestamp,
}

impl Plan {
    fn make(request: &Request) -> Result<Self, Error> {
        let now = Timestamp::now();
        let mut choices = ChoicesFile::open(&request.out.join("adopt.toml"), first_minted(now))?;
        let also: Vec<Place> = choices.choices.hints().map(|(place, _)| place).collect();
        (request.progress)("reads the catalog");
        let catalog = read::read(&request.database_url, request.schema.as_deref(), &also)?;
        let catalog = catalog.of_the_application();
        if catalog.tables.is_empty() {
            let schema = match catalog.schema.as_str() {
                "" => "the database".to_owned(),
                schema => format!("the schema {schema}"),
            };
            return Err(Error::NoTables { schema });
        }
        if request.domains && (request.orm != Orm::Diesel || catalog.dialect != Dialect::Postgres) {
            let database = catalog.dialect.name();
            return Err(Error::Domains { orm: request.orm.name(), database });
        }
        choices.check_against(&catalog)?;
        let mut decision = decide(&catalog, &choices.choices);
        choices.complete(decision.owners().into_iter());
        if request.domains {
            decision.domains = choices.choices.domains();
        }
        let mut migrations = migrations::read(&request.out.join(form::FOLDER))?;
        if let Some(folder) = &request.migrations {
            migrations.extend(migrations::read(folder)?);
        }
        let scene = Scene {
            catalog: &catalog,
            choices: &choices.choices,
            decision: &decision,
            orm: request.orm,
            migrations: &migrations,
        };
        let mut obstacles = obstacles::find(&scene);
        let (missing, _) = scripts(&catalog, &decision, &migrations);
        let (whole, unreadable) = scripts(&catalog, &decision, &[]);
        let online = match catalog.dialect {
            Dialect::Postgres if !request.domains => steps(&catalog, &decision),
            _ => Ok(Vec::new()),
        };
        let proposal = Proposal {
            online: online.as_deref().unwrap_or_default(),
            limit: request.limit,
            progress: request.progress,
            catalog: &catalog,
            decision: &decision,
            choices: &choices.choices,
            // Without a name for each domain there is nothing that could be tried.
            scripts: if obstacles.iter().any(Obstacle::is_unnamed) { &[] } else { &whole },
        };
        let rehearsed = rehearse(&request.database_url, &request.rehearsal, &proposal);
        obstacles.extend(unreadable);
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
            decision: &decision,
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
        let typed = typed::files(request.orm, &found, &generated, &request.out)?;
        let online = online.unwrap_or_default();
        let untried = rehearsed.untried.filter(|_| request.rehearsal != Rehearsal::Skipped);
        Ok(Self {
            choices,
            decision,
            obstacles,
            scripts: missing,
            online,
            typed,
            report,
            untried,
            now,
        })
    }

    fn in_the_way(&self) -> usize {
        self.obstacles.iter().filter(|obstacle| obstacle.blocks).count()
    }

    /// Whether there is nothing to decide: keys are texts or UUIDs, or belong to tools.
    fn is_idle(&self) -> bool {
        let is_open =
            |of: &Obstacle| ["question:", "owners:"].iter().any(|kind| of.name.starts_with(kind));
        self.decision.columns.is_empty()
            && self.decision.polymorphic.is_empty()
            && !self.obstacles.iter().any(is_open)
    }

    fn outcome(self, written: Vec<PathBuf>) -> Outcome {
        let (in_the_way, is_idle) = (self.in_the_way(), self.is_idle());
        Outcome { in_the_way, report: self.report, written, untried: self.untried, is_idle }
    }

    fn files(&self, request: &Request) -> Files {
        let Request { out, orm, .. } = request;
        let mut files = Files::default();
        if self.is_idle() {
            return files;
        }
        files.add(out.join("adopt.toml"), self.choices.text());
        files.add(out.join("REPORT.md"), self.report.clone());
        let ids = module::text(&self.decision, &self.choices.choices);
        files.add(out.with_extension("rs"), ids);
        if self.in_the_way() > 0 || self.untried.is_some() {
            return files;
        }
        for (path, text) in &self.typed {
            files.add(path.clone(), text.clone());
        }
        form::add_online(&mut files, &out.join(form::ONLINE), &self.online);
        let mut version = Zoned::new(self.now, TimeZone::UTC).datetime();
        for script in &self.scripts {
            form::add(&mut files, &out.join(form::FOLDER), *orm, version, script);
            // In this order, also by name.
            version = version.saturating_add(Span::new().seconds(1));
        }
        files
    }
}

/// The first ID of the default layout on this day, in UTC.
fn first_minted(now: Timestamp) -> i64 {
    let today = Zoned::new(now, TimeZone::UTC)
        .round(jiff::ZonedRound::new().smallest(Unit::Day).mode(jiff::RoundMode::Trunc));
    let from = today.map_or(now, |today| today.timestamp()).as_millisecond();
    let range = Layout::DEFAULT.range(from, i64::MAX);
    range.map_or(1, |range| range.start().get())
}
