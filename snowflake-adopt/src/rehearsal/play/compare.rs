//! What is lost, or has changed, between two states of the scratch database.

use regex::Regex;

use super::{Objects, Play, first_line};

impl Play<'_> {
    pub(super) fn compare(
        &mut self,
        before: &Objects,
        after: &Objects,
        is_lost: impl Fn(&str, &str, Option<&str>) -> bool,
        kind: &str,
        by: &str,
    ) {
        let casts = Regex::new(r"::(?:bigint|integer|smallint)\b|[()\s]").ok();
        let plain =
            |text: &str| casts.as_ref().map(|casts| casts.replace_all(text, "").into_owned());
        for (object, was) in before {
            let is = after.get(object).map(String::as_str);
            if !is_lost(object, was, is) {
                continue;
            }
            let what = match is {
                None => format!("{object} is lost by {by}"),
                Some(is) => {
                    let (was, is) = difference(was, is);
                    format!("{object} is changed by {by}: {was} has become {is}")
                }
            };
            // Nothing is lost by a cast that is written out.
            let blocks = is.is_none_or(|is| plain(was) != plain(is));
            self.add(
                blocks,
                format!("{kind}:{object}"),
                what,
                "It was tried in a scratch database. Restore it in a migration of your own, which \
                 runs after these.",
            );
        }
    }
}

/// The first lines in which two texts differ.
fn difference<'a>(one: &'a str, other: &'a str) -> (&'a str, &'a str) {
    let lines = one.lines().zip(other.lines()).find(|(one, other)| one != other);
    lines.map_or_else(
        || (first_line(one), first_line(other)),
        |(one, other)| (one.trim(), other.trim()),
    )
}
