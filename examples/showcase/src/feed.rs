//! New messages, whichever instance they were posted to.
//!
//! All that the instances have in common is the database. So while somebody
//! listens, each of them looks there a few times a second. "Whatever has a larger
//! ID than the last one seen" would miss messages: an ID is minted before its row
//! is committed, so a row with a smaller ID may appear after one with a larger ID,
//! when its transaction took longer, or the clock of its instance is behind. How
//! late, is bounded by how long a request may take. So each look is at all IDs of
//! the last seconds, a range of the primary key, and what has been told is
//! remembered for that long.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use snowflake_kit::SnowflakeId;
use tokio::sync::broadcast;

use crate::id::MessageId;
use crate::model::Message;
use crate::storage::{MessageFilter, Storage, StorageError, Window};

/// How late a message may appear after its ID was minted: as long as a request may
/// take, and some seconds by which clocks may differ.
const LATE: Duration = Duration::from_secs(15);

/// What was posted so shortly before somebody began to listen is told as well: who
/// asks for a list and listens at the same time misses nothing.
const OVERLAP: Duration = Duration::from_secs(1);

/// Between two looks.
const PAUSE: Duration = Duration::from_millis(250);

/// How many rows a query reads.
const ROWS: u32 = 2_000;

/// How many messages a listener may be behind.
const BEHIND: usize = 1_024;

/// Tells new messages to whoever listens.
pub struct Feed {
    storage: Arc<dyn Storage>,
    listeners: broadcast::Sender<Arc<Message>>,
    /// `None` while nobody listens.
    told: Mutex<Option<Told>>,
}

/// Messages that are not to be told any more.
struct Told {
    /// All before this one,
    from: MessageId,
    /// and these.
    ids: BTreeSet<MessageId>,
}

impl Told {
    /// Whether it was new.
    fn add(&mut self, id: MessageId) -> bool {
        id >= self.from && self.ids.insert(id)
    }
}

impl Feed {
    pub fn new(storage: Arc<dyn Storage>) -> Self {
        let (listeners, _) = broadcast::channel(BEHIND);
        Self { storage, listeners, told: Mutex::new(None) }
    }

    /// Messages from now on, or from up to a second ago.
    ///
    /// # Errors
    /// If the storage cannot say what is there already.
    pub async fn listen(&self) -> Result<broadcast::Receiver<Arc<Message>>, StorageError> {
        let listener = self.listeners.subscribe();
        if self.told().is_none() {
            let recent = last(LATE);
            let new = *last(OVERLAP).start();
            let messages = self.messages(&recent).await?;
            let ids = messages.iter().map(|message| message.id).filter(|&id| id < new).collect();
            self.told().get_or_insert(Told { from: *recent.start(), ids });
        }
        Ok(listener)
    }

    /// Tells at once what was posted here.
    pub fn tell(&self, messages: Vec<Message>) {
        if let Some(told) = &mut *self.told() {
            for message in messages {
                if told.add(message.id) {
                    // An error says that nobody listens any more.
                    let _ = self.listeners.send(Arc::new(message));
                }
            }
        }
    }

    /// Looks for what was posted elsewhere, for as long as it is polled.
    pub async fn run(&self) {
        loop {
            let begun = Instant::now();
            // If the database is away, the next look sees what this one did not.
            let _ = self.look().await;
            // A fourth of the time at most, however much is posted.
            tokio::time::sleep(PAUSE.max(begun.elapsed() * 3)).await;
        }
    }

    async fn look(&self) -> Result<(), StorageError> {
        let recent = last(LATE);
        {
            let mut told = self.told();
            if self.listeners.receiver_count() == 0 {
                *told = None;
            }
            let Some(told) = &mut *told else { return Ok(()) };
            told.from = *recent.start();
            told.ids = told.ids.split_off(&told.from);
        }
        let messages = self.messages(&recent).await?;
        self.tell(messages);
        Ok(())
    }

    async fn messages(
        &self,
        within: &RangeInclusive<MessageId>,
    ) -> Result<Vec<Message>, StorageError> {
        let mut window = Window {
            greater_than: None,
            less_than: None,
            within: Some(within.clone()),
            newest_first: false,
            limit: ROWS,
        };
        let mut messages = Vec::new();
        loop {
            let mut rows = self.storage.messages(MessageFilter::default(), &window).await?;
            let is_last = rows.len() < ROWS as usize;
            window.greater_than = rows.last().map(|message| message.id);
            messages.append(&mut rows);
            if is_last {
                return Ok(messages);
            }
        }
    }

    fn told(&self) -> MutexGuard<'_, Option<Told>> {
        // Nothing panics under the lock.
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The IDs of the last seconds, and those of clocks that are ahead.
fn last(time: Duration) -> RangeInclusive<MessageId> {
    MessageId::range(SystemTime::now() - time..)
}
