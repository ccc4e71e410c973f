//! What is written.

use async_graphql::{Context, InputObject, Object};

use super::chat;
use crate::chat::{Draft, Thread};
use crate::id::{ChannelId, MessageId, UserId};
use crate::model::{Message, Reaction};
use crate::problem::{Code, Problem};
use crate::text::{Emoji, Text};

pub struct Mutation;

#[derive(InputObject)]
struct ReplyInput {
    author: UserId,
    text: String,
}

#[derive(InputObject)]
struct ReactionInput {
    user: UserId,
    emoji: String,
}

#[Object]
impl Mutation {
    /// Posts a message.
    async fn post_message(
        &self,
        context: &Context<'_>,
        channel: ChannelId,
        author: UserId,
        text: String,
        reply_to: Option<MessageId>,
    ) -> Result<Message, Problem> {
        let text = read("text", text)?;
        let draft = Draft { channel_id: channel, author_id: author, text, reply_to };
        chat(context).post(draft).await
    }

    /// Posts a message with replies and reactions to it, all of them or nothing. The
    /// rows link to each other by IDs that are minted here, so they are inserted in
    /// one go, and no answer of the database is waited for in between.
    #[expect(clippy::too_many_arguments, reason = "they are those of the mutation")]
    async fn post_thread(
        &self,
        context: &Context<'_>,
        channel: ChannelId,
        author: UserId,
        text: String,
        #[graphql(default, validator(max_items = 100))] replies: Vec<ReplyInput>,
        #[graphql(default, validator(max_items = 100))] reactions: Vec<ReactionInput>,
        #[graphql(default, desc = "Whether the channel pins the message")] pin: bool,
    ) -> Result<Message, Problem> {
        let text = read("text", text)?;
        let replies = replies.into_iter().enumerate().map(|(at, reply)| {
            Ok((reply.author, read(&format!("replies.{at}.text"), reply.text)?))
        });
        let reactions = reactions.into_iter().enumerate().map(|(at, reaction)| {
            Ok((reaction.user, read(&format!("reactions.{at}.emoji"), reaction.emoji)?))
        });
        let thread = Thread {
            draft: Draft { channel_id: channel, author_id: author, text, reply_to: None },
            replies: replies.collect::<Result<_, Problem>>()?,
            reactions: reactions.collect::<Result<_, Problem>>()?,
            pin,
        };
        chat(context).post_thread(thread).await
    }

    /// Reacts to a message.
    async fn react(
        &self,
        context: &Context<'_>,
        message: MessageId,
        user: UserId,
        emoji: String,
    ) -> Result<Reaction, Problem> {
        let emoji: Emoji = read("emoji", emoji)?;
        chat(context).react(message, user, emoji).await
    }
}

fn read<const MAX: usize>(argument: &str, text: String) -> Result<Text<MAX>, Problem> {
    Text::try_from(text).map_err(|error| Problem::with(Code::BadValue, argument, error.to_string()))
}
