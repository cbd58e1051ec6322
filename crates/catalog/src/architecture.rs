use std::fmt;

use serde::{Deserialize, Serialize};

/// The size of a student model, as the public catalogues name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Architecture {
    /// Embeddings of 256 values, two decoder layers: the fastest.
    Tiny,
    /// Embeddings of 384 values, four decoder layers: as good as `base` with less memory.
    BaseMemory,
    /// Embeddings of 512 values, two decoder layers.
    Base,
}

impl Architecture {
    /// The architecture with this name; `None` for one that the engine does not know.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Tiny, Self::BaseMemory, Self::Base]
            .into_iter()
            .find(|architecture| architecture.as_str() == name)
    }

    /// The name in the catalogues.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Tiny => "tiny",
            Self::BaseMemory => "base-memory",
            Self::Base => "base",
        }
    }
}

impl fmt::Display for Architecture {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.as_str())
    }
}

/// Which architecture to prefer where there are several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Policy {
    /// The best translations: `base-memory`, then `base`, then `tiny`.
    #[default]
    Best,
    /// The fastest translations: `tiny`, then `base-memory`, then `base`.
    Fast,
}

impl Policy {
    /// The place of an architecture in the order of preference; less is better. What is not one of
    /// the known architectures comes last.
    #[must_use]
    pub const fn rank(self, architecture: Option<Architecture>) -> u8 {
        match (self, architecture) {
            (Self::Best, Some(Architecture::BaseMemory))
            | (Self::Fast, Some(Architecture::Tiny)) => 0,
            (Self::Best, Some(Architecture::Base))
            | (Self::Fast, Some(Architecture::BaseMemory)) => 1,
            (Self::Best, Some(Architecture::Tiny)) | (Self::Fast, Some(Architecture::Base)) => 2,
            (_, None) => 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(policy: Policy) -> Vec<&'static str> {
        let mut all = [
            Architecture::Tiny,
            Architecture::Base,
            Architecture::BaseMemory,
        ];
        all.sort_by_key(|architecture| policy.rank(Some(*architecture)));
        all.map(Architecture::as_str).to_vec()
    }

    #[test]
    fn the_best_model_is_the_one_with_four_decoder_layers() {
        assert_eq!(order(Policy::Best), ["base-memory", "base", "tiny"]);
    }

    #[test]
    fn the_fastest_model_is_the_smallest() {
        assert_eq!(order(Policy::Fast), ["tiny", "base-memory", "base"]);
    }

    #[test]
    fn an_architecture_that_nobody_knows_has_no_name_here() {
        assert_eq!(
            Architecture::parse("base-memory"),
            Some(Architecture::BaseMemory)
        );
        assert_eq!(Architecture::parse("Tiny"), None);
        assert_eq!(Architecture::parse("enormous"), None);
    }
}
