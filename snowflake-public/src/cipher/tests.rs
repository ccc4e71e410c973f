//! Against NIST's samples, and against FF1 of another hand.

use std::array;

use aes::cipher::KeyInit;
use fpe::ff1::{FF1, FlexibleNumeralString};
use proptest::prelude::*;
use snowflake_kit_core::Snowflake;

use super::{Aes256, Cipher, Width, encrypt};
use crate::SecretKey;
use crate::label::Label;

fn cipher() -> Cipher {
    Cipher::derive(&SecretKey::from_bytes([7; 32]).unwrap(), "permuted", Label::Prefix("usr_"))
}

fn id(number: u64) -> Snowflake {
    Snowflake::new(number.cast_signed()).unwrap()
}

/// FIPS 197, appendix C.3.
#[test]
fn aes_is_that_of_nist() {
    let key: [u8; 32] = array::from_fn(|at| at as u8);
    let block = encrypt(&Aes256::new(&key.into()), 0x0011_2233_4455_6677_8899_aabb_ccdd_eeff);
    assert_eq!(block, 0x8ea2_b7ca_5167_45bf_eafc_4990_4b49_6089);
}

/// NIST's samples 7 and 8 of FF1, by the crate with which ours is compared, since ours has
/// radix 2 alone.
#[test]
fn the_other_ff1_is_that_of_nist() {
    const KEY: [u8; 32] = [
        0x2B, 0x7E, 0x15, 0x16, 0x28, 0xAE, 0xD2, 0xA6, 0xAB, 0xF7, 0x15, 0x88, 0x09, 0xCF, 0x4F,
        0x3C, 0xEF, 0x43, 0x59, 0xD8, 0xD5, 0x80, 0xAA, 0x4F, 0x7F, 0x03, 0x6D, 0x6F, 0x04, 0xFC,
        0x6A, 0x94,
    ];
    let ff1 = FF1::<Aes256>::new(&KEY, 10).unwrap();
    let digits = FlexibleNumeralString::from((0..10).collect::<Vec<u16>>());
    let samples: [(&[u8], [u16; 10]); 2] =
        [(&[], [6, 6, 5, 7, 6, 6, 7, 0, 0, 9]), (b"9876543210", [1, 0, 0, 1, 6, 2, 3, 4, 6, 3])];
    for (tweak, enciphered) in samples {
        let found: Vec<u16> = ff1.encrypt(tweak, &digits).unwrap().into();
        assert_eq!(found, enciphered);
    }
}

/// The bits of an ID, the highest first.
fn bits(number: u64) -> Vec<u16> {
    (0..63).rev().map(|bit| (number >> bit & 1) as u16).collect()
}

proptest! {
    #[test]
    fn ours_is_as_the_other_one(number in 1..1_u64 << 63) {
        let key = SecretKey::from_bytes([7; 32]).unwrap();
        let key = key.derive::<32>(&["snowflake-public/1/", "permuted", "/", "usr_"]);
        let other = FF1::<Aes256>::new(&*key, 2).unwrap();
        let expected = other.encrypt(&[], &FlexibleNumeralString::from(bits(number))).unwrap();
        let permuted = cipher().permute(id(number));
        prop_assert_eq!(bits(permuted.to_u64()), Vec::<u16>::from(expected));
        prop_assert_eq!(cipher().restore(permuted), id(number));
    }

    #[test]
    fn what_is_sealed_opens(number in 1..1_u64 << 63) {
        let cipher = cipher();
        prop_assert_eq!(cipher.open(cipher.seal(id(number))), Some(id(number)));
    }

    #[test]
    fn a_changed_bit_does_not_open(number in 1..1_u64 << 63, bit in 0..128_usize) {
        let cipher = cipher();
        let mut block = cipher.seal(id(number));
        block[bit / 64] ^= 1 << (bit % 64);
        prop_assert_eq!(cipher.open(block), None);
    }
}

/// Of all numbers of 16 and of 17 bits but 0, each becomes one other, and is found again.
#[test]
fn it_is_a_permutation() {
    let cipher = cipher();
    for width in [Width { front: 8, back: 8 }, Width { front: 8, back: 9 }] {
        let count = 1_u64 << (width.front + width.back);
        let mut seen = vec![false; count as usize];
        for number in 1..count {
            let other = cipher.walk(number, width, true);
            assert!((1..count).contains(&other));
            assert!(!std::mem::replace(&mut seen[other as usize], true), "{number}");
            assert_eq!(cipher.walk(other, width, false), number);
        }
    }
}

/// A changed bit of the ID changes half of the bits of its texts: within a hundredth, of
/// 10,000 IDs.
#[test]
fn a_changed_bit_changes_half_of_the_others() {
    const IDS: u64 = 10_000;
    let cipher = cipher();
    let (mut sealed, mut permuted) = (0, 0);
    for at in 0..IDS {
        let number = 175_928_847_299_117_063 + at * 4_096;
        let (one, other) = (id(number), id(number ^ (1 << (at % 62))));
        let (left, right) = (cipher.seal(one), cipher.seal(other));
        sealed += left.iter().zip(right).map(|(left, right)| changed(*left, right)).sum::<u64>();
        permuted += changed(cipher.permute(one).to_u64(), cipher.permute(other).to_u64());
    }
    assert!((6_336..=6_464).contains(&(sealed * 100 / IDS)), "{sealed}");
    assert!((3_118..=3_182).contains(&(permuted * 100 / IDS)), "{permuted}");
}

fn changed(left: u64, right: u64) -> u64 {
    u64::from((left ^ right).count_ones())
}
