//! Public texts: the ID type that they are of, and the keys.

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueEnum};
use snowflake_kit_core::{Encoding, ParseError, ParseErrorKind};
use snowflake_kit_public::{KeyError, Keys, Label, Sealer};
use thiserror::Error;

use crate::arguments;
use crate::error::{Cause, Consequence};
use crate::quoted::Quoted;

/// Where keys come from. Never from an option: arguments are in the history of the shell, and
/// every process of the machine sees them.
pub(crate) const VARIABLE: &str = "SNOWFLAKE_PUBLIC_KEY";

/// Why the environment gives no keys.
#[derive(Debug, Error)]
pub(crate) enum NoKeys {
    #[error(transparent)]
    Missing(KeyError),

    #[error("the keys in the environment variable {VARIABLE} cannot be used: {0}")]
    Unusable(KeyError),
}

impl Cause for NoKeys {}

/// Why a public text does not open.
#[derive(Debug, Error)]
pub(crate) enum Unopened {
    #[error(
        "no key in {VARIABLE} opens {input} as the text of an ID type with the {label}: it is \
         mistyped, or of another type, or was sealed with another key"
    )]
    Sealed { input: Quoted, label: String },

    #[error(
        "no key in {VARIABLE} has the letter {letter:?}, with which {input} begins: add the old \
         key after the others, separated by a comma"
    )]
    UnknownLetter { input: Quoted, letter: char },

    #[error(transparent)]
    NotOne(Box<ParseError>),
}

impl Cause for Unopened {
    fn consequence(&self) -> Consequence {
        Consequence::NextId
    }
}

/// The keys in the environment.
pub(crate) fn keys() -> Result<Keys, NoKeys> {
    Keys::from_env(VARIABLE).map_err(|error| match error {
        KeyError::Missing { .. } => NoKeys::Missing(error),
        error => NoKeys::Unusable(error),
    })
}

/// The options that say of which ID type public texts are.
#[derive(Args)]
pub(crate) struct PublicType {
    #[command(flatten)]
    label: LabelOptions,

    /// The public form of the ID type
    #[arg(long, value_name = "FORM", default_value = "sealed")]
    form: PublicFormOption,

    /// The text form of the ID type; if it is decimal, sealed texts are base62
    #[arg(long, value_name = "FORM", default_value = "decimal")]
    #[arg(value_parser = arguments::encoding())]
    text: Encoding,
}

#[derive(Args)]
#[group(required = true, multiple = true)]
struct LabelOptions {
    /// The prefix of the ID type, such as `usr_`
    #[arg(long, value_name = "PREFIX", value_parser = arguments::prefix)]
    prefix: Option<&'static str>,

    /// The name of the ID type, such as `UserId`, if it has no prefix
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    #[arg(conflicts_with_all = ["prefix", "label"])]
    name: Option<String>,

    /// The label of the ID type, if it has one, as in `public("sealed", label = "…")`. Then
    /// `--prefix` is only how its texts begin
    #[arg(long, value_name = "LABEL", value_parser = NonEmptyStringValueParser::new())]
    label: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum PublicFormOption {
    /// 22 characters in base62, 26 in base32, 32 in hex
    Sealed,
    /// The letter of a key, and another ID
    Permuted,
}

/// A label, for people.
pub(crate) fn shown(label: Label<'_>) -> String {
    match label {
        Label::Prefix(prefix) => format!("prefix \"{prefix}\""),
        Label::Name(name) => format!("name {name}"),
        Label::Chosen(label) => format!("label {label:?}"),
        label => format!("{label:?}"),
    }
}

impl PublicType {
    pub(crate) const fn prefix(&self) -> Option<&'static str> {
        self.label.prefix
    }

    fn label(&self) -> Label<'_> {
        match &self.label {
            LabelOptions { label: Some(label), .. } => Label::Chosen(label),
            LabelOptions { prefix: Some(prefix), .. } => Label::Prefix(prefix),
            LabelOptions { name, .. } => Label::Name(name.as_deref().unwrap_or_default()),
        }
    }

    /// What makes and reads its texts, with the keys in the environment.
    pub(crate) fn sealer(&self) -> Result<Sealer, NoKeys> {
        let new = match self.form {
            PublicFormOption::Sealed => Sealer::sealed,
            PublicFormOption::Permuted => Sealer::permuted,
        };
        let text = arguments::text(self.text, self.label.prefix);
        new(&keys()?, text, self.label()).map_err(NoKeys::Unusable)
    }

    /// Why a text does not open.
    pub(crate) fn refuse(&self, text: &str, error: ParseError) -> Unopened {
        let input = Quoted::new(text);
        match error.kind() {
            ParseErrorKind::Sealed => Unopened::Sealed { input, label: shown(self.label()) },
            ParseErrorKind::UnknownKey { found } => {
                Unopened::UnknownLetter { input, letter: found }
            }
            _ => Unopened::NotOne(Box::new(error)),
        }
    }
}
