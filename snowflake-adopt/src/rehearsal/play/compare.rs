//! What is lost, or has changed, between two states of the scratch database.

use regex::Regex;

use super::{Objects, Play};

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
            // Nothing is lost by a cast that is written out.
            let blocks = is.is_none_or(|is| plain(was) != plain(is));
            self.add(
                blocks,
                format!("{kind}:{object}"),
                outcome(object, was, is, by),
                "It was tried in a scratch database. Restore it in a migration of your own, which \
                 runs after these.",
            );
        }
    }
}

/// What has become of an object: the first lines in which two texts differ.
pub(super) fn outcome(object: &str, was: &str, is: Option<&str>, by: &str) -> String {
    let Some(is) = is else { return format!("{object} is lost by {by}") };
    let end = |line: &str| line.trim_end_matches(',').to_owned();
    let mut lines = was.lines().zip(is.lines());
    let (was, is) = lines
        .find(|(was, is)| end(was) != end(is))
        .map_or((first_line(was), first_line(is)), |(was, is)| (was.trim(), is.trim()));
    format!("{object} is changed by {by}: {was} has become {is}")
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
