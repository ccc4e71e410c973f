//! A page of Markdown: what it links to, what can be linked to in it, and its text without code.

use std::collections::BTreeSet;
use std::mem::take;

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

#[derive(Default)]
pub(super) struct Page {
    /// Where links and images lead.
    pub(super) links: Vec<String>,
    /// The anchors of its headings.
    pub(super) anchors: BTreeSet<String>,
    /// Its text in parts, each with the link in whose text it stands.
    pub(super) prose: Vec<(String, Option<String>)>,
    /// The kind of each block of code between fences, and its lines.
    pub(super) blocks: Vec<(String, String)>,
}

impl Page {
    pub(super) fn read(text: &str) -> Self {
        let mut page = Self::default();
        let (mut heading, mut part, mut link) = (String::new(), String::new(), None);
        let mut is_code = false;
        for event in Parser::new(text) {
            match event {
                Event::Start(Tag::CodeBlock(kind)) => {
                    let CodeBlockKind::Fenced(kind) = kind else { continue };
                    page.blocks.push((kind.into_string(), String::new()));
                    is_code = true;
                }
                Event::End(TagEnd::CodeBlock) => is_code = false,
                Event::Text(text) if is_code => {
                    page.blocks
                        .iter_mut()
                        .last()
                        .into_iter()
                        .for_each(|(_, code)| code.push_str(&text));
                }
                Event::Start(Tag::Heading { .. }) => heading.clear(),
                Event::End(TagEnd::Heading(_)) => {
                    page.add(&slug(&heading));
                    part.push('\n');
                }
                Event::Text(text) => {
                    heading.push_str(&text);
                    part.push_str(&text);
                }
                Event::Code(text) => {
                    heading.push_str(&text);
                    part.push('\n');
                }
                Event::SoftBreak => part.push(' '),
                Event::Start(Tag::Link { dest_url, .. }) => {
                    page.links.push(dest_url.to_string());
                    page.prose.push((take(&mut part), link.replace(dest_url.into_string())));
                }
                Event::End(TagEnd::Link) => page.prose.push((take(&mut part), link.take())),
                Event::Start(Tag::Image { dest_url, .. }) => {
                    page.links.push(dest_url.into_string());
                }
                // Emphasis does not end a sentence, and all else does.
                Event::Start(Tag::Emphasis | Tag::Strong)
                | Event::End(TagEnd::Emphasis | TagEnd::Strong) => {}
                _ => part.push('\n'),
            }
        }
        page.prose.push((part, None));
        page
    }

    /// A heading that is there before gets a number.
    fn add(&mut self, slug: &str) {
        let mut unique = slug.to_owned();
        let mut number = 0;
        while !self.anchors.insert(unique.clone()) {
            number += 1;
            unique = format!("{slug}-{number}");
        }
    }
}

/// The anchor of a heading, as GitHub and rustdoc make it.
pub(super) fn slug(heading: &str) -> String {
    let kept = heading.to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn anchors_are_those_of_github() {
        assert_eq!(slug("3. The order of the steps"), "3-the-order-of-the-steps");
        assert_eq!(slug("What `LeaseBuilder` needs: a table"), "what-leasebuilder-needs-a-table");
    }
}
