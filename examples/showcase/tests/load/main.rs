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

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
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
            posts: Arc::new(AtomicUsize::new(count)),
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
    // What grows to a size of its own does so when it is first used, above all 2 MB of cache
    // for each of SQLite's connections. A service that kept the messages of 8 kB, or one in two
    // of them, would grow by this in each round, and many times as much is read in it.
    let kept = 2_000 * text().len() as u64 / 1024 / 2;
    let mut sizes = vec![run(2_000).await];
    for _ in 0..3 {
        let before = sizes[sizes.len() - 1];
        let after = run(2_000).await;
        sizes.push(after);
        if after < before + kept {
            println!("{sizes:?} KiB, each after a round");
            return;
        }
    }
    panic!("{sizes:?} KiB, each after a round: in none it grew by less than {kept}");
}
