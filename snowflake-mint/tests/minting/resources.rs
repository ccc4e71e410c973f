//! Batches that there is no memory for.

use std::any::Any;
use std::panic::{UnwindSafe, catch_unwind};

use snowflake_kit_core::{Layout, Snowflake};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_mint::{Generator, Minter, Node, install};

use test_processes::limited;

const FEED: Layout =
    Layout::builder("feed").time_bits(41).caller("shard", 8).node_bits(5).sequence_bits(9).build();

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = FEED, caller)]
struct PostId(Snowflake);

/// 4 GiB, in the unit of `ulimit`.
const LIMIT: &str = "-v 4194304";

/// The text of a panic.
fn panics<R>(body: impl FnOnce() -> R + UnwindSafe) -> String {
    let text = |panic: Box<dyn Any + Send>| *panic.downcast::<String>().unwrap();
    catch_unwind(body).map(drop).map_err(text).unwrap_err()
}

#[test]
fn a_batch_without_memory_is_an_error() {
    limited(LIMIT, "a_batch_without_memory_is_an_error", || {
        install(Node::fixed(7)).unwrap();
        let users = || Generator::new(Layout::DEFAULT, Node::fixed(7)).unwrap();
        let posts = || Generator::new(FEED, Node::fixed(7)).unwrap();
        for count in [1 << 30, 1 << 40, usize::MAX / 16, usize::MAX / 8, usize::MAX] {
            let reason = format!(
                "there is not enough memory for {count} IDs at once: mint them in smaller batches"
            );
            for text in
                [panics(|| users().mint_many::<UserId>(count)), panics(|| UserId::mint_many(count))]
            {
                assert_eq!(text, format!("cannot mint a UserId: {reason}"));
            }
            for text in [
                panics(|| posts().within::<PostId>(3).mint_many(count)),
                panics(|| PostId::within(3).mint_many(count)),
            ] {
                assert_eq!(text, format!("cannot mint a PostId: {reason}"));
            }
            #[cfg(feature = "tokio")]
            {
                use snowflake_kit_mint::MintError;
                use tokio::runtime::Builder;

                let runtime = Builder::new_current_thread().enable_time().build().unwrap();
                let refused = MintError::NoMemory { wanted: count as u64 };
                runtime.block_on(async {
                    let (users, posts) = (users(), posts());
                    let of_users = [
                        users.mint_many_async::<UserId>(count).await,
                        UserId::mint_many_async(count).await,
                    ];
                    assert_eq!(of_users, [(); 2].map(|()| Err(refused.clone())));
                    let of_posts = [
                        posts.within::<PostId>(3).mint_many_async(count).await,
                        PostId::within(3).mint_many_async(count).await,
                    ];
                    assert_eq!(of_posts, [(); 2].map(|()| Err(refused.clone())));
                });
            }
        }
        // And smaller ones are minted as ever.
        assert_eq!(UserId::mint_many(3).len(), 3);
        assert_eq!(PostId::within(3).mint_many(3).len(), 3);
    });
}
