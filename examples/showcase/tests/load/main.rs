//! The program in `examples/load` for some seconds: no error, no ID twice, nothing
//! lost, and the service keeps nothing of what it was sent.

#[path = "../../examples/load/check.rs"]
mod check;
#[path = "../instance/mod.rs"]
mod instance;
#[path = "../../examples/load/load.rs"]
mod load;
#[path = "../../examples/load/memory.rs"]
mod memory;

use std::time::Duration;

use instance::Instance;
use load::Load;

/// As long as a text may be: 8 kB.
fn text() -> String {
    "🦀".repeat(2000)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_busy_service_answers_all_and_keeps_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let instance = Instance::start(&folder.path().join("chat.db"), &["--messages", "0"]);
    let run = async |count| {
        let load = Load {
            url: instance.url.clone(),
            connections: 8,
            time: Duration::MAX,
            posts: count,
            text: text(),
            page: 5,
            patience: Duration::ZERO,
        };
        let report = load.run().await.unwrap();
        assert_eq!(report.ids.len(), count);
        assert_eq!((report.posts.count(), report.reads.count()), (count, count));
        assert!(report.posts.quantile(500) <= report.posts.quantile(1000));
        assert!(!report.elapsed.is_zero());
        memory::of(instance.process.id()).unwrap()
    };
    // What grows to a size of its own does so first, above all 2 MB of cache for each
    // of SQLite's connections.
    let before = run(2_000).await;
    let after = run(2_000).await;
    // 16 MB more were posted, and many times as much was read. A service that kept the
    // messages, or one in two of them, would have grown by more than this.
    let posted = 2_000 * text().len() as u64 / 1024;
    println!("{before} KiB before and {after} KiB after {posted} KiB were posted");
    assert!(after < before + posted / 2, "{before} KiB became {after} KiB");
}
