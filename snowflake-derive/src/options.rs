//! What stands in `#[snowflake(…)]`.

use std::fmt::Write as _;

use proc_macro2::{Ident, Span, TokenStream};

use crate::attribute::{Attribute, Meta, next_options};
use crate::error::{Error, Result};
use crate::path::Path;
use crate::string::StringLiteral;
use crate::tokens::Tokens;

/// The presets by name, as `Layout::preset` knows them (a test compares), and the constants.
pub(crate) const PRESETS: &[(&str, &str)] = &[
    ("default", "DEFAULT"),
    ("twitter", "TWITTER"),
    ("discord", "DISCORD"),
    ("instagram", "INSTAGRAM"),
    ("sonyflake", "SONYFLAKE"),
    ("sonyflake-v2", "SONYFLAKE_V2"),
    ("mastodon", "MASTODON"),
    ("tsid", "TSID"),
    ("flake-id", "FLAKE_ID"),
    ("idgen", "IDGEN"),
    ("baidu", "BAIDU"),
    ("trace-id", "TRACE_ID"),
    ("ecmascript", "ECMASCRIPT"),
];

/// What can be left out, to be written by hand.
pub(crate) const TRAITS: &[&str] = &[
    "Clone",
    "Copy",
    "PartialEq",
    "Eq",
    "PartialOrd",
    "Ord",
    "Hash",
    "Debug",
    "Display",
    "FromStr",
    "From",
    "TryFrom",
    "get",
    "constant",
    "from_i64",
    "text",
    "parts",
    "unix_millis",
    "time",
    "range",
    "mint",
];

/// The adapters of the facade, likewise. Each is all versions of its framework.
pub(crate) const ADAPTERS: &[&str] = &[
    "serde",
    "utoipa",
    "schemars",
    "async_graphql",
    "diesel",
    "postgres",
    "rusqlite",
    "sea_orm",
    "sqlx",
    "ts_rs",
    "proptest",
    "arbitrary",
    "fake",
];

/// Other names under which adapters are looked for, as they once were.
const FORMER: &[(&str, &str)] =
    &[("openapi", "utoipa"), ("graphql", "async_graphql"), ("seaorm", "sea_orm")];

const FORMS: &[(&str, &str)] =
    &[("decimal", "Decimal"), ("base62", "Base62"), ("base32", "Base32"), ("hex", "Hex")];

/// Of UUIDs, by the encodings that stand for them.
const UUID_FORMS: &[(&str, &str)] = &[("hyphenated", "Hex"), ("typeid", "Base32")];

const OPTIONS: &[&str] = &[
    "layout",
    "caller",
    "text",
    "nil",
    "prefix",
    "json",
    "public",
    "schema",
    "generator",
    "name",
    "crate",
];

/// The options that types of some kinds do not have.
const SNOWFLAKE_ONLY: &[&str] = &["layout", "caller", "generator"];
const NOT_OF_UUIDS: &[&str] = &["json", "public"];

const JSON: &[(&str, &str)] = &[("string", "String"), ("number", "Number")];

const DETAILS: &[(&str, &str)] = &[("plain", "Plain"), ("brief", "Brief"), ("exact", "Exact")];

/// What the values of an ID type are.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A `Snowflake` with the fields of a layout.
    #[default]
    Layout,
    /// A `Snowflake` of decimal digits.
    Decimal,
    /// An integer that the database counts.
    Counted,
    /// A UUID.
    Uuid,
}

impl Kind {
    /// The name of the derive.
    pub(crate) const fn derive(self) -> &'static str {
        match self {
            Self::Layout => "SnowflakeId",
            Self::Decimal => "DecimalId",
            Self::Counted => "CountedId",
            Self::Uuid => "UuidId",
        }
    }

    /// The name of the attribute.
    const fn attribute(self) -> &'static str {
        match self {
            Self::Layout | Self::Decimal => "snowflake",
            Self::Counted => "counted_id",
            Self::Uuid => "uuid_id",
        }
    }

    /// What an example of a declaration has as the field.
    pub(crate) const fn field(self) -> &'static str {
        match self {
            Self::Layout | Self::Decimal => "Snowflake",
            Self::Counted => "i32",
            Self::Uuid => "Uuid",
        }
    }

    /// Whether types of this kind have an option.
    fn has(self, option: &str) -> bool {
        match self {
            Self::Layout | Self::Decimal => option != "nil",
            Self::Counted => option != "nil" && !SNOWFLAKE_ONLY.contains(&option),
            Self::Uuid => !SNOWFLAKE_ONLY.contains(&option) && !NOT_OF_UUIDS.contains(&option),
        }
    }
}

/// What the type wraps, as the standard library's traits see it.
pub(crate) struct Value {
    /// The type of the field.
    pub(crate) inner: TokenStream,
    /// For Diesel's adapter: the SQL type of its columns, unless that is `BIGINT`.
    pub(crate) column: &'static str,
}

impl Value {
    /// Whether it is an `i16` or an `i32`, which every JavaScript number holds.
    pub(crate) fn is_short(&self) -> bool {
        ["_small_int", "_integer"].contains(&self.column)
    }
}

#[derive(Default)]
pub(crate) struct Options {
    pub(crate) kind: Kind,
    /// Whether the nil and the max UUID are IDs.
    pub(crate) nil: Option<bool>,
    pub(crate) layout: Option<LayoutOption>,
    /// Where it stands.
    pub(crate) layout_place: Option<Span>,
    /// Where it is said that the layout has a field of the caller's.
    pub(crate) caller: Option<Span>,
    /// The variant of `Encoding`.
    pub(crate) encoding: Option<Ident>,
    pub(crate) prefix: Option<StringLiteral>,
    /// The variant of `Json`.
    pub(crate) json: Option<Ident>,
    /// The variant of `Detail`.
    pub(crate) detail: Option<Ident>,
    pub(crate) own_generator: Option<bool>,
    pub(crate) public: Option<Public>,
    pub(crate) name: Option<StringLiteral>,
    pub(crate) facade: Option<Path>,
    skip: Option<Vec<Ident>>,
    /// The options of adapters, by their names: tokens that only the adapter understands.
    adapters: Vec<(Ident, TokenStream)>,
}

/// `public = "sealed"`, or `public("sealed", label = "user", accept = "plain")`.
pub(crate) struct Public {
    /// The codec.
    pub(crate) codec: Ident,
    pub(crate) accepts_plain: bool,
    /// What its key is derived from, in place of the prefix or the name.
    pub(crate) label: Option<StringLiteral>,
}

pub(crate) enum LayoutOption {
    Path(Path),
    /// The associated constant of `Layout`.
    Preset(Ident),
}

impl Options {
    pub(crate) fn parse(attributes: &[Attribute], kind: Kind) -> Result<Self> {
        let mut options = Self { kind, ..Self::default() };
        for attribute in attributes {
            attribute.options(kind.attribute(), &mut |meta| options.parse_one(meta))?;
        }
        options.check()?;
        Ok(options)
    }

    /// Whether the options go together.
    fn check(&self) -> Result<()> {
        self.check_public()?;
        let encoded = self.encoding.as_ref().is_some_and(|encoding| encoding != "Decimal");
        match &self.json {
            Some(json) if json == "Number" && encoded && self.prefix.is_none() => Err(Error::new(
                json.span(),
                "a number is written as its decimal digits where it is the key of a JSON map, \
                 and these can be the text of another ID: give the text form a `prefix`, or \
                 leave it decimal",
            )),
            _ => self.check_adapters(),
        }
    }

    /// A public form is never a number.
    fn check_public(&self) -> Result<()> {
        let Some(public) = &self.public else { return Ok(()) };
        if let Some(json) = self.json.as_ref().filter(|json| *json == "Number") {
            return Err(Error::new(
                json.span(),
                "a number in JSON would show what the public form hides: leave `json` or `public` \
                 out",
            ));
        }
        let decimal = self.encoding.as_ref().filter(|encoding| *encoding == "Decimal");
        match decimal {
            Some(place) if public.codec == "SealedCodec" && !public.accepts_plain => {
                Err(Error::new(
                    place.span(),
                    "a sealed text has 128 bits and no decimal form: leave `text` out, for base62, \
                     or write \"base32\" or \"hex\"",
                ))
            }
            _ => Ok(()),
        }
    }

    fn check_adapters(&self) -> Result<()> {
        for (name, _) in &self.adapters {
            if self.skips(&name.to_string()) {
                let message =
                    format!("`{name}` has options and is also in `skip(…)`: remove one of the two");
                return Err(Error::new(name.span(), message));
            }
        }
        Ok(())
    }

    /// Whether texts are the decimal digits alone.
    pub(crate) fn is_plain_decimal(&self) -> bool {
        let decimal = self.encoding.as_ref().is_none_or(|encoding| encoding == "Decimal");
        decimal && self.prefix.is_none() && self.public.is_none()
    }

    /// The options of the adapter of this name.
    pub(crate) fn adapter(&self, name: &str) -> Option<&TokenStream> {
        self.adapters.iter().find(|(known, _)| known == name).map(|(_, options)| options)
    }

    pub(crate) fn skips(&self, name: &str) -> bool {
        self.skip.as_ref().is_some_and(|skip| skip.iter().any(|ident| ident == name))
    }

    fn parse_one(&mut self, meta: &mut Meta<'_>) -> Result<()> {
        let kind = self.kind;
        let forms = if kind == Kind::Uuid { UUID_FORMS } else { FORMS };
        match meta.name.as_str() {
            name if !kind.has(name) => {
                let message =
                    format!("`{name}` is not an option of `{}`: leave it out", kind.derive());
                Err(meta.error(message))
            }
            "nil" => set(&mut self.nil, true, meta),
            "layout" => {
                self.layout_place = Some(meta.ident.span());
                set(&mut self.layout, layout(meta)?, meta)
            }
            "caller" => set(&mut self.caller, meta.ident.span(), meta),
            "text" => set(&mut self.encoding, one_of(meta, "text form", forms)?, meta),
            "prefix" => set(&mut self.prefix, meta.string()?, meta),
            "json" => set(&mut self.json, one_of(meta, "JSON form", JSON)?, meta),
            "schema" => set(&mut self.detail, one_of(meta, "schema", DETAILS)?, meta),
            "generator" => {
                let choice = one_of(meta, "generator", &[("shared", "shared"), ("own", "own")])?;
                set(&mut self.own_generator, choice == "own", meta)
            }
            "public" => set(&mut self.public, public(meta)?, meta),
            "name" => set(&mut self.name, meta.string()?, meta),
            "crate" => set(&mut self.facade, meta.path()?, meta),
            "skip" => set(&mut self.skip, skip(meta)?, meta),
            name if ADAPTERS.contains(&name) => self.parse_adapter(meta),
            name if adapter_meant(name).is_some() => Err(renamed(meta)),
            _ => {
                let known: Vec<_> = OPTIONS.iter().copied().filter(|name| kind.has(name)).collect();
                let known = known.join("`, `");
                Err(meta.error(format!(
                    "unknown option; there are `{known}`, `skip(…)`, and those of an adapter, such as \
                     `async_graphql(…)`"
                )))
            }
        }
    }

    fn parse_adapter(&mut self, meta: &mut Meta<'_>) -> Result<()> {
        let options = meta.parentheses()?.into_rest();
        if self.adapters.iter().any(|(known, _)| *known == meta.ident) {
            return Err(meta.error("this option is given twice"));
        }
        self.adapters.push((meta.ident.clone(), options));
        Ok(())
    }
}

/// Puts the value of an option into its place, once.
fn set<T>(place: &mut Option<T>, value: T, meta: &Meta<'_>) -> Result<()> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(meta.error("this option is given twice")),
    }
}

fn public(meta: &mut Meta<'_>) -> Result<Public> {
    const FORMS: &[(&str, &str)] = &[("sealed", "SealedCodec"), ("permuted", "PermutedCodec")];
    const PLAIN: &[(&str, &str)] = &[("plain", "plain")];

    if !meta.has_parentheses() {
        return Ok(Public {
            codec: one_of(meta, "public form", FORMS)?,
            accepts_plain: false,
            label: None,
        });
    }
    let mut options = meta.parentheses()?;
    let codec = word(&mut options, "public form", FORMS)?;
    let (mut accept, mut label) = (None, None);
    next_options(&mut options, &mut |option| {
        let is_twice = match option.name.as_str() {
            "accept" => accept.replace(one_of(option, "text to accept", PLAIN)?).is_some(),
            "label" => label.replace(chosen_label(option)?).is_some(),
            _ => {
                let message = "expected `accept = \"plain\"`, to read numbers as well, or `label = \
                               \"user\"`, from which the key of the type is derived";
                return Err(Error::new(option.ident.span(), message));
            }
        };
        if is_twice {
            return Err(Error::new(option.ident.span(), "this option is given twice"));
        }
        Ok(())
    })?;
    Ok(Public { codec, accepts_plain: accept.is_some(), label })
}

fn chosen_label(meta: &mut Meta<'_>) -> Result<StringLiteral> {
    let label = meta.string()?;
    if label.value().is_empty() {
        return Err(Error::new(label.span(), "the label is empty: leave it out, or choose one"));
    }
    Ok(label)
}

fn layout(meta: &mut Meta<'_>) -> Result<LayoutOption> {
    let value = meta.value()?;
    let place = value.place();
    let Some(name) = value.optional_string() else {
        let message = "expected a constant, such as `Layout::DISCORD`, or the name of a preset, \
                       such as \"discord\"";
        return Path::read(value).map(LayoutOption::Path).ok_or_else(|| Error::new(place, message));
    };
    if name.value() == "decimal" {
        let message = "decimal IDs have no layout: `#[derive(DecimalId)]` makes them";
        return Err(Error::new(name.span(), message));
    }
    let Some((_, constant)) = PRESETS.iter().find(|(preset, _)| *preset == name.value()) else {
        let presets = list(PRESETS.iter().map(|(preset, _)| *preset));
        let message = format!("unknown layout \"{}\"; the presets are {presets}", name.value());
        return Err(Error::new(name.span(), message));
    };
    Ok(LayoutOption::Preset(Ident::new(constant, name.span())))
}

/// One of a few words; the result is what stands for it in the code.
fn one_of(meta: &mut Meta<'_>, what: &str, words: &[(&str, &str)]) -> Result<Ident> {
    word(meta.value()?, what, words)
}

fn word(input: &mut Tokens, what: &str, words: &[(&str, &str)]) -> Result<Ident> {
    let word = input.string()?;
    if let Some((_, variant)) = words.iter().find(|(name, _)| *name == word.value()) {
        return Ok(Ident::new(variant, word.span()));
    }
    let names = list(words.iter().map(|(name, _)| *name));
    let message = format!("unknown {what} \"{}\"; there are {names}", word.value());
    Err(Error::new(word.span(), message))
}

fn skip(meta: &mut Meta<'_>) -> Result<Vec<Ident>> {
    let mut skip = Vec::new();
    meta.options(&mut |item| {
        if adapter_meant(&item.name).is_some() {
            return Err(renamed(item));
        }
        if !TRAITS.iter().chain(ADAPTERS).any(|known| *known == item.name) {
            let known = list(TRAITS.iter().chain(ADAPTERS).copied());
            let message = format!("unknown name in `skip`: use {known}");
            return Err(Error::new(item.ident.span(), message));
        }
        skip.push(item.ident.clone());
        Ok(())
    })?;
    Ok(skip)
}

/// The adapter that an unknown name means: a former name, or that of one version.
fn adapter_meant(name: &str) -> Option<&'static str> {
    if ADAPTERS.contains(&name) {
        return None;
    }
    let former = FORMER.iter().find(|(former, _)| *former == name).map(|(_, adapter)| adapter);
    let bare = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '_');
    former.or_else(|| ADAPTERS.iter().find(|adapter| **adapter == bare)).copied()
}

fn renamed(meta: &Meta<'_>) -> Error {
    let name = &meta.name;
    let adapter = adapter_meant(name).unwrap_or_default();
    let message =
        format!("write `{adapter}` in place of `{name}`: it is for all versions of the framework");
    Error::new(meta.ident.span(), message)
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut list = String::new();
    for name in names {
        let comma = if list.is_empty() { "" } else { ", " };
        let _ = write!(list, "{comma}\"{name}\"");
    }
    list
}

#[cfg(test)]
mod tests {
    use snowflake_kit::Layout;

    #[test]
    fn every_preset_can_be_named() {
        let presets: Vec<_> = Layout::PRESETS.iter().map(Layout::name).collect();
        let named: Vec<_> = super::PRESETS.iter().map(|(name, _)| *name).collect();
        assert_eq!(named, presets);
    }
}
