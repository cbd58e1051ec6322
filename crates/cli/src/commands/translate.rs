use std::process::ExitCode;

use anyhow::{Result, anyhow};
use dragoman_domain::{EngineError, ModelType, Priority, Translator};
use dragoman_service::{Resources, Texts, TranslationError, TranslationRequest};
use dragoman_text::SentenceSplitting;

use super::input;
use super::output::print;
use crate::arguments::{FormalityArgument, TranslateArguments};
use crate::configuration::Configuration;
use crate::engine::{Engines, SelfTest};

/// Translates the arguments, one line each, or a file or standard input as it is.
pub(super) async fn run(
    arguments: &TranslateArguments,
    configuration: &Configuration,
) -> Result<ExitCode> {
    let texts = input::read(&arguments.input)?;
    let ends_lines = !arguments.input.texts.is_empty();
    let engines = Engines::start(configuration, SelfTest::Never).await?;
    if !engines.serves(arguments.from, arguments.to) {
        engines.consult_catalogue().await;
    }
    let request = TranslationRequest {
        texts,
        source: arguments.from,
        target: arguments.to,
        context: None,
        formality: arguments.formality.map(FormalityArgument::wish),
        instructions: Vec::new(),
        model: ModelType::default(),
        splitting: SentenceSplitting::PunctuationAndNewlines,
        markup: None,
        preserve_formatting: false,
        priority: Priority::Bulk,
    };
    let result = match Texts::read(&request) {
        Ok(texts) => {
            engines
                .translator()
                .translate(None, &request, &texts, &Resources::default())
                .await
        }
        Err(error) => Err(error),
    };
    engines.shut_down().await;
    match result {
        Ok(translations) => {
            let end = if ends_lines { "\n" } else { "" };
            print(
                translations
                    .into_iter()
                    .map(|translation| translation.text + end)
                    .collect::<String>(),
            )
        }
        Err(error) => Err(explained(error, &engines)),
    }
}

/// A failed translation with what to do about it.
pub(super) fn explained(error: TranslationError, engines: &Engines) -> anyhow::Error {
    match error {
        TranslationError::Engine(EngineError::UnsupportedPair { pair, remedy }) => {
            let (source, target) = (pair.source.name(), pair.target.name());
            let reason = if engines.lacks_catalogue() && !engines.has_broken_models() {
                let package = engines
                    .apertium()
                    .and_then(|apertium| apertium.remedy(pair))
                    .map_or_else(String::new, |remedy| format!(". {remedy}"));
                format!(
                    ", and no model for it can be fetched because the catalogue of models cannot be reached; check \
                     the network, or install a model that you have with \"dragoman models import\"{package}"
                )
            } else {
                let remedy = remedy.as_deref().unwrap_or(
                    "\"dragoman languages\" lists the languages that can be translated here.",
                );
                format!(". {remedy}")
            };
            anyhow!("no installed engine translates from {source} into {target}{reason}")
        }
        TranslationError::UnknownSourceLanguage { .. } => {
            anyhow!("the language of the text could not be recognised; give it with --from")
        }
        TranslationError::NoRegisters(pair) => {
            anyhow!(
                "no installed engine knows formal from informal for {pair}; with prefer_more or \
                 prefer_less the texts are translated all the same"
            )
        }
        error => error.into(),
    }
}
