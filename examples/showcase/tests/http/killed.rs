//! `kill -9` while messages are posted.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rustix::process::Signal;

use crate::load::Load;
use crate::place::{Place, everywhere};
use crate::service::{Service, command};

everywhere! {
    /// What was answered is there, once, and at most as much besides as had no answer.
    async fn nothing_that_was_answered_is_lost(place: Place) {
        let service = Service::start(&place).await;
        let url = service.url.clone();
        let listen = url.trim_start_matches("http://").to_owned();
        let posts = Arc::new(AtomicUsize::new(usize::MAX));
        let load = Load {
            url,
            connections: 8,
            time: Duration::from_mins(10),
            posts: Arc::clone(&posts),
            text: "Send them as strings.".to_owned(),
            page: 1,
            patience: Duration::from_mins(1),
        };
        let load = tokio::spawn(load.run());
        // Each connection has posted something, and goes on.
        while stored(&service).await < 16 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        service.signal(Signal::KILL);
        assert!(!service.ended().await.success());
        let _again = Service::run(command(&place, &listen)).await;
        posts.store(100, Ordering::Relaxed);
        let report = load.await.unwrap().unwrap();
        println!("{report}");
        // Each connection had a request under way.
        assert!(report.unanswered > 0);
        assert!(report.ids.len() > 8);
    }
}

/// How many messages there are, in all channels.
async fn stored(service: &Service) -> usize {
    let mut count = 0;
    for guild in service.get("/api/guilds").await.done(200)["items"].as_array().unwrap() {
        let path = format!("/api/guilds/{}/channels", guild["id"].as_str().unwrap());
        for channel in service.get(&path).await.done(200).as_array().unwrap() {
            count += service.messages(channel["id"].as_str().unwrap()).await.len();
        }
    }
    count
}
