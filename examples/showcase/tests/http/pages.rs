//! Lists, page by page.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use showcase::id::MessageId;

use crate::place::{Place, everywhere};
use crate::service::{Service, texts};

everywhere! {
    async fn pages_lead_to_each_other(place: Place) {
        let service = Service::start(&place).await;
        let (user, channel) = service.begin().await;
        let mut all = Vec::new();
        for number in 0..7 {
            let message = service.post_message(&channel, &user, &number.to_string()).await;
            all.insert(0, message.created());
        }
        let path = format!("/api/channels/{channel}/messages?limit=3");
        let page = async |query: &str| {
            let page = service.get(&format!("{path}{query}")).await.done(200);
            (texts(&page["items"], "id"), page["next"].clone(), page["previous"].clone())
        };

        let (items, next, previous) = page("").await;
        assert_eq!((items, previous), (all[..3].to_vec(), Value::Null));
        let (items, next, _) = page(&format!("&after={}", next.as_str().unwrap())).await;
        assert_eq!(items, all[3..6]);
        let (items, end, previous) = page(&format!("&after={}", next.as_str().unwrap())).await;
        assert_eq!((items, end), (all[6..].to_vec(), Value::Null));

        // And back, page by page as they were.
        let (items, _, previous) = page(&format!("&before={}", previous.as_str().unwrap())).await;
        assert_eq!(items, all[3..6]);
        let (items, next, start) = page(&format!("&before={}", previous.as_str().unwrap())).await;
        assert_eq!((items, start), (all[..3].to_vec(), Value::Null));
        assert_eq!(next, all[2].as_str());

        // Between two rows, and at both ends.
        let (items, ..) = page(&format!("&after={}&before={}", all[1], all[4])).await;
        assert_eq!(items, all[2..4]);
        assert_eq!(page(&format!("&after={}", all[6])).await.0, Vec::<String>::new());
        assert_eq!(page(&format!("&before={}", all[0])).await.0, Vec::<String>::new());

        // What was deleted is a place in the list all the same.
        service.delete(&format!("/api/messages/{}", all[2])).await.done(204);
        assert_eq!(page(&format!("&after={}", all[2])).await.0, all[3..6]);

        // Times are ranges of IDs.
        let written = |id: &str| id.parse::<MessageId>().unwrap().unix_millis();
        let from = written(&all[4]);
        let newer = |id: &&String| written(id) >= from;
        let path = format!("/api/channels/{channel}/messages");
        let recent = service.get(&format!("{path}?from={from}")).await.done(200);
        let left: Vec<_> = all.iter().filter(|&id| *id != all[2]).collect();
        let expected: Vec<_> = left.iter().copied().filter(newer).collect();
        assert_eq!(texts(&recent["items"], "id").iter().collect::<Vec<_>>(), expected);
        let older = service.get(&format!("{path}?to={from}")).await.done(200);
        let expected: Vec<_> = left.iter().copied().filter(|id| !newer(id)).collect();
        assert_eq!(texts(&older["items"], "id").iter().collect::<Vec<_>>(), expected);
    }

    async fn nothing_is_lost_while_others_write(place: Place) {
        let service = Arc::new(Service::start(&place).await);
        let (user, channel) = service.begin().await;
        let mut before = BTreeSet::new();
        for number in 0..60 {
            let message = service.post_message(&channel, &user, &number.to_string()).await;
            before.insert(message.created());
        }
        let stop = Arc::new(AtomicBool::new(false));
        let writers: Vec<_> = (0..4)
            .map(|_| {
                let (service, stop) = (Arc::clone(&service), Arc::clone(&stop));
                let (user, channel) = (user.clone(), channel.clone());
                tokio::spawn(async move {
                    let mut written = 0;
                    while !stop.load(Ordering::Relaxed) {
                        let message = service.post_message(&channel, &user, "New").await.created();
                        // What others delete takes nothing from a page either.
                        if written % 3 == 0 {
                            let path = format!("/api/messages/{message}");
                            service.delete(&path).await.done(204);
                        }
                        written += 1;
                    }
                    written
                })
            })
            .collect();

        for limit in [7, 25] {
            for newest_first in [true, false] {
                let (start, go_on) = if newest_first { ("", "after") } else { ("&before=msg_00000000001", "before") };
                let mut seen = Vec::new();
                let mut query = start.to_owned();
                loop {
                    let path = format!("/api/channels/{channel}/messages?limit={limit}{query}");
                    let page = service.get(&path).await.done(200);
                    let mut ids = texts(&page["items"], "id");
                    if !newest_first {
                        ids.reverse();
                    }
                    seen.extend(ids);
                    let next = &page[if newest_first { "next" } else { "previous" }];
                    // Towards the newest, there are always more.
                    if !newest_first && before.iter().all(|id| seen.contains(id)) {
                        break;
                    }
                    match next.as_str() {
                        Some(id) => query = format!("&{go_on}={id}"),
                        None => break,
                    }
                }
                let once: BTreeSet<_> = seen.iter().cloned().collect();
                assert_eq!(once.len(), seen.len(), "something came twice");
                assert!(before.is_subset(&once), "something was lost");
                // Texts of a fixed width sort as their numbers do.
                let is_sorted = |pair: &[String]| (pair[0] > pair[1]) == newest_first;
                assert!(seen.windows(2).all(is_sorted), "{seen:?}");
            }
        }
        stop.store(true, Ordering::Relaxed);
        for writer in writers {
            assert!(writer.await.unwrap() > 0);
        }
    }

    async fn guilds_and_members_are_paged(place: Place) {
        let service = Service::start(&place).await;
        let owner = service.add_user("Ada").await;
        let mut guilds = Vec::new();
        let mut members = vec![owner.clone()];
        for number in 0..5 {
            let guild = json!({ "name": format!("Guild {number}"), "owner_id": owner });
            guilds.push(service.post("/api/guilds", guild).await.created());
            let user = service.add_user("Grace").await;
            service.put(&format!("/api/guilds/{}/members/{user}", guilds[0]), json!({})).await.done(204);
            members.push(user);
        }
        for (path, expected) in [
            ("/api/guilds".to_owned(), guilds.clone()),
            (format!("/api/guilds/{}/members", guilds[0]), members),
        ] {
            let mut seen = Vec::new();
            let mut query = String::new();
            loop {
                let page = service.get(&format!("{path}?limit=2{query}")).await.done(200);
                seen.extend(texts(&page["items"], "id"));
                let Some(next) = page["next"].as_str() else { break };
                query = format!("&after={next}");
            }
            assert_eq!(seen, expected);
        }
    }
}
