//! Keeps a service busy with posts and reads, and says how that went:
//!
//! ```text
//! cargo run --release -p showcase
//! cargo run --release -p showcase --example load -- --seconds 30 --process $(pidof showcase)
//! ```

mod check;
mod load;
mod memory;

use std::error::Error;
use std::time::Duration;

use clap::Parser;
use load::{Load, Times};

/// Keeps a service busy with posts and reads, and says how that went.
#[derive(Parser)]
struct Options {
    #[arg(long, default_value = "http://127.0.0.1:3000")]
    url: String,

    /// How many connections have a request under way at any time.
    #[arg(long, default_value_t = 32)]
    connections: usize,

    #[arg(long, default_value_t = 30)]
    seconds: u64,

    /// When so many messages are posted, it is enough, too.
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    posts: usize,

    /// The service's process on this machine, whose memory is looked at.
    #[arg(long)]
    process: Option<u32>,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let Options { url, connections, seconds, posts, process } = Options::parse();
    let memory = || process.map(memory::of).transpose();
    let before = memory()?;
    let time = Duration::from_secs(seconds);
    let text = "Send them as strings.".to_owned();
    let report = Load { url, connections, time, posts, text, page: 20 }.run().await?;
    let after = memory()?;

    println!("{connections} connections, {:.1?}", report.elapsed);
    let print = |name: &str, times: &Times| {
        let [p50, p99, p999, max] = [500, 990, 999, 1000].map(|share| times.quantile(share));
        let rate = times.count() as u128 * 1000 / report.elapsed.as_millis().max(1);
        println!(
            "{name}: {} ({rate}/s), median {p50:.1?}, 99 % {p99:.1?}, 99.9 % {p999:.1?}, \
             max {max:.1?}",
            times.count()
        );
    };
    print("posts", &report.posts);
    print("reads", &report.reads);
    println!("{} IDs: no two alike, all there, in order", report.ids.len());
    if let (Some(before), Some(after)) = (before, after) {
        println!("memory: {before} KiB before, {after} KiB after");
    }
    Ok(())
}
