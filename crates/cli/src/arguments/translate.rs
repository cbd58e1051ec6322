use std::path::PathBuf;

use clap::{Args, ValueEnum};
use dragoman_domain::{Formality, Language, Register};

use super::values::{language, source_language};

#[derive(Debug, Args)]
pub(crate) struct InputArguments {
    /// The texts; without any and without --file, standard input
    #[arg(value_name = "TEXT")]
    pub(crate) texts: Vec<String>,
    /// A file of plain text
    #[arg(long, value_name = "FILE", conflicts_with = "texts")]
    pub(crate) file: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct TranslateArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// The language of the texts; detected if not given
    #[arg(long, value_name = "LANGUAGE", value_parser = source_language)]
    pub(crate) from: Option<Language>,
    /// The language to translate into, for example es or pt-BR
    #[arg(long, value_name = "LANGUAGE", value_parser = language)]
    pub(crate) to: Language,
    /// How formally readers are addressed; with prefer_ only where the language and the engine
    /// know the difference
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) formality: Option<FormalityArgument>,
}

/// How formally readers are addressed, as the interface spells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(crate) enum FormalityArgument {
    /// As strangers are; fails where the difference is not known
    More,
    /// As friends are; fails where the difference is not known
    Less,
    /// As strangers are, where the difference is known
    PreferMore,
    /// As friends are, where the difference is known
    PreferLess,
}

impl FormalityArgument {
    /// What it asks for.
    pub(crate) const fn wish(self) -> Formality {
        let (register, is_required) = match self {
            Self::More => (Register::Formal, true),
            Self::Less => (Register::Informal, true),
            Self::PreferMore => (Register::Formal, false),
            Self::PreferLess => (Register::Informal, false),
        };
        Formality {
            register,
            is_required,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct LanguagesArguments {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct DetectArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
}
