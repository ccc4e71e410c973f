//! What stands in `#[minted(…)]` on a SeaORM model.

use syn::meta::ParseNestedMeta;
use syn::{Attribute, Error, LitStr, Path, Result};

use crate::attribute::parse_nested;

#[derive(Default)]
pub(crate) struct ModelOptions {
    pub(crate) facade: Option<Path>,
    /// The user writes `ActiveModelBehavior`.
    pub(crate) own_behavior: bool,
    /// What `before_save` calls after the minting.
    pub(crate) before_save: Option<Path>,
    /// Nothing is minted.
    pub(crate) no_keys: bool,
}

impl ModelOptions {
    /// What could be understood, and what could not.
    pub(crate) fn parse(attributes: &[Attribute]) -> (Self, Result<()>) {
        let mut options = Self::default();
        let mut result = Ok(());
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("minted")) {
            let parsed = parse_nested(attribute, &mut |meta| options.parse_one(&meta));
            result = result.and(parsed);
        }
        let result = result.and_then(|()| options.check());
        (options, result)
    }

    fn check(&self) -> Result<()> {
        match &self.before_save {
            Some(path) if self.own_behavior => Err(Error::new_spanned(
                path,
                "with `behavior = \"own\"` the function `before_save` is yours: call this from \
                 there, or leave out `behavior = \"own\"`",
            )),
            _ => Ok(()),
        }
    }

    fn parse_one(&mut self, meta: &ParseNestedMeta<'_>) -> Result<()> {
        let twice = || meta.error("this option is given twice");
        let key = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
        match key.as_str() {
            "crate" => {
                let path = meta.value()?.parse::<LitStr>()?.parse()?;
                self.facade.replace(path).map_or(Ok(()), |_| Err(twice()))
            }
            "behavior" => {
                flag(&mut self.own_behavior, meta, "own").and_then(|first| first.ok_or_else(twice))
            }
            "before_save" => {
                let path = meta.value()?.parse::<LitStr>()?.parse()?;
                self.before_save.replace(path).map_or(Ok(()), |_| Err(twice()))
            }
            "keys" => {
                flag(&mut self.no_keys, meta, "none").and_then(|first| first.ok_or_else(twice))
            }
            _ => Err(meta
                .error("unknown option; there are `before_save`, `behavior`, `keys` and `crate`")),
        }
    }
}

/// An option with one value; none if it was set before.
fn flag(place: &mut bool, meta: &ParseNestedMeta<'_>, word: &str) -> Result<Option<()>> {
    let value: LitStr = meta.value()?.parse()?;
    if value.value() != word {
        let message = format!("unknown value \"{}\"; there is \"{word}\"", value.value());
        return Err(Error::new(value.span(), message));
    }
    Ok((!std::mem::replace(place, true)).then_some(()))
}
