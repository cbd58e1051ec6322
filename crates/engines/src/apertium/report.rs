//! What works and what does not, for a person to read.

use dragoman_domain::LanguagePair;

/// The state of every mode and pair that the engine could serve.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Each mode once.
    pub modes: Vec<ModeReport>,
    /// Each pair once, variants of the target included.
    pub pairs: Vec<PairReport>,
}

/// The state of one mode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModeReport {
    /// The name of the mode file without its extension.
    pub mode: String,
    /// The Debian package that brings it.
    pub package: String,
    /// Whether it works.
    pub state: State,
    /// The memory that one pipeline of it was last seen to hold, in bytes.
    pub memory_bytes: Option<u64>,
}

/// The state of one pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairReport {
    /// From which language into which.
    pub pair: LanguagePair,
    /// The modes that a segment goes through, first to last.
    pub modes: Vec<String>,
    /// Whether all of them work.
    pub state: State,
}

/// Whether something works.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// Its files are there, and it has not been tried yet. It is offered: what turns out not to
    /// work is withdrawn.
    Untested,
    /// It has translated a sentence.
    Working,
    /// It is not installed.
    Missing {
        /// The Debian packages that bring it.
        packages: Vec<String>,
    },
    /// It is installed and does not work.
    Broken {
        /// For the operator to read.
        reason: String,
    },
}

impl State {
    /// The state of a chain: of two states the one that keeps it from working more.
    pub(super) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Missing { mut packages }, Self::Missing { packages: more }) => {
                for package in more {
                    if !packages.contains(&package) {
                        packages.push(package);
                    }
                }
                Self::Missing { packages }
            }
            (missing @ Self::Missing { .. }, _) | (_, missing @ Self::Missing { .. }) => missing,
            (broken @ Self::Broken { .. }, _) | (_, broken @ Self::Broken { .. }) => broken,
            (Self::Untested, _) | (_, Self::Untested) => Self::Untested,
            (Self::Working, Self::Working) => Self::Working,
        }
    }

    pub(super) const fn is_offered(&self) -> bool {
        matches!(self, Self::Working | Self::Untested)
    }

    /// What the operator can do about it, as a sentence; `None` if it works.
    pub(super) fn remedy(&self) -> Option<String> {
        match self {
            Self::Working | Self::Untested => None,
            Self::Missing { packages } => Some(match packages.as_slice() {
                [package] => format!("Install the Debian package {package}."),
                _ => format!("Install the Debian packages {}.", packages.join(" and ")),
            }),
            Self::Broken { reason } => Some(format!("Repair Apertium: {reason}.")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing(packages: &[&str]) -> State {
        State::Missing {
            packages: packages.iter().map(|&package| package.into()).collect(),
        }
    }

    #[test]
    fn a_remedy_lists_all_packages_of_the_chain_once() {
        let remedy = |state: State| state.remedy().unwrap();
        assert_eq!(
            remedy(missing(&["a"]).and(missing(&["a"]))),
            "Install the Debian package a."
        );
        assert_eq!(
            remedy(missing(&["a"]).and(missing(&["b"]))),
            "Install the Debian packages a and b."
        );
    }

    #[test]
    fn a_chain_works_only_if_every_step_does() {
        let broken = || State::Broken {
            reason: "it crashes".into(),
        };
        assert_eq!(State::Working.and(State::Working), State::Working);
        assert_eq!(State::Working.and(State::Untested), State::Untested);
        assert_eq!(State::Untested.and(broken()), broken());
        assert_eq!(broken().and(missing(&["a"])), missing(&["a"]));
    }
}
