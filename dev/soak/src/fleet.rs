//! The processes.

use std::error::Error;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::arena::{Arena, Folder};
use crate::clock::FakeClock;

/// How long processes may take to do at the end what they always do. They take
/// a second or two; only a machine that does not get to it takes longer.
const PATIENCE: Duration = Duration::from_mins(3);

/// How a process ends whose lease the store did not take back in time.
const NOT_RELEASED: i32 = 3;

/// The libraries that processes speak to a store with, all at once on the same table.
const LIBRARIES: [&str; 3] = ["seaorm", "diesel", "sqlx"];

/// Processes that mint.
pub(crate) struct Fleet {
    pub(crate) members: Vec<Member>,
}

/// One of them, through all its lives.
pub(crate) struct Member {
    number: usize,
    life: usize,
    child: Child,
    /// What it runs in each of its lives.
    program: PathBuf,
    pub(crate) clock: FakeClock,
    url: String,
    folder: PathBuf,
    /// How many times as long as usual it rests between mints.
    pace: u32,
}

impl Fleet {
    /// Every other process runs `beside`, if there is one.
    pub(crate) fn start(
        arena: &Arena,
        folder: &Folder,
        count: usize,
        pace: u32,
        beside: Option<&Path>,
    ) -> Result<Self, Box<dyn Error>> {
        let own = std::env::current_exe()?.with_file_name("minter");
        let members = (0..count)
            .map(|number| {
                let clock = FakeClock::new(folder.path().join(format!("clock-{number}")))?;
                let (url, folder) = (arena.url(), folder.path().to_owned());
                let program = beside.filter(|_| number % 2 == 1).unwrap_or(&own).to_owned();
                let child = begin(&program, &url, &folder, number, 0, &clock, pace)?;
                Ok(Member { number, life: 0, child, program, clock, url, folder, pace })
            })
            .collect::<Result<Vec<_>, Box<dyn Error>>>()?;
        let fleet = Self { members };
        fleet.wait_for_mints()?;
        Ok(fleet)
    }

    /// How many of the first members are never killed, so that it is seen whether what they
    /// take grows: one of each library, where there are others.
    pub(crate) fn spared(&self) -> usize {
        if self.members.len() > LIBRARIES.len() { LIBRARIES.len() } else { 0 }
    }

    /// The process IDs of those.
    pub(crate) fn spared_processes(&self) -> impl Iterator<Item = u32> {
        self.members[..self.spared()].iter().map(|member| member.child.id())
    }

    /// Waits until each has minted something more.
    pub(crate) fn wait_for_mints(&self) -> Result<(), Box<dyn Error>> {
        let before: Vec<_> = self.members.iter().map(Member::minted).collect();
        let end = Instant::now() + PATIENCE;
        for (member, before) in self.members.iter().zip(before) {
            while member.minted().iter().zip(before).any(|(now, before)| *now <= before) {
                if Instant::now() > end {
                    let said = member.said();
                    return Err(format!("process {} mints nothing: {said}", member.name()).into());
                }
                sleep(Duration::from_millis(20));
            }
        }
        Ok(())
    }

    /// Ends all of them, as a deployment does. The answer is how many gave
    /// their lease back.
    pub(crate) fn stop(self) -> Result<usize, Box<dyn Error>> {
        self.wait_for_mints()?;
        for member in &self.members {
            member.signal(Signal::TERM)?;
        }
        let mut released = 0;
        let mut said = String::new();
        for mut member in self.members {
            let status = member.child.wait()?;
            said = format!("process {}: {status}: {}", member.name(), member.said());
            match status.code() {
                Some(0) => released += 1,
                Some(NOT_RELEASED) => {}
                _ => return Err(said.into()),
            }
        }
        // On a busy machine one or another takes longer than it may; all of them do not.
        if released == 0 { Err(said.into()) } else { Ok(released) }
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        // One that has ended is not there any more.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Member {
    fn name(&self) -> String {
        name(self.number, self.life)
    }

    pub(crate) fn signal(&self, signal: Signal) -> io::Result<()> {
        let pid = Pid::from_child(&self.child);
        Ok(kill_process(pid, signal)?)
    }

    /// Ends it by a signal and starts it again.
    pub(crate) fn restart(&mut self, signal: Signal) -> Result<(), Box<dyn Error>> {
        self.signal(signal)?;
        self.life += 1;
        let Self { program, url, folder, number, life, clock, pace, .. } = &*self;
        let next = begin(program, url, folder, *number, *life, clock, *pace)?;
        let mut old = std::mem::replace(&mut self.child, next);
        // One that gives its lease back ends beside the next, as in a rolling
        // update.
        std::thread::spawn(move || old.wait());
        Ok(())
    }

    /// How many bytes of IDs it has written in this life: by a lease, and by a
    /// generator number.
    fn minted(&self) -> [u64; 2] {
        ["default", "decimal"].map(|extension| {
            let file = self.folder.join(format!("{}.{extension}", self.name()));
            fs::metadata(file).map_or(0, |file| file.len())
        })
    }

    /// Its last words.
    fn said(&self) -> String {
        let file = self.folder.join(format!("{}.log", self.name()));
        let text = fs::read_to_string(file).unwrap_or_default();
        let lines: Vec<_> = text.lines().rev().take(5).collect();
        lines.into_iter().rev().collect::<Vec<_>>().join("\n")
    }
}

fn name(number: usize, life: usize) -> String {
    format!("{number:02}-{life:04}")
}

fn begin(
    program: &Path,
    url: &str,
    folder: &Path,
    number: usize,
    life: usize,
    clock: &FakeClock,
    pace: u32,
) -> Result<Child, Box<dyn Error>> {
    let files = folder.join(name(number, life));
    let log = File::create(files.with_extension("log"))?;
    let mut command = Command::new(program);
    command.arg(url).arg(LIBRARIES[number % LIBRARIES.len()]).arg(files).arg(pace.to_string());
    clock.give(&mut command)?;
    command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
    Ok(command.spawn()?)
}
