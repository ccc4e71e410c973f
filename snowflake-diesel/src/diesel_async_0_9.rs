//! Leases over connections of diesel-async 0.9. Columns need nothing for it.

#[path = "diesel_async/lease.rs"]
pub mod lease;

use ::diesel_async;
