//! How markup is to be read.

use std::collections::BTreeSet;

use dragoman_html::Syntax;

/// The kind of markup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MarkupSyntax {
    /// As browsers read it. Whatever is broken is repaired.
    Html,
    /// Elements of any name.
    Xml,
}

impl From<MarkupSyntax> for Syntax {
    fn from(syntax: MarkupSyntax) -> Self {
        match syntax {
            MarkupSyntax::Html => Self::Html,
            MarkupSyntax::Xml => Self::Xml,
        }
    }
}

/// How much is demanded of XML. HTML is read alike in both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MarkupVersion {
    /// What is broken is repaired.
    V1,
    /// What is not well-formed is refused.
    V2,
}

/// Names of elements. Those of HTML are compared without regard to ASCII case.
pub type TagNames = BTreeSet<String>;

/// How markup is to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkupOptions {
    /// The kind of markup.
    pub syntax: MarkupSyntax,
    /// How much is demanded of it.
    pub version: MarkupVersion,
    /// Whether it is for the structure of XML to say which elements part sentences. If not, only
    /// [`splitting_tags`](Self::splitting_tags) do. HTML has elements of known meaning instead.
    pub outline_detection: bool,
    /// Elements that always part sentences.
    pub splitting_tags: TagNames,
    /// Elements that never part sentences; one that is in both sets does.
    pub non_splitting_tags: TagNames,
    /// Elements whose content is not translated.
    pub ignore_tags: TagNames,
}

impl MarkupOptions {
    /// The options for a kind of markup without any names.
    #[must_use]
    pub const fn new(syntax: MarkupSyntax, version: MarkupVersion) -> Self {
        Self {
            syntax,
            version,
            outline_detection: true,
            splitting_tags: TagNames::new(),
            non_splitting_tags: TagNames::new(),
            ignore_tags: TagNames::new(),
        }
    }

    /// HTML, which is the same in both versions.
    #[must_use]
    pub const fn html() -> Self {
        Self::new(MarkupSyntax::Html, MarkupVersion::V2)
    }

    /// XML whose structure says what parts sentences.
    #[must_use]
    pub const fn xml(version: MarkupVersion) -> Self {
        Self::new(MarkupSyntax::Xml, version)
    }

    /// The options with names as [`contains`](Self::contains) wants them.
    pub(super) fn normalised(&self) -> Self {
        let mut options = self.clone();
        if self.syntax == MarkupSyntax::Html {
            for names in [
                &mut options.splitting_tags,
                &mut options.non_splitting_tags,
                &mut options.ignore_tags,
            ] {
                *names = names.iter().map(|name| name.to_ascii_lowercase()).collect();
            }
        }
        options
    }

    /// Whether the name is in the set, which is one of normalised options.
    pub(super) fn contains(&self, names: &TagNames, name: &str) -> bool {
        match self.syntax {
            MarkupSyntax::Xml => names.contains(name),
            MarkupSyntax::Html => !names.is_empty() && names.contains(&name.to_ascii_lowercase()),
        }
    }
}
