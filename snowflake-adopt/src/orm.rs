//! The frameworks for which files are written.

/// A framework that stores rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Orm {
    /// Diesel.
    Diesel,
    /// sqlx.
    Sqlx,
}

impl Orm {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::Diesel, Self::Sqlx];

    /// Its name: `diesel`, `sqlx`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Diesel => "diesel",
            Self::Sqlx => "sqlx",
        }
    }

    /// The framework of this [name](Self::name).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|orm| orm.name() == name)
    }
}
