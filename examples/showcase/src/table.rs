//! The tables, as Diesel and as `SeaORM` describe them.

pub mod diesel;
pub mod seaorm;
