//! "make run" and what it installs, with the real Makefile and scripts: only cargo, the package manager and those who
//! may use it are played.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process_group};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Command;

/// Programs that the scripts may use as they are.
const TOOLS: [&str; 7] = ["bash", "dirname", "env", "grep", "make", "sh", "timeout"];

/// A machine: a folder with the programs that it has, and what was asked of those that are played.
struct Machine(TempDir);

impl Machine {
    /// A machine on which Dragoman can be built and nothing installed.
    fn new() -> Self {
        let machine = Self(tempfile::tempdir().unwrap());
        fs::create_dir(machine.path("bin")).unwrap();
        let path = std::env::var_os("PATH").unwrap();
        for tool in TOOLS {
            let mut places = std::env::split_paths(&path).map(|folder| folder.join(tool));
            let found = places.find(|place| place.is_file()).unwrap();
            symlink(found, machine.path("bin").join(tool)).unwrap();
        }
        machine.play("cargo", "").play("cc", "")
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Gives the machine a program that writes down how it is called, and then does what the script says.
    fn play(self, program: &str, script: &str) -> Self {
        let file = self.path("bin").join(program);
        let diary = self.path("asked");
        let text = format!(
            "#!/bin/sh\necho {program} \"$@\" >> {}\n{script}\n",
            diary.display()
        );
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        self
    }

    fn without(self, program: &str) -> Self {
        fs::remove_file(self.path("bin").join(program)).unwrap();
        self
    }

    /// With the package manager of Debian, which knows nothing that is installed, for a user with this number.
    fn debian(self, user: u32) -> Self {
        self.play("apt-get", "")
            .play("dpkg-query", "exit 1")
            .play("id", &format!("echo {user}"))
    }

    /// What was asked of the programs that are played, a line each.
    fn asked(&self) -> Vec<String> {
        let diary = fs::read_to_string(self.path("asked")).unwrap_or_default();
        diary.lines().map(str::to_owned).collect()
    }

    fn has_asked(&self, beginning: &str) -> bool {
        self.asked().iter().any(|line| line.starts_with(beginning))
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.path("bin").join(program));
        command
            .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
            .env_clear()
            .env("PATH", self.path("bin"))
            .env("HOME", self.0.path())
            .env("DRAGOMAN_MODELS__OFFLINE", "true")
            .stdin(Stdio::null())
            .kill_on_drop(true);
        command
    }

    /// Runs "install.sh run" and gives its exit code and what it said.
    async fn install(&self) -> (Option<i32>, String) {
        let output = self
            .command("bash")
            .args(["scripts/install.sh", "run"])
            .output()
            .await
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), said)
    }

    fn make_run(&self, listen: &str) -> Command {
        let mut command = self.command("make");
        let data = self.path("data");
        command.arg("run").args([
            format!("LISTEN={listen}"),
            format!("DATA={}", data.display()),
            format!("CARGO_TARGET_DIR={}", self.0.path().display()),
        ]);
        command
    }
}

#[tokio::test]
async fn make_run_says_what_it_does_before_it_does_it_and_serves() {
    let machine = Machine::new().debian(0);
    fs::create_dir(machine.path("release")).unwrap();
    symlink(
        env!("CARGO_BIN_EXE_dragoman"),
        machine.path("release/dragoman"),
    )
    .unwrap();
    let mut process = machine
        .make_run("127.0.0.1:0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
    for (expected, asked) in [
        ("make run: 1 of 3: installing", None),
        ("make run: 2 of 3: building", Some("apt-get install")),
        (
            "make run: 3 of 3: serving on 127.0.0.1:0",
            Some("cargo build"),
        ),
        ("Dragoman listens on http://127.0.0.1:", None),
    ] {
        let mut line = lines.next_line().await.unwrap();
        // What cargo is told is repeated by make.
        if line
            .as_deref()
            .is_some_and(|line| line.starts_with("cargo build"))
        {
            line = lines.next_line().await.unwrap();
        }
        assert!(
            line.as_deref().unwrap_or_default().starts_with(expected),
            "{line:?}"
        );
        assert!(
            asked.is_none_or(|asked| machine.has_asked(asked)),
            "{line:?}"
        );
    }
    assert!(machine.path("data/dragoman.db").is_file());
    let group = Pid::from_raw(process.id().unwrap().try_into().unwrap()).unwrap();
    kill_process_group(group, Signal::TERM).unwrap();
    while lines.next_line().await.unwrap().is_some() {}
    process.wait().await.unwrap();
}

#[tokio::test]
async fn a_port_that_is_taken_is_told_before_the_build_with_one_that_is_free() {
    let machine = Machine::new().debian(0);
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let output = machine.make_run(&address).output().await.unwrap();
    assert!(!output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains(&format!("another program listens on {address}")),
        "{said}"
    );
    let (_, other) = said.split_once("make run LISTEN=").unwrap();
    let other = other.lines().next().unwrap();
    assert!(
        other.starts_with("127.0.0.1:") && other != address,
        "{said}"
    );
    assert_eq!(machine.asked(), [""; 0]);
}

#[tokio::test]
async fn without_apt_get_the_packages_are_named() {
    let machine = Machine::new();
    let (code, said) = machine.install().await;
    assert_eq!(code, Some(0), "{said}");
    for part in [
        "there is no apt-get here",
        "apertium-eng-spa",
        "hunspell-de-de",
    ] {
        assert!(said.contains(part), "{said}");
    }
}

#[tokio::test]
async fn who_may_not_install_is_told_what_an_administrator_runs() {
    for (machine, reason) in [
        (Machine::new().debian(1000), "there is no sudo"),
        (
            Machine::new().debian(1000).play("sudo", "exit 1"),
            "sudo refuses",
        ),
    ] {
        let (code, said) = machine.install().await;
        assert_eq!(code, Some(0), "{said}");
        assert!(said.contains(reason), "{said}");
        let command =
            "an administrator run: apt-get install --no-install-recommends build-essential";
        assert!(said.contains(command), "{said}");
        assert!(!machine.has_asked("apt-get"), "{:?}", machine.asked());
        let asked = machine.asked();
        let sudo = asked.iter().filter(|line| line.starts_with("sudo")).count();
        assert!(sudo <= 1, "sudo is asked once: {asked:?}");
    }
}

#[tokio::test]
async fn who_may_use_sudo_installs_with_it() {
    let machine = Machine::new()
        .debian(1000)
        .play("sudo", "[ \"$1\" = --validate ] || exec \"$@\"");
    let (code, said) = machine.install().await;
    assert_eq!(code, Some(0), "{said}");
    assert!(
        machine.has_asked("apt-get install"),
        "{:?}",
        machine.asked()
    );
}

#[tokio::test]
async fn without_rust_or_a_compiler_it_says_where_they_are_from() {
    for (machine, part) in [
        (Machine::new().without("cargo"), "https://rustup.rs"),
        (Machine::new().without("cc"), "gcc or clang"),
    ] {
        let (code, said) = machine.install().await;
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains(part), "{said}");
    }
}
