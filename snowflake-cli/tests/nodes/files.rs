//! Stores that are files.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;
use std::{env, fs};

use snowflake_kit_lease::{FileStore, LeaseBuilder};

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
    let lease =
        LeaseBuilder::new(FileStore::new(&path)).space("shop").term(Duration::from_hours(1));
    let lease = lease.install().unwrap();
    let list = nodes(&path, &["--json"]).json();
    assert_eq!((&list["store"], &list["skew_ms"]), (&path.as_str().into(), &0.into()));
    let node = &list["nodes"][0];
    assert_eq!((&node["space"], &node["state"]), (&"shop".into(), &"held".into()));
    assert_eq!(node["node"], lease.node().unwrap());
    assert_eq!(node["until_unix_ms"], lease.grant().unwrap().until);
    let process = format!("process {}", std::process::id());
    assert!(node["holder"].as_str().unwrap().ends_with(&process), "{node}");

    lease.release().unwrap();
    let list = nodes(&path, &["--json", "--space", "shop"]).json();
    assert_eq!(list["nodes"][0]["state"], "free");
    assert_eq!(list["nodes"].as_array().unwrap().len(), 1);
}

const LAUNCHES: &str = "snowflake leases 1
# space\tnode\ttoken\tuntil (Unix ms)\tclaimed (Unix ms)\trenewed (Unix ms)\tholder
shop\t7\t1\t4102444800000\t0\t1767225600000\tweb-1
shop (decimal IDs)\t64\t100000\t9223372036854775807\t1767225600000\t1767225600000\tweb-1
shop (decimal IDs)\t65\t93\t9223372036854775807\t1767225600000\t1767225600000\tweb-2
# 3 rows
";

#[test]
fn launches_of_decimal_ids_are_no_nodes() {
    let folder = Folder::new("launches");
    let path = folder.file("leases");
    fs::write(&path, LAUNCHES).unwrap();
    for arguments in [&["--json"][..], &["--json", "--space", "shop"]] {
        let list = nodes(&path, arguments).json();
        assert_eq!(list["nodes"].as_array().unwrap().len(), 1);
        assert_eq!(
            list["launches"][1],
            serde_json::json!({
                "space": "shop",
                "launch": 65,
                "generators": 93,
                "left": 99_907,
                "holder": "web-2",
                "claimed": "2026-01-01T00:00:00.000Z",
                "claimed_unix_ms": 1_767_225_600_000_i64,
            })
        );
    }
    let shown = nodes(&path, &[]).ok();
    let table = "space \"shop\", generator numbers of decimal IDs
  launch  last generator  left   claimed                   holder
  64      99999           0      2026-01-01T00:00:00.000Z  web-1
  65      92              99907  2026-01-01T00:00:00.000Z  web-2
";
    assert!(shown.ends_with(table), "{shown}");

    for (right, wrong, problem) in [
        ("\t65\t93\t9223372036854775807", "\t65\t93\t4102444800000", "the end of time"),
        ("\t100000\t", "\t100001\t", "a launch has 100000 generator numbers"),
        ("\t65\t", "\t100000\t", "launch 100000 is past the largest one"),
    ] {
        fs::write(&path, LAUNCHES.replacen(right, wrong, 1)).unwrap();
        let run = nodes(&path, &[]);
        assert_eq!(run.code, 1);
        assert!(run.stdout.contains(problem), "{}", run.stdout);
    }
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
        (1, "error: 1 row was not written by a lease: find out which other program writes there\n")
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
    assert!(message.ends_with("; check that the file exists and is readable\n"), "{message}");
    nodes("sqlite::memory:", &[]).failed(1);
}

/// What the help shows, with a file of leases as the store.
#[test]
fn the_examples_of_the_help_run() {
    let folder = Folder::new("help");
    let path = folder.file("leases");
    fs::write(&path, FILE).unwrap();
    // A fence refuses a file that others may open.
    #[cfg(unix)]
    fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
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
    assert_eq!(count, 6);
}
