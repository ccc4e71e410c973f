//! Child processes made by `fork`.

use core::ffi::{c_int, c_uint};
use std::fmt::Debug;
use std::io::{Read, Write, pipe};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs `body` in a forked child and returns the debug form of its result. A child that has not
/// ended after a minute never would: it is killed.
#[expect(unsafe_code, reason = "there is no safe `fork`")]
pub fn in_child<R: Debug>(body: impl FnOnce() -> R) -> String {
    // SAFETY: the signatures are those of POSIX.1-2001.
    unsafe extern "C" {
        fn fork() -> c_int;
        fn waitpid(child: c_int, status: *mut c_int, options: c_int) -> c_int;
        fn _exit(status: c_int) -> !;
        fn alarm(seconds: c_uint) -> c_uint;
    }

    let (mut reader, mut writer) = pipe().unwrap();
    // SAFETY: the process is `alone`: its other threads, if there are any, only wait, or take locks
    // of the kit, for which no child waits, and those of the allocator, which `fork` takes.
    let child = unsafe { fork() };
    assert!(child >= 0, "no process left");
    if child == 0 {
        // SAFETY: it may be called at any time, and the signal has no handler.
        unsafe { alarm(60) };
        let result = catch_unwind(AssertUnwindSafe(body));
        let text = result.map_or_else(|_| "panicked".to_owned(), |result| format!("{result:?}"));
        let written = writer.write_all(text.as_bytes());
        // SAFETY: it may be called at any time. The destructors and the
        // harness belong to the parent.
        unsafe { _exit(written.is_err().into()) }
    }
    drop(writer);
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    let mut status = 0;
    // SAFETY: `status` is a place for the status.
    assert_eq!(unsafe { waitpid(child, &raw mut status, 0) }, child);
    assert_eq!(status, 0, "the child said {text:?}");
    text
}
