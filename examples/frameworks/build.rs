//! Rust from `proto/blog.proto`, without `protoc`.

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use protox::prost::Message as _;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=proto");
    let files = protox::compile(["proto/blog.proto"], ["proto"])?;
    // For reflection.
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("blog.bin"), files.encode_to_vec())?;
    tonic_prost_build::compile_fds(files)?;
    Ok(())
}
