//! Claims, renewals and releases, one at a time. All of them together are in
//! `lease_model`.

use std::collections::BTreeSet;
use std::time::Duration;

use snowflake_kit_lease::{Grant, LeaseError, LeaseRow, LeaseTerms, claim};

/// 2026-01-01T00:00:00Z
const NOW: i64 = 1_767_225_600_000;
const TERM: i64 = 30_000;
const RANDOM: u64 = 41;
/// The token of a claim now: the time in µs, and never a whole ms, which fences have.
const TOKEN: i64 = NOW * 1_000 + 42;

fn row(token: i64, until: i64) -> LeaseRow {
    LeaseRow { node: 7, token, until }
}

#[test]
fn a_node_without_a_row_is_claimed_from_the_beginning_of_time() {
    let claim = claim(7, None, NOW, &LeaseTerms::default(), RANDOM).unwrap();
    assert_eq!(claim.expected, None);
    assert_eq!(claim.row, row(TOKEN, NOW + TERM));
    let grant = Grant { node: 7, token: TOKEN, from: i64::MIN, until: NOW + TERM };
    assert_eq!(claim.grant(), grant);
}

#[test]
fn a_grant_begins_where_the_one_before_ended() {
    let terms = LeaseTerms::default();
    for until in [0, NOW - 1, NOW] {
        let claim = claim(7, Some(row(4, until)), NOW, &terms, RANDOM).unwrap();
        assert_eq!(claim.expected, Some(row(4, until)));
        assert_eq!(claim.row, row(TOKEN, NOW + TERM));
        let grant = claim.grant();
        assert_eq!((grant.from, grant.until), (until, NOW + TERM));
        assert!(grant.allows(until) && grant.allows(NOW + TERM - 1));
        assert!(!grant.allows(until - 1) && !grant.allows(NOW + TERM));
    }
}

/// Also two claims of the same row, of which a store that has lost one accepts both.
#[test]
fn two_claims_have_different_tokens_and_each_is_larger_than_the_one_before() {
    let terms = LeaseTerms::default();
    // Counted by an older version, of another process, by a fence, and of a clock that was ahead.
    let earlier = [4, TOKEN - 1, NOW * 1_000, (NOW + 60_000) * 1_000, i64::MAX - 1_000_002];
    for earlier in earlier {
        let read = Some(row(earlier, NOW));
        let tokens = (0..999).map(|random| claim(7, read, NOW, &terms, random).unwrap().row.token);
        let tokens: BTreeSet<_> = tokens.collect();
        assert!(tokens.len() >= 998, "{} tokens after {earlier}", tokens.len());
        assert!(tokens.iter().all(|token| *token > earlier && token % 1_000 != 0), "{earlier}");
    }
    // A clock at the end of all time, and one before 1970.
    assert!(claim(7, None, i64::MAX, &terms, RANDOM).is_ok());
    assert_eq!(claim(7, None, -5, &terms, RANDOM).unwrap().row.token, 42);
}

#[test]
fn a_node_that_is_held_is_left_alone() {
    let error = claim(7, Some(row(4, NOW + 1)), NOW, &LeaseTerms::default(), RANDOM).unwrap_err();
    assert_eq!(error, LeaseError::Held { node: 7, until: NOW + 1, now: NOW });
    assert_eq!(
        error.to_string(),
        "node 7 is leased until 2026-01-01T00:00:00.001Z, and it is 2026-01-01T00:00:00.000Z: \
         claim another one, or wait"
    );
}

#[test]
fn a_row_that_cannot_be_is_reported() {
    let terms = LeaseTerms::default();
    let other = LeaseRow { node: 8, ..row(1, 0) };
    for corrupt in [row(i64::MAX, 0), other] {
        let error = claim(7, Some(corrupt), NOW, &terms, RANDOM).unwrap_err();
        assert_eq!(error, LeaseError::Corrupt { row: corrupt });
    }
    let error = LeaseError::Corrupt { row: row(i64::MAX, 0) };
    assert!(error.to_string().starts_with("the registry's row (node 7, token 9223372036854775807"));
}

#[test]
fn renewals_only_ever_extend() {
    let terms = LeaseTerms::default();
    let mut grant = claim(7, None, NOW, &terms, RANDOM).unwrap().grant();

    // A clock that went back an hour.
    let back = terms.renewal(&grant, NOW - 3_600_000);
    assert_eq!(back.until, NOW + TERM);
    let on = terms.renewal(&grant, NOW + 10_000);
    assert_eq!((on.node, on.token, on.until), (7, TOKEN, NOW + 10_000 + TERM));
    grant.extend(&on);
    grant.extend(&back);
    assert_eq!(grant.until, NOW + 10_000 + TERM);

    // One of another grant.
    let other = terms.renewal(&Grant { token: 2, ..grant }, NOW + 20_000);
    grant.extend(&other);
    assert_eq!(grant.until, NOW + 10_000 + TERM);

    // At the end of all time.
    let last = LeaseTerms { term: Duration::MAX, ..terms }.renewal(&grant, i64::MAX);
    assert_eq!(last.until, i64::MAX);
}

#[test]
fn a_release_stays_inside_the_grant() {
    let grant = Grant { node: 7, token: 3, from: NOW, until: NOW + TERM };
    for (first_unused, until) in [
        (NOW + 5, NOW + 5),
        (i64::MIN, NOW),
        (NOW - 1, NOW),
        (NOW + TERM, NOW + TERM),
        (i64::MAX, NOW + TERM),
    ] {
        let release = grant.release(first_unused);
        assert_eq!((release.node, release.token, release.until), (7, 3, until));
    }
}

#[test]
fn clocks_that_are_far_apart_are_reported() {
    let terms = LeaseTerms::default();
    for store in [NOW - 10_000, NOW, NOW + 10_000] {
        assert_eq!(terms.check_clock(NOW, store), Ok(()));
    }
    for store in [NOW - 10_001, NOW + 10_001, i64::MIN, i64::MAX] {
        let error = terms.check_clock(NOW, store).unwrap_err();
        let limit = terms.max_skew;
        assert_eq!(error, LeaseError::Skew { unix_millis: NOW, store_unix_millis: store, limit });
    }
    let error = terms.check_clock(NOW, NOW + 60_000).unwrap_err();
    assert_eq!(
        error.to_string(),
        "this machine's clock says 2026-01-01T00:00:00.000Z and the store's \
         2026-01-01T00:01:00.000Z, which is further apart than max_skew = 10s: check the time \
         synchronisation of both"
    );
}
