//! Links to posts and messages.

use crate::run;

/// The ID in a link, and its layout.
fn decoded(link: &str) -> (String, String) {
    let values = run(&["decode", link, "--json"]).json();
    let text = |key: &str| values[0][key].as_str().unwrap().to_owned();
    (text("id"), text("layout"))
}

#[test]
fn the_id_of_a_link_is_taken_out_of_it() {
    for (link, id, layout) in [
        (
            "https://discord.com/channels/81384788765712384/381871767846780928/175928847299117063",
            "175928847299117063",
            "discord",
        ),
        (
            "https://ptb.discord.com/channels/@me/175928847299117063",
            "175928847299117063",
            "discord",
        ),
        ("https://twitter.com/user/status/1541815603606036480", "1541815603606036480", "twitter"),
        (
            "http://x.com/user/status/1541815603606036480/photo/1?s=20",
            "1541815603606036480",
            "twitter",
        ),
        (
            "https://mobile.twitter.com/i/web/status/1541815603606036480#m",
            "1541815603606036480",
            "twitter",
        ),
        ("https://mastodon.social/@Gargron/109252111498807689", "109252111498807689", "mastodon"),
        (
            "https://fosstodon.org/@a@mastodon.social/109252111498807689",
            "109252111498807689",
            "mastodon",
        ),
        (
            "https://example.com/users/Gargron/statuses/109252111498807689/activity",
            "109252111498807689",
            "mastodon",
        ),
    ] {
        assert_eq!(decoded(link), (id.to_owned(), layout.to_owned()), "{link}");
    }
}

#[test]
fn a_layout_that_is_given_comes_first() {
    let link = "https://example.com/@somebody/175928847299117063";
    let values = run(&["decode", link, "--json", "--layout", "discord"]).json();
    assert_eq!(values[0]["layout"], "discord");
}

#[test]
fn a_link_without_an_id_is_refused() {
    for link in [
        "https://",
        "https://discord.com",
        "https://discord.com/channels/@me",
        "https://twitter.com/user/1541815603606036480",
        "https://twitter.com/user/status/",
        "https://twitter.com/user/status/1541815603606036480x",
        "https://nottwitter.com/user/status/1541815603606036480",
        "https://example.com/109252111498807689",
    ] {
        let said = run(&["decode", link]).refused();
        assert!(said.contains("is a link of an unknown kind"), "{said}");
    }
    // What is in the place of an ID has to be one.
    let said = run(&["decode", "https://twitter.com/user/status/0"]).refused();
    assert!(said.contains("0 is not an ID"), "{said}");
}
