//! Leases of a large fleet.

use std::fmt::Write as _;
use std::time::Duration;

use super::Section;
use crate::leases::{Fleet, NODE_BITS, Phase};
use crate::plan::Plan;

pub(super) fn section(measured: &[Fleet], plan: &Plan) -> Section {
    let Plan { processes, connections, .. } = plan;
    let mut text = format!(
        "
## Leases of a large fleet

{processes} processes claim a node number of {NODE_BITS} bits at the same moment, as after a power
cut, and then all renew at the same moment. They take turns on {connections} connections, as
with a pooler; the times of one process contain the wait for a connection. Servers keep what
they acknowledge (`fsync`), and run on the machine of the clients, with all members of etcd on one
disk. A claim reads at most 257 rows of the registry, then those of 100 nodes at a time if it must,
and makes up to four attempts on what it has read. A renewal is one transaction. With the default
term a process renews every 10 s.

| | all, s | a second | one process, ms: median | 99 % | operations of each | rounds that failed |
|---|---|---|---|---|---|---|
"
    );
    for Fleet { place, claims, renewals } in measured {
        for (what, phase) in [("claims", claims), ("renewals", renewals)] {
            let Phase { all, each, operations, failures } = phase;
            let count = each.len();
            let _ = writeln!(
                text,
                "| {place}: {what} | {:.1} | {:.0} | {:.0} | {:.0} | {:.2} | {failures} |",
                all.as_secs_f64(),
                count as f64 / all.as_secs_f64(),
                millis(each[count / 2]),
                millis(each[count * 99 / 100]),
                *operations as f64 / count as f64,
            );
        }
    }
    Section { text, charts: vec![] }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
