use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use dragoman_sandbox::{Confinement, Sandbox};

use super::process::StageOptions;
use crate::programs::Starter;

/// Where Apertium is and what it may use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApertiumConfig {
    /// The directory of the mode files.
    pub modes_dir: PathBuf,
    /// The directories of the stages' programs; the first that has one wins.
    pub program_dirs: Vec<PathBuf>,
    /// What keeps the programs to what they need, and from outliving this process. None: nothing does.
    pub sandbox: Option<Sandbox>,
    /// What each process may do there, besides reading the files that its mode names.
    pub confinement: Confinement,
    /// Pipelines of one mode that may run at the same time; at least one.
    pub max_pipelines_per_mode: usize,
    /// What all pipelines together may hold, in bytes. One pipeline runs even if it needs more;
    /// a mode needs 40 to 700 MB.
    pub memory_budget_bytes: u64,
    /// How long a pipeline without work stays.
    pub idle_timeout: Duration,
    /// How long a pipeline may take to load its data.
    pub start_timeout: Duration,
    /// How long a segment may take in one mode, whatever its length.
    pub request_timeout: Duration,
    /// What a segment may take in addition for every thousand words.
    pub timeout_per_thousand_words: Duration,
    /// Segments that may wait for one mode before further jobs are refused.
    pub queue_capacity: usize,
    /// After so many requests a pipeline is replaced by a new one.
    pub requests_per_pipeline: u64,
    /// Whether each installed mode has to translate a sentence after the start, in the background.
    pub test_at_start: bool,
    /// Modes that are tested at the same time after the start.
    pub concurrent_tests: usize,
}

impl Default for ApertiumConfig {
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self {
            modes_dir: "/usr/share/apertium/modes".into(),
            program_dirs: vec!["/usr/local/bin".into(), "/usr/bin".into(), "/bin".into()],
            sandbox: None,
            confinement: Confinement::default(),
            max_pipelines_per_mode: cores.min(4),
            memory_budget_bytes: 2 << 30,
            idle_timeout: Duration::from_secs(600),
            start_timeout: Duration::from_secs(60),
            request_timeout: Duration::from_secs(10),
            timeout_per_thousand_words: Duration::from_secs(1),
            queue_capacity: 1024,
            requests_per_pipeline: 5_000,
            test_at_start: true,
            concurrent_tests: cores.min(4),
        }
    }
}

impl ApertiumConfig {
    /// How stages are started under this configuration.
    #[must_use]
    pub fn stage_options(&self) -> StageOptions {
        StageOptions {
            starter: Starter::new(self.sandbox.clone(), self.confinement.clone()),
            start_timeout: self.start_timeout,
            request_timeout: self.request_timeout,
            timeout_per_thousand_words: self.timeout_per_thousand_words,
        }
    }
}
