use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use dragoman_domain::EngineError;
use dragoman_service::{TranslationError, TranslationRequest};
use dragoman_text::SentenceSplitting;

use super::input;
use crate::arguments::TranslateArguments;
use crate::configuration::Configuration;
use crate::engine::{Engines, SelfTest};

/// Translates the arguments, one line each, or a file or standard input as it is.
pub(super) async fn run(
    arguments: &TranslateArguments,
    configuration: &Configuration,
) -> Result<ExitCode> {
    let texts = input::read(&arguments.input)?;
    let ends_lines = !arguments.input.texts.is_empty();
    let engines = Engines::start(&configuration.engines, SelfTest::Never).await;
    let request = TranslationRequest {
        texts,
        source: arguments.from,
        target: arguments.to,
        context: None,
        splitting: SentenceSplitting::PunctuationAndNewlines,
        preserve_formatting: false,
    };
    let result = engines.translator().translate(&request).await;
    engines.shut_down().await;
    match result {
        Ok(translations) => {
            let mut output = io::stdout().lock();
            for translation in translations {
                write!(output, "{}", translation.text)
                    .and_then(|()| if ends_lines { writeln!(output) } else { Ok(()) })
                    .context("standard output cannot be written")?;
            }
            output
                .flush()
                .context("standard output cannot be written")?;
            Ok(ExitCode::SUCCESS)
        }
        Err(TranslationError::Engine(EngineError::UnsupportedPair { pair, remedy })) => {
            bail!(
                "no installed engine translates {pair}. {}",
                remedy.as_deref().unwrap_or(
                    "\"dragoman languages\" lists the languages that can be translated here."
                )
            )
        }
        Err(TranslationError::UnknownSourceLanguage { .. }) => {
            bail!("the language of the text could not be recognised; give it with --from")
        }
        Err(error) => Err(error.into()),
    }
}
