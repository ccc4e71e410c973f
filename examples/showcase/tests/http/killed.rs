//! `kill -9` while messages are posted.

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
        let load = Load {
            url,
            connections: 8,
            time: Duration::from_secs(2),
            posts: usize::MAX,
            text: "Send them as strings.".to_owned(),
            page: 1,
            patience: Duration::from_mins(1),
        };
        let load = tokio::spawn(load.run());
        tokio::time::sleep(Duration::from_secs(1)).await;
        service.signal(Signal::KILL);
        assert!(!service.ended().await.success());
        let _again = Service::run(command(&place, &listen)).await;
        let report = load.await.unwrap().unwrap();
        println!("{report}");
        // Each connection had a request under way.
        assert!(report.unanswered > 0);
        assert!(report.ids.len() > 8);
    }
}
