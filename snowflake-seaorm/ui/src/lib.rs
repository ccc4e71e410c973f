//! Nothing but its tests: what must not compile.
