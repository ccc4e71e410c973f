//! The texts of `pg_dump`, which are read and not run.

use std::fmt::Write;

use crate::rehearsal::play::Objects;

/// The objects of a dump: each begins with a line such as
/// `-- Name: users id; Type: DEFAULT; Schema: public; Owner: -`.
pub(super) fn objects(dump: &str, schema: &str) -> Objects {
    let mut objects = Objects::new();
    let mut current: Option<String> = None;
    for line in dump.lines() {
        if let Some(name) = line.strip_prefix("-- Name: ").and_then(|line| object(line, schema)) {
            current = Some(name);
        } else if let Some(name) = &current
            && !matches!(line, "" | "--")
            && !line.starts_with("SET default_")
            && !line.starts_with("-- PostgreSQL database dump complete")
            && !line.starts_with("\\unrestrict ")
        {
            let text = objects.entry(name.clone()).or_default();
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
    objects
}

/// The kind and the name of an object, as a person writes them.
fn object(line: &str, of: &str) -> Option<String> {
    let (name, rest) = line.split_once("; Type: ")?;
    let (kind, rest) = rest.split_once("; Schema: ")?;
    let (schema, _) = rest.split_once("; Owner:")?;
    let kind = kind.to_lowercase();
    Some(match schema {
        _ if schema == of || schema == "-" => format!("{kind} {name}"),
        _ => format!("{kind} {schema}.{name}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_have_their_kinds_and_names() {
        let dump = "SET x = 1;\n\n--\n-- Name: users; Type: TABLE; Schema: shop; Owner: -\n--\n\n\
                    CREATE TABLE shop.users (\n    id integer\n);\n\n\n--\n\
                    -- Name: users id; Type: DEFAULT; Schema: shop; Owner: -\n--\n\nALTER TABLE 1;\n\n\
                    --\n-- Name: VIEW v; Type: COMMENT; Schema: other; Owner: -\n--\n\nCOMMENT;\n\n\
                    --\n-- PostgreSQL database dump complete\n--\n\n\\unrestrict abc\n";
        let objects = objects(dump, "shop");
        let objects: Vec<_> =
            objects.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        assert_eq!(
            objects,
            [
                ("comment other.VIEW v", "COMMENT;\n"),
                ("default users id", "ALTER TABLE 1;\n"),
                ("table users", "CREATE TABLE shop.users (\n    id integer\n);\n"),
            ]
        );
    }
}
