//! A launcher of programs and nothing else, for the tests of this crate.

use std::process::ExitCode;

fn main() -> ExitCode {
    dragoman_sandbox::confine(std::env::args_os().skip(1))
}
