//! Programs that read documents, as processes of their own: LibreOffice for documents of old Word, and Tesseract for text in
//! pictures.
//!
//! A program runs once for each document or picture and nothing of it stays: what one document has made of it cannot reach
//! the next. It is confined ([`dragoman_sandbox`]), has so much time, memory and disk and no more, and is killed as soon as
//! nobody waits for the document any more.

mod doc;
mod job_folder;
mod office;
mod process;
mod tesseract;
mod turns;
mod word_file;

pub use doc::DocFilter;
pub use job_folder::JobFolders;
pub use office::{LibreOffice, OfficeLimits};
pub use process::Runner;
pub use tesseract::{Tesseract, TesseractLimits};
