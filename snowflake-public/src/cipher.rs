//! AES-256 under the key of one ID type, and two ways to encipher an ID with it.

use std::fmt;

use aes::Aes256;
use aes::cipher::consts::U16;
use aes::cipher::{BlockBackend, BlockClosure, BlockDecrypt, BlockEncrypt, BlockSizeUser, KeyInit};
use snowflake_kit_core::Snowflake;
use subtle::ConstantTimeEq;

use crate::key::SecretKey;
use crate::label::Label;

/// AES-256 under the key of one ID type. The round keys are overwritten when it is dropped.
pub(crate) struct Cipher {
    aes: Aes256,
    /// What names the application's key in permuted texts.
    letter: char,
    /// The block of FF1 that is the same in all rounds, enciphered.
    first_block: u128,
}

/// Only that there is one.
impl fmt::Debug for Cipher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cipher(…)")
    }
}

impl Cipher {
    pub(crate) fn derive(key: &SecretKey, form: &str, label: Label<'_>) -> Self {
        let [kind, label] = label.parts();
        let bytes = key.derive::<32>(&["snowflake-public/1/", form, "/", kind, label]);
        let aes = Aes256::new((&*bytes).into());
        let first_block = encrypt(&aes, u128::from_be_bytes(FIRST_BLOCK));
        Self { aes, letter: key.letter(), first_block }
    }

    pub(crate) const fn letter(&self) -> char {
        self.letter
    }

    /// One block of 64 zero bits and the ID: encode, then encipher.
    ///
    /// A block that was made without the key has 64 zero bits after it was deciphered with
    /// probability 2^-64: M. Bellare and P. Rogaway, "Encode-Then-Encipher Encryption",
    /// ASIACRYPT 2000.
    pub(crate) fn seal(&self, id: Snowflake) -> [u64; 2] {
        let block = encrypt(&self.aes, u128::from(id.to_u64()));
        [(block >> 64) as u64, block as u64]
    }

    /// The ID in a block, if it was made with this key.
    pub(crate) fn open(&self, [front, back]: [u64; 2]) -> Option<Snowflake> {
        let mut opened = u128::from(front) << 64 | u128::from(back);
        self.aes.decrypt_with_backend(Block(&mut opened));
        let is_zero: bool = ((opened >> 64) as u64).ct_eq(&0).into();
        if is_zero { Snowflake::new((opened as u64).cast_signed()) } else { None }
    }

    /// Another ID in place of this one, by FF1. The one number that is not an ID, 0, is
    /// walked past: whatever becomes 0 is enciphered again (cycle walking), so this is a
    /// permutation of the IDs.
    pub(crate) fn permute(&self, id: Snowflake) -> Snowflake {
        self.walk_to_id(id, true)
    }

    /// The ID in whose place this one is.
    pub(crate) fn restore(&self, id: Snowflake) -> Snowflake {
        self.walk_to_id(id, false)
    }

    fn walk_to_id(&self, id: Snowflake, forward: bool) -> Snowflake {
        let number = self.walk(id.to_u64(), Width::ID, forward);
        Snowflake::new(number.cast_signed()).unwrap_or(id)
    }

    fn walk(&self, mut number: u64, width: Width, forward: bool) -> u64 {
        let first_block = self.first_block;
        let walk = Walk { number: &mut number, first_block, width, forward };
        self.aes.encrypt_with_backend(walk);
        number
    }
}

fn encrypt(aes: &Aes256, mut block: u128) -> u128 {
    aes.encrypt_with_backend(Block(&mut block));
    block
}

// The instructions for AES are used by code that was compiled for them. What runs in one of
// these closures is, so it needs no call and no detour through memory for each block.

/// One block, which is replaced.
struct Block<'a>(&'a mut u128);

impl BlockSizeUser for Block<'_> {
    type BlockSize = U16;
}

impl BlockClosure for Block<'_> {
    fn call<B: BlockBackend<BlockSize = U16>>(self, backend: &mut B) {
        *self.0 = replace(backend, *self.0);
    }
}

/// FF1 over a number, which is replaced by another one that is not 0.
struct Walk<'a> {
    number: &'a mut u64,
    first_block: u128,
    width: Width,
    forward: bool,
}

impl BlockSizeUser for Walk<'_> {
    type BlockSize = U16;
}

impl BlockClosure for Walk<'_> {
    fn call<B: BlockBackend<BlockSize = U16>>(self, backend: &mut B) {
        // A round: the CBC-MAC of the first block and of one that has the number of the
        // round and one half of the number.
        let mut round = |at, half| {
            let block = u128::from(at) << 32 | u128::from(half);
            (replace(backend, self.first_block ^ block) >> 64) as u64
        };
        loop {
            *self.number = ff1(*self.number, self.width, self.forward, &mut round);
            if *self.number != 0 {
                break;
            }
        }
    }
}

/// What a block becomes: a backend either enciphers or deciphers.
fn replace(backend: &mut impl BlockBackend<BlockSize = U16>, block: u128) -> u128 {
    let mut block = aes::Block::from(block.to_be_bytes());
    backend.proc_block((&mut block).into());
    u128::from_be_bytes(block.into())
}

/// How many bits a number has, and how FF1 parts them.
#[derive(Clone, Copy)]
struct Width {
    front: u32,
    back: u32,
}

impl Width {
    /// 63 bits: 31 and 32.
    const ID: Self = Self { front: 31, back: 32 };
}

/// NIST SP 800-38G, algorithms 7 and 8, step 5: version 1, method 2, addition 1, radix 2,
/// ten rounds, 31 bits in front, 63 bits in all, no tweak.
const FIRST_BLOCK: [u8; 16] = [1, 2, 1, 0, 0, 2, 10, 31, 0, 0, 0, 63, 0, 0, 0, 0];

const ROUNDS: u8 = 10;

/// The ten rounds of FF1 in radix 2, where adding modulo 2^m is to leave out bits.
fn ff1(number: u64, width: Width, forward: bool, mut round: impl FnMut(u8, u64) -> u64) -> u64 {
    let Width { front, back } = width;
    let bits = |at: u8| if at.is_multiple_of(2) { front } else { back };
    let low = |value: u64, bits: u32| value & ((1 << bits) - 1);
    let (mut one, mut other) = (number >> back, low(number, back));
    if forward {
        for at in 0..ROUNDS {
            let sum = low(one.wrapping_add(round(at, other)), bits(at));
            (one, other) = (other, sum);
        }
    } else {
        for at in (0..ROUNDS).rev() {
            let difference = low(other.wrapping_sub(round(at, one)), bits(at));
            (one, other) = (difference, one);
        }
    }
    one << back | other
}

#[cfg(test)]
mod tests;
