//! The filters that are measured: all that there are.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dragoman_document_programs::{
    DocFilter, JobFolders, LibreOffice, OfficeLimits, Runner, Tesseract, TesseractLimits,
};
use dragoman_documents::{
    Document, DocumentError, Filters, Format, NoRecogniser, Options, Source, TextRecogniser,
};
use dragoman_pdf::Pdf;
use dragoman_pictures::PictureFilter;
use dragoman_sandbox::{Launcher, Protections, Sandbox, find_program};
use dragoman_typesetting::Fonts;

/// Where programs are looked for.
const PROGRAMS: [&str; 2] = ["/usr/bin", "/usr/local/bin"];

/// What the document that is written of one in this format ends with, where that is another.
pub(crate) fn output_extension(format: Format) -> Option<&'static str> {
    (format == Format::Doc).then_some("docx")
}

/// The filters for documents of these formats. Those that look for something on the system do so only if they are asked for.
pub(crate) fn filters(formats: &[Format]) -> Result<Filters, Box<dyn Error>> {
    let mut filters = Filters::standard();
    if formats.contains(&Format::Pdf) {
        let pdf = pdf(Fonts::of_system(), recogniser()?);
        filters = filters.with(Format::Pdf, Arc::new(pdf));
    }
    if formats.contains(&Format::Png) || formats.contains(&Format::Jpeg) {
        let (recogniser, fonts) = (recogniser()?, Fonts::of_system());
        let png = PictureFilter::png(Arc::clone(&recogniser), fonts.clone());
        filters = filters.with(Format::Png, Arc::new(png)).with(
            Format::Jpeg,
            Arc::new(PictureFilter::jpeg(recogniser, fonts)),
        );
    }
    if formats.contains(&Format::Doc) {
        filters = filters.with(Format::Doc, Arc::new(DocFilter::new(Arc::new(office()?))));
    }
    Ok(filters)
}

fn pdf(
    fonts: Fonts,
    recogniser: Arc<dyn TextRecogniser>,
) -> impl Fn(Box<dyn Source>, Options) -> Result<Box<dyn Document>, DocumentError> {
    move |source, options| Ok(Box::new(Pdf::open(source, options, &fonts, &*recogniser)?))
}

/// The Tesseract that is installed, confined as the server has it, or none.
fn recogniser() -> Result<Arc<dyn TextRecogniser>, Box<dyn Error>> {
    let Some(program) = find_program("tesseract", &PROGRAMS.map(PathBuf::from)) else {
        return Ok(Arc::new(NoRecogniser {
            remedy: "install Tesseract".into(),
        }));
    };
    let tesseract = Tesseract::new(program, runner()?, TesseractLimits::default())?;
    Ok(Arc::new(tesseract))
}

/// The LibreOffice that is installed, confined as the server has it.
fn office() -> Result<LibreOffice, Box<dyn Error>> {
    let program = LibreOffice::find("soffice", &PROGRAMS.map(PathBuf::from));
    let program = program.ok_or("LibreOffice is not installed")?;
    let folders = JobFolders::new(std::env::temp_dir());
    let office = LibreOffice::new(program, runner()?, folders, OfficeLimits::default());
    office.check()?;
    Ok(office)
}

fn runner() -> Result<Runner, Box<dyn Error>> {
    let beside = std::env::current_exe()?;
    let beside = beside.parent().and_then(Path::parent);
    let launcher = beside.ok_or("there is no folder for the launcher")?;
    let launcher = Launcher::new(launcher.join("confine-document-programs"), Vec::new());
    let protections = Protections::probe(&launcher);
    Ok(Runner::new(Some(Sandbox::new(launcher, &protections))))
}
