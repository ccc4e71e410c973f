//! Does nothing. Cargo asks for a build script where `Cargo.toml` says `links`.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}
