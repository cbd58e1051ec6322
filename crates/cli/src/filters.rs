//! The filters of documents that there are on this system.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use dragoman_document_programs::{
    ConfinedFilter, ConfinedLimits, DocFilter, JobFolders, LibreOffice, OfficeLimits,
    ReadingProgram, Runner, Tesseract, TesseractLimits, answer,
};
use dragoman_documents::{
    Document, DocumentError, Filters, Format, NoRecogniser, Options, Source, TextRecogniser,
};
use dragoman_pdf::Pdf;
use dragoman_pictures::PictureFilter;
use dragoman_sandbox::{Protection, Sandbox, find_program};
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

/// The first argument by which this program reads one PDF document and ends. It is no command of the command line, and
/// nobody types it.
const READ_PDF: &str = "--read-pdf";

/// Where it is configured which folders have fonts.
const FONT_CONFIGURATION: &str = "/etc/fonts";

/// Reads or writes a document if this process is to do that and nothing else.
pub(crate) fn read_document() -> Option<ExitCode> {
    let wanted = std::env::args_os().nth(1);
    (wanted.as_deref() == Some(OsStr::new(READ_PDF))).then(|| answer(open_pdf))
}

fn open_pdf(
    source: Box<dyn Source>,
    options: Options,
    recogniser: &dyn TextRecogniser,
) -> Result<Box<dyn Document>, DocumentError> {
    let fonts = Fonts::of_system();
    Ok(Box::new(Pdf::open(source, options, &fonts, recogniser)?))
}

/// Those of this program, and those that work through programs that are installed.
///
/// # Errors
/// If a sandbox is required that cannot be had.
pub(crate) fn filters(configuration: &Configuration) -> Result<Filters, ConfigurationError> {
    let sandbox = sandbox(configuration)?;
    let tesseract = recogniser(configuration, &sandbox).and_then(Result::ok);
    let tesseract = tesseract.map(|it| Arc::new(it) as Arc<dyn TextRecogniser>);
    let for_pdf = tesseract.clone().unwrap_or_else(|| {
        Arc::new(NoRecogniser {
            remedy: NO_RECOGNISER.into(),
        })
    });
    let standard = Filters::standard().with(Format::Pdf, Arc::new(pdf(&sandbox, for_pdf)));
    let filters = match office(configuration, &sandbox) {
        Some(office) => standard.with(Format::Doc, Arc::new(DocFilter::new(Arc::new(office)))),
        None => standard.without(Format::Doc, NO_OFFICE),
    };
    Ok(match tesseract {
        Some(tesseract) => with_pictures(filters, tesseract),
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
pub(crate) fn office(configuration: &Configuration, sandbox: &Sandbox) -> Option<LibreOffice> {
    let name = configuration.documents.libreoffice();
    let program = LibreOffice::find(name, &PROGRAMS.map(PathBuf::from))?;
    Some(LibreOffice::new(
        program,
        Runner::new(Some(sandbox.clone())),
        JobFolders::new(std::env::temp_dir()),
        OfficeLimits::default(),
    ))
}

/// What recognises text in pictures, where it is installed, or why it does not work.
pub(crate) fn recogniser(
    configuration: &Configuration,
    sandbox: &Sandbox,
) -> Option<Result<Tesseract, String>> {
    let name = configuration.documents.tesseract();
    let program = find_program(name, &PROGRAMS.map(PathBuf::from))?;
    let runner = Runner::new(Some(sandbox.clone()));
    Some(Tesseract::new(program, runner, TesseractLimits::default()))
}

/// PDF, which a process of this very program reads. Text in pictures is recognised by this.
fn pdf(sandbox: &Sandbox, recogniser: Arc<dyn TextRecogniser>) -> ConfinedFilter {
    let program = ReadingProgram {
        format: "PDF",
        file: sandbox::this_program(),
        arguments: vec![READ_PDF.to_owned()],
        readable: vec![FONT_CONFIGURATION.into()],
    };
    // Without limits one document could take all of the memory.
    let sandbox = sandbox.clone().with(Protection::Limits);
    ConfinedFilter::new(
        program,
        Runner::new(Some(sandbox)),
        std::env::temp_dir(),
        ConfinedLimits::default(),
        recogniser,
    )
}

/// What the programs that documents need are kept in. It takes the time of a few processes to find out.
///
/// # Errors
/// If a sandbox is required that cannot be had.
pub(crate) fn sandbox(configuration: &Configuration) -> Result<Sandbox, ConfigurationError> {
    sandbox::sandbox(configuration.engines.sandbox)
}
