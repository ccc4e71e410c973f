//! New messages, whichever instance they were posted to.
//!
//! All that the instances have in common is the database. So while somebody
//! listens, each of them looks there a few times a second. "Whatever has a larger
//! ID than the last one seen" would miss messages: an ID is minted before its row
//! is committed, so a row with a smaller ID may appear after one with a larger ID.
//! So each look reads the feed of the table, an order in which nothing ever appears
//! before what was read (`sql::Feed` of `snowflake-kit`). It tells at once what was
//! posted here, and does not tell it again when it comes by the feed.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use tokio::sync::broadcast;

use crate::id::MessageId;
use crate::model::Message;
use crate::storage::{Cursor, MessageFilter, Storage, StorageError, Window};

/// What was posted so shortly before somebody began to listen is told as well: who
/// asks for a list and listens at the same time misses nothing.
const OVERLAP: Duration = Duration::from_secs(1);

/// Between two looks.
const PAUSE: Duration = Duration::from_millis(250);

/// How many rows a query reads.
const ROWS: u32 = 1_000;

/// How many messages a listener may be behind.
const BEHIND: usize = 1_024;

/// How many messages that were told are known. Of so many that were told here, none has come by the
/// feed yet only if a transaction of the database holds it up; then some are told twice.
const REMEMBERED: usize = 10_000;

/// Tells new messages to whoever listens.
pub struct Feed {
    storage: Storage,
    listeners: broadcast::Sender<Arc<Message>>,
    /// `None` while nobody listens.
    told: Mutex<Option<Told>>,
}

/// How far messages have been told.
struct Told {
    /// Up to here in the feed,
    cursor: Cursor,
    /// and these, some of which the feed has after that.
    ids: BTreeSet<MessageId>,
    oldest_first: VecDeque<MessageId>,
}

impl Told {
    fn until(cursor: Cursor) -> Self {
        Self { cursor, ids: BTreeSet::new(), oldest_first: VecDeque::new() }
    }

    /// Whether it was new.
    fn add(&mut self, id: MessageId) -> bool {
        let is_new = self.ids.insert(id);
        if is_new {
            self.oldest_first.push_back(id);
            if self.oldest_first.len() > REMEMBERED
                && let Some(oldest) = self.oldest_first.pop_front()
            {
                self.ids.remove(&oldest);
            }
        }
        is_new
    }
}

impl Feed {
    pub fn new(storage: Storage) -> Self {
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
            let told = self.end().await?;
            self.told().get_or_insert(told);
            self.tell(self.recent().await?);
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
        loop {
            let cursor = {
                let mut told = self.told();
                if self.listeners.receiver_count() == 0 {
                    *told = None;
                }
                let Some(told) = &*told else { return Ok(()) };
                told.cursor
            };
            self.storage.feed_take().await?;
            let rows = self.storage.feed_read(cursor, ROWS).await?;
            let Some(last) = rows.last() else { return Ok(()) };
            let ids: Vec<_> =
                rows.iter().filter_map(|row| MessageId::from_i64(row.id).ok()).collect();
            // In any order, without those that were deleted since.
            let messages = self.storage.by_id(&ids).await?;
            let mut messages: BTreeMap<_, _> =
                messages.into_iter().map(|message| (message.id, message)).collect();
            self.tell(ids.iter().filter_map(|id| messages.remove(id)).collect());
            if let Some(told) = &mut *self.told() {
                told.cursor = *last;
            }
            if rows.len() < ROWS as usize {
                return Ok(());
            }
        }
    }

    /// All that is there has been told, apart from what was posted a moment ago.
    async fn end(&self) -> Result<Told, StorageError> {
        let new = *last(OVERLAP).start();
        let mut before = None;
        loop {
            self.storage.feed_take().await?;
            let rows = self.storage.feed_end().await?;
            let Some(end) = rows.iter().find(|row| row.id == 0).copied() else { continue };
            // A take gives places to a thousand messages, so there may be more that have none.
            if before.replace(end.number).is_some_and(|before| end.number < before + 1_000) {
                let mut told = Told::until(end);
                let there = rows.iter().filter_map(|row| MessageId::from_i64(row.id).ok());
                for id in there.filter(|id| *id < new) {
                    told.add(id);
                }
                return Ok(told);
            }
        }
    }

    /// What was posted a moment ago, and by clocks that are ahead.
    async fn recent(&self) -> Result<Vec<Message>, StorageError> {
        let mut window = Window { within: Some(last(OVERLAP)), ..Window::first(ROWS) };
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

/// The IDs of the last moment, and those of clocks that are ahead.
fn last(time: Duration) -> RangeInclusive<MessageId> {
    MessageId::range(SystemTime::now() - time..)
}
