//! Programs that have been taken over, and what they can do then: see `hostile.sh` for what they attempt.
//!
//! Each attempt is made twice, without and with a sandbox, so that nothing passes here only because it
//! could not be done at all.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "a test that cannot go on has failed, and one that is left out says so"
)]

use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::net::UnixListener;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use dragoman_sandbox::{Confinement, Launcher, Protection, Protections, Sandbox};

fn launcher() -> Launcher {
    Launcher::new(env!("CARGO_BIN_EXE_confine").into(), Vec::new())
}

fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile.sh")
}

fn sandbox() -> Sandbox {
    Sandbox::new(launcher(), &Protections::probe(&launcher()))
}

/// Whether this kernel has a protection. What it lacks cannot be tested here; the launcher says so.
fn is_held(protection: Protection) -> bool {
    let held = Protections::probe(&launcher())
        .held()
        .any(|held| held == protection);
    if !held {
        let name = protection.name();
        eprintln!("not tested: this system does not protect {name}");
    }
    held
}

fn finish(mut command: Command, arguments: &[&str]) -> Output {
    command
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// What comes of an attempt in a sandbox.
fn confined(confinement: &Confinement, arguments: &[&str]) -> Output {
    let confinement = Confinement {
        readable: [vec![script()], confinement.readable.clone()].concat(),
        ..confinement.clone()
    };
    finish(sandbox().command(&confinement, &script()), arguments)
}

fn succeeds(output: &Output) -> bool {
    output.stdout.ends_with(b"done\n")
}

/// Fails the test unless an attempt succeeds by itself and not in a sandbox.
fn assert_refused(confinement: &Confinement, arguments: &[&str]) {
    let free = finish(Command::new(script()), arguments);
    assert!(succeeds(&free), "{arguments:?} by itself: {free:?}");
    let confined = confined(confinement, arguments);
    assert!(!succeeds(&confined), "{arguments:?}: {confined:?}");
}

/// Fails the test unless an attempt succeeds in a sandbox.
fn assert_allowed(confinement: &Confinement, arguments: &[&str]) {
    let output = confined(confinement, arguments);
    assert!(succeeds(&output), "{arguments:?}: {output:?}");
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn every_protection_holds_or_says_why_not() {
    let protections = Protections::probe(&launcher());
    assert_eq!(protections.iter().count(), Protection::ALL.len());
    for (protection, reason) in protections.lacking() {
        assert!(!reason.is_empty(), "{protection:?}");
    }
    // What every kernel of these years has.
    let held: Vec<_> = protections.held().collect();
    assert!(held.contains(&Protection::Privileges), "{protections:?}");
    assert!(held.contains(&Protection::Limits), "{protections:?}");
}

#[test]
fn a_launcher_that_is_none_holds_nothing_and_starts_nothing() {
    for file in ["/nowhere/confine", "/bin/false"] {
        let launcher = Launcher::new(file.into(), Vec::new());
        let protections = Protections::probe(&launcher);
        assert_eq!(protections.held().count(), 0);
        for (_, reason) in protections.lacking() {
            assert!(reason.starts_with("it could not be tried"), "{reason}");
        }
    }
}

#[test]
fn only_its_own_files_can_be_read() {
    if !is_held(Protection::Files) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (own, secret) = (folder.path().join("own"), folder.path().join("secret"));
    for file in [&own, &secret] {
        fs::write(file, "a line\n").unwrap();
    }
    let confinement = Confinement {
        readable: vec![own.clone()],
        ..Confinement::default()
    };
    assert_allowed(&confinement, &["read", text(&own)]);
    for file in [text(&secret), "/proc/self/status", "/etc/passwd"] {
        assert_refused(&confinement, &["read", file]);
    }
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(&secret, &link).unwrap();
    assert_refused(&confinement, &["read", text(&link)]);
    assert_refused(&confinement, &["list", text(folder.path())]);
    // What this process was started with may have passwords in it.
    let environment = format!("/proc/{}/environ", std::process::id());
    let reading = ["become", "cat", &environment];
    let free = finish(Command::new(script()), &reading);
    assert!(free.status.success(), "{free:?}");
    let confined = confined(&confinement, &reading);
    assert!(!confined.status.success() && confined.stdout.is_empty());
}

#[test]
fn only_its_own_folders_can_be_written_and_nothing_be_run_from_there() {
    if !is_held(Protection::Files) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("own");
    fs::create_dir(&own).unwrap();
    let confinement = Confinement {
        writable: vec![own.clone()],
        ..Confinement::default()
    };
    assert_allowed(&confinement, &["write", text(&own.join("new"))]);
    for refused in [folder.path().join("new"), own.join("../other")] {
        assert_refused(&confinement, &["write", text(&refused)]);
    }
    assert_allowed(&confinement, &["write", "/dev/null"]);
    let program = own.join("program");
    fs::copy("/bin/true", &program).unwrap();
    let output = confined(&confinement, &["become", text(&program)]);
    assert!(!output.status.success(), "{output:?}");
}

#[test]
fn own_sockets_are_for_waiting_and_none_is_connected() {
    if !is_held(Protection::Calls) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let _listener = UnixListener::bind(path("others")).unwrap();
    let without = Confinement {
        writable: vec![folder.path().to_owned()],
        ..Confinement::default()
    };
    let with = Confinement {
        own_sockets: true,
        ..without.clone()
    };
    for confinement in [&with, &without] {
        assert_refused(confinement, &["connect-to", text(&path("others"))]);
    }
    assert_refused(&without, &["wait-at", text(&path("first"))]);
    assert_allowed(&with, &["wait-at", text(&path("second"))]);
    if is_held(Protection::Files) {
        let elsewhere = tempfile::tempdir().unwrap();
        let elsewhere = elsewhere.path().join("third");
        assert!(!succeeds(&confined(&with, &["wait-at", text(&elsewhere)])));
    }
    if cfg!(target_arch = "x86_64") {
        // access(2), to write and to read.
        assert_refused(&with, &["call", "21", "0", "2"]);
        assert_allowed(&with, &["call", "21", "0", "4"]);
    }
}

#[test]
fn what_may_be_read_cannot_be_written() {
    if !is_held(Protection::Files) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let confinement = Confinement {
        readable: vec![folder.path().to_owned()],
        file_bytes: 1 << 20,
        ..Confinement::default()
    };
    assert_refused(&confinement, &["write", text(&folder.path().join("new"))]);
}

#[test]
fn no_file_becomes_longer_than_it_may() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("much");
    let confinement = Confinement {
        writable: vec![folder.path().to_owned()],
        file_bytes: 3 << 20,
        ..Confinement::default()
    };
    assert_refused(&confinement, &["write-much", text(&file)]);
    assert_eq!(fs::metadata(&file).unwrap().len(), 3 << 20);
    let confinement = Confinement {
        file_bytes: 8 << 20,
        ..confinement
    };
    assert_allowed(&confinement, &["write-much", text(&file)]);
}

#[test]
fn no_more_memory_is_had_than_is_allowed() {
    let confinement = |memory_bytes| Confinement {
        memory_bytes,
        ..Confinement::default()
    };
    let attempt = ["remember", "50000000"];
    assert_refused(&confinement(100_000_000), &attempt);
    assert_allowed(&confinement(1_000_000_000), &attempt);
}

#[test]
fn no_more_files_are_open_than_are_allowed() {
    let confinement = |open_files| Confinement {
        open_files,
        ..Confinement::default()
    };
    assert_refused(&confinement(32), &["open"]);
    assert_allowed(&confinement(64), &["open"]);
}

#[test]
fn a_program_that_computes_for_too_long_is_killed() {
    let confinement = Confinement {
        processor_time: Some(Duration::from_secs(1)),
        ..Confinement::default()
    };
    let output = confined(&confinement, &["compute"]);
    assert!(output.status.signal().is_some(), "{output:?}");
}

#[test]
fn no_network_can_be_reached() {
    if !is_held(Protection::Calls) {
        return;
    }
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    assert_refused(&Confinement::default(), &["connect", &port]);
    for family in [
        libc::AF_UNIX,
        libc::AF_INET,
        libc::AF_INET6,
        libc::AF_NETLINK,
        libc::AF_PACKET,
        libc::AF_VSOCK,
        libc::AF_ALG,
    ] {
        let (number, family) = (libc::SYS_socket.to_string(), family.to_string());
        let attempt = ["call", &number, &family, "2", "0"];
        assert_refused(&Confinement::default(), &attempt);
    }
}

#[test]
fn nothing_is_seen_of_the_environment() {
    // As if the test had been started with it: the sandbox starts from an empty one.
    let mut command = Command::new(script());
    command.env("PLANTED", "1");
    assert!(succeeds(&finish(command, &["environment"])));
    let output = confined(&Confinement::default(), &["become", "env"]);
    let mut seen: Vec<_> = std::str::from_utf8(&output.stdout)
        .unwrap()
        .lines()
        .filter_map(|line| line.split_once('='))
        .filter(|(name, _)| !["_", "SHLVL", "PWD", "OLDPWD"].contains(name))
        .collect();
    seen.sort_unstable();
    assert_eq!(
        seen,
        [
            ("LC_ALL", "C.UTF-8"),
            ("PATH", "/usr/local/bin:/usr/bin:/bin")
        ]
    );
}

#[test]
fn no_other_process_is_touched_or_begun() {
    if !is_held(Protection::Calls) {
        return;
    }
    let own = std::process::id().to_string();
    assert_refused(&Confinement::default(), &["signal", &own]);
    assert_refused(&Confinement::default(), &["fork"]);
    for call in [
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_pidfd_open,
        libc::SYS_kcmp,
        libc::SYS_setsid,
        libc::SYS_setpgid,
    ] {
        assert_refused(
            &Confinement::default(),
            &["call", &call.to_string(), "-1", "-1", "-1"],
        );
    }
    let limits = libc::SYS_prlimit64.to_string();
    let of_another = ["call", &limits, &own, "7", "0", "0"];
    assert_refused(&Confinement::default(), &of_another);
    assert_allowed(
        &Confinement::default(),
        &["call", &limits, "0", "7", "0", "0"],
    );
}

#[test]
fn a_program_that_may_start_others_starts_confined_ones() {
    let confinement = Confinement {
        children: true,
        ..Confinement::default()
    };
    assert_allowed(&confinement, &["fork"]);
    if is_held(Protection::Calls) {
        let unshare = ["become", "sh", "-c", "unshare --user true; echo $?"];
        let output = confined(&confinement, &unshare);
        assert_eq!(output.stdout, b"1\n", "{output:?}");
        let number = libc::SYS_clone.to_string();
        let flags = (libc::CLONE_NEWUSER | libc::SIGCHLD).to_string();
        let output = confined(&confinement, &["call", &number, &flags, "0", "0", "0", "0"]);
        assert!(!succeeds(&output), "{output:?}");
    }
}

#[test]
fn calls_that_reach_far_into_the_kernel_are_refused() {
    if !is_held(Protection::Calls) {
        return;
    }
    for call in [
        libc::SYS_unshare,
        libc::SYS_setns,
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_pivot_root,
        libc::SYS_chroot,
        libc::SYS_clock_settime,
        libc::SYS_personality,
        libc::SYS_memfd_create,
        libc::SYS_mknodat,
        libc::SYS_fchownat,
    ] {
        assert_refused(
            &Confinement::default(),
            &["call", &call.to_string(), "-1", "-1", "-1"],
        );
    }
    // Kernels are made without some of these.
    for call in [
        libc::SYS_bpf,
        libc::SYS_keyctl,
        libc::SYS_add_key,
        libc::SYS_perf_event_open,
        libc::SYS_userfaultfd,
        libc::SYS_io_uring_setup,
        libc::SYS_kexec_load,
        libc::SYS_init_module,
        libc::SYS_finit_module,
        libc::SYS_swapon,
        libc::SYS_clone3,
        libc::SYS_open_by_handle_at,
    ] {
        let output = confined(
            &Confinement::default(),
            &["call", &call.to_string(), "-1", "-1"],
        );
        assert!(!succeeds(&output), "{call}: {output:?}");
    }
}

#[test]
fn nothing_can_be_typed_into_the_terminal() {
    if !is_held(Protection::Calls) {
        return;
    }
    let number = libc::SYS_ioctl.to_string();
    for request in ["0x5412", "0x541c", "0x1_0000_5412"] {
        let request = request.replace('_', "");
        let request = u64::from_str_radix(&request[2..], 16).unwrap().to_string();
        assert_refused(
            &Confinement::default(),
            &["call", &number, "0", &request, "0"],
        );
    }
}

#[test]
fn privileges_are_gone_and_do_not_come_back() {
    let confinement = Confinement {
        readable: vec!["/proc".into()],
        ..Confinement::default()
    };
    let output = confined(&confinement, &["become", "cat", "/proc/self/status"]);
    let status = String::from_utf8(output.stdout).unwrap();
    let value = |name: &str| {
        let mut lines = status.lines();
        let line = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        line.unwrap_or_else(|| panic!("{name}: {status}")).trim()
    };
    assert_eq!(value("NoNewPrivs"), "1");
    for set in ["CapInh", "CapPrm", "CapEff", "CapAmb"] {
        assert_eq!(value(set), "0000000000000000", "{set}");
    }
}

#[test]
fn a_program_does_not_begin_under_another_parent_than_it_should() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_confine"));
    command.args(["run", "--parent", "1", "--", "/bin/echo"]);
    let output = finish(command, &["done"]);
    assert_eq!(output.status.code(), Some(125));
    assert!(!succeeds(&output), "{output:?}");
}

#[test]
fn what_is_not_understood_starts_nothing() {
    for arguments in [
        &[][..],
        &["run"],
        &["run", "--"],
        &["run", "/bin/echo"],
        &["run", "--hold", "everything", "--", "/bin/echo", "done"],
        &["run", "--read", "--", "/bin/echo", "done"],
        &["run", "--parent", "0", "--", "/bin/echo", "done"],
        &["run", "--open-files", "many", "--", "/bin/echo", "done"],
        &["try", "everything"],
    ] {
        let output = finish(Command::new(env!("CARGO_BIN_EXE_confine")), arguments);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(!succeeds(&output), "{arguments:?}");
    }
}
