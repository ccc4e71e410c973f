//! Stores that are files.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use snowflake_core::lease::{FileStore, lease};

use crate::nodes;

/// A folder that is there for one test.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = env::temp_dir().join(format!("nodes-{}-{test}", std::process::id()));
        fs::create_dir(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_lease_of_this_process_is_listed() {
    let folder = Folder::new("lease");
    let path = folder.file("leases");
    let lease = lease(FileStore::new(&path)).space("shop").term(Duration::from_hours(1));
    let lease = lease.install().unwrap();
    let list = nodes(&path, &["--json"]).json();
    assert_eq!((&list["store"], &list["skew_ms"]), (&path.as_str().into(), &0.into()));
    let node = &list["nodes"][0];
    assert_eq!((&node["space"], &node["state"]), (&"shop".into(), &"held".into()));
    assert_eq!(node["node"], lease.node());
    assert_eq!(node["until_unix_ms"], lease.grant().until);
    let process = format!("process {}", std::process::id());
    assert!(node["holder"].as_str().unwrap().ends_with(&process), "{node}");

    lease.release().unwrap();
    let list = nodes(&path, &["--json", "--space", "shop"]).json();
    assert_eq!(list["nodes"][0]["state"], "free");
    assert_eq!(list["nodes"].as_array().unwrap().len(), 1);
}

const FILE: &str = "snowflake leases 1
# space\tnode\ttoken\tuntil (Unix ms)\tclaimed (Unix ms)\trenewed (Unix ms)\tholder
# 2 rows\t0\t3\t4102444800000\t0\t1767225600000\tweb-1
shop\t7\t1\t4102444800000\t0\t1767225600000\tweb-2
# 2 rows
";

#[test]
fn a_corrupt_line_does_not_hide_the_others() {
    let folder = Folder::new("corrupt");
    let path = folder.file("leases");
    fs::write(&path, FILE).unwrap();
    assert_eq!(nodes(&path, &["--json"]).json()["nodes"].as_array().unwrap().len(), 2);

    fs::write(&path, FILE.replacen("shop\t7\t1", "shop\t7", 1)).unwrap();
    let run = nodes(&path, &[]);
    assert_eq!(
        (run.code, run.stderr.as_str()),
        (1, "error: 1 row is none that a lease leaves behind: see who else writes there\n")
    );
    assert!(run.stdout.contains("space \"# 2 rows\"\n"), "{}", run.stdout);
    assert!(run.stdout.ends_with(", renewed \"web-2\", holder none\n"), "{}", run.stdout);

    // What a terminal would obey is not written to it.
    fs::write(&path, FILE.replace("web-", "\u{1b}[2J")).unwrap();
    let list = nodes(&path, &[]).ok();
    assert!(!list.contains('\u{1b}'), "{list:?}");
}

#[test]
fn files_that_are_none_of_leases() {
    let folder = Folder::new("other");
    let path = folder.file("leases");
    let message = nodes(&path, &[]).failed(1);
    assert!(message.contains("there is no file "), "{message}");
    let message = nodes(&folder.0.display().to_string(), &[]).failed(1);
    assert!(message.starts_with("error: cannot read "), "{message}");
    for (content, expected) in [
        ("", "is neither an SQLite database nor a file of leases"),
        ("snow", "is neither an SQLite database nor a file of leases"),
        ("snowflake leases 2\n", "is neither an SQLite database nor a file of leases"),
        ("SQLite format 3", "is neither an SQLite database nor a file of leases"),
        (&FILE[..FILE.len() - 1], "does not end as a file of leases does"),
        (&FILE[..FILE.len() - 9], "does not end as a file of leases does"),
        ("snowflake leases 1\n", "does not end as a file of leases does"),
        ("snowflake leases 1\n\n# 1 rows\n", "does not end as a file of leases does"),
    ] {
        fs::write(&path, content).unwrap();
        let message = nodes(&path, &[]).failed(1);
        assert!(message.contains(expected), "{content:?}: {message}");
    }
    let message = nodes("sqlite:///nowhere/shop.db", &[]).failed(1);
    assert!(message.starts_with("error: /nowhere/shop.db: "), "{message}");
    assert!(message.ends_with("; see that the file is there, and may be read\n"), "{message}");
    nodes("sqlite::memory:", &[]).failed(1);
}

/// What the help shows, with a file of leases as the store.
#[test]
fn the_examples_of_the_help_run() {
    let folder = Folder::new("help");
    let path = folder.file("leases");
    fs::write(&path, FILE).unwrap();
    let mut help = crate::command();
    help.arg("--help");
    let help = crate::finish(help).ok();
    let examples = help.lines().filter_map(|line| line.strip_prefix("  $ snowflake "));
    let mut count = 0;
    for example in examples {
        let arguments = example
            .split(' ')
            .map(|word| if word.contains('/') { path.clone() } else { word.to_owned() });
        let output = Command::new(env!("CARGO_BIN_EXE_snowflake")).args(arguments).output();
        let output = output.unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{example}");
        count += 1;
    }
    assert_eq!(count, 4);
}
