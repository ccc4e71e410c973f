//! Typed IDs in frameworks that need no adapter. The tests are in `tests/frameworks`, a
//! file for each framework; pages of the guide show parts of them. They take what is here: a
//! server of this process, and a client that sends requests to it over loopback.

use std::future::Future;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::LazyLock;
use std::thread;

use ureq::Agent;
use ureq::http::Response;

/// A port of this machine, and what listens on it: requests wait until a server takes them.
///
/// # Panics
/// If no port is free.
pub fn listen() -> (u16, TcpListener) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.set_nonblocking(true).expect("what async runtimes ask for");
    (listener.local_addr().expect("it is bound").port(), listener)
}

/// Runs a server on a thread of its own, until the program ends.
///
/// # Panics
/// On that thread, if there can be no runtime.
pub fn run<F: Future>(server: impl FnOnce() -> F + Send + 'static) {
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(server());
    });
}

/// What is answered to a `GET`: the status and the body.
///
/// # Panics
/// If there is no answer.
pub fn get(port: u16, path: &str) -> (u16, String) {
    answer(CLIENT.get(url(port, path)).header("accept", "application/json").call())
}

/// What is answered to a `POST` of JSON: the status and the body.
///
/// # Panics
/// If there is no answer.
pub fn post(port: u16, path: &str, json: &str) -> (u16, String) {
    let request = CLIENT.post(url(port, path)).header("accept", "application/json");
    answer(request.header("content-type", "application/json").send(json))
}

/// It takes an answer that reports an error for an answer.
static CLIENT: LazyLock<Agent> =
    LazyLock::new(|| Agent::config_builder().http_status_as_error(false).build().new_agent());

fn url(port: u16, path: &str) -> String {
    format!("http://127.0.0.1:{port}{path}")
}

fn answer(response: Result<Response<ureq::Body>, ureq::Error>) -> (u16, String) {
    let mut response = response.expect("an answer");
    let body = response.body_mut().read_to_string().expect("a body in UTF-8");
    (response.status().as_u16(), body)
}
