//! Keys, and what is read with them, without any that this process has installed.

mod copied;
mod forged;
mod read;
mod rotation;
