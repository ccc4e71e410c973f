//! What came of it.

use std::fmt;

use crate::checker::Checked;
use crate::footprint::Growth;
use crate::nemesis::Faults;

/// A store's line.
pub(crate) struct Report {
    /// Its name.
    pub(crate) store: String,
    pub(crate) faults: Faults,
    /// How many processes gave their lease back at the end.
    pub(crate) stopped: usize,
    pub(crate) checked: Checked,
    /// Of the processes that were never killed, the one that took the most.
    pub(crate) growth: Growth,
}

impl Report {
    pub(crate) const HEADER: &str = concat!(
        "store            IDs        lives  claims  losses  nodes  released  longest pause  ",
        "beyond fault  decimal IDs  numbers  second to last quarter            faults",
    );
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Checked { ids, lives, claims, losses, nodes, pauses, counted } = &self.checked;
        write!(f, "{:<16} {ids:<10} {lives:<6} {claims:<7} {losses:<7} {nodes:<6} ", self.store)?;
        let seconds = |millis| format!("{}.{} s", millis / 1_000, millis % 1_000 / 100);
        let (pause, rest) = (seconds(pauses.longest), seconds(pauses.unexcused));
        write!(f, "{:<9} {pause:<14} {rest:<13} ", self.stopped)?;
        write!(f, "{:<12} {:<8} ", counted.ids, counted.numbers())?;
        write!(f, "{:<33} ", self.growth.to_string())?;
        for (number, (fault, count)) in self.faults.iter().enumerate() {
            let comma = if number == 0 { "" } else { ", " };
            write!(f, "{comma}{count} × {fault}")?;
        }
        Ok(())
    }
}
