//! The filters of documents that there are on this system.

use std::path::PathBuf;
use std::sync::Arc;

use dragoman_document_programs::{DocFilter, JobFolders, LibreOffice, OfficeLimits, Runner};
use dragoman_documents::{Filters, Format};

use crate::configuration::Configuration;
use crate::configuration_error::ConfigurationError;
use crate::sandbox;

/// Where programs are looked for by their names.
const PROGRAMS: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];

/// What to do where there is no LibreOffice.
const NO_OFFICE: &str = "whoever runs it has to install LibreOffice Writer (the package \
                                    libreoffice-writer-nogui of Debian and Ubuntu)";

/// Those of this program, and those that work through programs that are installed.
///
/// # Errors
/// If a sandbox is required that cannot be had.
pub(crate) fn filters(configuration: &Configuration) -> Result<Filters, ConfigurationError> {
    let standard = Filters::standard();
    Ok(match office(configuration)? {
        Some(office) => standard.with(Format::Doc, Arc::new(DocFilter::new(Arc::new(office)))),
        None => standard.without(Format::Doc, NO_OFFICE),
    })
}

/// LibreOffice, where it is installed.
///
/// # Errors
/// If a sandbox is required that cannot be had.
pub(crate) fn office(
    configuration: &Configuration,
) -> Result<Option<LibreOffice>, ConfigurationError> {
    let name = configuration.documents.libreoffice();
    let Some(program) = LibreOffice::find(name, &PROGRAMS.map(PathBuf::from)) else {
        return Ok(None);
    };
    Ok(Some(LibreOffice::new(
        program,
        runner(configuration)?,
        JobFolders::new(std::env::temp_dir()),
        OfficeLimits::default(),
    )))
}

fn runner(configuration: &Configuration) -> Result<Runner, ConfigurationError> {
    let sandbox = sandbox::sandbox(configuration.engines.sandbox)?;
    Ok(Runner::new(Some(sandbox)))
}
