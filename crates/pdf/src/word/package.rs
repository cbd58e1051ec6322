//! The parts of a Word document, and the archive that they are in.

use std::fmt::Write as _;
use std::io::Write;

use dragoman_documents::DocumentError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::word::compose::Parts;
use crate::word::look::Look;
use crate::word::markup::{
    Addresses, DECLARATION, NAMESPACES, escaped, fonts, run_properties, size,
};
use crate::word::numbering::Numbering;
use crate::word::pictures::PictureFiles;
use crate::word::roles::{Role, Roles};

const RELATIONSHIPS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const WORD: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml";

/// A document that is ready to be written.
pub(crate) struct Package<'d> {
    pub(crate) parts: Parts,
    pub(crate) numbering: Numbering,
    pub(crate) addresses: Addresses,
    pub(crate) roles: &'d Roles,
    pub(crate) pictures: &'d PictureFiles,
    pub(crate) title: Option<&'d str>,
    /// The tag of the language.
    pub(crate) language: &'d str,
}

impl Package<'_> {
    /// Writes the archive.
    ///
    /// # Errors
    /// If writing fails.
    pub(crate) fn write(&self, output: &mut dyn Write) -> Result<(), DocumentError> {
        let mut archive = ZipWriter::new_stream(output);
        let packed = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        let mut add = |name: &str, bytes: &[u8], options: SimpleFileOptions| {
            archive
                .start_file(name, options)
                .map_err(std::io::Error::other)?;
            archive.write_all(bytes)
        };
        for (name, part) in self.text_parts() {
            add(&name, part.as_bytes(), packed)?;
        }
        for (number, file) in self.pictures.values() {
            let name = format!("word/media/picture{number}.{}", file.extension);
            add(&name, &file.bytes, stored)?;
        }
        archive.finish().map_err(std::io::Error::other)?;
        Ok(())
    }

    fn text_parts(&self) -> Vec<(String, String)> {
        let mut parts = vec![
            ("[Content_Types].xml".to_owned(), self.content_types()),
            ("_rels/.rels".to_owned(), package_relationships()),
            ("docProps/core.xml".to_owned(), self.properties()),
            ("word/document.xml".to_owned(), self.parts.document.clone()),
            (
                "word/_rels/document.xml.rels".to_owned(),
                self.relationships(),
            ),
            ("word/styles.xml".to_owned(), self.styles()),
            ("word/settings.xml".to_owned(), self.settings()),
        ];
        if !self.numbering.is_empty() {
            parts.push(("word/numbering.xml".to_owned(), self.numbering.part()));
        }
        for (name, part) in &self.parts.edges {
            parts.push((format!("word/{name}.xml"), part.clone()));
        }
        parts
    }

    fn content_types(&self) -> String {
        let mut part = format!(
            r#"{DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="jpeg" ContentType="image/jpeg"/><Default Extension="png" ContentType="image/png"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/><Override PartName="/word/document.xml" ContentType="{WORD}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="{WORD}.styles+xml"/><Override PartName="/word/settings.xml" ContentType="{WORD}.settings+xml"/>"#
        );
        let mut add = |name: &str, kind: &str| {
            let _ = write!(
                part,
                r#"<Override PartName="/word/{name}.xml" ContentType="{WORD}.{kind}+xml"/>"#
            );
        };
        if !self.numbering.is_empty() {
            add("numbering", "numbering");
        }
        for (name, _) in &self.parts.edges {
            add(name, name.split('-').next().unwrap_or_default());
        }
        part + "</Types>"
    }

    fn relationships(&self) -> String {
        let mut part = format!(r#"{DECLARATION}<Relationships xmlns="{RELATIONSHIPS}">"#);
        let mut add = |id: &str, kind: &str, target: &str| {
            let _ = write!(
                part,
                r#"<Relationship Id="{id}" Type="{OFFICE}/{kind}" Target="{target}"/>"#
            );
        };
        add("styles", "styles", "styles.xml");
        add("settings", "settings", "settings.xml");
        if !self.numbering.is_empty() {
            add("numbering", "numbering", "numbering.xml");
        }
        for (name, _) in &self.parts.edges {
            let kind = name.split('-').next().unwrap_or_default();
            add(name, kind, &format!("{name}.xml"));
        }
        for (number, file) in self.pictures.values() {
            let target = format!("media/picture{number}.{}", file.extension);
            add(&format!("picture{number}"), "image", &target);
        }
        for (number, address) in self.addresses.iter() {
            let _ = write!(
                part,
                r#"<Relationship Id="link{number}" Type="{OFFICE}/hyperlink" Target="{}" TargetMode="External"/>"#,
                escaped(address)
            );
        }
        part + "</Relationships>"
    }

    fn properties(&self) -> String {
        let title = self.title.map_or_else(String::new, |title| {
            format!("<dc:title>{}</dc:title>", escaped(title))
        });
        format!(
            r#"{DECLARATION}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">{title}<dc:language>{}</dc:language></cp:coreProperties>"#,
            escaped(self.language)
        )
    }

    fn settings(&self) -> String {
        let sides = if self.parts.has_sides {
            "<w:evenAndOddHeaders/>"
        } else {
            ""
        };
        format!(
            r#"{DECLARATION}<w:settings {NAMESPACES}>{sides}<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>"#
        )
    }

    fn styles(&self) -> String {
        let body = &self.roles.body;
        let language = escaped(self.language);
        let mut part = format!(
            r#"{DECLARATION}<w:styles {NAMESPACES}><w:docDefaults><w:rPrDefault><w:rPr>{}{}<w:lang w:val="{language}" w:eastAsia="{language}" w:bidi="{language}"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:before="0" w:after="0" w:line="240" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/>{}</w:style>"#,
            fonts(body),
            size(body),
            style_look(
                body,
                &Look {
                    is_bold: false,
                    is_italic: false,
                    colour: None,
                    ..body.clone()
                }
            ),
        );
        let named = [
            (Role::Title, "Title", "Title", None),
            (Role::Heading(1), "Heading1", "heading 1", Some(0)),
            (Role::Heading(2), "Heading2", "heading 2", Some(1)),
            (Role::Heading(3), "Heading3", "heading 3", Some(2)),
        ];
        for (role, id, name, level) in named {
            let Some(look) = self.roles.looks.get(&role) else {
                continue;
            };
            let level = level.map_or_else(String::new, |level: u8| {
                format!(r#"<w:outlineLvl w:val="{level}"/>"#)
            });
            let _ = write!(
                part,
                r#"<w:style w:type="paragraph" w:styleId="{id}"><w:name w:val="{name}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr><w:keepNext/>{level}</w:pPr>{}</w:style>"#,
                style_look(look, body)
            );
        }
        part + "</w:styles>"
    }
}

/// How a style looks that is based on another.
fn style_look(look: &Look, base: &Look) -> String {
    run_properties(look, base, false)
}

fn package_relationships() -> String {
    format!(
        r#"{DECLARATION}<Relationships xmlns="{RELATIONSHIPS}"><Relationship Id="document" Type="{OFFICE}/officeDocument" Target="word/document.xml"/><Relationship Id="properties" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>"#
    )
}
