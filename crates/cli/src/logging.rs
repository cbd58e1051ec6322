use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::{LevelFilter, ParseError};

use crate::configuration::{LogFormat, LogOptions};
use crate::configuration_error::ConfigurationError;

/// Writes log lines to standard error from now on.
pub(crate) fn start(options: &LogOptions) -> Result<(), ConfigurationError> {
    let filter =
        filter(&options.level).map_err(|reason| ConfigurationError::new("log.level", &reason))?;
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    match options.format {
        LogFormat::Text => builder
            .with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()))
            .init(),
        LogFormat::Json => builder.json().init(),
    }
    Ok(())
}

/// A library that logs what clients send.
const INDISCREET: &str = "rmcp";

/// What is logged: a level, or levels by the names of modules. A word that is neither would be taken for a module, and
/// nothing but that module would be logged.
fn filter(level: &str) -> Result<EnvFilter, String> {
    let is_level = |word: &str| !word.is_empty() && word.parse::<LevelFilter>().is_ok();
    for directive in level.split(',') {
        if directive.trim().starts_with(INDISCREET) {
            return Err(format!(
                "{INDISCREET} logs what clients send, so nothing of it is ever logged; leave it out"
            ));
        }
        // What names a span holds for all within it, and the library's is within the server's own.
        if directive.contains('[') {
            return Err("spans cannot be named; leave out what is in brackets".to_owned());
        }
        let level = directive.rsplit('=').next().unwrap_or_default().trim();
        if !is_level(level) {
            return Err(format!(
                "{level:?} is no level; there are off, error, warn, info, debug and trace, and a level for a module as \
                 in \"info,dragoman_engines=debug\""
            ));
        }
    }
    let never = format!("{INDISCREET}=off").parse().map_err(to_string)?;
    let filter = EnvFilter::try_new(level).map_err(to_string)?;
    Ok(filter.add_directive(never))
}

#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
fn to_string(error: ParseError) -> String {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_level_is_refused_and_not_taken_for_the_name_of_a_module() {
        for good in [
            "info",
            "WARN",
            "off",
            "warn,dragoman_engines=debug",
            "dragoman=trace",
        ] {
            assert!(filter(good).is_ok(), "{good}");
        }
        for bad in ["loud", "", "dragoman=loud", "info,quiet", "dragoman"] {
            let reason = filter(bad).err().unwrap_or_default();
            assert!(reason.contains("off, error"), "{bad}: {reason}");
        }
        for indiscreet in [
            "info, rmcp=debug",
            "rmcp::service=trace",
            "info,[request]=trace",
        ] {
            let reason = filter(indiscreet).err().unwrap_or_default();
            assert!(reason.contains("leave "), "{indiscreet}: {reason}");
        }
    }
}
