//! Many who write at the same time.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::json;

use crate::place::{Place, everywhere};
use crate::service::Service;

everywhere! {
    async fn all_that_is_acknowledged_is_there_once(place: Place) {
        let service = Arc::new(Service::start(&place).await);
        let (user, channel) = service.begin().await;
        let writers: Vec<_> = (0..16)
            .map(|_| {
                let service = Arc::clone(&service);
                let (user, channel) = (user.clone(), channel.clone());
                tokio::spawn(async move {
                    let mut ids = Vec::new();
                    for number in 0..15 {
                        let text = number.to_string();
                        ids.push(service.post_message(&channel, &user, &text).await.created());
                    }
                    ids
                })
            })
            .collect();
        let mut written = Vec::new();
        for writer in writers {
            written.extend(writer.await.unwrap());
        }
        let once: BTreeSet<_> = written.iter().cloned().collect();
        assert_eq!((written.len(), once.len()), (16 * 15, 16 * 15));
        assert_eq!(service.messages(&channel).await.into_iter().collect::<BTreeSet<_>>(), once);
    }

    async fn one_of_many_equal_reactions_is_first(place: Place) {
        let service = Arc::new(Service::start(&place).await);
        let (user, channel) = service.begin().await;
        let message = service.post_message(&channel, &user, "Hello").await.created();
        let path = format!("/api/messages/{message}/reactions");
        let reactions: Vec<_> = (0..16)
            .map(|_| {
                let (service, path, user) = (Arc::clone(&service), path.clone(), user.clone());
                tokio::spawn(async move {
                    service.post(&path, json!({ "user_id": user, "emoji": "🦀" })).await
                })
            })
            .collect();
        let mut created = 0;
        for reaction in reactions {
            let answer = reaction.await.unwrap();
            if answer.status.as_u16() == 201 {
                created += 1;
            } else {
                answer.refused(409, "duplicate", None);
            }
        }
        assert_eq!(created, 1);
        assert_eq!(service.get(&path).await.done(200).as_array().unwrap().len(), 1);
    }
}
