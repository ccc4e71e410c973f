//! IDs in links to posts and messages: `https://twitter.com/jack/status/20`.

use snowflake_kit_core::{Layout, Scheme};

use crate::error::{Cause, Consequence};
use crate::quoted::Quoted;

/// The layout of the IDs in links to these sites, and the part of the path after which one comes. If
/// no part is named, the ID is the last part that is a number.
static SITES: [(&[&str], Scheme, Option<&str>); 2] = [
    (&["twitter.com", "x.com"], Scheme::Layout(Layout::TWITTER), Some("status")),
    (&["discord.com", "discordapp.com"], Scheme::Layout(Layout::DISCORD), None),
];

/// Any server may be one of Mastodon. Its links have an account and the ID of a post.
static MASTODON: Scheme = Scheme::Layout(Layout::MASTODON);

/// A link in which no ID was found.
#[derive(Debug, thiserror::Error)]
#[error(
    "{input} is a link of an unknown kind: give the ID itself. Known are links to posts of \
     Twitter and Mastodon, and to messages and channels of Discord"
)]
pub(crate) struct NoIdInLink {
    input: Quoted,
}

impl Cause for NoIdInLink {
    fn consequence(&self) -> Consequence {
        Consequence::NextId
    }
}

/// The ID in a link, and the layout of the site's IDs. Without a link, the input as it is.
pub(crate) fn read(input: &[u8]) -> Result<(&[u8], Option<&'static Scheme>), NoIdInLink> {
    let link = str::from_utf8(input)
        .ok()
        .and_then(|input| input.strip_prefix("https://").or_else(|| input.strip_prefix("http://")));
    let Some(link) = link else { return Ok((input, None)) };
    let (id, scheme) = id_of(link)
        .ok_or_else(|| NoIdInLink { input: Quoted::new(&String::from_utf8_lossy(input)) })?;
    Ok((id.as_bytes(), Some(scheme)))
}

fn id_of(link: &str) -> Option<(&str, &'static Scheme)> {
    let path = link.split(['?', '#']).next()?;
    let (host, path) = path.split_once('/')?;
    let is_number =
        |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts = || path.split('/');
    let after = |name: &str| {
        let mut parts = parts().skip_while(|part| *part != name);
        parts.nth(1).filter(is_number)
    };
    let site = SITES.iter().find(|(hosts, _, _)| {
        let is_host = |known: &&str| {
            host.strip_suffix(*known).is_some_and(|sub| sub.is_empty() || sub.ends_with('.'))
        };
        hosts.iter().any(is_host)
    });
    if let Some((_, scheme, part)) = site {
        let id = match part {
            Some(part) => after(part),
            None => parts().rfind(is_number),
        };
        return id.map(|id| (id, scheme));
    }
    // `/@account/ID`, `/users/account/statuses/ID` and `/deck/@account/ID`.
    let of_account = || {
        let mut parts = parts().skip_while(|part| !part.starts_with('@'));
        parts.nth(1).filter(is_number)
    };
    let id = of_account().or_else(|| after("statuses"));
    id.map(|id| (id, &MASTODON))
}
