//! Names, texts and defaults as somebody would choose them who wants SQL, a shell, a terminal or
//! a reader to take them for something else.
//!
//! A test puts each of them where a stranger could, beside a table [`VICTIM`] with one row, and
//! in a folder in which the file [`FILE`] does not exist. Afterwards the row is there, and the
//! file is not.

use snowflake_kit_core::Dialect;

/// A table that somebody would like to drop. A test creates it, with one row.
pub const VICTIM: &str = "victim";

/// A file that a shell would create in the working directory.
pub const FILE: &str = "owned";

/// Names of tables, columns, schemas, indexes and spaces. They are valid in PostgreSQL; those of a
/// [dialect](names) are in that as well.
pub const NAMES: &[&str] = &[
    // What looks like a quote, of each language.
    "a\"; DROP TABLE victim; --",
    "a'; DROP TABLE victim; --",
    "a`; DROP TABLE victim; --",
    "a]; DROP TABLE victim; --",
    "a\\'; DROP TABLE victim; --",
    "a\\\"; DROP TABLE victim; --",
    "a\"\"b''c``d",
    // Bodies between dollars, and what psql carries out while it reads.
    "t$$\\! id > owned #",
    "t$$; DROP TABLE victim; --",
    "t$snowflake$; DROP TABLE victim; --",
    "t$_snowflake$$snowflake$; DROP TABLE victim; --",
    "t$snowflake",
    "t\\! id > owned",
    "t\n\\! id > owned\n",
    "t\\gset\n\\i owned",
    ":victim :'victim' :\"victim\"",
    // Comments and line breaks.
    "-- a",
    "/* a",
    "a */ DROP TABLE victim; /*",
    "a\nDROP TABLE victim;\n--",
    "a\rDROP TABLE victim;\r--",
    "a\r\n; DROP TABLE victim;",
    "a\u{85}b\u{2028}c\u{2029}d",
    "DELIMITER //\n//",
    "\nDELIMITER //\nDROP TABLE victim//",
    // Terminals and readers.
    "a\x1b[2J\x1b]0;owned\x07b",
    "a\u{9b}31mb\u{7f}c\u{8}d",
    "user\u{202e}drowssap\u{202c}",
    "a\u{200b}b\u{200d}c\u{feff}d\u{2066}e",
    // Markdown and HTML.
    "a | b | c",
    "a|\n|---|\n# Owned",
    "<script>alert(1)</script>",
    "<!-- a --> ]]> &lt;",
    "[a](javascript:alert(1)) ![b](c)",
    "`a` **b** _c_ ~~d~~",
    "- a\n- b",
    // Rust, TOML, formats, shells.
    "a\"#; fn owned() {} r#\"",
    "a\"\"\"\nfirst_minted = 1\n[owned]",
    "a.b.\"c\"",
    "{a} {0} {{b}} %s %I",
    "$(id > owned) `id > owned`; id > owned",
    "a # b",
    "*/ fn owned() {} //",
    "Self",
    "select",
    "type",
    "a b",
    " a",
    "naïve 日本語",
    // As long as PostgreSQL permits, in letters of one byte and of two.
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxy",
    "äääääääääääääääääääääääääääääää",
];

/// Names that PostgreSQL, MariaDB and MySQL refuse, or would cut.
pub const NOT_NAMES: &[&str] = &[
    "",
    "a\0b",
    // 65 characters.
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
];

/// Texts without the character 0: comments, holders, reasons, and whatever a program stores.
pub const TEXTS: &[&str] = &[
    "'); DROP TABLE victim; --",
    "\\'); DROP TABLE victim; --",
    "\\\\'; DROP TABLE victim; --",
    "''; DROP TABLE victim; --",
    "it's \"so\" `called`",
    "ends in \\",
    "\\",
    "'",
    "$$; \\! id > owned",
    "$snowflake$; DROP TABLE victim; --",
    "\\! id > owned",
    "a\n\\! id > owned\n-- ",
    "*/ DROP TABLE victim; /*",
    "a\rb\nc\td",
    "\x1b]0;owned\x07\x1b[31m",
    "\u{202e}drowssap\u{2066}\u{200f}",
    "| a | b |\n# Owned\n<script>alert(1)</script> ]]>",
    "$(id > owned) %s {} ?1 :a @b",
];

/// The expressions of defaults whose value is one of [`TEXTS`], as they are written by somebody
/// who creates a table: SQL of this dialect.
pub fn defaults(dialect: Dialect) -> Vec<String> {
    let is_mysql = matches!(dialect, Dialect::MariaDb | Dialect::MySql);
    let quoted = |text: &&str| {
        let text = text.replace('\'', "''");
        match dialect {
            // The backslashes stay, as they do in strings without an E.
            Dialect::Postgres | Dialect::Sqlite => format!("'{text}'"),
            _ => format!("'{}'", text.replace('\\', "\\\\")),
        }
    };
    let mut all: Vec<_> = TEXTS.iter().map(quoted).collect();
    if dialect == Dialect::Postgres {
        all.push(r"E'\'); DROP TABLE victim; --'".to_owned());
        all.push("$$'); DROP TABLE victim; --$$".to_owned());
    } else if is_mysql {
        all.push(r"'\'); DROP TABLE victim; -- '".to_owned());
    } else {
        all.push(r"'\'''".to_owned());
        all.push("\"'); DROP TABLE victim; --\"".to_owned());
        all.push("X'27293b'".to_owned());
    }
    all
}

/// The [`NAMES`] that a database takes.
pub fn names(dialect: Dialect) -> Vec<&'static str> {
    let is_mysql = matches!(dialect, Dialect::MariaDb | Dialect::MySql);
    // They refuse white space at the end.
    let fits = |name: &&&str| !(is_mysql && name.trim_ascii_end().len() < name.len());
    NAMES.iter().filter(fits).copied().collect()
}

/// The characters of a text that a terminal obeys, or that hide or turn what is around them. Line
/// breaks and tabs are not among them.
pub fn obeyed(text: &str) -> String {
    let is_obeyed = |character: &char| {
        let is_layout = matches!(character, '\n' | '\t');
        let is_format = matches!(*character,
            '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}');
        (character.is_control() && !is_layout) || is_format
    };
    text.chars().filter(is_obeyed).collect()
}
