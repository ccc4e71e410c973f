//! What is new.

use std::sync::Arc;

use async_graphql::{Context, Subscription};
use futures_util::{Stream, StreamExt, future};
use tokio_stream::wrappers::BroadcastStream;

use super::chat;
use crate::id::ChannelId;
use crate::model::Message;
use crate::problem::Problem;
use crate::stop::to_its_end;

pub struct Subscription;

#[Subscription]
impl Subscription {
    /// Messages from now on, whichever instance they are posted to: of one channel,
    /// or of all. It is complete when the client is too far behind: then ask for the
    /// list, and subscribe again.
    async fn messages(
        &self,
        context: &Context<'_>,
        channel: Option<ChannelId>,
    ) -> Result<impl Stream<Item = Message>, Problem> {
        let chat = Arc::clone(chat(context));
        let new = to_its_end(async move { chat.feed.listen().await }).await?;
        let new = BroadcastStream::new(new);
        let all = new.take_while(|message| future::ready(message.is_ok()));
        Ok(all.filter_map(move |message| {
            let message = message.ok();
            let wanted = message.filter(|new| channel.is_none_or(|id| id == new.channel_id));
            future::ready(wanted.map(Arc::unwrap_or_clone))
        }))
    }
}
