use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};

use dragoman_documents::Format;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// A small package of a format, and where further text goes in it.
pub(crate) struct Sample {
    pub(crate) format: Format,
    /// Its parts by their names.
    pub(crate) parts: Vec<(String, Vec<u8>)>,
    /// The part with the text.
    pub(crate) main: &'static str,
    /// Before what in that part further text goes.
    end: &'static str,
    /// What is around a text there.
    paragraph: (&'static str, &'static str),
    /// Elements that the filter goes into.
    pub(crate) nested: &'static [&'static str],
}

/// One of each format in archives.
pub(crate) fn samples() -> [Sample; 8] {
    [
        Sample {
            format: Format::Docx,
            parts: parts("docx"),
            main: "word/document.xml",
            end: "</w:body>",
            paragraph: ("<w:p><w:r><w:t>", "</w:t></w:r></w:p>"),
            nested: &[
                "w:tbl",
                "w:p",
                "w:ins",
                "w:r",
                "w:sdt",
                "mc:AlternateContent",
            ],
        },
        Sample {
            format: Format::Pptx,
            parts: parts("pptx"),
            main: "ppt/slides/slide1.xml",
            end: "</p:spTree>",
            paragraph: (
                "<p:sp><p:txBody><a:p><a:r><a:t>",
                "</a:t></a:r></a:p></p:txBody></p:sp>",
            ),
            nested: &[
                "p:grpSp",
                "p:sp",
                "p:txBody",
                "a:p",
                "a:r",
                "mc:AlternateContent",
            ],
        },
        Sample {
            format: Format::Xlsx,
            parts: parts("xlsx"),
            main: "xl/worksheets/sheet1.xml",
            end: "</sheetData>",
            paragraph: ("<row><c t=\"inlineStr\"><is><t>", "</t></is></c></row>"),
            nested: &["row", "c", "is", "t"],
        },
        Sample {
            format: Format::Idml,
            parts: parts("idml"),
            main: "Stories/Story_u1.xml",
            end: "</Story>",
            paragraph: (
                "<ParagraphStyleRange><CharacterStyleRange><Content>",
                "</Content></CharacterStyleRange></ParagraphStyleRange>",
            ),
            nested: &[
                "ParagraphStyleRange",
                "CharacterStyleRange",
                "Table",
                "XMLElement",
                "Content",
            ],
        },
        Sample {
            format: Format::Odt,
            parts: parts("odt"),
            main: "content.xml",
            end: "</office:text>",
            paragraph: ("<text:p>", "</text:p>"),
            nested: &[
                "text:section",
                "text:p",
                "text:span",
                "text:a",
                "draw:frame",
                "text:ruby",
            ],
        },
        Sample {
            format: Format::Ods,
            parts: parts("ods"),
            main: "content.xml",
            end: "</office:spreadsheet>",
            paragraph: (
                "<table:table><table:table-row><table:table-cell><text:p>",
                "</text:p></table:table-cell></table:table-row></table:table>",
            ),
            nested: &["table:table", "table:table-cell", "table:tracked-changes"],
        },
        Sample {
            format: Format::Odp,
            parts: parts("odp"),
            main: "content.xml",
            end: "</office:presentation>",
            paragraph: ("<draw:frame><text:p>", "</text:p></draw:frame>"),
            nested: &["draw:page", "draw:g", "presentation:notes"],
        },
        Sample {
            format: Format::Epub,
            parts: parts("epub"),
            main: "OEBPS/chapter1.xhtml",
            end: "</body>",
            paragraph: ("<p>", "</p>"),
            nested: &["div", "p", "b", "pre", "code"],
        },
    ]
}

impl Sample {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        archive(&self.parts, CompressionMethod::Deflated)
    }

    pub(crate) fn paragraph(&self, text: &str) -> String {
        let (start, end) = self.paragraph;
        format!("{start}{text}{end}")
    }

    /// The same with another part, or another content of one.
    pub(crate) fn with(mut self, name: &str, content: impl Into<Vec<u8>>) -> Self {
        let content = content.into();
        match self.parts.iter_mut().find(|(present, _)| present == name) {
            Some((_, present)) => *present = content,
            None => self.parts.push((name.to_owned(), content)),
        }
        self
    }

    pub(crate) fn text(&self, name: &str) -> String {
        let part = self.parts.iter().find(|(present, _)| present == name);
        String::from_utf8(part.unwrap().1.clone()).unwrap()
    }

    /// The same with this after its text.
    pub(crate) fn with_text(self, content: &str) -> Self {
        let text = self.text(self.main);
        let (before, after) = text.split_once(self.end).unwrap();
        let text = [before, content, self.end, after].concat();
        let main = self.main;
        self.with(main, text)
    }
}

/// The parts in a folder of `testdata/packages`, with the type first where there is one.
fn parts(package: &str) -> Vec<(String, Vec<u8>)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("testdata/packages")
        .join(package);
    let mut parts = Vec::new();
    collect(&root, &root, &mut parts);
    parts.sort();
    parts.sort_by_key(|(name, _)| name != "mimetype");
    parts
}

fn collect(root: &Path, folder: &Path, parts: &mut Vec<(String, Vec<u8>)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, parts);
        } else {
            let name = path.strip_prefix(root).unwrap().to_str().unwrap();
            parts.push((name.replace('\\', "/"), fs::read(&path).unwrap()));
        }
    }
}

pub(crate) fn archive(parts: &[(String, Vec<u8>)], method: CompressionMethod) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        let method = if name == "mimetype" {
            CompressionMethod::Stored
        } else {
            method
        };
        let options = SimpleFileOptions::default().compression_method(method);
        writer.start_file(name.as_str(), options).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// The content of a part.
pub(crate) fn part(package: &[u8], name: &str) -> Vec<u8> {
    let mut archive = ZipArchive::new(Cursor::new(package)).unwrap();
    let mut content = Vec::new();
    archive
        .by_name(name)
        .unwrap()
        .read_to_end(&mut content)
        .unwrap();
    content
}
