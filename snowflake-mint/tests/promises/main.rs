//! What is promised of IDs, on all that a generator can be asked, and on many threads. `cargo xtask
//! models` runs it, with optimisation: threads meet more often then.

mod model;
mod threads;
