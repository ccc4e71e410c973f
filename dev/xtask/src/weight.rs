//! How much there is to understand: lines of code, names and macros of each package.
//!
//! A line counts if a token of code is on it: not a blank line, a comment, documentation or a test.
//! `tokei` tells code from comments, but not tests from code, and counts the lines of `#[doc]`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};

use crate::files::{list, read, write};
use crate::package;
use crate::run::Failed;
use crate::sources::{is_mark, without_tests};

/// The figures as somebody last accepted them, and the reasons.
const FILE: &str = "weight.txt";

const ADOPT: &str = "snowflake-adopt";

/// The last one may grow: tests are among all lines of Rust.
const COLUMNS: [&str; 6] = ["code", "public", "macros", "cfg", "packages", "lines"];

/// Rows that are sums of others.
const SUMS: [&str; 2] = ["product", "all"];

/// Where the figures end and the reasons begin.
const REASONS: &str = "\n# What came, and what left for it\n";

const HEAD: &str = "\
# `cargo xtask weight` fails if a figure grew; `--bless \"what came, what left for it\"` writes them.
# code: lines without blank ones, comments, documentation and tests. public: lines of public-api.txt.
# macros: `#[macro_export]`. cfg: lines with `#[cfg` in src. lines: all lines of Rust, which may grow.
";

type Row = [usize; COLUMNS.len()];

/// Compares with the file; with a reason, writes it.
pub(crate) fn check(reason: Option<&str>) -> Result<(), Failed> {
    let before = read(FILE)?;
    let (figures, reasons) = before.split_once(REASONS).unwrap_or((&before, ""));
    let now = table(&weigh()?);
    eprintln!("{now}");
    if let Some(reason) = reason {
        if reason.trim().is_empty() {
            return Err(Failed("a reason says what came, and what left for it".to_owned()));
        }
        let product = |table| read_table(table).get("product").map_or(0, |row| row[0]);
        let line = format!("{} -> {}: {}\n", product(figures), product(&now), reason.trim());
        return write(FILE, format!("{HEAD}{now}{REASONS}{reasons}{line}"));
    }
    let (grown, has_fallen) = compare(&read_table(figures), &read_table(&now));
    if !grown.is_empty() {
        return Err(Failed(format!(
            "there is more to understand than {FILE} says:\n  {}\nFirst look for what makes the new \
             code unnecessary, or for what it replaces, and delete that. If it has to grow: `cargo \
             xtask weight --bless \"what came, what left for it\"`",
            grown.join("\n  ")
        )));
    }
    if has_fallen {
        eprintln!("figures fell: `cargo xtask weight --bless \"what left\"` keeps them there");
    }
    Ok(())
}

/// The figures of each package and of what is beside them, and the sums.
fn weigh() -> Result<Vec<(String, Row)>, Failed> {
    let mut rows = Vec::new();
    let mut product = Row::default();
    for package in package::members()? {
        let row = row(&package)?;
        add(&mut product, row);
        rows.push((package, row));
    }
    let adopt = row(ADOPT)?;
    // What helps to make the product, and to learn it.
    let mut beside = row("dev")?;
    add(&mut beside, row("examples")?);
    let mut all = product;
    add(&mut all, adopt);
    add(&mut all, beside);
    let others = [("product", product), (ADOPT, adopt), ("dev+examples", beside), ("all", all)];
    rows.extend(others.map(|(name, row)| (name.to_owned(), row)));
    Ok(rows)
}

fn add(sum: &mut Row, row: Row) {
    sum.iter_mut().zip(row).for_each(|(sum, figure)| *sum += figure);
}

fn row(folder: &str) -> Result<Row, Failed> {
    let code = without_tests(folder)?.into_iter().map(|(_, tokens)| code(tokens)).sum();
    let mut row = [code, 0, 0, 0, 0, 0];
    for file in list(&[format!("{folder}/public-api.txt")])? {
        row[1] += read(file)?.lines().count();
    }
    for manifest in list(&[format!("{folder}/Cargo.toml"), format!("{folder}/*/Cargo.toml")])? {
        row[4] += usize::from(read(manifest)?.contains("[package]"));
    }
    for file in list(&[format!("{folder}/*.rs")])? {
        let text = read(&file)?;
        let has =
            |start: &str| text.lines().filter(|line| line.trim_start().starts_with(start)).count();
        row[2] += has("#[macro_export]");
        if Path::new(&file).iter().any(|part| part == "src") {
            row[3] += has("#[cfg") + has("#![cfg");
        }
        row[5] += text.lines().count();
    }
    Ok(row)
}

/// The lines that have a token of code.
fn code(tokens: TokenStream) -> usize {
    let mut lines = BTreeSet::new();
    mark(tokens, &mut lines);
    lines.len()
}

fn mark(tokens: TokenStream, lines: &mut BTreeSet<usize>) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        // `#[doc = "…"]` and `#![doc = "…"]`, as which comments are read too.
        let is_inner =
            matches!(tokens.get(at + 1), Some(TokenTree::Punct(mark)) if mark.as_char() == '!');
        let attribute = at + 1 + usize::from(is_inner);
        if is_mark(&tokens[at]) && tokens.get(attribute).is_some_and(is_doc) {
            at = attribute + 1;
            continue;
        }
        match &tokens[at] {
            TokenTree::Group(group) => {
                lines.extend([group.span_open().start().line, group.span_close().end().line]);
                mark(group.stream(), lines);
            }
            token => lines.extend(token.span().start().line..=token.span().end().line),
        }
        at += 1;
    }
}

fn is_doc(attribute: &TokenTree) -> bool {
    let TokenTree::Group(group) = attribute else { return false };
    matches!(group.stream().into_iter().next(), Some(TokenTree::Ident(name)) if name == "doc")
}

fn table(rows: &[(String, Row)]) -> String {
    let mut text = format!("{:22}", "#");
    let _ = COLUMNS.iter().try_for_each(|column| write!(text, "{column:>9}"));
    for (name, row) in rows {
        let _ = write!(text, "\n{name:22}");
        let _ = row.iter().try_for_each(|figure| write!(text, "{figure:>9}"));
    }
    text + "\n"
}

fn read_table(text: &str) -> BTreeMap<&str, Row> {
    let rows = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut words = line.split_whitespace();
        let mut row = Row::default();
        let name = words.next()?;
        row.iter_mut().zip(words).for_each(|(figure, word)| *figure = word.parse().unwrap_or(0));
        Some((name, row))
    });
    rows.collect()
}

/// Which figures grew and by how much, and whether one fell.
fn compare(before: &BTreeMap<&str, Row>, now: &BTreeMap<&str, Row>) -> (Vec<String>, bool) {
    let mut grown = Vec::new();
    let mut has_fallen = before.keys().any(|name| !now.contains_key(name));
    for (name, row) in now.iter().filter(|(name, _)| !SUMS.contains(name)) {
        let known = before.get(name).copied().unwrap_or_default();
        for (column, (known, figure)) in
            COLUMNS.iter().zip(known.iter().zip(row)).take(COLUMNS.len() - 1)
        {
            has_fallen |= figure < known;
            if let Some(more) = figure.checked_sub(*known).filter(|more| *more > 0) {
                grown.push(format!("{name}: {column} {known} -> {figure} (+{more})"));
            }
        }
    }
    (grown, has_fallen)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{code, compare, read_table, table};

    #[test]
    fn comments_and_documentation_are_no_code() {
        let source = "//! A\n#![doc = \"b\"]\n\n/// C\nfn d(\n    e: F, // g\n) {\n    /* h\n    i */\n\
                      \x20   \"j\n    k\";\n}\n#[doc(hidden)]\nuse l;\n";
        assert_eq!(code(source.parse().unwrap()), 7);
    }

    #[test]
    fn what_grew_is_named_and_all_lines_may_grow() {
        let rows = |core, mint, lines| {
            let row = |name: &str, code| (name.to_owned(), [code, 5, 0, 0, 1, lines]);
            table(&[row("core", core), row("mint", mint), row("all", core + mint)])
        };
        let (before, now) = (rows(10, 30, 40), rows(13, 29, 41));
        let (before, now) = (read_table(&before), read_table(&now));
        assert_eq!(compare(&before, &now), (vec!["core: code 10 -> 13 (+3)".to_owned()], true));
        assert_eq!(compare(&before, &before), (Vec::new(), false));
        assert_eq!(compare(&BTreeMap::new(), &now).0.len(), 6);
    }
}
