//! `ids.rs`: the types.

use std::fmt::Write;
use std::path::Path;

use heck::ToUpperCamelCase;

use crate::choices::Choices;
use crate::decide::Decision;
use crate::error::Error;
use crate::files::MARK;
use crate::markdown::code;
use crate::rust;

/// The module with an ID type for each table that has one.
pub(crate) fn text(decision: &Decision, choices: &Choices) -> String {
    let mut text = format!(
        "// {MARK}. Change adopt.toml, and not this file: the next run overwrites it.\n\n\
         use snowflake_kit::Snowflake;\npub use snowflake_kit::SnowflakeId;\n"
    );
    for table in decision.owners() {
        let Some(id) = choices.ids.get(table) else { continue };
        let mut options = Vec::new();
        if let Some(layout) = &id.layout {
            options.push(format!("layout = {}", rust::string(layout)));
        }
        if id.text != "decimal" {
            options.push(format!("text = {}", rust::string(&id.text)));
        }
        if !id.prefix.is_empty() {
            options.push(format!("prefix = {}", rust::string(&id.prefix)));
        }
        let options = match options.as_slice() {
            [] => String::new(),
            options => format!("#[snowflake({})]\n", options.join(", ")),
        };
        let table = code(table);
        let _ = write!(
            text,
            "\n/// Identifies a row of {table}.\n#[derive(SnowflakeId)]\n{options}pub struct \
             {}(Snowflake);\n",
            id.name
        );
    }
    if !decision.domains.is_empty() {
        text += &sql_types(decision, choices);
    }
    text
}

/// The SQL types of the columns, by the names that `diesel print-schema` makes of their domains.
fn sql_types(decision: &Decision, choices: &Choices) -> String {
    let mut text =
        "\n/// The SQL types of columns, for Diesel: each has the name of its domain in \
                    camel case.\npub mod sql_types {\n    use snowflake_kit::Key;\n"
            .to_owned();
    for table in decision.owners() {
        let (Some(id), Some(domain)) = (choices.ids.get(table), decision.domains.get(table)) else {
            continue;
        };
        let name = domain.to_upper_camel_case();
        let _ = write!(
            text,
            "\n    /// The SQL type of the domain `{domain}`.\n    pub type {name} = \
             Key<super::{}>;\n",
            id.name
        );
    }
    text += "}\n";
    text
}

/// The path of the module in the program: `src/model/ids` is `crate::model::ids`.
pub(crate) fn path(out: &Path) -> Result<String, Error> {
    let parts: Vec<_> = out.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let begin = parts
        .iter()
        .rposition(|part| part == "src")
        .map_or_else(|| parts.len().saturating_sub(1), |place| place + 1);
    let inside = parts.get(begin..).unwrap_or_default();
    if inside.is_empty() || !inside.iter().all(|part| rust::is_name(part)) {
        return Err(Error::Module { path: out.into() });
    }
    Ok(format!("crate::{}", inside.join("::")))
}
