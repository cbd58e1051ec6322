//! The filters of documents that there are on this system.

use std::path::PathBuf;
use std::sync::Arc;

use dragoman_document_programs::{
    DocFilter, JobFolders, LibreOffice, OfficeLimits, Runner, Tesseract, TesseractLimits,
};
use dragoman_documents::{Filters, Format, TextRecogniser};
use dragoman_pictures::PictureFilter;
use dragoman_sandbox::find_program;
use dragoman_typesetting::Fonts;

use crate::configuration::Configuration;
use crate::configuration_error::ConfigurationError;
use crate::sandbox;

/// Where programs are looked for by their names.
const PROGRAMS: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];

/// What to do where there is no LibreOffice.
const NO_OFFICE: &str = "whoever runs it has to install LibreOffice Writer (the package \
                                    libreoffice-writer-nogui of Debian and Ubuntu)";

/// What to do where there is no Tesseract.
const NO_RECOGNISER: &str = "whoever runs it has to install Tesseract, which recognises text in pictures (the packages \
                             tesseract-ocr, tesseract-ocr-deu and so on of Debian and Ubuntu)";

/// Those of this program, and those that work through programs that are installed.
///
/// # Errors
/// If a sandbox is required that cannot be had.
pub(crate) fn filters(configuration: &Configuration) -> Result<Filters, ConfigurationError> {
    let standard = Filters::standard();
    let filters = match office(configuration)? {
        Some(office) => standard.with(Format::Doc, Arc::new(DocFilter::new(Arc::new(office)))),
        None => standard.without(Format::Doc, NO_OFFICE),
    };
    let tesseract = recogniser(configuration)?.and_then(Result::ok);
    Ok(match tesseract {
        Some(tesseract) => with_pictures(filters, Arc::new(tesseract)),
        None => filters
            .without(Format::Png, NO_RECOGNISER)
            .without(Format::Jpeg, NO_RECOGNISER),
    })
}

fn with_pictures(filters: Filters, recogniser: Arc<dyn TextRecogniser>) -> Filters {
    let fonts = Fonts::of_system();
    let png = PictureFilter::png(Arc::clone(&recogniser), fonts.clone());
    let jpeg = PictureFilter::jpeg(recogniser, fonts);
    filters
        .with(Format::Png, Arc::new(png))
        .with(Format::Jpeg, Arc::new(jpeg))
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

/// What recognises text in pictures, where it is installed, or why it does not work.
///
/// # Errors
/// If a sandbox is required that cannot be had.
pub(crate) fn recogniser(
    configuration: &Configuration,
) -> Result<Option<Result<Tesseract, String>>, ConfigurationError> {
    let name = configuration.documents.tesseract();
    let Some(program) = find_program(name, &PROGRAMS.map(PathBuf::from)) else {
        return Ok(None);
    };
    let runner = runner(configuration)?;
    let limits = TesseractLimits::default();
    Ok(Some(Tesseract::new(program, runner, limits)))
}

fn runner(configuration: &Configuration) -> Result<Runner, ConfigurationError> {
    let sandbox = sandbox::sandbox(configuration.engines.sandbox)?;
    Ok(Runner::new(Some(sandbox)))
}
