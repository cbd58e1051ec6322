//! Which dictionaries work and which do not, for a person to read.

use dragoman_domain::Language;

/// The state of a dictionary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DictionaryReport {
    /// The languages and variants that it is for.
    pub languages: Vec<Language>,
    /// What its files are called before `.aff` and `.dic`.
    pub name: &'static str,
    /// The Debian package that brings it.
    pub package: &'static str,
    /// Whether it works.
    pub state: DictionaryState,
}

/// Whether a dictionary works.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DictionaryState {
    /// Its files are there, and nobody has asked for a word yet.
    Untested,
    /// It has answered.
    Working,
    /// It is not installed, or the program is not.
    Missing {
        /// The Debian packages that bring what is missing.
        packages: Vec<&'static str>,
    },
    /// It is installed and does not work.
    Broken {
        /// For the operator to read.
        reason: String,
    },
}

impl DictionaryState {
    /// Why there is no answer, and what the operator can do about it.
    pub(super) fn refusal(&self, name: &str) -> Option<String> {
        match self {
            Self::Untested | Self::Working => None,
            Self::Missing { packages } => Some(format!(
                "the dictionary {name} or its program is missing; install the Debian packages {}",
                packages.join(" and ")
            )),
            Self::Broken { reason } => {
                Some(format!("the dictionary {name} does not work: {reason}"))
            }
        }
    }
}
