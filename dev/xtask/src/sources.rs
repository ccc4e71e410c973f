//! Rust's files, as tokens without tests.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use crate::files;
use crate::run::Failed;

/// The files of a folder without tests: without what stands under `#[cfg(test)]`, in the same file
/// or in one of its own, and without folders named `tests`.
pub(crate) fn without_tests(folder: &str) -> Result<Vec<(PathBuf, TokenStream)>, Failed> {
    let mut paths = files::list(&[format!("{folder}/*.rs")])?;
    paths.retain(|path| !path[folder.len()..].contains("/tests/"));
    paths.sort();
    let mut tests = BTreeSet::new();
    let mut files = Vec::new();
    for path in paths.iter().map(Path::new) {
        let wrong = |error| Failed(format!("{}: {error}", path.display()));
        let mut modules = Vec::new();
        let tokens = strip(files::read(path)?.parse().map_err(wrong)?, &mut modules);
        let is_root =
            ["lib", "main", "mod"].iter().any(|name| path.file_stem() == Some(name.as_ref()));
        let below = if is_root { path.with_file_name("") } else { path.with_extension("") };
        tests.extend(modules.iter().map(|module| below.join(module)));
        files.push((path.to_owned(), tokens));
    }
    files.retain(|(path, _)| !tests.iter().any(|test| path.with_extension("").starts_with(test)));
    Ok(files)
}

/// What of a file is compiled without `cfg(test)`, and the names of `#[cfg(test)] mod name;`.
pub(crate) fn strip(tokens: TokenStream, modules: &mut Vec<String>) -> TokenStream {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let mut kept = TokenStream::new();
    let mut at = 0;
    while at < tokens.len() {
        if is_mark(&tokens[at]) && tokens.get(at + 1).is_some_and(is_test) {
            // The item: up to its body or its semicolon.
            let is_last =
                |token: &TokenTree| token.to_string() == ";" || is_group(token, Delimiter::Brace);
            let item = &tokens[at + 2..];
            let length = item.iter().position(is_last).map_or(item.len(), |last| last + 1);
            if let [.., word, TokenTree::Ident(name), TokenTree::Punct(_)] = &item[..length]
                && word.to_string() == "mod"
            {
                modules.push(name.to_string());
            }
            at += 2 + length;
            continue;
        }
        kept.extend([match &tokens[at] {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), strip(group.stream(), modules));
                inner.set_span(group.span());
                inner.into()
            }
            other => other.clone(),
        }]);
        at += 1;
    }
    kept
}

/// Whether an attribute follows.
pub(crate) fn is_mark(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(mark) if mark.as_char() == '#')
}

fn is_group(token: &TokenTree, delimiter: Delimiter) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == delimiter)
}

/// Whether an attribute is `cfg(test)` or `cfg(all(test, …))`.
fn is_test(attribute: &TokenTree) -> bool {
    let text: String = attribute.to_string().split_whitespace().collect();
    text == "[cfg(test)]" || text.starts_with("[cfg(all(test,")
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;

    use super::strip;

    #[test]
    fn tests_are_left_out() {
        let source = "#[cfg(test)] mod tests { fn a() {} } #[cfg(unix)] mod unix { b!(); }
            #[cfg(all(test, not(loom)))] #[path = \"c.rs\"] mod c_tests;
            fn d() { #[cfg(test)] e(); f() } #[cfg(any(test, feature = \"g\"))] use h;";
        let left = "#[cfg(unix)] mod unix { b!(); }
            fn d() { f() } #[cfg(any(test, feature = \"g\"))] use h;";
        let mut modules = Vec::new();
        let stripped = strip(source.parse().unwrap(), &mut modules).to_string();
        assert_eq!(stripped, left.parse::<TokenStream>().unwrap().to_string());
        assert_eq!(modules, ["c_tests"]);
    }
}
