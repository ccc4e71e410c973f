//! Stores that take a connection of the application's pool for each operation.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use snowflake_kit_core::{Layout, SnowflakeId as _};
use snowflake_kit_lease::{Blocking, ClaimError, Kept, LeaseBuilder, Permit, Store};
use snowflake_kit_mint::__private::ready;
use snowflake_kit_mint::{Generator, MintError, Minter as _, SystemClock};

use crate::adapter::Adapter;
use crate::claims::{first_claim, renewal};
use crate::kind::UserId;
use crate::place::Place;

/// An adapter whose stores are over a pool.
pub trait Pooled: Adapter {
    /// A pool of one connection.
    type Pool;

    /// A pool for the database at this URL. If it can, it waits for a connection for 2 s.
    fn pool(url: &str) -> Self::Pool;

    /// A store over it.
    fn over(pool: &Self::Pool) -> Self::Store;

    /// Takes the connection out of the pool while `run` runs.
    ///
    /// # Panics
    /// If it is not there.
    fn taken<R: Send>(pool: &Self::Pool, run: impl FnOnce() -> R + Send) -> R;
}

/// How long a lease lasts.
const TERM: Duration = Duration::from_secs(1);

/// Only this one, so that a lease that has ended cannot go on with another.
const NODES: RangeInclusive<u32> = 7..=7;

type Keeper<S> = snowflake_kit_lease::Keeper<Blocking<S>, SystemClock>;

fn keeper<S: Store>(store: S) -> Keeper<S> {
    let builder = LeaseBuilder::new(Blocking(store)).space("shop").nodes(NODES).term(TERM);
    builder.keeper(SystemClock::new()).unwrap()
}

fn claimed<S: Store>(keeper: &mut Keeper<S>) -> Result<Permit, ClaimError> {
    ready(keeper.round()).map(|kept| match kept {
        Kept::Changed(permit) => permit,
        Kept::Renewed => panic!("the first round claims"),
    })
}

/// The application has it in between, and after a failure as well.
pub fn the_pool_has_its_connection_back<P: Pooled>() {
    let place = Place::<P>::empty();
    let pool = P::pool(place.url());
    let mut store = P::trust(P::over(&pool));
    store.read("shop").unwrap_err();
    P::taken(&pool, || P::migrate(place.url()));
    assert!(store.claim("shop", &first_claim(7), "web-1").unwrap());
    P::taken(&pool, || assert_eq!(place.read().rows, [first_claim(7).row]));
    assert!(store.renew("shop", &renewal(7)).unwrap());
    P::taken(&pool, || ());
}

/// Mints end with the term, and renewals say why. Another process has the node after it.
pub fn a_pool_that_is_used_up_ends_the_lease<P: Pooled>() {
    let place = Place::<P>::migrated();
    let pool = P::pool(place.url());
    let mut keeper = keeper(P::trust(P::over(&pool)));
    let permit = claimed(&mut keeper).unwrap();
    let generator = Generator::new(Layout::DEFAULT, permit.clone()).unwrap();
    let mut last: UserId = generator.mint_timeout(TERM).unwrap();
    P::taken(&pool, || {
        let began = Instant::now();
        let ended = loop {
            let error = ready(keeper.round()).unwrap_err().to_string();
            assert!(error.starts_with("the store of the leases: "), "{error}");
            assert!(
                ["timed out", "for 5s the pool has lent no connection that answers"]
                    .iter()
                    .any(|said| error.contains(said)),
                "{error}"
            );
            match generator.try_mint() {
                Ok(id) => last = id,
                Err(MintError::WouldWait { .. }) => {}
                Err(error) => break error,
            }
        };
        assert!(matches!(ended, MintError::LeaseExpired { node: 7, .. }), "{ended}");
        assert!(began.elapsed() <= TERM + Duration::from_secs(10), "{:?}", began.elapsed());
        // The node's next holder, which has a connection of its own.
        let mut heir = self::keeper(place.store());
        let grant = claimed(&mut heir).unwrap().grant();
        assert!(last.unix_millis() < grant.from, "{last:?} {grant:?}");
    });
    let full = ready(keeper.round()).unwrap_err();
    assert!(matches!(full, ClaimError::Full { .. }), "{full}");
    generator.try_mint::<UserId>().unwrap_err();
}
