//! What Maelstrom does, on a small scale: nodes that are asked for IDs at once,
//! killed and started again.

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;

use serde_json::{Value, json};

struct Node {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    name: String,
    sent: u64,
}

impl Node {
    fn start(name: &str, leases: &Path) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_unique-ids"))
            .env("SNOWFLAKE_LEASES", leases)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let mut node = Self { process, input, output, name: name.to_owned(), sent: 0 };
        let ids = ["n0", "n1", "n2"];
        let body = node.ask(json!({"type": "init", "node_id": name, "node_ids": ids}));
        assert_eq!(body["type"], "init_ok", "{body}");
        node
    }

    fn send(&mut self, mut body: Value) {
        self.sent += 1;
        body["msg_id"] = self.sent.into();
        let message = json!({"src": "c1", "dest": self.name, "body": body});
        writeln!(self.input, "{message}").unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let message: Value = serde_json::from_str(&line).unwrap();
        assert_eq!((&message["src"], &message["dest"]), (&json!(self.name), &json!("c1")));
        message["body"].clone()
    }

    fn ask(&mut self, body: Value) -> Value {
        self.send(body);
        let answer = self.receive();
        assert_eq!(answer["in_reply_to"], self.sent);
        answer
    }

    /// So many IDs, asked for all at once.
    fn generate(&mut self, count: usize, ids: &mut Vec<String>) {
        let mut left = count;
        while left > 0 {
            // Not more than a pipe takes.
            let some = left.min(100);
            (0..some).for_each(|_| self.send(json!({"type": "generate"})));
            for _ in 0..some {
                let body = self.receive();
                // A tick may be used up: Maelstrom takes that as "not now".
                if body["type"] == "generate_ok" {
                    ids.push(body["id"].as_str().unwrap().to_owned());
                    left -= 1;
                } else {
                    assert_eq!(body["code"], 11, "{body}");
                }
            }
        }
    }
}

#[test]
fn ids_of_nodes_that_are_killed_and_started_again_are_unique() {
    let folder = tempfile::tempdir().unwrap();
    let leases = folder.path().join("leases");
    let nodes = ["n0", "n1", "n2"].map(|name| {
        let leases = leases.clone();
        thread::spawn(move || {
            let mut ids = Vec::new();
            for life in 0..4 {
                let mut node = Node::start(name, &leases);
                node.generate(5_000, &mut ids);
                if life % 2 == 0 {
                    node.process.kill().unwrap();
                } else {
                    drop(node.input);
                }
                node.process.wait().unwrap();
            }
            ids
        })
    });
    let ids: Vec<String> = nodes.into_iter().flat_map(|node| node.join().unwrap()).collect();
    assert_eq!(ids.len(), 60_000);
    assert_eq!(ids.iter().collect::<HashSet<_>>().len(), 60_000);
}

#[test]
fn other_requests_are_answered_as_the_protocol_has_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut node = Node::start("n0", &folder.path().join("leases"));
    let answer = node.ask(json!({"type": "broadcast", "message": 1}));
    assert_eq!((&answer["type"], &answer["code"]), (&json!("error"), &json!(10)));
    let answer = node.ask(json!({"type": "init", "node_id": "n0", "node_ids": ["n0"]}));
    assert_eq!((&answer["type"], &answer["code"]), (&json!("error"), &json!(11)));
    assert!(answer["text"].as_str().unwrap().contains("already has node"), "{answer}");
}
