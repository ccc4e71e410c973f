//! Rows by their keys: those that many objects of a response ask for are one query.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use async_graphql::dataloader::Loader;

use crate::id::{ChannelId, GuildId, MessageId, ReactionId, UserId};
use crate::model::{Channel, Guild, Message, Reaction, User};
use crate::problem::Problem;
use crate::storage::Storage;

/// Loads rows.
pub struct Rows(pub Arc<dyn Storage>);

/// The channels of a guild.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChannelsOf(pub GuildId);

/// The reactions to a message.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ReactionsTo(pub MessageId);

impl Loader<UserId> for Rows {
    type Value = User;
    type Error = Problem;

    async fn load(&self, ids: &[UserId]) -> Result<HashMap<UserId, User>, Problem> {
        Ok(by(self.0.users_by_id(ids).await?, |user| user.id))
    }
}

impl Loader<GuildId> for Rows {
    type Value = Guild;
    type Error = Problem;

    async fn load(&self, ids: &[GuildId]) -> Result<HashMap<GuildId, Guild>, Problem> {
        Ok(by(self.0.guilds_by_id(ids).await?, |guild| guild.id))
    }
}

impl Loader<ChannelId> for Rows {
    type Value = Channel;
    type Error = Problem;

    async fn load(&self, ids: &[ChannelId]) -> Result<HashMap<ChannelId, Channel>, Problem> {
        Ok(by(self.0.channels_by_id(ids).await?, |channel| channel.id))
    }
}

impl Loader<MessageId> for Rows {
    type Value = Message;
    type Error = Problem;

    async fn load(&self, ids: &[MessageId]) -> Result<HashMap<MessageId, Message>, Problem> {
        Ok(by(self.0.messages_by_id(ids).await?, |message| message.id))
    }
}

impl Loader<ReactionId> for Rows {
    type Value = Reaction;
    type Error = Problem;

    async fn load(&self, ids: &[ReactionId]) -> Result<HashMap<ReactionId, Reaction>, Problem> {
        Ok(by(self.0.reactions_by_id(ids).await?, |reaction| reaction.id))
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

fn by<Key: Hash + Eq, Row>(rows: Vec<Row>, key: impl Fn(&Row) -> Key) -> HashMap<Key, Row> {
    rows.into_iter().map(|row| (key(&row), row)).collect()
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
