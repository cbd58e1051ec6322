//! Programs that read documents, as processes of their own: LibreOffice for documents of old Word, Tesseract for text in
//! pictures, and this very program for formats that are read by libraries that cannot be bounded from inside.
//!
//! A program runs once for each document or picture and nothing of it stays: what one document has made of it cannot reach
//! the next. It is confined ([`dragoman_sandbox`]), has so much time, memory and disk and no more, and is killed as soon as
//! nobody waits for the document any more.

mod confined;
mod copying;
mod doc;
mod job_folder;
mod memory;
mod office;
mod process;
mod tesseract;
mod turns;
mod word_file;

pub use confined::{ConfinedFilter, ConfinedLimits, ReadingProgram, answer};
pub use doc::DocFilter;
pub use job_folder::JobFolders;
pub use office::{LibreOffice, OfficeLimits};
pub use process::Runner;
pub use tesseract::{Tesseract, TesseractLimits};
