//! What is given on the command line.

use std::ffi::OsString;
use std::fmt::Display;
use std::process::exit;
use std::str::FromStr;

use pico_args::Arguments;

use crate::run::Failed;

/// Each task, its options, and what they do.
const HELP: &str = include_str!("../tasks.txt");

/// The arguments of a task.
pub(crate) struct Given(Arguments);

impl Given {
    /// The task and its arguments, or help.
    pub(crate) fn read() -> (String, Self) {
        let mut given = Arguments::from_env();
        let task = given.subcommand().ok().flatten().unwrap_or_else(|| "help".to_owned());
        // Other programs have their own.
        let is_handed_on = matches!(&*task, "soak" | "with-databases");
        if task == "help" || !is_handed_on && given.contains(["-h", "--help"]) {
            let is_of = |part: &&str| part.split([' ', '\n']).next() == Some(&*task);
            println!("{}", HELP.split("\n\n").find(is_of).unwrap_or(HELP).trim_end());
            exit(0);
        }
        (task, Self(given))
    }

    /// Which of these are given. Nothing else may be.
    pub(crate) fn flags<const N: usize>(
        mut self,
        names: [&'static str; N],
    ) -> Result<[bool; N], Failed> {
        let given = names.map(|name| self.flag(name));
        self.end().map(|()| given)
    }

    /// What follows the only option.
    pub(crate) fn value(mut self, name: &'static str) -> Result<Option<String>, Failed> {
        let value = self.option(name)?;
        self.end().map(|()| value)
    }

    /// What follows this option.
    pub(crate) fn option<T: FromStr<Err: Display>>(
        &mut self,
        name: &'static str,
    ) -> Result<Option<T>, Failed> {
        self.0.opt_value_from_str(name).map_err(|error| Failed(error.to_string()))
    }

    /// Whether this option is given.
    pub(crate) fn flag(&mut self, name: &'static str) -> bool {
        self.0.contains(name)
    }

    /// All that is left.
    pub(crate) fn all(self) -> Result<Vec<String>, Failed> {
        let arguments = self.0.finish().into_iter().map(OsString::into_string);
        let is_no_text = |other: OsString| Failed(format!("{} is no text", other.display()));
        arguments.collect::<Result<_, _>>().map_err(is_no_text)
    }

    fn end(self) -> Result<(), Failed> {
        let left = self.all()?;
        if left.is_empty() { Ok(()) } else { Err(Failed(format!("what is {}?", left.join(" ")))) }
    }
}
