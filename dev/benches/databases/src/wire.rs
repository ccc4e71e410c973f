//! Statements in what a client sends.
//!
//! Framing: <https://www.postgresql.org/docs/current/protocol-message-formats.html>
//! and <https://mariadb.com/kb/en/0-packet/>.

/// What a server speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    Postgres,
    MySql,
}

/// What one client sends, cut into messages.
pub(crate) struct Messages {
    protocol: Protocol,
    /// Whether a message of PostgreSQL's begins with its kind: the first ones,
    /// which say who the client is, do not.
    started: bool,
    pending: Vec<u8>,
}

impl Messages {
    pub(crate) const fn new(protocol: Protocol) -> Self {
        Self { protocol, started: false, pending: Vec::new() }
    }

    /// Takes bytes, and counts the statements that they complete: those that are
    /// executed, but for those of transactions.
    pub(crate) fn take(&mut self, bytes: &[u8]) -> u64 {
        self.pending.extend_from_slice(bytes);
        let (mut statements, mut at) = (0, 0);
        while let Some((length, is_statement)) = self.message(at) {
            statements += u64::from(is_statement);
            at += length;
        }
        self.pending.drain(..at);
        statements
    }

    /// The length of the message that begins there, if it is complete, and
    /// whether it executes a statement.
    fn message(&mut self, at: usize) -> Option<(usize, bool)> {
        let rest = &self.pending[at..];
        match self.protocol {
            Protocol::Postgres if self.started => {
                let length = 1 + length_at(rest, 1)?;
                let message = rest.get(..length)?;
                Some((
                    length,
                    match message[0] {
                        b'E' => true,
                        b'Q' => !is_of_transaction(&message[5..]),
                        _ => false,
                    },
                ))
            }
            Protocol::Postgres => {
                const VERSION_3: [u8; 4] = [0, 3, 0, 0];
                let length = length_at(rest, 0)?;
                self.started = rest.get(..length)?[4..8] == VERSION_3;
                Some((length, false))
            }
            Protocol::MySql => {
                const QUERY: u8 = 0x03;
                const EXECUTE: u8 = 0x17;
                let &[low, middle, high, number, ..] = rest else { return None };
                let length = 4 + u32::from_le_bytes([low, middle, high, 0]) as usize;
                let message = &rest.get(..length)?[4..];
                // What has another number goes on with something, as the client
                // does after the server's greeting.
                Some((
                    length,
                    number == 0
                        && match message {
                            [QUERY, text @ ..] => !is_of_transaction(text),
                            [EXECUTE, ..] => true,
                            _ => false,
                        },
                ))
            }
        }
    }
}

/// PostgreSQL's lengths are in front, and of themselves too.
fn length_at(bytes: &[u8], at: usize) -> Option<usize> {
    let length = bytes.get(at..at + 4)?;
    Some(u32::from_be_bytes(length.try_into().ok()?) as usize)
}

/// Whether a statement begins or ends a transaction, or a part of one.
fn is_of_transaction(text: &[u8]) -> bool {
    let word = text.split(|byte| !byte.is_ascii_alphabetic()).next().unwrap_or_default();
    is_word_of_transaction(&String::from_utf8_lossy(word))
}

/// The same, of its first word.
pub(crate) fn is_word_of_transaction(word: &str) -> bool {
    const WORDS: [&str; 6] = ["BEGIN", "START", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE"];
    WORDS.iter().any(|known| word.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::{Messages, Protocol};

    /// In pieces of each length, it is the same.
    fn count(protocol: Protocol, bytes: &[u8]) -> u64 {
        let whole = Messages::new(protocol).take(bytes);
        for length in 1..bytes.len() {
            let mut messages = Messages::new(protocol);
            let pieces: u64 = bytes.chunks(length).map(|piece| messages.take(piece)).sum();
            assert_eq!(pieces, whole, "in pieces of {length}");
        }
        whole
    }

    #[test]
    fn postgres() {
        let mut bytes = b"\0\0\0\x08\x04\xd2\x16\x2f".to_vec();
        bytes.extend(b"\0\0\0\x0e\0\x03\0\0user\0\0");
        bytes.extend(b"Q\0\0\0\x0aBEGIN\0");
        bytes.extend(b"P\0\0\0\x0c\0SELECT\0");
        bytes.extend(b"E\0\0\0\x09\0\0\0\0\0S\0\0\0\x04");
        bytes.extend(b"Q\0\0\0\x0bSELECT\0");
        bytes.extend(b"Q\0\0\0\x0bcommit\0");
        assert_eq!(count(Protocol::Postgres, &bytes), 2);
    }

    #[test]
    fn mysql() {
        let mut bytes = b"\x03\0\0\x01\x03\x17\x03".to_vec();
        bytes.extend(b"\x06\0\0\0\x03BEGIN");
        bytes.extend(b"\x09\0\0\0\x16SELECT ?");
        bytes.extend(b"\x02\0\0\0\x17\0");
        bytes.extend(b"\x09\0\0\0\x03SELECT 1");
        assert_eq!(count(Protocol::MySql, &bytes), 2);
    }
}
