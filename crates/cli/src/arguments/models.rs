use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use dragoman_catalog::{Architecture, Policy, language_of_code, pair_of_code};
use dragoman_domain::{Language, LanguagePair};

use super::values::{language, name, source_language};

#[derive(Debug, Subcommand)]
pub(crate) enum ModelsCommand {
    /// List the models that can be pulled
    Available(AvailableArguments),
    /// Download models, check and install them; "en-de fr-en" or "en de"
    Pull(PullArguments),
    /// Install a model from a folder, or models from a bundle
    Import(ImportArguments),
    /// List the models that are installed
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Remove the models of language pairs
    Remove {
        #[command(flatten)]
        pairs: PairArguments,
        /// Only the model with this name, as "models list" shows it
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
    },
    /// Read every installed file and check that it is what it was
    Verify {
        #[command(flatten)]
        pairs: PairArguments,
    },
    /// Learn the lexical shortlist of an installed model from parallel text, so that it translates faster
    Shortlist(ShortlistArguments),
    /// Write installed models into one file for machines without internet
    Bundle {
        /// The file; compressed if its name ends with .zst
        #[arg(value_name = "OUT.tar")]
        output: PathBuf,
        #[command(flatten)]
        pairs: PairArguments,
    },
}

#[derive(Debug, Args)]
pub(crate) struct PairArguments {
    /// Language pairs such as en-de and en-zh-Hant, or two languages
    #[arg(value_name = "PAIR")]
    words: Vec<String>,
}

impl PairArguments {
    /// The pairs. Two words that both are languages are one pair.
    ///
    /// # Errors
    /// What is wrong with the command line.
    pub(crate) fn parse(&self) -> Result<Vec<LanguagePair>, String> {
        pairs(&self.words)
    }
}

fn pairs(words: &[String]) -> Result<Vec<LanguagePair>, String> {
    if let [source, target] = words
        && let Some(source) = language_of_code(source)
        && let Some(target) = language_of_code(target)
    {
        return Ok(vec![LanguagePair::new(source, target)]);
    }
    words
        .iter()
        .map(|word| {
            pair_of_code(word).ok_or_else(|| {
                format!("\"{word}\" is no language pair; write it as in en-de or en-zh-Hant")
            })
        })
        .collect()
}

#[derive(Debug, Args)]
pub(crate) struct AvailableArguments {
    /// Only models from this language
    #[arg(long, value_name = "LANGUAGE", value_parser = language)]
    pub(crate) from: Option<Language>,
    /// Only models into this language
    #[arg(long, value_name = "LANGUAGE", value_parser = language)]
    pub(crate) to: Option<Language>,
    /// Also models that are not released, for trial only
    #[arg(long)]
    pub(crate) unreleased: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PullArguments {
    #[command(flatten)]
    pub(crate) pairs: PairArguments,
    /// Install from this bundle and not from the catalogue; all its models if no pair is given
    #[arg(long, value_name = "FILE", conflicts_with_all = ["policy", "architecture", "unreleased"])]
    pub(crate) bundle: Option<PathBuf>,
    /// What to prefer where there are several models [default: models.policy]
    #[arg(long, value_enum)]
    pub(crate) policy: Option<PolicyArgument>,
    /// Only this architecture
    #[arg(long, value_enum)]
    pub(crate) architecture: Option<ArchitectureArgument>,
    /// Also models that are not released, for trial only
    #[arg(long)]
    pub(crate) unreleased: bool,
    /// Replace models of the same name by those of the bundle
    #[arg(long, requires = "bundle")]
    pub(crate) replace: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ImportArguments {
    /// A folder with the files of a model under their public names, or a bundle
    #[arg(value_name = "FOLDER|FILE.tar")]
    pub(crate) source: PathBuf,
    /// The language that the model translates from
    #[arg(long, value_name = "LANGUAGE", value_parser = source_language, requires = "to")]
    pub(crate) from: Option<Language>,
    /// The language that the model translates into
    #[arg(long, value_name = "LANGUAGE", value_parser = language, requires = "from")]
    pub(crate) to: Option<Language>,
    /// The licence of the model, for example CC-BY-4.0
    #[arg(long, value_name = "LICENCE", value_parser = name, requires = "from")]
    pub(crate) licence: Option<String>,
    /// A name for the model [default: that of its architecture]
    #[arg(long, value_name = "NAME", requires = "from")]
    pub(crate) name: Option<String>,
    /// Replace models of the same name
    #[arg(long)]
    pub(crate) replace: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ShortlistArguments {
    /// The model: its pair, such as en-de, or its pair and name, such as en-de/opus
    #[arg(value_name = "MODEL")]
    pub(crate) model: String,
    /// TMX, in either direction (.tmx), or lines of a source and a target with a tab between them (.tsv)
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Replace the shortlist that the model has
    #[arg(long)]
    pub(crate) replace: bool,
}

impl ShortlistArguments {
    /// The pair of the model, and its name if it is given.
    ///
    /// # Errors
    /// What is wrong with the command line.
    pub(crate) fn model(&self) -> Result<(LanguagePair, Option<&str>), String> {
        let (pair, name) = match self.model.split_once('/') {
            Some((pair, name)) => (pair, Some(name)),
            None => (self.model.as_str(), None),
        };
        let pair = pair_of_code(pair).ok_or_else(|| {
            format!(
                "\"{}\" is no model; write it as in en-de or en-de/opus",
                self.model
            )
        })?;
        Ok((pair, name))
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum PolicyArgument {
    /// The best translations
    Best,
    /// The fastest translations
    Fast,
}

impl From<PolicyArgument> for Policy {
    fn from(argument: PolicyArgument) -> Self {
        match argument {
            PolicyArgument::Best => Self::Best,
            PolicyArgument::Fast => Self::Fast,
        }
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum ArchitectureArgument {
    Tiny,
    BaseMemory,
    Base,
}

impl From<ArchitectureArgument> for Architecture {
    fn from(argument: ArchitectureArgument) -> Self {
        match argument {
            ArchitectureArgument::Tiny => Self::Tiny,
            ArchitectureArgument::BaseMemory => Self::BaseMemory,
            ArchitectureArgument::Base => Self::Base,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(words: &[&str]) -> Result<Vec<String>, String> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let pairs = pairs(&words)?;
        Ok(pairs.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_pair_is_one_word_or_two_languages() {
        assert_eq!(codes(&["en-de"]).unwrap(), ["en to de"]);
        assert_eq!(codes(&["en", "de"]).unwrap(), ["en to de"]);
        assert_eq!(codes(&["en", "fr-CA"]).unwrap(), ["en to fr-CA"]);
        assert_eq!(
            codes(&["en-de", "zh_hant-en"]).unwrap(),
            ["en to de", "zh-Hant to en"]
        );
        assert!(codes(&[]).unwrap().is_empty());
        for words in [&["en"][..], &["en", "de", "fr"], &["en-xx"], &["en", "xx"]] {
            assert!(codes(words).is_err(), "{words:?}");
        }
    }
}
