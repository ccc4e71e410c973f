//! Minting: generators, nodes, clocks, forks, and the owner of what was issued.

mod batch;
mod caller;
mod clock_steps;
mod errors;
mod faults;
mod fork;
mod generator;
mod install;
mod local;
mod mint_scope;
mod node;
mod owner;
mod python;
#[cfg(target_os = "linux")]
mod resources;
mod sequence;
mod session;
mod system_clock;
mod waiting;
