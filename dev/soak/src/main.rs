//! Processes that mint by leases, and count decimal IDs, on each kind of store,
//! while everything that can go wrong does: they are killed and stopped, their
//! clocks step and stand still, their connections are cut, and the server crashes.
//! Afterwards all IDs are read: none is there twice, each is inside a grant of its
//! node, or of a generator number that its process was given, and those of a
//! process grow. And no process has minted nothing for longer than faults and leases
//! explain. Memory and file descriptors of processes that are never killed stay as they are.

#![forbid(unsafe_code)]

mod arena;
mod checker;
mod clock;
mod counted;
mod etcd;
mod fleet;
mod footprint;
mod nemesis;
mod pauses;
mod proxy;
mod report;

use std::error::Error;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use clap::Parser;

use arena::{Arena, StoreKind};

/// Mints by leases, and decimal IDs, under faults, and checks every ID.
#[derive(Parser)]
struct Arguments {
    /// How long, in seconds, on each kind of store.
    #[arg(long, default_value_t = 15)]
    seconds: u64,
    /// How many processes.
    #[arg(long, default_value_t = 16)]
    processes: usize,
    /// How many times as long as usual processes rest between mints, and faults are apart:
    /// 20 for an hour, in which 80 processes write 6 GB of IDs.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pace: u32,
    /// On which kinds of stores; all of them by default.
    #[arg(long, value_delimiter = ',')]
    stores: Vec<StoreKind>,
    /// What the faults are drawn from; another one each time by default.
    #[arg(long)]
    seed: Option<u64>,
    /// The program `minter` of another build, which every other process runs: whether processes
    /// of two versions work side by side.
    #[arg(long)]
    beside: Option<std::path::PathBuf>,
    /// Where the IDs are kept, for a look at them afterwards.
    #[arg(long)]
    keep: Option<std::path::PathBuf>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let seed = arguments.seed.unwrap_or_else(|| fastrand::u64(..));
    let stores =
        if arguments.stores.is_empty() { StoreKind::ALL } else { arguments.stores.as_slice() };
    println!("{}", report::Report::HEADER);
    let run = |store: StoreKind| match on(store, &arguments, seed) {
        Ok(report) => {
            println!("{report}");
            true
        }
        Err(error) => {
            eprintln!("{store}: {error}\nthe faults again: --seed {seed} --stores {store}");
            false
        }
    };
    // Processes mostly wait, for leases and for faults to end, so all stores are at once.
    let passed = thread::scope(|scope| {
        let runs: Vec<_> = stores.iter().map(|store| scope.spawn(move || run(*store))).collect();
        runs.into_iter().filter_map(|run| run.join().ok()).filter(|passed| *passed).count()
    });
    if passed == stores.len() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn on(
    store: StoreKind,
    arguments: &Arguments,
    seed: u64,
) -> Result<report::Report, Box<dyn Error>> {
    let folder = match &arguments.keep {
        Some(folder) => arena::Folder::keep(&folder.join(store.to_string()))?,
        None => arena::Folder::temporary()?,
    };
    let mut arena = Arena::open(store, &folder)?;
    let (pace, seconds) = (arguments.pace, Duration::from_secs(arguments.seconds));
    let (count, beside) = (arguments.processes, arguments.beside.as_deref());
    let mut fleet = fleet::Fleet::start(&arena, &folder, count, pace, beside)?;
    let nemesis::Harm { faults, outages, footprints } =
        nemesis::rage(&mut fleet, &mut arena, seed, seconds, pace)?;
    let stopped = fleet.stop()?;
    let checked = checker::check(&folder, &outages, arena.is_locked_as_a_whole())?;
    let store = arena.name().to_owned();
    Ok(report::Report { store, faults, stopped, checked, growth: footprints.growth()? })
}
