//! Instructions, which a busy machine does not change.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

use figures::Spread;

use super::{Action, KeyForm, ON_SQLITE, open};
use crate::Failure;
use crate::graphs::Orm;
use crate::store::Database;

/// How many instructions a row takes, on SQLite in memory: client and database
/// are one process.
#[derive(Clone, Copy, Debug)]
pub struct Instructions {
    /// With typed IDs.
    pub typed: f64,
    /// With integers.
    pub plain: f64,
}

/// How often an action is repeated in two runs. What the second one takes more
/// is the action alone.
const TIMES: [usize; 2] = [1, 21];

/// How often each is counted; the median is what is told. How the thread that SeaORM and
/// sqlx have for SQLite and its caller happen to wait for each other, and what the
/// allocator makes of it, differs by one in a hundred.
const RUNS: usize = 3;

/// Counts them; none where there is no callgrind.
pub(super) fn count(
    orm: Orm,
    action: Action,
    rows: usize,
) -> Result<Option<Instructions>, Failure> {
    let program = env::current_exe()?;
    let mut counts = [0.0; 2];
    for (count, form) in counts.iter_mut().zip([KeyForm::Typed, KeyForm::Plain]) {
        let mut samples = [0.0; RUNS];
        for sample in &mut samples {
            let [few, many] = TIMES.map(|times| collect(&program, orm, action, form, rows, times));
            let (Some(few), Some(many)) = (few?, many?) else { return Ok(None) };
            *sample = (many as f64 - few as f64) / ((TIMES[1] - TIMES[0]) * rows) as f64;
        }
        *count = Spread::of(samples).median;
    }
    let [typed, plain] = counts;
    Ok(Some(Instructions { typed, plain }))
}

/// The words for what [`run_once`] does.
fn words(orm: Orm, action: Action, form: KeyForm) -> [&'static str; 3] {
    [
        match orm {
            Orm::SeaOrm => "seaorm",
            Orm::Sqlx => "sqlx",
            Orm::Rusqlite => "rusqlite",
            _ => "diesel",
        },
        if action == Action::Insert { "insert" } else { "load" },
        if form == KeyForm::Typed { "typed" } else { "plain" },
    ]
}

fn collect(
    program: &Path,
    orm: Orm,
    action: Action,
    form: KeyForm,
    rows: usize,
    times: usize,
) -> Result<Option<u64>, Failure> {
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-fd=1"])
        .arg(program)
        .arg("once")
        .args(words(orm, action, form))
        .args([rows.to_string(), times.to_string()])
        .stdin(Stdio::null())
        .output();
    let output = match run {
        Ok(output) => output,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let printed = String::from_utf8_lossy(&output.stdout);
    let number = printed.lines().find_map(|line| line.split_once("Collected : "));
    match number.map(|(_, number)| number.trim().parse()) {
        Some(Ok(number)) if output.status.success() => Ok(Some(number)),
        _ => {
            let errors = String::from_utf8_lossy(&output.stderr);
            Err(format!("callgrind, {}: {printed}{errors}", output.status).into())
        }
    }
}

/// Does an action as often as said, on SQLite in memory: `diesel`, `seaorm`, `sqlx` or
/// `rusqlite`, `insert` or `load`, `typed` or `plain`, the number of rows, how often.
///
/// # Errors
/// If the words are others; and those of the database.
pub fn run_once(arguments: &[String]) -> Result<(), Failure> {
    let [orm, action, form, rows, times] = arguments else {
        return Err(format!("five words, not {}", arguments.len()).into());
    };
    let actions = [Action::Insert, Action::Load];
    let forms = [KeyForm::Typed, KeyForm::Plain];
    let known = ON_SQLITE.iter().flat_map(|orm| {
        let each = actions.iter().flat_map(|action| forms.iter().map(move |form| (*action, *form)));
        each.map(|(action, form)| (*orm, action, form))
    });
    let wanted = [orm.as_str(), action, form];
    let Some((orm, action, form)) =
        known.into_iter().find(|&(orm, action, form)| words(orm, action, form) == wanted)
    else {
        return Err(format!("nothing is called {}", wanted.join(" ")).into());
    };
    let (rows, times): (usize, usize) = (rows.parse()?, times.parse()?);
    // As many are made each time, so that making them drops out.
    let made = rows * times.max(TIMES[1]);
    let mut session = open(orm, Database::Sqlite, ":memory:", made)?;
    // Each time other rows are inserted, and the same are loaded.
    let inserted = if action == Action::Insert { rows * times } else { rows };
    // What is prepared once is prepared then.
    session.load(form)?;
    for start in (0..inserted).step_by(rows) {
        session.insert(form, start..start + rows)?;
    }
    if action == Action::Load {
        for _ in 0..times {
            session.load(form)?;
        }
    }
    Ok(())
}
