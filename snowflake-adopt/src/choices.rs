//! `adopt.toml`: what was decided, to be reviewed, changed, and respected by the next run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use snowflake_kit_core::Layout;
use snowflake_kit_sql::text::is_shown_as_it_is;
use toml_edit::{DocumentMut, InlineTable, Item, Key, Table, Value};

use crate::catalog::{Catalog, Place};
use crate::error::Error;
use crate::kind::KeyKind;
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
# The ID type of each table. Options: `prefix = \"usr_\"` begins each text; `text` is decimal, base62,
# base32 or hex, of UUIDs hyphenated or typeid; `json = \"number\"`; `layout = \"discord\"`, of keys that
# another system mints; `skip = true` in place of all this: no type. By `move = \"snowflake\"` a table moves to keys that programs mint.
";

/// What the file says.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Choices {
    pub(crate) first_minted: i64,
    #[serde(default)]
    hints: BTreeMap<String, Hint>,
    #[serde(default)]
    pub(crate) accepted: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) ids: BTreeMap<String, IdType>,
}

/// Whose IDs a column holds.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "expected the name of a table, or a list of names")]
enum Hint {
    One(String),
    /// Another column says whose in each row.
    Several(BTreeSet<String>),
}

/// The ID type of a table.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct IdType {
    pub(crate) name: String,
    /// Whether it is to have none.
    pub(crate) skip: bool,
    pub(crate) text: Option<String>,
    pub(crate) prefix: Option<String>,
    pub(crate) json: Option<String>,
    /// The preset of IDs that another system mints.
    pub(crate) layout: Option<String>,
    /// What its keys are to be.
    #[serde(rename = "move")]
    pub(crate) target: Option<Target>,
}

/// What keys become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Target {
    Snowflake,
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
                "{BEGINNING}{FIRST_MINTED}first_minted = {first_minted}\n{HINTS}[hints]\n{ACCEPTED}[accepted]\n{IDS}[ids]\n"
            ),
            Err(error) => return Err(Error::file(path, &error)),
        };
        let problem = |problem: String| Error::File { path: path.into(), problem };
        let document: DocumentMut =
            text.parse().map_err(|error: toml_edit::TomlError| problem(error.to_string()))?;
        let choices: Choices = toml_edit::de::from_str(&text)
            .map_err(|error: toml_edit::de::Error| problem(error.to_string()))?;
        let file = Self { path: path.into(), document, choices };
        file.check()?;
        Ok(file)
    }

    fn problem(&self, problem: String) -> Error {
        Error::File { path: self.path.clone(), problem }
    }

    fn check(&self) -> Result<(), Error> {
        let mut tables: BTreeMap<&str, &str> = BTreeMap::new();
        for (table, IdType { name, prefix, json, layout, target, skip, .. }) in &self.choices.ids {
            if layout.is_some() && target.is_some() {
                return Err(self.problem(format!(
                    "ids.{table}: `layout` is for keys that another system mints, and `move` for those \
                     that your programs will mint: delete one of them"
                )));
            }
            let presets: Vec<_> = Layout::PRESETS.iter().map(Layout::name).collect();
            if let Some(layout) = layout.as_deref().filter(|layout| !presets.contains(layout)) {
                return Err(self.problem(format!(
                    "ids.{table}: `{layout}` is not a layout: expected {}",
                    presets.join(", ")
                )));
            }
            let is_type = *skip
                || name.starts_with(|first: char| !first.is_lowercase() && first != '_')
                    && name.chars().all(char::is_alphanumeric)
                    && is_name(name);
            if !is_type {
                return Err(self.problem(format!(
                    "ids.{table}: `{name}` is not the name of a type: expected one such as UserId"
                )));
            }
            if let Some(other) = tables.insert(name, table).filter(|_| !skip) {
                return Err(self.problem(format!(
                    "ids: `{name}` is the type of {other} and of {table}: give one of them \
                     another name"
                )));
            }
            if let Some(json) = json.as_ref().filter(|json| *json != "number" && *json != "string")
            {
                return Err(self.problem(format!(
                    "ids.{table}: `{json}` is not a form in JSON: expected number or string"
                )));
            }
            let is_other = |letter: char| !letter.is_ascii_alphanumeric() && letter != '_';
            if let Some(prefix) = prefix.as_ref().filter(|prefix| prefix.contains(is_other)) {
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

    /// Refuses what the database does not have.
    pub(crate) fn check_against(&self, catalog: &Catalog) -> Result<(), Error> {
        let several = self.choices.polymorphic();
        let several =
            several.flat_map(|(at, of)| of.into_iter().map(move |table| (at.clone(), table, true)));
        let hints = self.choices.hints().map(|(at, table)| (at, table, false));
        for (place, table, is_one_of_several) in hints.chain(several) {
            let problem = match catalog.column(&place) {
                None => format!("the database has no column {}.{}", place.0, place.1),
                Some(column) if is_one_of_several && !column.is_integer() => {
                    format!("{}.{} is not an integer", place.0, place.1)
                }
                Some(_) if !catalog.tables.contains_key(&table) => {
                    format!("the database has no table {table}")
                }
                Some(_) => continue,
            };
            return Err(self.problem(format!("hints: {problem}: change the hint, or delete it")));
        }
        Ok(())
    }

    /// Refuses what does not fit the keys of the tables.
    pub(crate) fn check_kinds(&self, kinds: &BTreeMap<String, KeyKind>) -> Result<(), Error> {
        for (table, id) in &self.choices.ids {
            let Some(kind) = kinds.get(table) else {
                if id.skip {
                    continue;
                }
                return Err(self.problem(format!(
                    "ids.{table}: the database has no table of this name with a key of its own that is one \
                     column, an integer or a UUID (with `move`, also a text), so `{}` would go: delete the line; \
                     or if it is of another database, give each a folder of its own by `--out`",
                    id.name
                )));
            };
            if let Some(text) = id.text.as_deref().filter(|text| !kind.texts().contains(text)) {
                return Err(self.problem(format!(
                    "ids.{table}: `{text}` is not a text form of a {}: expected {}",
                    kind.derive(),
                    kind.texts().join(", ")
                )));
            }
        }
        Ok(())
    }

    /// Adds the tables that have IDs and no type yet.
    pub(crate) fn complete(&mut self, kinds: &BTreeMap<String, KeyKind>) {
        for (table, kind) in kinds {
            if self.choices.ids.contains_key(table) {
                continue;
            }
            let id = self.choices.named(table);
            // What clients read stays as it is.
            id.json = (*kind == KeyKind::Counted(64)).then(|| "number".to_owned());
            let ids = self.document.entry("ids").or_insert(Item::Table(Table::new()));
            if let Some(ids) = ids.as_table_like_mut() {
                let value = toml_edit::value(id.inline());
                ids.entry_format(&toml_key(table)).or_insert(value);
            }
        }
    }

    /// What is to be in the file.
    pub(crate) fn text(&self) -> String {
        self.document.to_string()
    }
}

impl IdType {
    /// As it stands in the file.
    pub(crate) fn inline(&self) -> InlineTable {
        let options = [
            ("name", Some(self.name.as_str())),
            ("text", self.text.as_deref()),
            ("prefix", self.prefix.as_deref()),
            ("json", self.json.as_deref()),
            ("layout", self.layout.as_deref()),
            ("move", self.target.map(|Target::Snowflake| "snowflake")),
        ];
        let options =
            options.into_iter().filter_map(|(name, value)| Some((name, Value::from(value?))));
        options.collect()
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

    /// These settings, with moves of these tables.
    pub(crate) fn with_moves<'a>(&self, tables: impl Iterator<Item = &'a String>) -> Self {
        let mut choices = self.clone();
        for table in tables {
            choices.named(table).target = Some(Target::Snowflake);
        }
        choices
    }

    /// The ID type of a table, with a name if it has none yet.
    fn named(&mut self, table: &str) -> &mut IdType {
        let taken: BTreeSet<_> = self.ids.values().map(|id| id.name.as_str()).collect();
        let name = type_name(table, &taken);
        let id = || IdType { name, ..IdType::default() };
        self.ids.entry(table.to_owned()).or_insert_with(id)
    }

    /// Whether a table is to move.
    pub(crate) fn moves(&self, table: &str) -> bool {
        self.ids.get(table).is_some_and(|id| id.target.is_some() && !id.skip)
    }

    /// Whether a table is to have no ID type.
    pub(crate) fn skips(&self, table: &str) -> bool {
        self.ids.get(table).is_some_and(|id| id.skip)
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
