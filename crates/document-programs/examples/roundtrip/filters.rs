//! The filters that are measured: all that there are.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use dragoman_document_programs::{DocFilter, JobFolders, LibreOffice, OfficeLimits, Runner};
use dragoman_documents::{Document, DocumentError, Filters, Format, Options, Source};
use dragoman_pdf::Pdf;
use dragoman_sandbox::{Launcher, Protections, Sandbox};
use dragoman_typesetting::Fonts;

/// What the document that is written of one in this format ends with, where that is another.
pub(crate) fn output_extension(format: Format) -> Option<&'static str> {
    (format == Format::Doc).then_some("docx")
}

/// The filters for documents of these formats. Those that look for something on the system do so only if they are asked for.
pub(crate) fn filters(formats: &[Format]) -> Result<Filters, Box<dyn Error>> {
    let mut filters = Filters::standard();
    if formats.contains(&Format::Pdf) {
        filters = filters.with(Format::Pdf, Arc::new(pdf(Fonts::of_system())));
    }
    if formats.contains(&Format::Doc) {
        filters = filters.with(Format::Doc, Arc::new(DocFilter::new(Arc::new(office()?))));
    }
    Ok(filters)
}

fn pdf(
    fonts: Fonts,
) -> impl Fn(Box<dyn Source>, Options) -> Result<Box<dyn Document>, DocumentError> {
    move |source, options| Ok(Box::new(Pdf::open(source, options, &fonts)?))
}

/// The LibreOffice that is installed, confined as the server has it.
fn office() -> Result<LibreOffice, Box<dyn Error>> {
    let program = LibreOffice::find("soffice", &["/usr/bin".into(), "/usr/local/bin".into()]);
    let program = program.ok_or("LibreOffice is not installed")?;
    let beside = std::env::current_exe()?;
    let beside = beside.parent().and_then(Path::parent);
    let launcher = beside.ok_or("there is no folder for the launcher")?;
    let launcher = Launcher::new(launcher.join("confine-document-programs"), Vec::new());
    let protections = Protections::probe(&launcher);
    let runner = Runner::new(Some(Sandbox::new(launcher, &protections)));
    let folders = JobFolders::new(std::env::temp_dir());
    let office = LibreOffice::new(program, runner, folders, OfficeLimits::default());
    office.check()?;
    Ok(office)
}
