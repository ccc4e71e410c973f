//! Some weeks in which people talked.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::time::{Duration, SystemTime};

use fastrand::Rng;
use snowflake_kit::core::Backfill;
use snowflake_kit::{Layout, SnowflakeId};

use super::chatter::{Talk, pick};
use super::guilds::{EMOJIS, NAMES, TOPICS, Topic};
use crate::id::{ChannelId, MessageId, UserId};
use crate::model::{Channel, Graph, Guild, Member, Message, Reaction, User};

/// How far back it goes.
const PAST: Duration = Duration::from_hours(4 * 7 * 24);
/// How many messages are inserted at a time.
const MESSAGES_PER_GRAPH: usize = 500;
/// How many messages of a channel people still look at.
const RECENT: usize = 8;

/// Everything that happened, in graphs whose rows link to each other and to those
/// of the graphs before.
///
/// Its IDs are of the past, and of a node that no instance mints by: none of theirs
/// can be the same.
pub struct World {
    random: Rng,
    ids: Backfill,
    /// Who founded it all, until that is inserted.
    founding: Option<Graph>,
    users: Vec<User>,
    channels: Vec<Place>,
    conversations: Vec<Conversation>,
    /// When something is said, in Unix ms, and in which conversation; the last first.
    to_come: Vec<(i64, usize)>,
    messages: u64,
}

/// A channel.
struct Place {
    id: ChannelId,
    topic: &'static Topic,
    /// Of its guild: the numbers of users.
    members: Vec<usize>,
    recent: VecDeque<Recent>,
}

/// A message that people look at, and how they reacted.
struct Recent {
    id: MessageId,
    reactions: Vec<(UserId, &'static str)>,
}

/// People who talk.
struct Conversation {
    channel: usize,
    talk: Talk,
    opener: usize,
    /// What began it, and what was said last, by whom.
    said: Option<(MessageId, MessageId, usize)>,
}

impl World {
    /// So many messages up to now, and one more in each channel. From the same
    /// seed the same is said.
    ///
    /// # Panics
    /// If `now` is not between 2026 and 2094.
    pub fn new(messages: u32, now: SystemTime, seed: u64) -> Self {
        let millis = |time: SystemTime| match time.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(time) => time.as_millis() as i64,
            Err(_) => 0,
        };
        let (begin, end) = (millis(now - PAST), millis(now) - 60_000);
        let ids = Backfill::new(Layout::DEFAULT, Layout::DEFAULT.max_node());
        let mut world = Self {
            random: Rng::with_seed(seed),
            ids: ids.expect("the layout has this node"),
            founding: None,
            users: Vec::new(),
            channels: Vec::new(),
            conversations: Vec::new(),
            to_come: Vec::new(),
            messages: 0,
        };
        world.found(begin);
        while world.to_come.len() < messages as usize {
            world.plan(begin + 3_600_000, end);
        }
        world.to_come.truncate(messages as usize);
        world.to_come.sort_unstable_by_key(|(at, conversation)| Reverse((*at, *conversation)));
        world.messages = (world.to_come.len() + world.channels.len()) as u64;
        world
    }

    /// How many messages there are in all.
    pub fn messages(&self) -> u64 {
        self.messages
    }

    fn id<T: SnowflakeId>(&mut self, unix_millis: i64) -> T {
        let id = self.ids.id_at(unix_millis);
        T::from_snowflake(id.expect("the layout reaches from 2025 to 2094"))
    }

    /// Users, guilds and channels; each channel has its first message pinned.
    fn found(&mut self, begin: i64) {
        let mut graph = Graph::default();
        // Of no node and no instance, but of the layout's beginning: the same ID in
        // each world, so that a database has room for one.
        let robot = User { id: self.id(Layout::DEFAULT.epoch_unix_millis()), name: "Robot".into() };
        self.users = NAMES
            .iter()
            .map(|name| User { id: self.id(begin), name: (*name).to_owned() })
            .collect();
        for topic in TOPICS {
            let (mut members, size): (Vec<_>, _) =
                ((0..self.users.len()).collect(), self.random.usize(10..25));
            self.random.shuffle(&mut members);
            members.truncate(size);
            let owner_id = self.users[members[0]].id;
            let id = self.id(begin);
            let mut guild = Guild { id, name: topic.guild.into(), owner_id, welcome_id: None };
            let users = members.iter().map(|number| self.users[*number].id).chain([robot.id]);
            graph.members.extend(users.map(|user_id| Member { guild_id: guild.id, user_id }));
            for (name, greeting) in topic.channels {
                let id = self.id(begin);
                let first = Message {
                    id: self.id(begin),
                    channel_id: id,
                    author_id: robot.id,
                    reply_to: None,
                    text: (*greeting).to_owned(),
                };
                guild.welcome_id = guild.welcome_id.or(Some(id));
                let (name, pinned_id) = ((*name).to_owned(), Some(first.id));
                graph.channels.push(Channel { id, guild_id: guild.id, name, pinned_id });
                let recent = VecDeque::from([Recent { id: first.id, reactions: Vec::new() }]);
                self.channels.push(Place { id, topic, members: members.clone(), recent });
                graph.messages.push(first);
            }
            graph.guilds.push(guild);
        }
        graph.users.clone_from(&self.users);
        graph.users.push(robot);
        self.founding = Some(graph);
    }

    /// A conversation, somewhere, at some time; by night there are fewer.
    fn plan(&mut self, begin: i64, end: i64) {
        let mut at = loop {
            let at = self.random.i64(begin..end);
            let hour = at / 3_600_000 % 24;
            if (8..23).contains(&hour) || self.random.u8(..10) == 0 {
                break at;
            }
        };
        let channel = self.random.usize(..self.channels.len());
        let Place { topic, members, .. } = &self.channels[channel];
        let opener = members[self.random.usize(..members.len())];
        let talk = Talk::about(topic, &mut self.random);
        let conversation = Conversation { channel, talk, opener, said: None };
        for _ in 0..self.random.u8(1..12) {
            if at < end {
                self.to_come.push((at, self.conversations.len()));
            }
            at += self.random.i64(4_000..180_000);
        }
        self.conversations.push(conversation);
    }

    /// The next message of a conversation.
    fn say(&mut self, at: i64, conversation: usize) -> Message {
        let id = self.id(at);
        let random = &mut self.random;
        let conversation = &mut self.conversations[conversation];
        let place = &mut self.channels[conversation.channel];
        let (talk, opener) = (&mut conversation.talk, conversation.opener);
        let (author, text, reply_to) = match conversation.said {
            None => (opener, talk.open(random), None),
            Some((first, last, before)) => {
                let other = place.members[random.usize(..place.members.len())];
                let author = if other == before { opener } else { other };
                let text = if author == opener {
                    talk.thank(&self.users[before].name, random)
                } else {
                    talk.answer(&self.users[opener].name, random)
                };
                (author, text, [None, None, Some(first), Some(last)][random.usize(..4)])
            }
        };
        let first = conversation.said.map_or(id, |(first, ..)| first);
        conversation.said = Some((first, id, author));
        place.recent.push_back(Recent { id, reactions: Vec::new() });
        if place.recent.len() > RECENT {
            place.recent.pop_front();
        }
        let author_id = self.users[author].id;
        Message { id, channel_id: place.id, author_id, reply_to, text }
    }

    /// What a user thinks of one of the last messages, if anything.
    fn react(&mut self, at: i64, conversation: usize) -> Option<Reaction> {
        let random = &mut self.random;
        let place = &mut self.channels[self.conversations[conversation].channel];
        let message = random.usize(..place.recent.len());
        let message = &mut place.recent[message];
        let user_id = self.users[place.members[random.usize(..place.members.len())]].id;
        let emoji = match message.reactions.last() {
            // People follow others.
            Some((_, emoji)) if random.bool() => emoji,
            _ if random.u8(..4) == 0 => place.topic.emoji,
            _ => pick(random, EMOJIS),
        };
        if random.u8(..3) > 0 || message.reactions.contains(&(user_id, emoji)) {
            return None;
        }
        message.reactions.push((user_id, emoji));
        let message_id = message.id;
        Some(Reaction { id: self.id(at), message_id, user_id, emoji: emoji.to_owned() })
    }
}

impl Iterator for World {
    type Item = Graph;

    fn next(&mut self) -> Option<Graph> {
        if let Some(founding) = self.founding.take() {
            return Some(founding);
        }
        let mut graph = Graph::default();
        for _ in 0..MESSAGES_PER_GRAPH {
            let Some((at, conversation)) = self.to_come.pop() else { break };
            graph.messages.push(self.say(at, conversation));
            graph.reactions.extend(self.react(at, conversation));
        }
        (!graph.messages.is_empty()).then_some(graph)
    }
}
