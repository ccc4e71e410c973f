//! `adopt.toml`: what was decided, to be reviewed, changed, and respected by the next run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use heck::ToSnakeCase;
use serde::Deserialize;
use snowflake_kit_core::Layout;
use snowflake_kit_sql::text::is_shown_as_it_is;
use toml_edit::{DocumentMut, InlineTable, Item, Key, Table, Value};

use crate::catalog::{Catalog, Place};
use crate::error::Error;
use crate::name::type_name;
use crate::rust::is_name;

const BEGINNING: &str = "\
# Written by `snowflake adopt`, which reads it again. Review it, change what is wrong, and run
# the command again: what is here is respected, comments stay, and new tables are added.
";

const FIRST_MINTED: &str = "
# No ID is minted below this number, and no row has been counted up to it. It is the first
# ID of the default layout on the day of the first run: change it for a layout of your own.
";

const LEAVE_OUT: &str = "
# Tables whose keys stay as they are, and so do all columns that refer to these tables.
";

const HINTS: &str = "
# Columns that hold IDs without a foreign key, and the table whose IDs they are. A column that
# holds IDs of several tables is widened, and stays an integer:
# \"audit.user_id\" = \"users\"
# \"owners.owner_id\" = [\"users\", \"teams\"]
";

const ACCEPTED: &str = "
# Items of the report that you have handled or accepted: the name of each, and the reason.
# \"trigger:count_posts\" = \"it gives a key now\"
";

const IDS: &str = "
# The ID type of each table. `text` is decimal, base62, base32 or hex; the prefix of the texts
# begins each of them. IDs of another system have a layout, as in
# `layout = \"discord\"`.
";

const TEXTS: [&str; 4] = ["decimal", "base62", "base32", "hex"];

/// What the file says.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Choices {
    pub(crate) first_minted: i64,
    #[serde(default)]
    pub(crate) leave_out: BTreeSet<String>,
    #[serde(default)]
    hints: BTreeMap<String, Hint>,
    #[serde(default)]
    pub(crate) accepted: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) ids: BTreeMap<String, IdType>,
}

/// Whose IDs a column holds.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected the name of a table, or a list of names")]
enum Hint {
    One(String),
    /// Another column says whose in each row.
    Several(BTreeSet<String>),
}

/// The ID type of a table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct IdType {
    pub(crate) name: String,
    #[serde(default = "decimal")]
    pub(crate) text: String,
    #[serde(default)]
    pub(crate) prefix: String,
    /// The preset of IDs that another system mints.
    #[serde(default)]
    pub(crate) layout: Option<String>,
}

fn decimal() -> String {
    TEXTS[0].to_owned()
}

/// The file, as it was and as it is to be.
#[derive(Debug)]
pub(crate) struct ChoicesFile {
    path: PathBuf,
    document: DocumentMut,
    pub(crate) choices: Choices,
}

impl ChoicesFile {
    /// Reads the file, or begins one.
    pub(crate) fn open(path: &Path, first_minted: i64) -> Result<Self, Error> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => format!(
                "{BEGINNING}{FIRST_MINTED}first_minted = {first_minted}\n{LEAVE_OUT}leave_out = \
                 []\n{HINTS}[hints]\n{ACCEPTED}[accepted]\n{IDS}[ids]\n"
            ),
            Err(error) => return Err(Error::Read { path: path.into(), error }),
        };
        let problem = |problem: String| Error::Choices { path: path.into(), problem };
        let document: DocumentMut =
            text.parse().map_err(|error: toml_edit::TomlError| problem(error.to_string()))?;
        let choices: Choices = toml_edit::de::from_str(&text)
            .map_err(|error: toml_edit::de::Error| problem(error.to_string()))?;
        let file = Self { path: path.into(), document, choices };
        file.check()?;
        Ok(file)
    }

    fn problem(&self, problem: String) -> Error {
        Error::Choices { path: self.path.clone(), problem }
    }

    fn check(&self) -> Result<(), Error> {
        let mut tables: BTreeMap<&str, &str> = BTreeMap::new();
        for (table, IdType { name, text, prefix, layout }) in &self.choices.ids {
            if let Some(layout) = layout
                && !Layout::PRESETS.iter().any(|preset| preset.name() == layout)
            {
                let presets: Vec<_> = Layout::PRESETS.iter().map(Layout::name).collect();
                return Err(self.problem(format!(
                    "ids.{table}: `{layout}` is not a layout: expected {}",
                    presets.join(", ")
                )));
            }
            let is_type = name.starts_with(|first: char| !first.is_lowercase() && first != '_')
                && name.chars().all(char::is_alphanumeric)
                && is_name(name);
            if !is_type {
                return Err(self.problem(format!(
                    "ids.{table}: `{name}` is not the name of a type: expected one such as UserId"
                )));
            }
            if let Some(other) = tables.insert(name, table) {
                return Err(self.problem(format!(
                    "ids: `{name}` is the type of {other} and of {table}: give one of them \
                     another name"
                )));
            }
            if !TEXTS.contains(&text.as_str()) {
                return Err(self.problem(format!(
                    "ids.{table}: `{text}` is not a text form: expected {}",
                    TEXTS.join(", ")
                )));
            }
            let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            if !prefix.chars().all(is_plain) {
                return Err(self.problem(format!(
                    "ids.{table}: `{prefix}` is not a prefix: expected letters, digits and `_`"
                )));
            }
        }
        if let Some(hint) = self.choices.hints.keys().find(|column| !column.contains('.')) {
            return Err(self.problem(format!(
                "hints: `{hint}` is not a column: expected its table too, as in \"audit.user_id\""
            )));
        }
        Ok(())
    }

    /// Refuses hints and left-out tables that the database does not have.
    pub(crate) fn check_against(&self, catalog: &Catalog) -> Result<(), Error> {
        let several = self.choices.polymorphic();
        let several =
            several.flat_map(|(at, of)| of.into_iter().map(move |table| (at.clone(), table)));
        for (place, table) in self.choices.hints().chain(several) {
            let problem = match catalog.column(&place) {
                None => format!("the database has no column {}.{}", place.0, place.1),
                Some(column) if !column.is_integer() => {
                    format!("{}.{} is not an integer", place.0, place.1)
                }
                Some(_) if !catalog.tables.contains_key(&table) => {
                    format!("the database has no table {table}")
                }
                Some(_) => continue,
            };
            return Err(self.problem(format!("hints: {problem}: change the hint, or delete it")));
        }
        let unknown = |table: &&String| !catalog.tables.contains_key(*table);
        match self.choices.leave_out.iter().find(unknown) {
            None => Ok(()),
            Some(table) => Err(self.problem(format!(
                "leave_out: the database has no table {table}: change the name, or delete it"
            ))),
        }
    }

    /// Adds the tables that have IDs and no type yet, and removes those that are left out.
    pub(crate) fn complete<'a>(&mut self, owners: impl Iterator<Item = &'a str>) {
        for table in &self.choices.leave_out {
            if self.choices.ids.remove(table).is_some()
                && let Some(ids) = self.document.get_mut("ids").and_then(Item::as_table_like_mut)
            {
                ids.remove(table);
            }
        }
        for table in owners {
            if self.choices.ids.contains_key(table) {
                continue;
            }
            let taken: BTreeSet<_> = self.choices.ids.values().map(|id| id.name.as_str()).collect();
            let name = type_name(table, &taken);
            let id = IdType { name, text: decimal(), prefix: String::new(), layout: None };
            let mut value = InlineTable::new();
            value.insert("name", id.name.as_str().into());
            value.insert("text", id.text.as_str().into());
            value.insert("prefix", id.prefix.as_str().into());
            let ids = self.document.entry("ids").or_insert(Item::Table(Table::new()));
            if let Some(ids) = ids.as_table_like_mut() {
                let value = Item::Value(Value::InlineTable(value));
                ids.entry_format(&toml_key(table)).or_insert(value);
            }
            self.choices.ids.insert(table.to_owned(), id);
        }
    }

    /// What is to be in the file.
    pub(crate) fn text(&self) -> String {
        self.document.to_string()
    }
}

impl Choices {
    /// The columns that are hinted at, and the tables whose IDs they hold.
    pub(crate) fn hints(&self) -> impl Iterator<Item = (Place, String)> {
        self.hints.iter().filter_map(|(column, hint)| match hint {
            Hint::One(table) => Some((place(column)?, table.clone())),
            Hint::Several(_) => None,
        })
    }

    /// The columns that hold IDs of several tables, and these tables.
    pub(crate) fn polymorphic(&self) -> impl Iterator<Item = (Place, BTreeSet<String>)> {
        self.hints.iter().filter_map(|(column, hint)| match hint {
            Hint::One(_) => None,
            Hint::Several(tables) => Some((place(column)?, tables.clone())),
        })
    }

    /// The domain of each table's IDs: the name of the type in snake case.
    pub(crate) fn domains(&self) -> BTreeMap<String, String> {
        self.ids.iter().map(|(table, id)| (table.clone(), id.name.to_snake_case())).collect()
    }

    pub(crate) fn leaves_out(&self, table: &str) -> bool {
        self.leave_out.contains(table)
    }
}

/// A column, from a name such as `audit.user_id`.
fn place(name: &str) -> Option<Place> {
    let (table, column) = name.rsplit_once('.')?;
    Some((table.to_owned(), column.to_owned()))
}

/// A name as a key of TOML in which nothing is hidden: what no editor shows, or what changes the
/// direction of a text, is escaped.
pub(crate) fn toml_key(name: &str) -> Key {
    if name.chars().all(is_shown_as_it_is) {
        return Key::new(name);
    }
    let mut text = String::from("\"");
    for letter in name.chars() {
        let _ = match letter {
            '"' | '\\' => write!(text, "\\{letter}"),
            _ if is_shown_as_it_is(letter) => write!(text, "{letter}"),
            _ => write!(text, "\\U{:08X}", u32::from(letter)),
        };
    }
    text.push('"');
    Key::parse(&text).ok().and_then(|mut keys| keys.pop()).unwrap_or_else(|| Key::new(name))
}
