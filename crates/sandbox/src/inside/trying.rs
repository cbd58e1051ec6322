//! Trying a protection: it is put on this process, and then something is done that it must prevent.

use std::fs;
use std::io;
use std::net::{Ipv4Addr, UdpSocket};

use rustix::thread::{capabilities, no_new_privs};

use super::{calls, files, limits, privileges};
use crate::confinement::Confinement;
use crate::protections::Protection;

/// Tries a protection. Says what is worth knowing of it, or why it does not hold.
pub(super) fn try_out(protection: Protection) -> Result<String, String> {
    let confinement = Confinement {
        memory_bytes: 1 << 30,
        // What it says may go to a file.
        file_bytes: 1 << 20,
        ..Confinement::default()
    };
    match protection {
        Protection::Privileges => try_privileges(),
        Protection::Limits => try_limits(&confinement),
        Protection::Files => try_files(&confinement),
        Protection::Calls => try_calls(&confinement),
    }
}

fn try_privileges() -> Result<String, String> {
    privileges::give_up()?;
    let left = capabilities(None).map_err(|error| format!("what is left is not known: {error}"))?;
    let are_gone = left.effective.is_empty() && left.permitted.is_empty();
    if are_gone && no_new_privs().unwrap_or(false) {
        Ok(String::new())
    } else {
        Err("privileges are left after they were given up".to_owned())
    }
}

fn try_limits(confinement: &Confinement) -> Result<String, String> {
    limits::set(confinement)?;
    let too_much = usize::try_from(confinement.memory_bytes).unwrap_or(usize::MAX);
    if Vec::<u8>::new().try_reserve_exact(too_much).is_ok() {
        return Err("more memory can be had than is allowed".to_owned());
    }
    let mut open = Vec::new();
    for _ in 0..confinement.open_files {
        match fs::File::open("/dev/null") {
            Ok(file) => open.push(file),
            Err(_) => return Ok(String::new()),
        }
    }
    Err("more files can be opened than are allowed".to_owned())
}

fn try_files(confinement: &Confinement) -> Result<String, String> {
    let version = files::restrict(confinement, None)?;
    match fs::read_dir("/") {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            Ok(format!("Landlock, version {}", version as i32))
        }
        _ => Err("folders can be read that are not named".to_owned()),
    }
}

fn try_calls(confinement: &Confinement) -> Result<String, String> {
    calls::restrict(&calls::filter(confinement)?)?;
    match UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)) {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => Ok("seccomp".to_owned()),
        _ => Err("system calls can be made that are not allowed".to_owned()),
    }
}
