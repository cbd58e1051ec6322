//! Documents of every format that are made of the same piece over and over.

use std::io::Cursor;

use dragoman_documents::{Content, DocumentError, Filters, Format, Options, Piece, Unit};

use super::{options, package, relationships};

/// Reads the document and writes it with each text in capitals, as somebody else keeps the translations meanwhile.
pub(crate) fn translate(format: Format, file: Vec<u8>) -> Result<(), DocumentError> {
    translate_with(format, file, options("de"))
}

/// The same as it is wanted.
pub(crate) fn translate_with(
    format: Format,
    file: Vec<u8>,
    options: Options,
) -> Result<(), DocumentError> {
    let mut document = Filters::standard().open(format, Box::new(Cursor::new(file)), options)?;
    let capitals = |unit: &Unit| {
        let pieces = unit.content.pieces().iter().map(|piece| match piece {
            Piece::Text(text) => Piece::Text(text.to_uppercase()),
            code => code.clone(),
        });
        Some(Content::new(pieces))
    };
    let translations: Vec<_> = document.units().iter().map(capitals).collect();
    document.write(&translations, &mut std::io::sink())
}

/// A document of a format, with what it is made of.
#[derive(Clone)]
pub(crate) struct Repeated {
    pub(crate) format: Format,
    pub(crate) name: String,
    pub(crate) file: Vec<u8>,
}

/// Documents of a format with so many bytes of content when they are unpacked.
pub(crate) fn documents(format: Format, size: usize) -> Vec<Repeated> {
    let pieces: &[&str] = match format {
        Format::Html => &[
            "<p>The house is green.</p>",
            "<p>a b",
            "<i>a</i>",
            "<i>",
            "<br>a",
            "<img alt=\"a b\">",
            "&amp;",
            "<a b=c d=e f='g'>x y</a>",
        ],
        Format::PlainText => &[
            "The house is green.\n\n",
            "a b\n\n",
            "\n",
            "a\tb\n",
            "a|b|c\n",
        ],
        Format::Json => &[
            "\"The house is green.\",",
            "\"a b\",",
            "\"\",",
            "1,",
            "{\"a\":\"b c\"},",
            "\"{a} {b} c d\",",
            "\"a b\\n\\n\",",
        ],
        Format::Xml | Format::Dita => &[
            "<p>The house is green.</p>",
            "<p>a b</p>",
            "<p/>",
            "a <b>c d</b> e",
            "<p a=\"b\" c=\"d\"/>",
            "a&lt;b<!---->",
            "<![CDATA[a b]]>",
            "<string>a b</string>",
            "<string>a <b>c</b> \\'%d</string>",
            "<plurals><item quantity=\"other\">a b</item></plurals>",
            "<string-array><item/></string-array>",
        ],
        Format::Xliff => &[
            "<trans-unit id=\"1\"><source>The house is green.</source></trans-unit>",
            "<trans-unit id=\"1\"><source>a <g id=\"1\">b</g><x id=\"2\"/></source><target/></trans-unit>",
            "<group/>",
            "<trans-unit id=\"1\"><source>a b</source></trans-unit>",
        ],
        Format::Srt => &[
            "1\n00:00:01,000 --> 00:00:02,000\nThe house is green.\n\n",
            "1\n0:1-->0:2\na b\n",
            "0:1-->0:2\n<i>a</i> b\n",
            "0:1-->0:2\n1\n\n1\n",
            "<i>1</i>",
            "\n",
        ],
        Format::Markdown => &[
            "The house is green.\n\n",
            "a b\n\n",
            "\n",
            "*a* b ",
            "**",
            "[a b](c \"d e\") ",
            "![a b](c)",
            "| a b | c d |\n|--|--|\n",
            "- a b\n",
            "> a b\n",
            "<b>a b</b> ",
            "a b\\\n",
            "`",
            "!!! a\n",
            "=== \"a b\"\n\n    c d\n\n",
            "a b\n: c d\n\n",
            ":::a[b c]\n",
            "[a b][c] ",
            "a {: .b} ",
        ],
        Format::Gettext => &[
            "msgid \"The house is green.\"\nmsgstr \"\"\n\n",
            "msgid \"a b\"\nmsgstr \"\"\n",
            "\n",
            "#, fuzzy\nmsgid \"a b\"\nmsgid_plural \"c d\"\nmsgstr[0] \"\"\n",
            "msgid \"a\"\nmsgstr \"b\"\n",
            "msgid \"a %s b\\nC d\"\nmsgstr \"\"\n",
        ],
        Format::WebVtt => &[
            "00:00:01.000 --> 00:00:02.000\nThe house is green.\n\n",
            "0:1-->0:2\na b\n",
            "0:1-->0:2\n<v a>&amp; b <0:1>c\n",
            "0:1-->0:2\n1\n",
            "0:1-->0:2\n<v a>1\n<v b>2\n",
            "\n",
            "NOTE a b\n\n",
        ],
        Format::Mif => &[
            "<Para <ParaLine <String `The house is green.'>>>",
            "<Para <ParaLine <String `a b'>>>",
            "<Para <ParaLine <String `a'><Font <FTag `b'>><String `c d'>>>",
            "<A `b'>",
        ],
        Format::Docx | Format::Docm => &[
            "<w:p><w:r><w:t>The house is green.</w:t></w:r></w:p>",
            "<w:p><w:r><w:t>a b</w:t></w:r></w:p>",
            "<w:p/>",
            "<w:p><w:r><w:t>a b</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>c</w:t></w:r></w:p>",
        ],
        Format::Pptx | Format::Pptm => &[
            "<a:p><a:r><a:t>The house is green.</a:t></a:r></a:p>",
            "<a:p><a:r><a:t>a b</a:t></a:r></a:p>",
            "<a:p/>",
        ],
        Format::Xlsx | Format::Xlsm => &[
            "<si><t>The house is green.</t></si>",
            "<si><t>a b</t></si>",
            "<si/>",
        ],
        Format::Idml => &[
            "<ParagraphStyleRange><CharacterStyleRange><Content>The house is green.</Content><Br/></CharacterStyleRange></ParagraphStyleRange>",
            "<CharacterStyleRange><Content>a b</Content><Br/></CharacterStyleRange>",
            "<Br/>",
        ],
        Format::Odt | Format::Odp => &[
            "<text:p>The house is green.</text:p>",
            "<text:p>a b</text:p>",
            "<text:p/>",
            "<text:p>a <text:span text:style-name=\"b\">c</text:span> d<text:tab/></text:p>",
            "<text:p>a<text:note><text:note-body><text:p>b</text:p></text:note-body></text:note></text:p>",
        ],
        Format::Ods => &[
            "<table:table-cell office:value-type=\"string\"><text:p>The house is green.</text:p></table:table-cell>",
            "<table:table-cell><text:p>a b</text:p></table:table-cell>",
            "<table:table-cell/>",
            "<table:table-cell office:string-value=\"a b\"><text:p>a b</text:p></table:table-cell>",
        ],
        Format::Epub => &[
            "<p>The house is green.</p>",
            "<p>a b</p>",
            "a b<p/>",
            "<i>a</i> b",
            "<br/>a",
            "<img alt=\"a b\"/>",
            "a &amp; b",
        ],
        Format::SubStation => &[
            "Dialogue: 0,0:00:01.00,0:00:02.00,a,,0,0,0,,The house is green.\n",
            "Dialogue: 0,0:0:1,0:0:2,,,,,,,a b\n",
            "Dialogue: 0,0:0:1,0:0:2,,,,,,,a{\\b1}b{\\b0}\\N\n",
            "Dialogue: 0,0:0:1,0:0:2,,,,,,,1\n",
            "1\\N",
            "1\\N\\N",
            "{\\i1}a ",
            "{\\i1}1{\\i0}",
            "- a\\N",
            "12 ",
            "\n",
            "Comment: \n",
        ],
        Format::Properties => &[
            "a=The house is green.\n",
            "a=b c\n",
            "\n",
            "a={0} b c''s\n",
            "\\\n",
            "\\u0041",
        ],
        Format::Arb => &[
            "\"a\":\"The house is green.\",",
            "\"a\":\"b c\",",
            "\"a\":\"\",",
            "\"@a\":{\"b\":\"c d\"},",
            "\"a\":\"{n, plural, other{{a} b}}\",",
        ],
        Format::AppleStrings => &[
            "a=\"The house is green.\";\n",
            "a=\"b c\";",
            "a=b;",
            "\"a b\";",
            "/**/",
            "a=\"%@ b\\n\\U00e9\";",
            "a=(a,\"b c\",<00>);",
        ],
        Format::Csv | Format::Tsv => &[
            "The house is green.,\"a, b\"\n",
            "a b;",
            "a\tb\n",
            ",",
            "\n",
            "\"",
            "\"a \"\"b\"\"\",",
            "a|b_c|d\n",
        ],
        Format::StringCatalogue => &[
            "\"The house is green.\":{},",
            "\"a b\":{},",
            "\"a\":1,",
            "\"a b\":{\"localizations\":{\"de\":{\"stringUnit\":{\"state\":\"new\",\"value\":\"\"}}}},",
            "\"a\":{\"localizations\":{\"en\":{\"variations\":{\"plural\":{\"one\":{\"stringUnit\":{\"value\":\"a b\"}},\"other\":{\"stringUnit\":{\"value\":\"c d\"}}}}}}},",
            "\"a\":{\"localizations\":{\"en\":{\"substitutions\":{\"b\":{\"variations\":{\"device\":{\"c\":{\"stringUnit\":{\"value\":\"d\"}}}}}}}}},",
        ],
        Format::Rtf => &[
            "The house is green.\\par\n",
            "a b\\par ",
            "{\\b a}b\\b0 ",
            "\\b a\\b0 b",
            "\\u1\\'e4",
            "{}",
            "\\par",
            "{\\footnote a}",
            "{\\field{\\*\\fldinst HYPERLINK}{\\fldrslt a}}",
            "\\tab a",
            "\\f1",
            "{\\*\\a}a",
        ],
        Format::Yaml => &[
            "- The house is green.\n",
            "- a: b c\n",
            "- [a b, c d]\n",
            "- {a: b c, d: [e f, g]}\n",
            "- \"a b\\n\"\n",
            "- |\n  a b\n  C d\n",
            "- &a b c\n",
            "-\n",
            "\n",
            "- >\n  a b\n  c d\n",
            "- a b\n  c d\n",
            "a b,",
            "a: b c,",
            "[a b],",
            "\"a b\",",
        ],
        Format::Resx => &[
            "<data name=\"a\"><value>The house is green.</value></data>",
            "<data name=\"a\"><value>a b</value></data>",
            "<data name=\"a\"><value>{0} a <![CDATA[b]]></value></data>",
            "<data/>",
            "<value>a b</value>",
        ],
        Format::Pdf | Format::Doc | Format::Jpeg | Format::Png => &[],
    };
    let made = pieces.iter().map(|piece| {
        let content = piece.repeat(size / piece.len());
        Repeated {
            format,
            name: format!("{format:?} of {piece:?}"),
            file: document(format, &content),
        }
    });
    made.chain(books(format, size)).collect()
}

/// Books whose packages name one page over and over, which has a long name.
fn books(format: Format, size: usize) -> impl Iterator<Item = Repeated> {
    let pieces: &[&str] = match format {
        Format::Epub => &[
            "<itemref idref=\"a\"/>",
            "<item href=\"a\" media-type=\"application/xhtml+xml\"/>",
            "<item href=\"a\" media-type=\"application/x-dtbncx+xml\"/>",
            "<item href=\"b\" media-type=\"application/xhtml+xml\"/>",
        ],
        _ => &[],
    };
    let folder = "a".repeat(4_000);
    pieces.iter().map(move |piece| {
        let start = "<package xmlns=\"http://www.idpf.org/2007/opf\"><item id=\"a\" href=\"a\" media-type=\"application/xhtml+xml\"/>";
        let content = piece.repeat(size / piece.len());
        let file = package([
            ("META-INF/container.xml", format!("<container><rootfiles><rootfile full-path=\"{folder}/b.opf\"/></rootfiles></container>")),
            (&*format!("{folder}/b.opf"), format!("{start}{content}</package>")),
            (&*format!("{folder}/a"), "<html><body>a</body></html>".to_owned()),
        ]);
        Repeated { format, name: format!("{format:?} with {piece:?}"), file }
    })
}

/// A document of one format with this content.
fn document(format: Format, content: &str) -> Vec<u8> {
    match format {
        Format::Html | Format::PlainText | Format::Srt | Format::Markdown | Format::Gettext | Format::WebVtt | Format::Mif | Format::Properties | Format::SubStation | Format::AppleStrings | Format::Csv | Format::Tsv | Format::Yaml | Format::Rtf => {
            let start = match format {
                Format::Mif => "<MIFFile 2015><TextFlow ",
                Format::WebVtt => "WEBVTT\n\n",
                Format::Srt if content.starts_with("<i>") => "0:1-->0:2\n",
                Format::SubStation if content.contains("Dialogue") => "[Events]\n",
                Format::SubStation => "[Events]\nDialogue: 0,0:0:1,0:0:2,,,,,,,",
                Format::Rtf => "{\\rtf1 ",
                Format::Yaml if content.ends_with(',') => "[",
                _ => "",
            };
            let end = match start {
                "<MIFFile 2015><TextFlow " => ">",
                "[" => "]",
                "{\\rtf1 " => "}",
                _ => "",
            };
            format!("{start}{content}{end}").into_bytes()
        }
        Format::Json => format!("[{content}0]").into_bytes(),
        Format::Arb => format!("{{{content}\"z\":0}}").into_bytes(),
        Format::StringCatalogue => {
            format!("{{\n  \"sourceLanguage\":\"en\",\"strings\":{{{content}\"z\":{{}}}}}}").into_bytes()
        }
        Format::Xml if content.starts_with("<string") || content.starts_with("<plurals") => {
            format!("<resources>{content}</resources>").into_bytes()
        }
        Format::Xml => format!("<r>{content}</r>").into_bytes(),
        Format::Resx => format!("<root>{content}</root>").into_bytes(),
        Format::Dita => {
            format!("<topic id=\"a\"><title>a</title><body>{content}</body></topic>").into_bytes()
        }
        Format::Xliff => format!(
            "<xliff version=\"1.2\" xmlns=\"urn:oasis:names:tc:xliff:document:1.2\"><file original=\"a\" source-language=\"en\" datatype=\"x\"><body>{content}</body></file></xliff>"
        )
        .into_bytes(),
        Format::Docx | Format::Docm => office(
            "word/document.xml",
            format!("<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>{content}</w:body></w:document>"),
            &[],
        ),
        Format::Pptx | Format::Pptm => office(
            "ppt/presentation.xml",
            "<p:presentation xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\" xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><p:sldIdLst><p:sldId id=\"256\" r:id=\"r1\"/></p:sldIdLst></p:presentation>".to_owned(),
            &[("slide", "slides/slide1.xml", &format!("<p:sld xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\" xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\"><p:cSld><p:spTree><p:sp><p:txBody>{content}</p:txBody></p:sp></p:spTree></p:cSld></p:sld>"))],
        ),
        Format::Xlsx | Format::Xlsm => {
            let count = content.matches("<si").count();
            let cells: String = (0..count).map(|row| format!("<row r=\"{0}\"><c r=\"A{0}\" t=\"s\"><v>{row}</v></c></row>", row + 1)).collect();
            let names = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"";
            office(
                "xl/workbook.xml",
                format!("<workbook {names} xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><sheets><sheet name=\"a\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>"),
                &[
                    ("worksheet", "worksheets/sheet1.xml", &format!("<worksheet {names}><sheetData>{cells}</sheetData></worksheet>")),
                    ("sharedStrings", "sharedStrings.xml", &format!("<sst {names}>{content}</sst>")),
                ],
            )
        }
        Format::Idml => package([
            ("mimetype", "application/vnd.adobe.indesign-idml-package".to_owned()),
            ("designmap.xml", "<Document><idPkg:Story xmlns:idPkg=\"http://ns.adobe.com/AdobeInDesign/idml/1.0/packaging\" src=\"Stories/Story_u1.xml\"/></Document>".to_owned()),
            ("Stories/Story_u1.xml", format!("<idPkg:Story xmlns:idPkg=\"http://ns.adobe.com/AdobeInDesign/idml/1.0/packaging\"><Story Self=\"u1\">{content}</Story></idPkg:Story>")),
        ]),
        Format::Odt => open_document("text", content),
        Format::Ods => open_document(
            "spreadsheet",
            &format!("<table:table><table:table-row>{content}</table:table-row></table:table>"),
        ),
        Format::Odp => open_document(
            "presentation",
            &format!("<draw:page><draw:text-box>{content}</draw:text-box></draw:page>"),
        ),
        Format::Epub => package([
            ("META-INF/container.xml", "<container><rootfiles><rootfile full-path=\"a.opf\"/></rootfiles></container>".to_owned()),
            ("a.opf", "<package xmlns=\"http://www.idpf.org/2007/opf\"><manifest><item id=\"a\" href=\"a.xhtml\" media-type=\"application/xhtml+xml\"/></manifest></package>".to_owned()),
            ("a.xhtml", format!("<html><body>{content}</body></html>")),
        ]),
        Format::Pdf | Format::Doc | Format::Jpeg | Format::Png => {
            unreachable!("other crates read {format:?}, and test that")
        }
    }
}

/// A document in OpenDocument of this kind with this body, and with the styles that it may use.
fn open_document(kind: &str, body: &str) -> Vec<u8> {
    const NAMES: &str = "xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" \
        xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" xmlns:draw=\"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0\" \
        xmlns:style=\"urn:oasis:names:tc:opendocument:xmlns:style:1.0\"";
    let styles: String = (0..body.len() / 200)
        .map(|number| format!("<style:style style:name=\"s{number}\" style:family=\"text\"/>"))
        .collect();
    package([
        (
            "mimetype",
            format!("application/vnd.oasis.opendocument.{kind}"),
        ),
        (
            "content.xml",
            format!(
                "<office:document-content {NAMES}><office:automatic-styles>{styles}</office:automatic-styles><office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
            ),
        ),
    ])
}

/// A package with this main part, and others to which it refers as "r1", "r2" and so on.
fn office(main: &str, content: String, others: &[(&str, &str, &str)]) -> Vec<u8> {
    let (folder, file) = main.rsplit_once('/').unwrap();
    let ids: Vec<String> = (1..=others.len())
        .map(|number| format!("r{number}"))
        .collect();
    let targets: Vec<_> = ids
        .iter()
        .zip(others)
        .map(|(id, (kind, name, _))| (id.as_str(), *kind, *name))
        .collect();
    let names: Vec<String> = others
        .iter()
        .map(|(_, name, _)| format!("{folder}/{name}"))
        .collect();
    let beside = format!("{folder}/_rels/{file}.rels");
    let mut parts = vec![
        (
            "_rels/.rels",
            relationships(&[("r1", "officeDocument", main)]),
        ),
        (main, content),
        (&*beside, relationships(&targets)),
    ];
    for (name, (_, _, content)) in names.iter().zip(others) {
        parts.push((name, (*content).to_owned()));
    }
    package(parts)
}
