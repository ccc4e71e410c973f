//! Puts texts together at compile time, so that compile errors about layouts contain numbers.

pub(crate) struct Message {
    bytes: [u8; 320],
    len: usize,
}

impl Message {
    pub(crate) const fn new() -> Self {
        Self { bytes: [0; 320], len: 0 }
    }

    pub(crate) const fn text(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        let mut i = 0;
        while i < text.len() && self.len < self.bytes.len() {
            self.bytes[self.len] = text[i];
            self.len += 1;
            i += 1;
        }
        self
    }

    pub(crate) const fn number(self, number: u64) -> Self {
        let mut digits = [0; 20];
        let mut start = digits.len();
        let mut rest = number;
        loop {
            start -= 1;
            digits[start] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        match core::str::from_utf8(digits.split_at(start).1) {
            Ok(digits) => self.text(digits),
            Err(_) => self,
        }
    }

    pub(crate) const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            // Only if a name was cut inside a character.
            Err(_) => "the layout does not fit",
        }
    }
}
