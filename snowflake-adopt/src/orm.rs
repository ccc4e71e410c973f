//! The frameworks for which files are written.

/// A framework that stores rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Orm {
    /// Diesel.
    Diesel,
    /// SeaORM.
    SeaOrm,
    /// sqlx.
    Sqlx,
}

impl Orm {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::Diesel, Self::SeaOrm, Self::Sqlx];

    /// Its name: `diesel`, `seaorm`, `sqlx`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Diesel => "diesel",
            Self::SeaOrm => "seaorm",
            Self::Sqlx => "sqlx",
        }
    }

    /// The framework of this [name](Self::name).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|orm| orm.name() == name)
    }
}
