//! What a process runs out of: memory and threads.

use std::fs;
use std::panic::catch_unwind;

use snowflake_kit_core::{DecimalParts, Snowflake};
use snowflake_kit_decimal::{DecimalBuilder, DecimalError, Launch};
use snowflake_kit_derive::DecimalId;
use snowflake_kit_lease::{FileStore, Store as _, StoreErrorKind};
use snowflake_kit_mint::MintError;

use crate::ROWS;
use test_processes::TakenMemory;
use test_processes::limited;

#[derive(DecimalId)]
#[snowflake(crate = "snowflake_kit_decimal")]
struct OrderId(Snowflake);

#[test]
fn without_memory_or_threads_there_is_an_error_and_no_number_is_lost() {
    let test = "without_memory_or_threads_there_is_an_error_and_no_number_is_lost";
    limited("-v 1048576", test, || {
        let folder = std::env::temp_dir().join(format!("decimal-limits-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let store = || FileStore::new(folder.join("leases"));
        let launch = Launch::new(65).unwrap();
        let install = || DecimalBuilder::new(store()).space("shop").launch(launch).install();

        let mut taken = TakenMemory::all();
        for threads in [0, 1] {
            taken.give_back(2 * threads);
            let error = install().unwrap_err();
            let message = error.to_string();
            match error {
                DecimalError::NoThread { .. } => {}
                DecimalError::Store(store) => {
                    assert_eq!(store.kind(), StoreErrorKind::NoThread, "{message}");
                }
                error => panic!("{error:?}"),
            }
            assert!(message.contains("a thread, and none could be started: "), "{message}");
            assert!(message.contains("raise the limit of threads"), "{message}");
        }
        drop(taken);
        assert_eq!(store().read(ROWS).unwrap().rows, []);
        assert_eq!(OrderId::try_mint(), Err(MintError::NoGeneratorNumber));

        install().unwrap();
        let all = DecimalParts::MAX_COUNTER as usize;
        for (count, reason) in [
            (all, "there is not enough memory for 922337202 IDs at once: mint them in smaller"),
            (all + 1, "a batch of 922337203 IDs is too large: at most 922337202 fit"),
            (usize::MAX, "a batch of 18446744073709551615 IDs is too large: at most 922337202"),
        ] {
            let panic = catch_unwind(|| OrderId::mint_many(count)).unwrap_err();
            let message = panic.downcast_ref::<String>().unwrap();
            assert!(message.starts_with(&format!("cannot mint a OrderId: {reason}")), "{message}");
        }
        // Nothing was taken.
        assert_eq!(OrderId::mint().text().to_string(), "10000000065");
        fs::remove_dir_all(folder).unwrap();
    });
}
