//! Sealed texts: how they are recognised, and what is made of them.

use std::io::{self, Write};

use serde::Serialize;
use snowflake_kit_core::{Encoding, PublicForm, Shape, Snowflake, Text};
use snowflake_kit_public::{Label, Sealed, Sealer};
use thiserror::Error;

use crate::error::{Cause, Consequence};
use crate::foreign::ForeignKind;
use crate::form::IdReader;
use crate::hint::forms_of_one_width;
use crate::meaning::{Meanings, Objects};
use crate::output;
use crate::public::{self, NoKeys, Unopened, VARIABLE};
use crate::quoted::Quoted;

/// A text that may be a sealed one.
pub(crate) struct Lookalike<'a> {
    prefix: &'a str,
    digits: &'a str,
    encoding: Encoding,
    /// None if it has no prefix and the name of the type was not said.
    label: Option<Label<'a>>,
    is_foreign: bool,
}

/// Why a text that looks like a sealed one does not open.
#[derive(Debug, Error)]
pub(crate) enum Locked {
    #[error(
        "{input} looks like a sealed text: to open it, set the environment variable {VARIABLE} to \
         the keys of the application, separated by commas"
    )]
    NoKeys { input: Quoted },

    #[error(
        "{input} looks like the sealed text of an ID type without a prefix: give the name of the \
         type, such as `--name UserId`, and set the environment variable {VARIABLE}"
    )]
    NoName { input: Quoted },

    #[error(transparent)]
    Keys(NoKeys),

    #[error(transparent)]
    Unopened(Unopened),
}

impl Cause for Locked {
    fn consequence(&self) -> Consequence {
        match self {
            Self::NoKeys { .. } | Self::NoName { .. } => Consequence::NextId,
            Self::Keys(error) => error.consequence(),
            Self::Unopened(error) => error.consequence(),
        }
    }
}

impl<'a> Lookalike<'a> {
    /// A text with as many characters as a sealed one has after the prefix, if there is one.
    pub(crate) fn recognise(
        input: &'a [u8],
        reader: &IdReader,
        name: Option<&'a str>,
    ) -> Option<Self> {
        let (prefix, digits) = reader.split(input)?;
        let encoding = forms_of_one_width().find(|encoding| {
            let shape = Shape::of_public(Text::new(*encoding), PublicForm::Sealed, false);
            shape.max_len() == digits.len()
                && digits.chars().all(|digit| encoding.alphabet().contains(digit))
        })?;
        let label =
            if prefix.is_empty() { name.map(Label::Name) } else { Some(Label::Prefix(prefix)) };
        let is_said = name.is_some() || !prefix.is_empty() && !reader.has_prefix();
        let is_foreign = !is_said && ForeignKind::recognise(digits.as_bytes(), false).is_some();
        Some(Self { prefix, digits, encoding, label, is_foreign })
    }

    /// Whether it may as well be the ID of another system.
    pub(crate) const fn is_foreign(&self) -> bool {
        self.is_foreign
    }

    /// The ID in it, by the keys in the environment.
    pub(crate) fn open(&self) -> Result<Sealed<Snowflake>, Locked> {
        let label = self.label.ok_or_else(|| Locked::NoName { input: self.excerpt() })?;
        let keys = public::keys().map_err(|error| match error {
            NoKeys::Missing(_) => Locked::NoKeys { input: self.excerpt() },
            error @ NoKeys::Unusable(_) => Locked::Keys(error),
        })?;
        let sealer = Sealer::sealed(&keys, Text::new(self.encoding), label);
        sealer.map_err(|error| Locked::Keys(NoKeys::Unusable(error)))?.open(self.digits).map_err(
            |_| {
                let (input, label) = (self.excerpt(), public::shown(label));
                Locked::Unopened(Unopened::Sealed { input, label })
            },
        )
    }

    fn excerpt(&self) -> Quoted {
        Quoted::new(&self.text())
    }

    fn text(&self) -> String {
        format!("{}{}", self.prefix, self.digits)
    }
}

/// A sealed text that was opened, and what is made of the ID in it.
pub(crate) struct SealedMeaning<'a> {
    text: String,
    opened: Sealed<Snowflake>,
    meanings: Meanings<'a>,
}

/// The JSON object of a sealed text.
#[derive(Serialize)]
pub(crate) struct SealedObject<'a> {
    form: &'static str,
    text: &'a str,
    current_key: bool,
    snowflake: Objects<'a>,
}

impl<'a> SealedMeaning<'a> {
    pub(crate) fn new(
        lookalike: &Lookalike<'_>,
        opened: Sealed<Snowflake>,
        meanings: Meanings<'a>,
    ) -> Self {
        Self { text: lookalike.text(), opened, meanings }
    }

    pub(crate) fn object(&'a self) -> SealedObject<'a> {
        SealedObject {
            form: PublicForm::Sealed.name(),
            text: &self.text,
            current_key: self.opened.is_current(),
            snowflake: self.meanings.objects(),
        }
    }

    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let key = if self.opened.is_current() { "the current one" } else { "an old one" };
        let lines = vec![
            ("form", PublicForm::Sealed.name().to_owned()),
            ("key", key.to_owned()),
            ("snowflake", self.opened.id().to_string()),
        ];
        writeln!(out, "{}", self.text)?;
        output::lines(out, lines)?;
        writeln!(out)?;
        self.meanings.write(out)
    }
}
