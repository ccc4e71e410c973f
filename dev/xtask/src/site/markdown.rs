//! A page of the repository as a page of the book: one title, links of the site, and code without what
//! only tests need.

use std::ops::Range;

use pulldown_cmark::{
    CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd,
};

/// What becomes of a link.
pub(super) enum Link {
    /// It stays as it is.
    Kept,
    /// It leads elsewhere.
    To(String),
    /// Its text stays.
    Dropped,
}

/// Where the links of a page lead.
pub(super) trait Linker {
    /// For the links of the page in their order.
    fn link(&mut self, to: &str) -> Link;

    /// For images.
    fn image(&mut self, file: &str) -> Link;

    /// For a piece of code that names a page.
    fn code(&self, code: &str) -> Option<String>;
}

/// Changes of a text.
#[derive(Default)]
struct Edits(Vec<(Range<usize>, String)>);

impl Edits {
    fn replace(&mut self, range: Range<usize>, by: impl Into<String>) {
        self.0.push((range, by.into()));
    }

    fn apply(mut self, text: &str) -> String {
        self.0.sort_by_key(|(range, _)| (range.start, range.end));
        let mut edited = String::with_capacity(text.len());
        let mut at = 0;
        for (range, by) in self.0 {
            edited.push_str(&text[at..range.start]);
            edited.push_str(&by);
            at = range.end;
        }
        edited + &text[at..]
    }
}

/// The events of a page, read as rustdoc reads it.
fn events(text: &str) -> impl Iterator<Item = (Event<'_>, Range<usize>)> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS;
    // A link of rustdoc's: [`path::to::item`].
    let item = |link: pulldown_cmark::BrokenLink<'_>| {
        let label = link.reference.trim_matches('`').to_owned();
        label.contains("::").then(|| (CowStr::from(label), CowStr::from("")))
    };
    Parser::new_with_broken_link_callback(text, options, Some(item)).into_offset_iter()
}

/// The page as mdBook is to read it, under a title of its own.
///
/// `is_rustdoc` says that rustdoc reads it: blocks of code are Rust unless they say otherwise.
pub(super) fn rewritten(text: &str, is_rustdoc: bool, linker: &mut impl Linker) -> String {
    let mut edits = Edits::default();
    headings(text, &mut edits);
    let mut inside = 0_usize;
    for (event, range) in events(text) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                if let Some(block) = code_block(&text[range.clone()], &info, is_rustdoc) {
                    edits.replace(range, block);
                }
            }
            Event::Start(Tag::Link { link_type, dest_url, .. }) => {
                inside += 1;
                follow(&mut edits, text, range, link_type, &dest_url, linker.link(&dest_url));
            }
            Event::Start(Tag::Image { link_type, dest_url, .. }) => {
                inside += 1;
                follow(&mut edits, text, range, link_type, &dest_url, linker.image(&dest_url));
            }
            Event::Start(Tag::Heading { .. }) => inside += 1,
            Event::Start(Tag::Paragraph) => {
                if let Some((question, length)) = question(&text[range.clone()]) {
                    let start = range.start;
                    edits.replace(start..start + length, format!("## {question}\n\n"));
                }
            }
            Event::End(TagEnd::Heading(_) | TagEnd::Link | TagEnd::Image) => inside -= 1,
            Event::Code(code) if inside == 0 => {
                if let Some(to) = linker.code(&code) {
                    let shown = &text[range.clone()];
                    edits.replace(range, format!("[{shown}]({to})"));
                }
            }
            _ => {}
        }
    }
    edits.apply(text)
}

/// A question in bold at the start of its answer, and how long it is. As a heading, the search finds it.
fn question(paragraph: &str) -> Option<(String, usize)> {
    let (question, answer) = paragraph.strip_prefix("**")?.split_once("**")?;
    let spaces = answer.len() - answer.trim_start().len();
    let is_plain = question.ends_with('?') && !question.contains(['`', '[']);
    let words: Vec<_> = question.split_whitespace().collect();
    is_plain.then(|| (words.join(" "), paragraph.len() - answer.len() + spaces))
}

/// Gives the page one title, and moves its other headings below it.
fn headings(text: &str, edits: &mut Edits) {
    let mut all = Vec::new();
    for (event, range) in events(text) {
        if let Event::Start(Tag::Heading { level, .. }) = event {
            all.push((level, range.start));
        }
    }
    let is_titled = starts_with_title(text);
    if !is_titled {
        edits.replace(0..0, format!("# {}\n\n", title(text)));
    }
    let below = &all[usize::from(is_titled).min(all.len())..];
    if below.iter().any(|(level, _)| *level == HeadingLevel::H1) {
        for (_, start) in below {
            edits.replace(*start..*start, "#");
        }
    }
}

fn starts_with_title(text: &str) -> bool {
    text.trim_start().starts_with("# ")
}

/// The title of a page: its first heading, or the beginning of its first sentence.
pub(super) fn title(text: &str) -> String {
    let text = text.trim_start();
    if let Some(heading) = text.strip_prefix("# ") {
        return heading.lines().next().unwrap_or_default().trim().to_owned();
    }
    let paragraph: Vec<_> = text.lines().take_while(|line| !line.trim().is_empty()).collect();
    let sentence = paragraph.join(" ") + " ";
    let ends = [": ", ". "].iter().filter_map(|end| sentence.find(end));
    sentence[..ends.min().unwrap_or(sentence.len())].trim_end().to_owned()
}

/// Follows what the linker says of a link or an image.
fn follow(
    edits: &mut Edits,
    text: &str,
    range: Range<usize>,
    kind: LinkType,
    dest: &str,
    link: Link,
) {
    let whole = &text[range.clone()];
    let open = usize::from(whole.starts_with('!')) + 1;
    let shown = match kind {
        LinkType::Inline => whole.rfind("](").map(|end| &whole[open..end]),
        LinkType::Reference | LinkType::ReferenceUnknown => {
            whole.rfind("][").map(|end| &whole[open..end])
        }
        LinkType::Collapsed | LinkType::CollapsedUnknown => {
            whole.strip_suffix("][]").map(|whole| &whole[open..])
        }
        LinkType::Shortcut | LinkType::ShortcutUnknown => {
            whole.strip_suffix(']').map(|whole| &whole[open..])
        }
        _ => None,
    };
    let Some(shown) = shown else { return };
    match link {
        Link::Kept => {}
        Link::Dropped => edits.replace(range, shown),
        // Code inside of the text of a link is not touched, so its place can be cut out.
        Link::To(to) if kind == LinkType::Inline => {
            let Some(at) = whole.rfind(dest) else { return };
            edits.replace(range.start + at..range.start + at + dest.len(), to);
        }
        Link::To(to) => edits.replace(range, format!("[{shown}]({to})")),
    }
}

/// Languages that the highlighter of mdBook does not know, and warns of.
const UNKNOWN: [&str; 2] = ["abnf", "proto"];

/// A block of Rust without lines that only tests need and without rustdoc's attributes; `None` if the
/// block stays as it is.
fn code_block(block: &str, info: &str, is_rustdoc: bool) -> Option<String> {
    const ATTRIBUTES: [&str; 5] = ["rust", "no_run", "ignore", "compile_fail", "standalone_crate"];
    let first = info.split([',', ' ']).next().unwrap_or_default();
    let is_rust = if first.is_empty() { is_rustdoc } else { ATTRIBUTES.contains(&first) };
    if UNKNOWN.contains(&first) {
        return Some(block.replacen(first, "text", 1));
    }
    if !is_rust {
        return None;
    }
    let (fence, body) = block.split_once('\n')?;
    let marks = &fence[..fence.len() - fence.trim_start_matches(['`', '~']).len()];
    let mut shown = format!("{marks}rust\n");
    for line in body.split_inclusive('\n') {
        let code = line.trim();
        if code == "#" || code.starts_with("# ") {
            continue;
        }
        shown.push_str(&if code.starts_with("##") {
            line.replacen("##", "#", 1)
        } else {
            line.into()
        });
    }
    Some(shown)
}

#[cfg(test)]
mod tests {
    use super::{Link, Linker, rewritten, title};

    /// Leads to what is asked for, in capitals.
    struct Loud;

    impl Linker for Loud {
        fn link(&mut self, to: &str) -> Link {
            match to {
                "gone" => Link::Dropped,
                to if to.starts_with("https") => Link::Kept,
                to => Link::To(to.to_uppercase()),
            }
        }

        fn image(&mut self, file: &str) -> Link {
            Link::To(format!("files/{file}"))
        }

        fn code(&self, code: &str) -> Option<String> {
            (code == "sql").then(|| "sql.html".to_owned())
        }
    }

    #[test]
    fn links_lead_where_the_linker_says() {
        let text = "# A `sql`\n\n[`a`](crate::a) [b][c] [`x::y`] [d](gone) [e](https://e) ![f](g.svg)\n\
                    `sql` and `other`\n\n[c]: crate::c\n";
        let page = "# A `sql`\n\n[`a`](CRATE::A) [b](CRATE::C) [`x::y`](X::Y) d [e](https://e) \
                    ![f](files/g.svg)\n[`sql`](sql.html) and `other`\n\n[c]: crate::c\n";
        assert_eq!(rewritten(text, true, &mut Loud), page);
    }

    #[test]
    fn examples_have_no_hidden_lines() {
        let text = "# T\n\n```no_run\n# use a;\n#[b]\nc\n#\n## d\n```\n\n```toml\n# e\n```\n\n```abnf\nf\n```\n";
        let page = "# T\n\n```rust\n#[b]\nc\n# d\n```\n\n```toml\n# e\n```\n\n```text\nf\n```\n";
        assert_eq!(rewritten(text, true, &mut Loud), page);
    }

    #[test]
    fn questions_become_headings() {
        let text = "# Questions\n\n**Why not\n UUIDs?** They\nare `sql`. **Why?**\n";
        let page = "# Questions\n\n## Why not UUIDs?\n\nThey\nare [`sql`](sql.html). **Why?**\n";
        assert_eq!(rewritten(text, true, &mut Loud), page);
    }

    #[test]
    fn a_page_has_one_title() {
        let text = "IDs in MongoDB: what\nthe driver writes.\n\n# One\n\n## Two\n";
        let page =
            "# IDs in MongoDB\n\nIDs in MongoDB: what\nthe driver writes.\n\n## One\n\n### Two\n";
        assert_eq!(rewritten(text, true, &mut Loud), page);
        assert_eq!(title("# `a`: b\n\nc"), "`a`: b");
        assert_eq!(title("IDs in Node.js: the\ntype."), "IDs in Node.js");
        let titled = "# One\n\n## Two\n";
        assert_eq!(rewritten(titled, true, &mut Loud), titled);
        assert_eq!(rewritten("# One\n\n# Two\n", true, &mut Loud), "# One\n\n## Two\n");
    }
}
