use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use dragoman_domain::{EngineError, KeyId, Language, Speller, Spelling};
use dragoman_engines::{Hunspell, HunspellConfig};
use dragoman_sandbox::{Launcher, Protections, Sandbox};
use rustix::fs::{CWD, FileType, Mode, mknodat};
use tempfile::TempDir;

/// Hunspell with copies of some of the installed dictionaries in a folder of its own, by which its
/// processes can be told from another's.
pub(crate) struct Dictionaries {
    pub(crate) hunspell: Hunspell,
    pub(crate) folder: TempDir,
}

/// Hunspell with the installed dictionaries of these names.
pub(crate) fn dictionaries(names: &[&str]) -> Dictionaries {
    dictionaries_with(names, |_| {})
}

pub(crate) fn dictionaries_with(
    names: &[&str],
    change: impl FnOnce(&mut HunspellConfig),
) -> Dictionaries {
    let folder = tempfile::tempdir().unwrap();
    for name in names {
        for extension in ["aff", "dic"] {
            let file = installed(name, extension);
            let link = folder.path().join(file.file_name().unwrap());
            std::os::unix::fs::symlink(file, link).unwrap();
        }
    }
    start(folder, change)
}

fn installed(name: &str, extension: &str) -> PathBuf {
    let folders = HunspellConfig::default().dictionary_dirs;
    let mut files = folders
        .iter()
        .map(|folder| folder.join(format!("{name}.{extension}")));
    files.find(|file| file.is_file()).unwrap_or_else(|| {
        panic!("these tests need the dictionary {name}: run `make test`, which installs it")
    })
}

/// The program that plays a part, see `programs/hunspell`, with the dictionary of German.
pub(crate) fn playing(part: &str, change: impl FnOnce(&mut HunspellConfig)) -> Dictionaries {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("part"), part).unwrap();
    fs::write(folder.path().join("de_DE.aff"), "SET UTF-8\n").unwrap();
    fs::write(folder.path().join("de_DE.dic"), "0\n").unwrap();
    let permissions = Mode::RUSR | Mode::WUSR;
    mknodat(
        CWD,
        folder.path().join("gate"),
        FileType::Fifo,
        permissions,
        0,
    )
    .unwrap();
    let place = folder.path().to_owned();
    start(folder, |config| {
        config.confinement.readable.push(place.clone());
        config.confinement.writable.push(place);
        config.confinement.file_bytes = 1 << 30;
        let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hunspell/programs");
        config.program_dirs.insert(0, programs);
        change(config);
    })
}

fn sandbox() -> Sandbox {
    static SANDBOX: LazyLock<Sandbox> = LazyLock::new(|| {
        let launcher = Launcher::new(env!("CARGO_BIN_EXE_confine-engines").into(), Vec::new());
        let protections = Protections::probe(&launcher);
        Sandbox::new(launcher, &protections)
    });
    SANDBOX.clone()
}

pub(crate) fn start(folder: TempDir, change: impl FnOnce(&mut HunspellConfig)) -> Dictionaries {
    let mut config = HunspellConfig {
        dictionary_dirs: vec![folder.path().to_owned()],
        sandbox: Some(sandbox()),
        ..HunspellConfig::default()
    };
    change(&mut config);
    Dictionaries {
        hunspell: Hunspell::start(&config),
        folder,
    }
}

/// A key of an account, by a digit.
pub(crate) fn key(digit: u8) -> Option<KeyId> {
    let account = "00000000-0000-0000-0000-000000000001";
    let id = format!("{account}:00000000-0000-0000-0000-00000000000{digit}");
    Some(id.parse().unwrap())
}

pub(crate) fn language(tag: &str) -> Language {
    Language::parse(tag).unwrap()
}

impl Dictionaries {
    pub(crate) async fn ask(
        &self,
        tag: &str,
        words: &[&str],
    ) -> Result<Vec<Spelling>, EngineError> {
        self.ask_for(None, tag, words).await
    }

    pub(crate) async fn ask_for(
        &self,
        caller: Option<KeyId>,
        tag: &str,
        words: &[&str],
    ) -> Result<Vec<Spelling>, EngineError> {
        let words: Vec<String> = words.iter().map(|&word| word.into()).collect();
        self.hunspell.look_up(language(tag), &words, caller).await
    }

    /// What is said of words, which ones there are as an empty list.
    pub(crate) async fn look_up(&self, tag: &str, words: &[&str]) -> Vec<Option<Vec<String>>> {
        let spellings = self.ask(tag, words).await.unwrap().into_iter();
        let suggestions = spellings.map(|spelling| match spelling {
            Spelling::Known => None,
            Spelling::Unknown(similar) => Some(similar),
        });
        suggestions.collect()
    }

    pub(crate) async fn are_known(&self, tag: &str, words: &[&str]) -> Vec<bool> {
        let words: Vec<String> = words.iter().map(|&word| word.into()).collect();
        let known = self.hunspell.are_known(language(tag), &words, None).await;
        known.unwrap()
    }

    /// What the program that plays a part has written down.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    pub(crate) fn count(&self, line: &str) -> usize {
        self.log().lines().filter(|logged| *logged == line).count()
    }

    /// The processes that work in the folder of these dictionaries.
    pub(crate) fn processes(&self) -> Vec<i32> {
        let folder = self.folder.path().canonicalize().unwrap();
        let entries = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
        let is_there = |entry: &fs::DirEntry| {
            fs::read_link(entry.path().join("cwd")).is_ok_and(|place| place == folder)
        };
        entries
            .filter(is_there)
            .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
            .collect()
    }
}

pub(crate) fn kill(process: i32) {
    let process = rustix::process::Pid::from_raw(process).unwrap();
    // It may have ended by itself meanwhile.
    let _ = rustix::process::kill_process(process, rustix::process::Signal::KILL);
}

/// Lets other tasks run until `condition` holds.
pub(crate) async fn until(mut condition: impl FnMut() -> bool) {
    while !condition() {
        tokio::task::yield_now().await;
    }
}
