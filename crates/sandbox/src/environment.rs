//! The environment of a program that runs beside the server.

use std::process::Command;

/// Where a program finds others, and the language of its messages. UTF-8, because that is what it is sent.
const VARIABLES: [(&str, &str); 2] = [
    ("LC_ALL", "C.UTF-8"),
    ("PATH", "/usr/local/bin:/usr/bin:/bin"),
];

/// Leaves nothing of this process's environment to a command: there may be passwords in it, and variables change what
/// programs do.
pub fn bare_environment(command: &mut Command) {
    command.env_clear().envs(VARIABLES);
}
