use tracing_subscriber::EnvFilter;

use crate::configuration::{ConfigurationError, LogFormat, LogOptions};

/// Writes log lines to standard error from now on.
pub(crate) fn start(options: &LogOptions) -> Result<(), ConfigurationError> {
    let filter = EnvFilter::try_new(&options.level)
        .map_err(|error| ConfigurationError::new("log.level", &error))?;
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
