use std::path::PathBuf;
use std::time::Duration;

use dragoman_sandbox::{Confinement, Sandbox};

/// Where Hunspell and its dictionaries are, and what they may use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HunspellConfig {
    /// The folders of dictionaries; the first that has one wins.
    pub dictionary_dirs: Vec<PathBuf>,
    /// The directories of the programs; the first that has one wins.
    pub program_dirs: Vec<PathBuf>,
    /// What keeps the programs to what they need, and from outliving this process. None: nothing does.
    pub sandbox: Option<Sandbox>,
    /// What each process may do there, besides reading its dictionary.
    pub confinement: Confinement,
    /// How long a process without work stays.
    pub idle_timeout: Duration,
    /// How long a process may take to load its dictionary.
    pub start_timeout: Duration,
    /// How long a word may take for which similar ones are wanted, and how long some hundred words
    /// may take that are only looked up.
    pub request_timeout: Duration,
    /// For how long a dictionary is not offered that could not be loaded.
    pub pause: Duration,
    /// Words that may wait for a process before further questions are refused.
    pub queue_capacity: usize,
    /// What the answers that are kept may take, in bytes for each dictionary.
    pub cache_bytes: usize,
}

impl Default for HunspellConfig {
    fn default() -> Self {
        Self {
            dictionary_dirs: vec![
                "/usr/share/hunspell".into(),
                "/usr/share/myspell".into(),
                "/usr/share/myspell/dicts".into(),
            ],
            program_dirs: vec!["/usr/local/bin".into(), "/usr/bin".into(), "/bin".into()],
            sandbox: None,
            confinement: Confinement::default(),
            idle_timeout: Duration::from_secs(600),
            start_timeout: Duration::from_secs(60),
            request_timeout: Duration::from_secs(10),
            pause: Duration::from_secs(60),
            queue_capacity: 10_000,
            cache_bytes: 4 << 20,
        }
    }
}
