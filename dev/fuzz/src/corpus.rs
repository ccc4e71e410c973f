//! Inputs that are kept: `corpus/<target>.txt` has one a line, escaped as a byte string.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use fastrand::Rng;

const LONGEST: usize = 200;

/// The inputs of a target, in the order of the file.
///
/// # Errors
/// If the file cannot be read, or has a line that is not an escaped input.
pub fn read(target: &str) -> io::Result<Vec<Vec<u8>>> {
    let text = fs::read_to_string(path(target))?;
    text.lines().map(|line| unescape(line).ok_or_else(|| wrong(line))).collect()
}

fn path(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target).with_extension("txt")
}

fn wrong(line: &str) -> io::Error {
    io::Error::other(format!("this line of the corpus is not an escaped input: {line}"))
}

/// What [`<[u8]>::escape_ascii`](slice::escape_ascii) has written.
fn unescape(line: &str) -> Option<Vec<u8>> {
    let mut rest = line.bytes();
    let mut input = Vec::new();
    while let Some(byte) = rest.next() {
        let byte = if byte == b'\\' {
            match rest.next()? {
                b't' => b'\t',
                b'n' => b'\n',
                b'r' => b'\r',
                b'x' => {
                    let digits = [rest.next()?, rest.next()?];
                    u8::from_str_radix(str::from_utf8(&digits).ok()?, 16).ok()?
                }
                other => other,
            }
        } else {
            byte
        };
        input.push(byte);
    }
    Some(input)
}

/// One of these inputs with some bytes changed, gone, doubled, or from another one; of at
/// most 200 bytes.
#[must_use]
pub fn changed(kept: &[Vec<u8>], random: &mut Rng) -> Vec<u8> {
    let mut input = random.choice(kept).cloned().unwrap_or_default();
    for _ in 0..random.usize(1..4) {
        let at = random.usize(..=input.len());
        let other = random.choice(kept).cloned().unwrap_or_default();
        match random.u8(..5) {
            0 => input.truncate(at),
            1 => input.insert(at, random.u8(..)),
            2 if at < input.len() => drop(input.remove(at)),
            3 if at < input.len() => input[at] = random.u8(..),
            _ => drop(input.splice(at..at, other[random.usize(..=other.len())..].iter().copied())),
        }
    }
    input.truncate(LONGEST);
    input
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_byte_comes_back() {
        let all: Vec<u8> = (0..=u8::MAX).collect();
        assert_eq!(super::unescape(&all.escape_ascii().to_string()), Some(all));
        assert_eq!(super::unescape(r"\x0"), None);
    }
}
