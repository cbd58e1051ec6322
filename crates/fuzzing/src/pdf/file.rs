//! Small files, made of parts.

/// What comes between the parts of an input.
pub(super) const PART: &[u8] = b"\xff\xff\n";

/// The number of the object with the resources of all pages.
const RESOURCES: usize = 4;
/// How many objects come before those that are added.
const FIRST: usize = 4;

/// What pages say.
pub const CONTENT_WORDS: &[&str] = &[
    "BT",
    "ET",
    "Tf",
    "Td",
    "TD",
    "Tm",
    "T*",
    "Tj",
    "TJ",
    "Tc",
    "Tw",
    "Tz",
    "TL",
    "Tr",
    "Ts",
    "cm",
    "gs",
    "Do",
    "/F1 12 Tf",
    "/F2 9 Tf",
    "/F3 8 Tf",
    "/Fm Do",
    "/Im Do",
    "/G1 gs",
    "/C1 cs",
    "re f",
    "W n",
    "W*",
    "BDC",
    "BMC",
    "EMC",
    "/P <</MCID 0>> BDC",
    "/Artifact BMC",
    "/P1",
    "BI",
    "ID",
    "EI",
    "/W 9",
    "sh",
    "rg",
    "RG",
    "sc",
    "scn",
    "SCN",
    "(word)",
    "<00>",
    "[(a)-300(b)] TJ",
    "1 0 0 1 72 700 Tm",
    "0 1 -1 0 300 300 Tm",
    "-1",
    "1e30",
    "0.00001",
    "99999999999",
    "\\(",
    "\\053",
    "<<",
    ">>",
    "q",
    "Q",
    "true",
    "null",
    "%",
];

/// What fonts say.
pub const FONT_WORDS: &[&str] = &[
    "begincodespacerange",
    "endcodespacerange",
    "beginbfchar",
    "endbfchar",
    "beginbfrange",
    "endbfrange",
    "begincidrange",
    "endcidrange",
    "begincidchar",
    "endcidchar",
    "beginnotdefrange",
    "usecmap",
    "/WMode 1 def",
    "<0000> <FFFF>",
    "<00> <FF> <D835DC00>",
    "[<0041> <0042>]",
    "/Differences[",
    "/Widths[",
    "/FirstChar",
    "/LastChar",
    "/W[",
    "/DW",
    "/W2[",
    "/DW2[",
    "/FontMatrix[",
    "/FontBBox[",
    "/CIDToGIDMap",
    "/Identity",
    "/Encoding/MacRomanEncoding",
    "/Encoding/WinAnsiEncoding",
    "/Encoding/Identity-V",
    "/ToUnicode",
    "/Subrs",
    "/CharStrings",
    "/lenIV",
    "RD",
    "ND",
    "NP",
    "/uni0041",
    "/A",
    "/space",
    "d0",
    "d1",
    "glyf",
    "loca",
    "cmap",
    "maxp",
    "hmtx",
    "head",
    "hhea",
    "post",
];

/// The parts of an input.
pub(super) fn parts(data: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(data);
    std::iter::from_fn(move || {
        let all = rest.take()?;
        let end = all.windows(PART.len()).position(|window| window == PART);
        let Some(end) = end else {
            return Some(all);
        };
        rest = Some(&all[end + PART.len()..]);
        Some(&all[..end])
    })
}

/// The objects of a file besides its pages.
#[derive(Default)]
pub(super) struct Objects(Vec<Vec<u8>>);

impl Objects {
    /// The number of a new object.
    pub(super) fn add(&mut self, object: impl Into<Vec<u8>>) -> usize {
        self.0.push(object.into());
        FIRST + self.0.len()
    }

    /// The number of a new stream with these entries.
    pub(super) fn stream(&mut self, entries: &str, data: &[u8]) -> usize {
        let head = format!("<</Length {}{entries}>>stream\n", data.len());
        self.add([head.as_bytes(), data, b"\nendstream"].concat())
    }

    /// A file of pages with these contents, which all have these resources.
    pub(super) fn file(mut self, resources: &str, pages: &[&[u8]]) -> Vec<u8> {
        let mut kids = String::new();
        for contents in pages {
            let contents = self.stream("", contents);
            let page = self.add(format!(
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources {RESOURCES} 0 R/Contents {contents} 0 R>>"
            ));
            kids += &format!("{page} 0 R ");
        }
        let mut objects = vec![
            b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
            format!("<</Type/Pages/Kids[{kids}]/Count {}>>", pages.len()).into_bytes(),
            b"<</Title(The title)>>".to_vec(),
            format!("<<{resources}>>").into_bytes(),
        ];
        objects.append(&mut self.0);
        let mut file = b"%PDF-1.7\n".to_vec();
        let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
        for (number, object) in (1..).zip(&objects) {
            table += &format!("{:010} 00000 n \n", file.len());
            file.extend(format!("{number} 0 obj\n").bytes());
            file.extend(object);
            file.extend(b"\nendobj\n");
        }
        let begin = file.len();
        file.extend(table.bytes());
        let size = objects.len() + 1;
        file.extend(
            format!("trailer<</Root 1 0 R/Info 3 0 R/Size {size}>>\nstartxref\n{begin}\n%%EOF\n")
                .bytes(),
        );
        file
    }
}

/// A font before its entries are known.
pub(super) enum Simple {
    /// Its dictionary, without the end.
    Font(String),
    /// The dictionary of the font that a composite one has, without the end, and how codes become glyphs.
    Composite(String, String),
}

impl Simple {
    /// The number of the font with these entries and this table of what codes stand for.
    pub(super) fn with(self, entries: &[u8], meanings: &str, objects: &mut Objects) -> usize {
        let with_entries =
            |begin: &str, end: &str| [begin.as_bytes(), entries, end.as_bytes()].concat();
        match self {
            Self::Font(font) => objects.add(with_entries(&font, &format!("{meanings}>>"))),
            Self::Composite(font, codes) => {
                let font = objects.add(with_entries(&font, ">>"));
                objects.add(format!(
                    "<</Type/Font/Subtype/Type0/BaseFont/Test/Encoding{codes}/DescendantFonts[{font} 0 R]{meanings}>>"
                ))
            }
        }
    }
}
