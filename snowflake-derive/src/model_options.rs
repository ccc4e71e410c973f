//! What stands in `#[minted(…)]` on a SeaORM model.

use crate::attribute::{Attribute, Meta};
use crate::error::{Error, Result};
use crate::path::Path;

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
        for attribute in attributes {
            let parsed = attribute.options("minted", &mut |meta| options.parse_one(meta));
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

    fn parse_one(&mut self, meta: &mut Meta<'_>) -> Result<()> {
        let is_twice = match meta.name.as_str() {
            "crate" => self.facade.replace(meta.path()?).is_some(),
            "behavior" => flag(&mut self.own_behavior, meta, "own")?,
            "before_save" => self.before_save.replace(meta.path()?).is_some(),
            "keys" => flag(&mut self.no_keys, meta, "none")?,
            _ => {
                let message = "unknown option; there are `before_save`, `behavior`, `keys` and \
                               `crate`";
                return Err(meta.error(message));
            }
        };
        if is_twice { Err(meta.error("this option is given twice")) } else { Ok(()) }
    }
}

/// An option with one value; whether it was set before.
fn flag(place: &mut bool, meta: &mut Meta<'_>, word: &str) -> Result<bool> {
    let value = meta.string()?;
    if value.value() != word {
        let message = format!("unknown value \"{}\"; there is \"{word}\"", value.value());
        return Err(Error::new(value.span(), message));
    }
    Ok(std::mem::replace(place, true))
}
