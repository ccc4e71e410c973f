//! What goes wrong.

use std::collections::BTreeMap;
use std::error::Error;
use std::thread::sleep;
use std::time::{Duration, Instant};

use fastrand::Rng;
use rustix::process::Signal;

use crate::arena::Arena;
use crate::fleet::Fleet;
use crate::footprint::Footprints;
use crate::pauses::{Outages, Whom, now};

/// How often each kind of fault was there.
pub(crate) type Faults = BTreeMap<&'static str, usize>;

/// The longest that a process is stopped, and that a store is away, in ms: well
/// beyond the term of the leases.
const LONG: u64 = 5_000;

/// By how many ms a clock may be set back without any harm to a process.
const TOLERATED: i64 = 5_000;

/// How often it is looked at what is to be put right.
const LOOKS: Duration = Duration::from_millis(120);

/// Something that is to be put right later.
struct Cure {
    at: Instant,
    what: Ill,
    /// When it began, by the monotonic clock.
    since: u64,
}

enum Ill {
    Stopped(usize),
    Clock {
        who: usize,
        /// By how many ms it is ahead.
        ahead: i64,
    },
    Store,
    /// One member of the store's.
    Member,
}

/// How long a store that has lost a member may take to elect another leader, in ms.
const ELECTION: u64 = 3_000;

/// How often a process looks at what its clock is to say, in ms.
const LOOK: u64 = 1_000;

/// `max_rollback`, in ms: by up to so much a clock that is put right makes a process wait
/// until it has caught up.
const RIDDEN_OUT: i64 = 10_000;

/// What was done to the processes and the store, and what came of it.
pub(crate) struct Harm {
    pub(crate) faults: Faults,
    pub(crate) outages: Outages,
    /// What the processes took that were never killed.
    pub(crate) footprints: Footprints,
}

/// Does harm for a while, and puts everything right at the end. Faults are `pace` times as
/// far apart as usual.
pub(crate) fn rage(
    fleet: &mut Fleet,
    arena: &mut Arena,
    seed: u64,
    how_long: Duration,
    pace: u32,
) -> Result<Harm, Box<dyn Error>> {
    let mut rng = Rng::with_seed(seed);
    let (mut faults, mut outages) = (Faults::new(), Outages::default());
    let mut footprints = Footprints::of(fleet.spared());
    let mut cures: Vec<Cure> = Vec::new();
    let end = Instant::now() + how_long;
    while Instant::now() < end {
        let next = Instant::now() + Duration::from_millis(rng.u64(10..120)) * pace;
        while let Some(rest) = next.checked_duration_since(Instant::now()) {
            sleep(rest.min(LOOKS));
            let now = Instant::now();
            let (due, later) = cures.into_iter().partition(|cure| cure.at <= now);
            cures = later;
            cure(due, fleet, arena, &mut outages)?;
            footprints.look(fleet.spared_processes());
        }
        let now = Instant::now();
        let since = self::now();
        let who = rng.usize(..fleet.members.len());
        // Nor is its clock set where the store has none: to put that right ends the process.
        let is_spared = who < fleet.spared();
        let soon = Duration::from_millis(rng.u64(100..LONG));
        let stopped = cures.iter().any(|cure| matches!(cure.what, Ill::Stopped(it) if it == who));
        let store = cures.iter().any(|cure| matches!(cure.what, Ill::Store | Ill::Member));
        let member = &mut fleet.members[who];
        let fault = match rng.u8(..100) {
            0..25 if !stopped && !is_spared => {
                member.restart(Signal::KILL)?;
                "kill -9"
            }
            25..32 if !stopped && !is_spared => {
                member.restart(Signal::TERM)?;
                "terminate"
            }
            32..50 if !stopped => {
                member.signal(Signal::STOP)?;
                cures.push(Cure { at: now + soon, what: Ill::Stopped(who), since });
                "stop"
            }
            50..65 if !store && arena.members().is_some() => {
                let Some(members) = arena.members() else { continue };
                let (fault, lasts) = members.harm(&mut rng)?;
                outages.add_until(Whom::All, since, self::now() + ELECTION);
                if lasts {
                    cures.push(Cure { at: now + soon, what: Ill::Member, since });
                }
                fault
            }
            50..80 if !(is_spared && arena.has_no_clock()) => {
                let (fault, ahead) = match rng.u8(..4) {
                    0 => {
                        member.clock.freeze()?;
                        ("clock frozen", 0)
                    }
                    step => {
                        let most = [0, 1_000, 30_000, 3_600_000][usize::from(step)];
                        let by = rng.i64(-most..=most);
                        member.clock.offset(by)?;
                        (if by < 0 { "clock set back" } else { "clock set ahead" }, by)
                    }
                };
                cures.push(Cure { at: now + soon, what: Ill::Clock { who, ahead }, since });
                fault
            }
            80..88 if arena.cut() => {
                outages.add(Whom::All, since);
                "connections cut"
            }
            88..92 if !store && arena.stall() => {
                cures.push(Cure { at: now + soon, what: Ill::Store, since });
                "network stalled"
            }
            92..97 if !store && arena.away()? => {
                cures.push(Cure { at: now + soon, what: Ill::Store, since });
                "store away"
            }
            97.. if arena.crash()? => {
                outages.add(Whom::All, since);
                "server crashed"
            }
            _ => continue,
        };
        *faults.entry(fault).or_default() += 1;
    }
    cure(cures, fleet, arena, &mut outages)?;
    Ok(Harm { faults, outages, footprints })
}

fn cure(
    cures: Vec<Cure>,
    fleet: &mut Fleet,
    arena: &mut Arena,
    outages: &mut Outages,
) -> Result<(), Box<dyn Error>> {
    for Cure { what, since, .. } in cures {
        match what {
            Ill::Stopped(who) => {
                fleet.members[who].signal(Signal::CONT)?;
                outages.add(Whom::Stopped(who), since);
            }
            Ill::Clock { who, ahead } => {
                let member = &mut fleet.members[who];
                member.clock.correct()?;
                // Where the store has the process's own clock, nothing has kept
                // it from minting in the future. It would stand still until
                // then: somebody has to restart it.
                if arena.has_no_clock() && ahead > TOLERATED {
                    member.restart(Signal::KILL)?;
                }
                let catching_up = ahead.clamp(0, RIDDEN_OUT).unsigned_abs();
                outages.add_until(Whom::One(who), since, now() + LOOK + catching_up);
            }
            // The others go on without it.
            Ill::Member => arena.back()?,
            Ill::Store => {
                arena.back()?;
                outages.add(Whom::All, since);
            }
        }
    }
    Ok(())
}
