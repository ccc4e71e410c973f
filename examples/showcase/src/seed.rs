//! A world to begin with: four weeks of talk in a few guilds, with IDs of that time.

use std::iter;
use std::time::{Duration, SystemTime};

use snowflake_kit::core::Backfill;
use snowflake_kit::{Layout, SnowflakeId};

use crate::id::{ChannelId, MessageId};
use crate::lease;
use crate::model::{Channel, Graph, Guild, Member, Message, Reaction, User};
use crate::storage::{Storage, StorageError, Window};

/// How often another instance, which is at it, is waited for.
const ATTEMPTS: u32 = 12;
/// How far back it goes.
const PAST: Duration = Duration::from_hours(4 * 7 * 24);
/// How many messages are inserted at a time.
const MESSAGES_PER_GRAPH: usize = 500;

/// Guilds, and the channels of each.
const GUILDS: [(&str, &[&str]); 3] = [
    ("Ferris & Friends", &["general", "help", "async"]),
    ("Sourdough Society", &["general", "first-loaves"]),
    ("Night Trains", &["platform-1", "timetables"]),
];
const NAMES: [&str; 7] = ["Ada", "Björn", "Chidi", "Łukasz", "Mei", "Noor", "Zoë"];
const TALK: [&str; 9] = [
    "Mine does not rise. Has anybody seen that?",
    "Same here, since last week.",
    "First leave it alone for a day. If it still leaks, come back.",
    "It works! All it took was to read the whole message.",
    "Who comes to the meetup on Saturday?",
    "I cannot, mine is two hours late.",
    "Count me in 🚂",
    "No idea, but following.",
    "😅 of course. Thanks!",
];

/// Fills a database that has no guild yet, with so many messages. False if
/// there was nothing to do, or another instance has done it meanwhile.
///
/// It is one transaction: a world that is interrupted is none. And each world
/// begins with the same row, so there can be no second one beside it.
///
/// # Errors
/// Those of the storage.
pub async fn plant(storage: &Storage, messages: u32) -> Result<bool, StorageError> {
    let mut attempt = 0;
    loop {
        if messages == 0 || !storage.guilds(&Window::first(1)).await?.is_empty() {
            return Ok(false);
        }
        attempt += 1;
        match storage.insert_all(world(messages as usize, SystemTime::now())).await {
            Ok(()) => return Ok(true),
            Err(StorageError::Duplicate(_)) => return Ok(false),
            // SQLite's other writers are waited for, for some time.
            Err(StorageError::Away(_)) if attempt < ATTEMPTS => {}
            Err(error) => return Err(error),
        }
    }
}

/// IDs of the past, and of nodes that no instance mints with, so their IDs all differ.
struct Past(Vec<Backfill>);

impl Past {
    fn new() -> Self {
        let nodes = lease::NODES.end..=Layout::DEFAULT.max_node();
        let ids = nodes.map(|node| Backfill::new(Layout::DEFAULT, node));
        Self(ids.collect::<Result<_, _>>().expect("the layout has these nodes"))
    }

    fn id<T: SnowflakeId>(&mut self, unix_millis: i64) -> T {
        let id = self.0[0].id_at(unix_millis);
        T::from_snowflake(id.expect("the layout reaches from 2025 to 2094"))
    }
}

/// All that happened until now, in graphs whose rows link to each other and to those of the
/// graphs before: so many messages.
///
/// # Panics
/// If `now` is not between 2026 and 2094.
pub fn world(messages: usize, now: SystemTime) -> impl Iterator<Item = Graph> + Send {
    let mut ids = Past::new();
    let end = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_millis() as i64;
    let begin = end - PAST.as_millis() as i64;
    let pause = PAST.as_millis() as usize / (messages + 1);

    let founding = found(&mut ids, begin);
    let users: Vec<_> = founding.users.iter().map(|user| user.id).collect();
    // Where people talk, and what was said there last.
    let mut channels: Vec<(ChannelId, Option<MessageId>)> =
        founding.channels.iter().map(|channel| (channel.id, channel.pinned_id)).collect();
    let talk = (0..messages).step_by(MESSAGES_PER_GRAPH).map(move |first| {
        let mut graph = Graph::default();
        for n in first..messages.min(first + MESSAGES_PER_GRAPH) {
            let at = begin + (n * pause) as i64;
            // Now and then, another node goes on.
            if n % 5 == 0 {
                ids.0.rotate_left(1);
            }
            let [author_id, user_id] = [n + n / 5, n + 1].map(|user| users[user % users.len()]);
            let at_channel = n % channels.len();
            let (channel_id, last) = &mut channels[at_channel];
            let (id, text) = (ids.id(at), TALK[n % TALK.len()].to_owned());
            // One of three answers what was said last.
            let reply_to = last.replace(id).filter(|_| n % 3 == 0);
            graph.messages.push(Message { id, channel_id: *channel_id, author_id, reply_to, text });
            if n % 4 == 0 {
                let emoji = ["👍", "❤️", "🎉"][n % 3].to_owned();
                graph.reactions.push(Reaction { id: ids.id(at), message_id: id, user_id, emoji });
            }
        }
        graph
    });
    iter::once(founding).chain(talk)
}

/// Users, guilds and channels; each channel has its first message pinned.
fn found(ids: &mut Past, begin: i64) -> Graph {
    // Of no instance, and of the layout's beginning: the same ID in each world, so that a
    // database has room for one.
    let robot = User { id: ids.id(Layout::DEFAULT.epoch_unix_millis()), name: "Robot".into() };
    let users = NAMES.map(|name| User { id: ids.id(begin), name: name.to_owned() });
    let mut graph = Graph { users: iter::once(robot).chain(users).collect(), ..Graph::default() };
    let (robot, owner_id) = (graph.users[0].id, graph.users[1].id);
    for (name, channels) in GUILDS {
        let guild_id = ids.id(begin);
        for name in channels {
            let (id, message) = (ids.id(begin), ids.id(begin));
            let text = format!("Welcome to #{name}!");
            let (author_id, reply_to) = (robot, None);
            graph.messages.push(Message { id: message, channel_id: id, author_id, reply_to, text });
            let (name, pinned_id) = ((*name).to_owned(), Some(message));
            graph.channels.push(Channel { id, guild_id, name, pinned_id });
        }
        let welcome_id = graph.channels.iter().find(|channel| channel.guild_id == guild_id);
        let welcome_id = welcome_id.map(|channel| channel.id);
        graph.guilds.push(Guild { id: guild_id, name: name.to_owned(), owner_id, welcome_id });
        let members = graph.users.iter().map(|user| Member { guild_id, user_id: user.id });
        graph.members.extend(members);
    }
    graph
}
