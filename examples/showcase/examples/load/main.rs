//! Keeps a service busy with posts and reads, and says how that went:
//!
//! ```text
//! cargo run --release
//! cargo run --release --example load -- --seconds 30 --process $(pidof showcase)
//! ```

mod check;
mod load;
mod memory;

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use clap::Parser;
use load::Load;

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

    /// For how many seconds the service may be away at a time, as when it is killed and started
    /// again. Requests that had no answer are sent again.
    #[arg(long, default_value_t = 0)]
    patience: u64,

    /// The service's process on this machine, whose memory is looked at.
    #[arg(long)]
    process: Option<u32>,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let Options { url, connections, seconds, posts, patience, process } = Options::parse();
    let memory = || process.map(memory::of).transpose();
    let before = memory()?;
    let time = Duration::from_secs(seconds);
    let text = "Send them as strings.".to_owned();
    let patience = Duration::from_secs(patience);
    let posts = Arc::new(AtomicUsize::new(posts));
    let load = Load { url, connections, time, posts, text, page: 20, patience };
    let report = load.run().await?;
    let after = memory()?;

    println!("{connections} connections, {:.1?}", report.elapsed);
    println!("{report}");
    if let (Some(before), Some(after)) = (before, after) {
        println!("memory: {before} KiB before, {after} KiB after");
    }
    Ok(())
}
