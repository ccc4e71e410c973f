//! Processes that take generator numbers of decimal IDs from one store, and that
//! end and crash: the same for each kind of store.

use std::env;
use std::process::{Child, Command, Stdio, abort};

use snowflake_kit_core::{DecimalId, DecimalParts, Snowflake};
use snowflake_kit_decimal::{DecimalBuilder, Launch};
use snowflake_kit_derive::DecimalId;
use snowflake_kit_lease::LeaseRow;

#[derive(DecimalId)]
#[snowflake(crate = "snowflake_kit_decimal")]
struct OrderId(Snowflake);

const LAUNCH: u32 = 65;

/// What a process that a test has started is to do, and where.
const TOLD: &str = "SNOWFLAKE_TEST_DECIMAL";
const PLACE: &str = "SNOWFLAKE_TEST_DECIMAL_PLACE";

/// How many processes start at once.
const AT_ONCE: usize = 16;

/// The space that the store has the row in.
pub(crate) const ROWS: &str = "shop (decimal IDs)";

/// The row that is there after all [`starts`](each_has_a_number_that_nobody_had).
pub(crate) const ROW: LeaseRow =
    LeaseRow { node: LAUNCH, token: 4 + AT_ONCE as i64, until: i64::MAX };

/// What this process is told to do, if a test has started it.
pub(crate) struct Told {
    what: String,
    /// Where the store is.
    pub(crate) place: String,
}

pub(crate) fn told() -> Option<Told> {
    let what = env::var(TOLD).ok()?;
    Some(Told { what, place: env::var(PLACE).unwrap() })
}

impl Told {
    /// What is to be installed first.
    pub(crate) fn builder<S>(store: S) -> DecimalBuilder<S> {
        DecimalBuilder::new(store).space("shop").launch(Launch::new(LAUNCH).unwrap())
    }

    /// The rest.
    pub(crate) fn mint(self) {
        if self.what == "crash at once" {
            abort();
        }
        // The harness has begun a line.
        println!();
        for id in OrderId::mint_many(3) {
            println!("minted {id}");
        }
        if self.what == "crash" {
            abort();
        }
    }
}

/// Starts a test as processes of its own, over the store at a place.
pub(crate) fn each_has_a_number_that_nobody_had(test: &str, place: &str) {
    let start = |what: &str| {
        Command::new(env::current_exe().unwrap())
            .args([test, "--exact", "--nocapture", "--test-threads=1"])
            .env(TOLD, what)
            .env(PLACE, place)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    };
    let ids = |generator| {
        let parts = |counter| DecimalParts { counter, generator, launch: LAUNCH };
        (1..=3).map(parts).collect::<Vec<_>>()
    };
    assert_eq!(minted(start("end")), ids(0));
    assert_eq!(minted(start("crash")), ids(1));
    assert_eq!(minted(start("crash at once")), []);
    assert_eq!(minted(start("end")), ids(3), "number 2 is that of a process that minted nothing");

    let children: Vec<Child> = (0..AT_ONCE).map(|_| start("end")).collect();
    let mut numbers = Vec::new();
    for child in children {
        let all = minted(child);
        let number = all.first().expect("it has minted").generator;
        assert_eq!(all, ids(number));
        numbers.push(number);
    }
    numbers.sort_unstable();
    assert_eq!(numbers, (4..4 + AT_ONCE as u32).collect::<Vec<_>>());
}

/// The IDs that a process has said it minted.
fn minted(child: Child) -> Vec<DecimalParts> {
    let said = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    let ids = said.lines().filter_map(|line| line.strip_prefix("minted "));
    ids.map(|id| id.parse::<OrderId>().unwrap().decimal_parts().unwrap()).collect()
}

#[cfg(test)]
mod tests {
    use snowflake_kit_lease::{FileStore, Store as _};

    use super::{ROW, ROWS, Told, each_has_a_number_that_nobody_had, told};

    /// The store of one host, which is a file.
    #[test]
    fn a_file_gives_each_start_a_number_that_nobody_had() {
        if let Some(told) = told() {
            Told::builder(FileStore::new(&told.place)).install().unwrap();
            return told.mint();
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("leases");
        each_has_a_number_that_nobody_had(
            "starts::tests::a_file_gives_each_start_a_number_that_nobody_had",
            file.to_str().unwrap(),
        );
        assert_eq!(FileStore::new(file).read(ROWS).unwrap().rows, [ROW]);
    }
}
