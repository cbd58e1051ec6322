use std::path::PathBuf;

use clap::Args;
use dragoman_domain::Language;

use super::translate::FormalityArgument;
use super::values::{language, source_language};

#[derive(Debug, Args)]
pub(crate) struct TranslateDocumentArguments {
    /// The documents: docx, pptx, xlsx, html, txt, xliff, srt, vtt, ass, po, properties, yaml, resx, arb, strings, xcstrings, csv, tsv, md, xml, json, dita, idml, mif, rtf, odt, ods, odp, docm, pptm, xlsm, epub
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The language of the documents; detected for each if not given
    #[arg(long, value_name = "LANGUAGE", value_parser = source_language)]
    pub(crate) from: Option<Language>,
    /// The language to translate into, for example es or pt-BR
    #[arg(long, value_name = "LANGUAGE", value_parser = language)]
    pub(crate) to: Language,
    /// How formally readers are addressed; with prefer_ only where the language and the engine
    /// know the difference
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) formality: Option<FormalityArgument>,
    /// Terms and their translations: a file with a line for each, with a tab between the two, or a CSV file
    /// if its name ends so
    #[arg(long, value_name = "FILE", requires = "from")]
    pub(crate) glossary: Option<PathBuf>,
    /// Write both languages: each paragraph, cell or cue, and behind it its translation. For docx, docm, odt, html, md, epub and
    /// subtitles
    #[arg(long)]
    pub(crate) bilingual: bool,
    /// The file to write, or the folder for all of them [default: report.de.docx beside report.docx]
    #[arg(long, short, value_name = "FILE|DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Replace files that are there already, but none of those to translate
    #[arg(long)]
    pub(crate) force: bool,
}
