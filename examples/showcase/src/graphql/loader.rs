//! Rows by their keys: those that many objects of a response ask for are one query.

use std::collections::HashMap;
use std::hash::Hash;

use async_graphql::dataloader::Loader;

use crate::id::{GuildId, MessageId};
use crate::model::{Channel, Key, Reaction, Row};
use crate::problem::Problem;
use crate::storage::Storage;

/// Loads rows.
pub struct Rows(pub Storage);

/// The channels of a guild.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChannelsOf(pub GuildId);

/// The reactions to a message.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ReactionsTo(pub MessageId);

impl<K: Key> Loader<K> for Rows {
    type Value = Row<K>;
    type Error = Problem;

    async fn load(&self, ids: &[K]) -> Result<HashMap<K, Row<K>>, Problem> {
        let rows = self.0.by_id(ids).await?;
        Ok(rows.into_iter().map(|row| (K::of(&row), row)).collect())
    }
}

impl Loader<ChannelsOf> for Rows {
    type Value = Vec<Channel>;
    type Error = Problem;

    async fn load(&self, of: &[ChannelsOf]) -> Result<HashMap<ChannelsOf, Vec<Channel>>, Problem> {
        let guilds: Vec<_> = of.iter().map(|of| of.0).collect();
        let channels = self.0.channels_of(&guilds).await?;
        Ok(groups(channels, |channel| ChannelsOf(channel.guild_id)))
    }
}

impl Loader<ReactionsTo> for Rows {
    type Value = Vec<Reaction>;
    type Error = Problem;

    async fn load(
        &self,
        to: &[ReactionsTo],
    ) -> Result<HashMap<ReactionsTo, Vec<Reaction>>, Problem> {
        let messages: Vec<_> = to.iter().map(|to| to.0).collect();
        let reactions = self.0.reactions_to(&messages).await?;
        Ok(groups(reactions, |reaction| ReactionsTo(reaction.message_id)))
    }
}

/// In each group in the order of the rows.
fn groups<Key: Hash + Eq, Row>(
    rows: Vec<Row>,
    key: impl Fn(&Row) -> Key,
) -> HashMap<Key, Vec<Row>> {
    let mut groups: HashMap<_, Vec<_>> = HashMap::new();
    for row in rows {
        groups.entry(key(&row)).or_default().push(row);
    }
    groups
}
