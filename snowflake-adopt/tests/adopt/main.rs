//! Schemas that are adopted, on each database: written, applied, used, taken back.

mod backend;
mod bakery;
mod blog;
mod choices;
mod definitions;
mod dependents;
mod diesel;
mod diesel_cli;
mod files;
mod hostile;
mod large;
mod moves;
mod names;
mod obstacles;
mod online;
mod planted;
mod polymorphic;
mod proven;
mod random;
mod rehearsal;
mod rollout;
mod scratch;
mod seaorm;
mod types;
