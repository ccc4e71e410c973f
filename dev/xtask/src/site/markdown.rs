//! The links of a page of the repository, as the book is to have them.

use pulldown_cmark::{CowStr, Event, LinkType, Options, Parser, Tag};

use crate::run::Failed;

/// What becomes of a link.
pub(super) enum Link {
    /// It stays as it is.
    Kept,
    /// It leads elsewhere.
    To(String),
    /// Its text stays.
    Dropped,
}

/// The page with other links. What becomes of each, or of an image, is asked in their order.
pub(super) fn linked(
    text: &str,
    mut link: impl FnMut(&str, bool) -> Result<Link, Failed>,
) -> Result<String, Failed> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS;
    // A link of rustdoc's: [`path::to::item`].
    let item = |link: pulldown_cmark::BrokenLink<'_>| {
        let label = link.reference.trim_matches('`').to_owned();
        label.contains("::").then(|| (CowStr::from(label), CowStr::from("")))
    };
    let parser = Parser::new_with_broken_link_callback(text, options, Some(item));
    let mut edited = String::with_capacity(text.len());
    let mut at = 0;
    for (event, range) in parser.into_offset_iter() {
        let (link_type, dest, is_image) = match event {
            Event::Start(Tag::Link { link_type, dest_url, .. }) => (link_type, dest_url, false),
            Event::Start(Tag::Image { link_type, dest_url, .. }) => (link_type, dest_url, true),
            _ => continue,
        };
        let link = link(&dest, is_image)?;
        let whole = &text[range.clone()];
        let close = match link_type {
            LinkType::Inline => "](",
            LinkType::Reference | LinkType::ReferenceUnknown => "][",
            LinkType::Collapsed | LinkType::CollapsedUnknown => "][]",
            _ => "]",
        };
        let open = 1 + usize::from(is_image);
        let Some(end) = whole.rfind(close).filter(|_| range.start >= at) else { continue };
        edited.push_str(&text[at..range.start]);
        match link {
            Link::Kept => edited.push_str(whole),
            Link::Dropped => edited.push_str(&whole[open..end]),
            Link::To(to) => edited.extend([&whole[..end], "](", &to, ")"]),
        }
        at = range.end;
    }
    Ok(edited + &text[at..])
}

#[cfg(test)]
mod tests {
    use super::{Link, linked};

    #[test]
    fn links_lead_where_the_linker_says() {
        let text = "# A `sql`\n\n[`a`](crate::a) [b][c] [`x::y`] [d](gone) [e](https://e) ![f](g.svg)\n\
                    `sql` and `other`\n\n[c]: crate::c\n";
        let page = "# A `sql`\n\n[`a`](CRATE::A) [b](CRATE::C) [`x::y`](X::Y) d [e](https://e) \
                    ![f](G.SVG)\n`sql` and `other`\n\n[c]: crate::c\n";
        let loud = |to: &str, _| {
            Ok(match to {
                "gone" => Link::Dropped,
                to if to.starts_with("https") => Link::Kept,
                to => Link::To(to.to_uppercase()),
            })
        };
        assert_eq!(linked(text, loud).ok().unwrap(), page);
    }
}
