//! A form in words.

use core::fmt;

use super::Text;
use super::form::Form;

/// The end of a message: what a text should have been.
pub(super) struct Expected(pub(super) Text);

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Text { encoding, prefix } = self.0;
        let Form { shape, first, last, .. } = encoding.form();
        if !prefix.is_empty() {
            write!(f, "\"{prefix}\" and ")?;
        }
        write!(f, "{shape} from \"{prefix}{first}\" to \"{prefix}{last}\"")
    }
}
