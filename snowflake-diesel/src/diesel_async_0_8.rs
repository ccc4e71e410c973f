//! Leases over connections of diesel-async 0.8. Columns need nothing for it.

#[path = "diesel_async/lease.rs"]
pub mod lease;

use ::diesel_async_0_8 as diesel_async;
