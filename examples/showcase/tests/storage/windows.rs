//! Pages of lists.

use showcase::id::MessageId;
use showcase::model::{Guild, Member, Message, User};
use showcase::storage::{MessageFilter, Window};
use snowflake_kit::SnowflakeId;

use crate::place::{Place, everywhere};
use crate::world::{newest, oldest, world};

/// What a window shows of rows that are sorted.
fn shown<T: SnowflakeId, R: Clone>(rows: &[R], id: fn(&R) -> T, window: &Window<T>) -> Vec<R> {
    let mut rows: Vec<_> = rows
        .iter()
        .filter(|row| window.greater_than.is_none_or(|than| id(row) > than))
        .filter(|row| window.less_than.is_none_or(|than| id(row) < than))
        .filter(|row| window.within.as_ref().is_none_or(|ids| ids.contains(&id(row))))
        .cloned()
        .collect();
    if window.newest_first {
        rows.reverse();
    }
    rows.truncate(window.limit as usize);
    rows
}

/// All kinds of windows on rows with these keys.
fn windows<T: SnowflakeId>(ids: &[T]) -> Vec<Window<T>> {
    let last = ids.len() - 1;
    let bounds = [None, Some(ids[0]), Some(ids[last / 2]), Some(ids[last])];
    let ranges = [
        None,
        Some(ids[1]..=ids[last - 1]),
        Some(ids[last / 2]..=ids[last / 2]),
        Some(T::range(..T::range(..=i64::MAX).end().unix_millis())),
        // The wrong way round: an interval in which nothing can be.
        Some(ids[last]..=ids[0]),
    ];
    let mut windows = Vec::new();
    for greater_than in bounds {
        for less_than in bounds {
            for within in &ranges {
                for (newest_first, limit) in [(false, 0), (false, 3), (true, 3), (true, u32::MAX)] {
                    let within = within.clone();
                    let window = Window { greater_than, less_than, within, newest_first, limit };
                    windows.push(window);
                }
            }
        }
    }
    windows
}

everywhere! {
    async fn of_messages(place: Place) {
        let (storage, mut graph) = (place.open().await, world());
        let (channel, users) = (graph.channels[0].id, graph.users.clone());
        for number in 0..9 {
            let author = users[number % 2].id;
            graph.messages.push(Message::mint(channel, author, None, "Hello"));
        }
        // Another channel, whose messages are between those.
        let other = world();
        storage.insert(&other).await.unwrap();
        storage.insert(&graph).await.unwrap();

        let ids: Vec<_> = graph.messages.iter().map(|message| message.id).collect();
        let in_channel = MessageFilter { channel: Some(channel), ..MessageFilter::default() };
        for window in windows(&ids) {
            let found = storage.messages(in_channel, &window).await.unwrap();
            assert_eq!(found, shown(&graph.messages, |message| message.id, &window), "{window:?}");
        }

        let all: Vec<_> = other.messages.iter().chain(&graph.messages).cloned().collect();
        let (author, reply_to) = (Some(users[1].id), Some(ids[0]));
        for filter in [
            MessageFilter { author, ..MessageFilter::default() },
            MessageFilter { author, channel: Some(channel), reply_to: None },
            MessageFilter { reply_to, ..MessageFilter::default() },
            MessageFilter { author, reply_to, channel: Some(channel) },
            MessageFilter { author, reply_to, channel: Some(other.channels[0].id) },
        ] {
            let expected: Vec<_> = all
                .iter()
                .filter(|row| filter.channel.is_none_or(|channel| row.channel_id == channel))
                .filter(|row| filter.author.is_none_or(|author| row.author_id == author))
                .filter(|row| filter.reply_to.is_none_or(|id| row.reply_to == Some(id)))
                .cloned()
                .collect();
            let found = storage.messages(filter, &oldest(100)).await.unwrap();
            assert_eq!(found, expected, "{filter:?}");
        }
    }

    async fn of_guilds_and_members(place: Place) {
        let (storage, mut graph) = (place.open().await, world());
        let owner = graph.users[0].id;
        graph.guilds.extend((0..7).map(|n| Guild::mint(format!("Guild {n}"), owner, None)));
        graph.users.extend((0..7).map(|n| User::mint(format!("User {n}"))));
        let guild = graph.guilds[0].id;
        graph.members = graph
            .users
            .iter()
            .map(|user| Member { guild_id: guild, user_id: user.id })
            .collect();
        // A member of two guilds is listed once in each.
        graph.members.push(Member { guild_id: graph.guilds[1].id, user_id: owner });
        storage.insert(&graph).await.unwrap();

        let ids: Vec<_> = graph.guilds.iter().map(|guild| guild.id).collect();
        for window in windows(&ids) {
            let found = storage.guilds(&window).await.unwrap();
            assert_eq!(found, shown(&graph.guilds, |guild| guild.id, &window), "{window:?}");
        }
        let ids: Vec<_> = graph.users.iter().map(|user| user.id).collect();
        for window in windows(&ids) {
            let found = storage.members(guild, &window).await.unwrap();
            assert_eq!(found, shown(&graph.users, |user| user.id, &window), "{window:?}");
        }
        let found = storage.members(graph.guilds[1].id, &newest(10)).await.unwrap();
        assert_eq!(found, &graph.users[..1]);
    }

    /// Creation times are in the keys.
    async fn of_time(place: Place) {
        let (storage, graph) = (place.open().await, world());
        storage.insert(&graph).await.unwrap();
        let [first, last] = [&graph.messages[0], &graph.messages[1]].map(|row| row.id.unix_millis());
        let count = async |ids: std::ops::RangeInclusive<MessageId>| {
            let window = Window { within: Some(ids), ..oldest(10) };
            storage.messages(MessageFilter::default(), &window).await.unwrap().len()
        };
        assert_eq!(count(MessageId::range(first..=last)).await, 2);
        assert_eq!(count(MessageId::range(..first)).await, 0);
        assert_eq!(count(MessageId::range(last + 1..)).await, 0);
        assert_eq!(count(MessageId::range(i64::MIN..=i64::MAX)).await, 2);
    }

    /// A reader who goes from page to page while others write sees each row once,
    /// and each that was there before.
    async fn while_others_write(place: Place) {
        let (storage, graph) = (place.open().await, world());
        storage.insert(&graph).await.unwrap();
        let before = crate::world::messages(&graph, 200);
        storage.insert(&before).await.unwrap();

        let mut writers = tokio::task::JoinSet::new();
        for _ in 0..4 {
            let (storage, graph) = (storage.clone(), graph.clone());
            writers.spawn(async move {
                let mut written = Vec::new();
                for _ in 0..25 {
                    let more = crate::world::messages(&graph, 2);
                    storage.insert(&more).await.unwrap();
                    written.extend(more.messages);
                }
                written
            });
        }
        let filter = MessageFilter { channel: Some(graph.channels[0].id), ..Default::default() };
        let mut seen = Vec::new();
        let mut window = newest(7);
        loop {
            let page = storage.messages(filter, &window).await.unwrap();
            let Some(last) = page.last() else { break };
            window.less_than = Some(last.id);
            seen.extend(page);
        }
        assert!(seen.is_sorted_by(|a, b| a.id > b.id));
        assert!(before.messages.iter().all(|message| seen.contains(message)));

        let mut all: Vec<_> = graph.messages.iter().chain(&before.messages).cloned().collect();
        for written in writers.join_all().await {
            all.extend(written);
        }
        all.sort_by_key(|message| message.id);
        let found = storage.messages(filter, &oldest(10_000)).await.unwrap();
        assert!(found == all, "{} of {}", found.len(), all.len());
    }
}
