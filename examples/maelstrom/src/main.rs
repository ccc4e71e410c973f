//! A node for Maelstrom's workload `unique-ids`, with which Jepsen's checker
//! looks for IDs that are there twice:
//!
//! ```sh
//! cargo build --release -p maelstrom-example
//! maelstrom test -w unique-ids --bin target/release/unique-ids --time-limit 30 \
//!     --rate 1000 --node-count 3 --availability total --nemesis partition
//! ```
//!
//! Its nodes are processes of one machine, so they lease their node numbers from
//! a file: `SNOWFLAKE_LEASES`, by default one in a folder beside the program.
//!
//! Source of the protocol: <https://github.com/jepsen-io/maelstrom>, `doc/protocol.md`
//! and `doc/workloads.md`.

use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use snowflake_kit::lease::LeaseBuilder;
use snowflake_kit::lease::{FileStore, Lease};
use snowflake_kit::{Snowflake, SnowflakeId};

/// What the workload asks for.
#[derive(SnowflakeId)]
struct UniqueId(Snowflake);

#[derive(Deserialize, Serialize)]
struct Message<B> {
    src: String,
    dest: String,
    body: B,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Request {
    Init {
        msg_id: u64,
    },
    Generate {
        msg_id: u64,
    },
    /// What a workload to come may send.
    #[serde(untagged)]
    Other {
        msg_id: u64,
    },
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Response {
    InitOk { in_reply_to: u64 },
    GenerateOk { in_reply_to: u64, id: UniqueId },
    Error { in_reply_to: u64, code: u32, text: String },
}

/// Codes of the protocol.
const NOT_SUPPORTED: u32 = 10;
const TEMPORARILY_UNAVAILABLE: u32 = 11;

fn main() -> Result<(), Box<dyn Error>> {
    let leases = if let Some(leases) = env::var_os("SNOWFLAKE_LEASES") {
        PathBuf::from(leases)
    } else {
        let folder = env::current_exe()?.with_file_name("maelstrom-leases");
        fs::create_dir_all(&folder)?;
        folder.join("leases")
    };
    let mut lease = None;
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let Message { src, dest, body } = serde_json::from_str::<Message<Request>>(&line?)?;
        let body = answer(&body, &leases, &mut lease);
        serde_json::to_writer(&mut output, &Message { src: dest, dest: src, body })?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
    // The end of the input is the end of the test.
    lease.map_or(Ok(()), Lease::release)?;
    Ok(())
}

fn answer(request: &Request, leases: &Path, held: &mut Option<Lease>) -> Response {
    match *request {
        Request::Init { msg_id: in_reply_to } => {
            match LeaseBuilder::new(FileStore::new(leases)).space("maelstrom").install() {
                Ok(lease) => *held = Some(lease),
                Err(error) => {
                    let (code, text) = (TEMPORARILY_UNAVAILABLE, error.to_string());
                    return Response::Error { in_reply_to, code, text };
                }
            }
            Response::InitOk { in_reply_to }
        }
        Request::Generate { msg_id: in_reply_to } => match UniqueId::try_mint() {
            Ok(id) => Response::GenerateOk { in_reply_to, id },
            Err(error) => {
                let (code, text) = (TEMPORARILY_UNAVAILABLE, error.to_string());
                Response::Error { in_reply_to, code, text }
            }
        },
        Request::Other { msg_id: in_reply_to } => {
            let text = "this node knows `init` and `generate`".to_owned();
            Response::Error { in_reply_to, code: NOT_SUPPORTED, text }
        }
    }
}
