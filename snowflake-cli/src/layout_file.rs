//! The file of named layouts, which the environment names.

use std::path::PathBuf;
use std::{env, fs, io};

use snowflake_kit_core::{Layout, Scheme};
use thiserror::Error;

use crate::decimal;
use crate::error::Cause;

/// The environment variable that names the file.
const VARIABLE: &str = "SNOWFLAKE_LAYOUTS";

/// Why the file of layouts cannot be used.
#[derive(Debug, Error)]
pub(crate) enum LayoutFileError {
    #[error("cannot read the file of layouts {}, which {variable} names: {error}", .path.display())]
    Unreadable { path: PathBuf, variable: &'static str, error: io::Error },

    #[error("{}, line {line}: {problem}", .path.display())]
    Line { path: PathBuf, line: usize, problem: String },
}

impl Cause for LayoutFileError {}

/// The layouts in the file, in its order; none without a file.
pub(crate) fn read() -> Result<Vec<Layout>, LayoutFileError> {
    let Some(path) = env::var_os(VARIABLE).filter(|path| !path.is_empty()).map(PathBuf::from)
    else {
        return Ok(Vec::new());
    };
    let text = fs::read_to_string(&path).map_err(|error| LayoutFileError::Unreadable {
        path: path.clone(),
        variable: VARIABLE,
        error,
    })?;
    // Layouts keep their names for as long as the process lives.
    let lines = text.leak().lines().map(str::trim).enumerate();
    let mut layouts = Vec::new();
    for (index, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let layout = layout(line, &layouts).map_err(|problem| LayoutFileError::Line {
            path: path.clone(),
            line: index + 1,
            problem,
        })?;
        layouts.push(layout);
    }
    Ok(layouts)
}

/// The layout of a line, or what is wrong with it.
fn layout(line: &'static str, others: &[Layout]) -> Result<Layout, String> {
    if !line.contains('=') {
        return Err("expected a name and its layout, as in `feed=41/10/12@2026-01-01`".to_owned());
    }
    let layout = Layout::parse(line).map_err(|error| error.to_string())?;
    let name = layout.name();
    let is_decimal = name == decimal::SCHEME || name == Scheme::Decimal.name();
    if is_decimal || Layout::preset(name).is_some() {
        Err(format!("`{name}` is the name of a preset: choose another one"))
    } else if others.iter().any(|other| other.name() == name) {
        Err(format!("another line has the name `{name}` too: choose another one"))
    } else {
        Ok(layout)
    }
}
