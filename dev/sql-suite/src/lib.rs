//! Nothing but its tests: see `tests/`.
