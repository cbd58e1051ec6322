use std::process::ExitCode;

use anyhow::Result;
use dragoman_detection::Detector;
use dragoman_domain::{Detection, LanguageDetector};

use super::input;
use super::output::say;
use crate::arguments::DetectArguments;

/// Prints the language of each text, one line each.
pub(super) fn run(arguments: &DetectArguments) -> Result<ExitCode> {
    let detector = Detector::new();
    for text in input::read(&arguments.input)? {
        say(match detector.detect(&text) {
            Detection::Detected(language) => format!("{language}  {}", language.name()),
            Detection::Unsure(candidates) => match candidates.first() {
                Some(likely) => format!("?  not sure; perhaps {} ({likely})", likely.name()),
                None => "?  not sure".to_owned(),
            },
            Detection::Unsupported(Some(language)) => format!(
                "?  {} ({language}), probably; it cannot be detected reliably",
                language.name()
            ),
            Detection::Unsupported(None) => "?  a language that cannot be detected".to_owned(),
            Detection::NoLanguage => "?  no letters".to_owned(),
        })?;
    }
    Ok(ExitCode::SUCCESS)
}
