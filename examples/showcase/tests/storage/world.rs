//! Rows to test with.

use showcase::model::{Channel, Graph, Guild, Member, Message, Reaction, User};

/// A guild with a channel, in which two people talk; all that can link to each
/// other does.
pub(crate) fn world() -> Graph {
    let (ada, bob) = (User::mint("Ada"), User::mint("Bob 🤖"));
    let mut guild = Guild::mint("Analytical engines", ada.id, None);
    let mut channel = Channel::mint(guild.id, "general", None);
    guild.welcome_id = Some(channel.id);
    let question = Message::mint(channel.id, ada.id, None, "Keys before rows?");
    let answer =
        Message::mint(channel.id, bob.id, Some(question.id), "Yes.\n'; -- \"`\\ \u{1f600}");
    channel.pinned_id = Some(answer.id);
    let likes = [(&ada, "👍"), (&bob, "👍"), (&bob, "👎")]
        .map(|(user, emoji)| Reaction::mint(question.id, user.id, emoji));
    Graph {
        members: [ada.id, bob.id].map(|user_id| Member { guild_id: guild.id, user_id }).into(),
        users: vec![ada, bob],
        guilds: vec![guild],
        channels: vec![channel],
        messages: vec![question, answer],
        reactions: likes.into(),
    }
}

/// More messages of the channel in such a graph, which is there.
pub(crate) fn messages(graph: &Graph, number: usize) -> Graph {
    let (channel, user) = (graph.channels[0].id, graph.users[0].id);
    let messages =
        (0..number).map(|n| Message::mint(channel, user, None, format!("Message {n}"))).collect();
    Graph { messages, ..Graph::default() }
}
