//! Schemas that are adopted, on each database: written, applied, used, taken back.

mod backend;
mod bakery;
mod blog;
mod definitions;
mod diesel;
mod domains;
mod files;
mod hostile;
mod large;
mod obstacles;
mod online;
mod planted;
mod random;
mod rehearsal;
mod rollout;
mod seaorm;
