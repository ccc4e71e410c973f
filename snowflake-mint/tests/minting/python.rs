//! A program in Python whose workers are forks of one that has imported a module.

#![cfg(target_os = "linux")]

use std::env;
use std::process::Command;

const PROGRAM: &str = r"
import ctypes, os, sys

kit = ctypes.CDLL(sys.argv[1])
kit.give_node.restype = kit.new_id.restype = ctypes.c_int64
node = lambda id: id >> 12 & 1023

def in_child(work):
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(write, repr(work()).encode())
        os._exit(0)
    os.close(write)
    assert os.waitpid(child, 0) == (child, 0)
    return os.read(read, 100).decode()

def refused():
    return kit.give_node(9), kit.new_id()

def worker():
    return kit.give_node(8), node(kit.new_id()), in_child(refused), node(kit.new_id())

print(in_child(worker), in_child(worker))
print(kit.give_node(7), node(kit.new_id()), in_child(refused), in_child(refused), node(kit.new_id()))
";

#[test]
fn a_python_module_installs_after_the_fork_or_is_refused() {
    // Cargo builds examples before it runs the tests of a package.
    let folder = env::current_exe().unwrap().ancestors().nth(2).unwrap().join("examples");
    let module = folder.join("libpython_module.so");
    assert!(module.exists(), "{} is not there: build the examples", module.display());
    let output = Command::new("python3").args(["-c", PROGRAM]).arg(module).output();
    let output = output.expect("python3 is not there: install it");
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        stdout, "(1, 8, '(0, 0)', 8) (1, 8, '(0, 0)', 8)\n1 7 (0, 0) (0, 0) 7\n",
        "{stderr}"
    );
}
