//! What has to be there afterwards.

use std::collections::BTreeSet;

use showcase::id::{ChannelId, MessageId};

use crate::load::{Connection, Fault, Page};

/// Reads all messages of the channels, page by page: they are those that were
/// posted, each once, the newest first, and at most so many more that had no answer.
pub async fn check(
    connection: &Connection,
    channels: &[ChannelId],
    posted: &BTreeSet<MessageId>,
    mut unanswered: usize,
) -> Result<(), Fault> {
    let mut missing = posted.clone();
    for channel in channels {
        let mut after = None;
        let mut above: Option<MessageId> = None;
        loop {
            let from = after.map(|id| format!("&after={id}")).unwrap_or_default();
            let path = format!("channels/{channel}/messages?limit=100{from}");
            let page: Page = connection.get(&path).await?;
            for row in page.items {
                if let Some(above) = above.filter(|above| *above <= row.id) {
                    return Err(Fault::Unordered(row.id, above));
                }
                if !missing.remove(&row.id) {
                    unanswered = unanswered.checked_sub(1).ok_or(Fault::Unknown(row.id))?;
                }
                above = Some(row.id);
            }
            after = page.next;
            if after.is_none() {
                break;
            }
        }
    }
    missing.first().map_or(Ok(()), |id| Err(Fault::Lost(*id)))
}
