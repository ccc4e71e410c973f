//! `ids.rs`: the types.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use crate::choices::Choices;
use crate::decide::Decision;
use crate::error::Error;
use crate::files::MARK;
use crate::kind::KeyKind;
use crate::markdown::code;
use crate::rust;

/// The module with an ID type for each table that has one.
pub(crate) fn text(decision: &Decision, choices: &Choices) -> String {
    let mut types = String::new();
    let (mut derives, mut values) = (BTreeSet::new(), BTreeSet::new());
    for (table, &kind) in &decision.kinds {
        let Some(id) = choices.ids.get(table) else { continue };
        let (attribute, value) = match kind {
            KeyKind::Snowflake => ("snowflake", "Snowflake".to_owned()),
            KeyKind::Counted(bits) => ("counted_id", format!("i{bits}")),
            KeyKind::Uuid => ("uuid_id", "Uuid".to_owned()),
        };
        // A table that cannot move yet has a text of the kind that it is to be.
        let text = id.text.clone().filter(|text| kind.texts().contains(&text.as_str()));
        let options = [
            ("layout", &id.layout),
            ("text", &text),
            ("prefix", &id.prefix),
            // A UUID is a text in JSON.
            ("json", if kind == KeyKind::Uuid { &None } else { &id.json }),
        ];
        let options = options.iter().filter_map(|(name, value)| {
            Some(format!("{name} = {}", rust::string(value.as_deref()?)))
        });
        let options = match options.collect::<Vec<_>>().join(", ").as_str() {
            "" => String::new(),
            options => format!("#[{attribute}({options})]\n"),
        };
        let _ = write!(
            types,
            "\n/// Identifies a row of {}.\n#[derive({})]\n{options}pub struct {}({value});\n",
            code(table),
            kind.derive(),
            id.name
        );
        derives.insert(kind.derive());
        values.insert(kind);
    }
    let mut text =
        format!("// {MARK}. Change adopt.toml, and not this file: the next run overwrites it.\n\n");
    if values.contains(&KeyKind::Snowflake) {
        text += "use snowflake_kit::Snowflake;\n";
    }
    let derives = match derives.into_iter().collect::<Vec<_>>().as_slice() {
        [derive] => (*derive).to_owned(),
        derives => format!("{{{}}}", derives.join(", ")),
    };
    let _ = writeln!(text, "pub use snowflake_kit::{derives};");
    if values.contains(&KeyKind::Uuid) {
        text += "use uuid::Uuid;\n";
    }
    text + &types
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
        let problem = "it is not the place of a module: each folder after `src`, and the last part, must \
                       be a name in Rust, as in `--out src/model/ids`";
        return Err(Error::File { path: out.into(), problem: problem.to_owned() });
    }
    Ok(format!("crate::{}", inside.join("::")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_cannot_move_yet_has_the_texts_of_its_keys() {
        let choices: Choices = toml_edit::de::from_str(
            "first_minted = 1\n[ids]\n\
             users = { name = \"UserId\", text = \"base62\", move = \"snowflake\" }\n",
        )
        .unwrap();
        for (kind, line) in [
            (KeyKind::Uuid, "#[derive(UuidId)]\npub struct UserId(Uuid);"),
            (KeyKind::Snowflake, "#[snowflake(text = \"base62\")]\npub struct UserId(Snowflake);"),
        ] {
            let kinds = [("users".to_owned(), kind)].into();
            let module = text(&Decision { kinds, ..Decision::default() }, &choices);
            assert!(module.contains(line), "{module}");
        }
    }
}
