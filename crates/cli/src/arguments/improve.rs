use clap::{Args, ValueEnum};
use dragoman_domain::{Language, StyleOrTone, Tone, WritingStyle};
use dragoman_service::{Improvement, WantedStyle};

use super::translate::InputArguments;
use super::values::language;

#[derive(Debug, Args)]
pub(crate) struct ImproveArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// The language of the texts, or the variant to write them in, for example de or en-GB; detected if not given
    #[arg(long, value_name = "LANGUAGE", value_parser = language)]
    pub(crate) lang: Option<Language>,
    /// Say the texts in other words where those are better, instead of only mending mistakes
    #[arg(long)]
    rephrase: bool,
    /// For whom the texts are; with prefer_ only where something here can write like that
    #[arg(long, value_enum, value_name = "STYLE", requires = "rephrase")]
    style: Option<StyleArgument>,
    /// How the texts are to sound; with prefer_ only where something here can write like that
    #[arg(
        long,
        value_enum,
        value_name = "TONE",
        requires = "rephrase",
        conflicts_with = "style"
    )]
    tone: Option<ToneArgument>,
    /// Show what was changed instead of the text alone
    #[arg(
        long,
        value_enum,
        value_name = "WHEN",
        num_args = 0..=1,
        require_equals = true,
        default_value = "auto",
        default_missing_value = "always"
    )]
    pub(crate) diff: When,
}

impl ImproveArguments {
    /// What is to be done.
    pub(crate) fn improvement(&self) -> Improvement {
        if !self.rephrase {
            return Improvement::Correction;
        }
        let style = self.style.map(StyleArgument::wanted);
        Improvement::Rephrasing(style.or(self.tone.map(ToneArgument::wanted)))
    }
}

/// When changes are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal
    Auto,
    /// Anywhere: without colours, what is gone stands in [-…-] and what is new in {+…+}
    Always,
    /// Nowhere
    Never,
}

/// A style, as the interface spells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
enum StyleArgument {
    Academic,
    Business,
    Casual,
    Simple,
    PreferAcademic,
    PreferBusiness,
    PreferCasual,
    PreferSimple,
}

impl StyleArgument {
    const fn wanted(self) -> WantedStyle {
        let (style, is_required) = match self {
            Self::Academic => (WritingStyle::Academic, true),
            Self::Business => (WritingStyle::Business, true),
            Self::Casual => (WritingStyle::Casual, true),
            Self::Simple => (WritingStyle::Simple, true),
            Self::PreferAcademic => (WritingStyle::Academic, false),
            Self::PreferBusiness => (WritingStyle::Business, false),
            Self::PreferCasual => (WritingStyle::Casual, false),
            Self::PreferSimple => (WritingStyle::Simple, false),
        };
        WantedStyle {
            style_or_tone: StyleOrTone::Style(style),
            is_required,
        }
    }
}

/// A tone, as the interface spells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
enum ToneArgument {
    Confident,
    Diplomatic,
    Enthusiastic,
    Friendly,
    PreferConfident,
    PreferDiplomatic,
    PreferEnthusiastic,
    PreferFriendly,
}

impl ToneArgument {
    const fn wanted(self) -> WantedStyle {
        let (tone, is_required) = match self {
            Self::Confident => (Tone::Confident, true),
            Self::Diplomatic => (Tone::Diplomatic, true),
            Self::Enthusiastic => (Tone::Enthusiastic, true),
            Self::Friendly => (Tone::Friendly, true),
            Self::PreferConfident => (Tone::Confident, false),
            Self::PreferDiplomatic => (Tone::Diplomatic, false),
            Self::PreferEnthusiastic => (Tone::Enthusiastic, false),
            Self::PreferFriendly => (Tone::Friendly, false),
        };
        WantedStyle {
            style_or_tone: StyleOrTone::Tone(tone),
            is_required,
        }
    }
}
