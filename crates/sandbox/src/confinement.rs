//! What a program may do, and how a launcher is told.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::time::Duration;

/// What a program may do. It may never reach a network or another process, or gain privileges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confinement {
    /// Files and folders that it may read, besides itself and the programs, libraries and data that the
    /// system has for everybody.
    pub readable: Vec<PathBuf>,
    /// Folders in which it may do what it likes, but run nothing.
    pub writable: Vec<PathBuf>,
    /// Addresses that it may use, in bytes: its memory, its libraries and the files that it maps.
    pub memory_bytes: u64,
    /// How long it may keep a processor busy. None for a program that stays.
    pub processor_time: Option<Duration>,
    /// Files that it may have open, its standard input and output included.
    pub open_files: u64,
    /// How long a file may become that it writes.
    pub file_bytes: u64,
    /// Whether it may start other processes, which are confined like it, each with limits of its own.
    pub children: bool,
    /// Whether it may make local sockets in its writable folders and wait at them. It can connect to none, and whoever asks
    /// may write nowhere, as far as it is told: what looks for a place for its socket asks before.
    pub own_sockets: bool,
}

impl Default for Confinement {
    /// Reads what the system has for everybody, writes nothing, and stays.
    fn default() -> Self {
        Self {
            readable: Vec::new(),
            writable: Vec::new(),
            memory_bytes: 2 << 30,
            processor_time: None,
            open_files: 64,
            file_bytes: 0,
            children: false,
            own_sockets: false,
        }
    }
}

impl Confinement {
    /// It as arguments of a launcher. Paths become absolute, since the program may begin elsewhere.
    pub(crate) fn arguments(&self) -> Vec<OsString> {
        let mut arguments = Vec::new();
        let mut push = |option: &str, value: OsString| arguments.extend([option.into(), value]);
        let absolute = |path: &PathBuf| {
            std::path::absolute(path).map_or_else(|_| path.clone().into(), PathBuf::into_os_string)
        };
        for path in &self.readable {
            push(READ, absolute(path));
        }
        for path in &self.writable {
            push(WRITE, absolute(path));
        }
        push(MEMORY, self.memory_bytes.to_string().into());
        if let Some(time) = self.processor_time {
            // The kernel counts whole seconds, and kills at once if there are none.
            push(PROCESSOR, time.as_secs().max(1).to_string().into());
        }
        push(OPEN_FILES, self.open_files.to_string().into());
        push(FILE, self.file_bytes.to_string().into());
        if self.children {
            arguments.push(CHILDREN.into());
        }
        if self.own_sockets {
            arguments.push(OWN_SOCKETS.into());
        }
        arguments
    }

    /// Takes an option of a launcher, with its value from `values`. Whether it is one of these.
    ///
    /// # Errors
    /// If its value is missing or no number.
    pub(crate) fn take(
        &mut self,
        option: &OsStr,
        values: &mut impl Iterator<Item = OsString>,
    ) -> Result<bool, String> {
        let mut value = || {
            values
                .next()
                .ok_or_else(|| format!("{option:?} lacks a value"))
        };
        match option.to_str() {
            Some(READ) => self.readable.push(value()?.into()),
            Some(WRITE) => self.writable.push(value()?.into()),
            Some(MEMORY) => self.memory_bytes = number(&value()?)?,
            Some(PROCESSOR) => {
                self.processor_time = Some(Duration::from_secs(number(&value()?)?));
            }
            Some(OPEN_FILES) => self.open_files = number(&value()?)?,
            Some(FILE) => self.file_bytes = number(&value()?)?,
            Some(CHILDREN) => self.children = true,
            Some(OWN_SOCKETS) => self.own_sockets = true,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

const READ: &str = "--read";
const WRITE: &str = "--write";
const MEMORY: &str = "--memory-bytes";
const PROCESSOR: &str = "--processor-seconds";
const OPEN_FILES: &str = "--open-files";
const FILE: &str = "--file-bytes";
const CHILDREN: &str = "--children";
const OWN_SOCKETS: &str = "--own-sockets";

/// The number that an argument is.
pub(crate) fn number<N: std::str::FromStr>(value: &OsStr) -> Result<N, String> {
    let number = value.to_str().and_then(|value| value.parse().ok());
    number.ok_or_else(|| format!("{value:?} is no number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_launcher_is_told_all_of_it() {
        let confinement = Confinement {
            readable: vec!["/a folder".into(), "/--write".into()],
            writable: vec!["/b".into()],
            memory_bytes: 1,
            processor_time: Some(Duration::from_secs(2)),
            open_files: 3,
            file_bytes: 4,
            children: true,
            own_sockets: true,
        };
        let mut arguments = confinement.arguments().into_iter();
        let mut told = Confinement::default();
        while let Some(option) = arguments.next() {
            assert_eq!(told.take(&option, &mut arguments), Ok(true), "{option:?}");
        }
        assert_eq!(told, confinement);
    }

    #[test]
    fn an_option_without_its_value_is_refused() {
        let mut confinement = Confinement::default();
        let mut none = std::iter::empty();
        assert!(confinement.take(OsStr::new(MEMORY), &mut none).is_err());
        let mut words = std::iter::once("much".into());
        assert!(confinement.take(OsStr::new(MEMORY), &mut words).is_err());
        assert_eq!(confinement.take(OsStr::new("--else"), &mut none), Ok(false));
    }
}
