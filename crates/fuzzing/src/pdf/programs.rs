//! Programs of fonts with three glyphs, in each way in which documents bring them.

use std::sync::LazyLock;

use super::file::{Objects, Simple};
use crate::changes::changed;

/// How a document brings a font.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    TrueType,
    Type1,
    Compact,
    CompositeTrueType,
    CompositeCompact,
    Drawn,
}

/// What starts the part of a Type 1 program that is encrypted.
const EEXEC: &[u8] = b"eexec\n";

impl Kind {
    pub(super) const ALL: [Self; 6] = [
        Self::TrueType,
        Self::Type1,
        Self::Compact,
        Self::CompositeTrueType,
        Self::CompositeCompact,
        Self::Drawn,
    ];

    pub(super) fn numbered(number: u8) -> Self {
        Self::ALL[usize::from(number) % Self::ALL.len()]
    }

    pub(super) fn number(self) -> u8 {
        self as u8
    }

    pub(super) const fn is_composite(self) -> bool {
        matches!(self, Self::CompositeTrueType | Self::CompositeCompact)
    }

    /// A valid program; what is encrypted of it is plain here.
    pub(super) fn program(self) -> &'static [u8] {
        static TRUE_TYPE: LazyLock<Vec<u8>> = LazyLock::new(true_type);
        static TYPE1: LazyLock<Vec<u8>> = LazyLock::new(type1);
        static COMPACT: LazyLock<Vec<u8>> = LazyLock::new(compact);
        match self {
            Self::TrueType | Self::CompositeTrueType => &TRUE_TYPE,
            Self::Type1 => &TYPE1,
            Self::Compact | Self::CompositeCompact => &COMPACT,
            Self::Drawn => b"700 0 0 0 500 700 d1 0 0 500 700 re f BT ET",
        }
    }

    /// The font whose program an input says, with a table of codes if it is composite.
    pub(super) fn font(self, objects: &mut Objects, program: &[u8], codes: &[u8]) -> Simple {
        let program = changed(program, self.program());
        if let Self::Drawn = self {
            let glyph = objects.stream("", &program);
            return Simple::Font(format!(
                "<</Type/Font/Subtype/Type3/FontBBox[0 0 700 700]/FontMatrix[0.001 0 0 0.001 0 0]\
                 /CharProcs<</A {glyph} 0 R/B {glyph} 0 R/C {glyph} 0 R>>/FirstChar 65/LastChar 67\
                 /Widths[700 700 700]/Encoding<</Differences[65/A/B/C]>>"
            ));
        }
        let (subtype, key) = match self {
            Self::TrueType => ("TrueType", "FontFile2"),
            Self::Type1 => ("Type1", "FontFile"),
            Self::Compact => ("Type1", "FontFile3"),
            Self::CompositeTrueType => ("CIDFontType2", "FontFile2"),
            Self::CompositeCompact | Self::Drawn => ("CIDFontType0", "FontFile3"),
        };
        let file = match self {
            Self::Type1 => {
                let (clear, private) = encrypted_part(&program);
                let private = encrypted(private, 55665);
                let entries = format!(
                    "/Length1 {}/Length2 {}/Length3 0",
                    clear.len(),
                    private.len()
                );
                objects.stream(&entries, &[clear, &private].concat())
            }
            Self::Compact => objects.stream("/Subtype/Type1C", &program),
            Self::CompositeCompact => objects.stream("/Subtype/CIDFontType0C", &program),
            _ => objects.stream(&format!("/Length1 {}", program.len()), &program),
        };
        let font = format!(
            "<</Type/Font/Subtype/{subtype}/BaseFont/Test/FontDescriptor<</Type/FontDescriptor/FontName/Test/Flags 4\
             /FontBBox[0 0 700 700]/Ascent 800/Descent -200/{key} {file} 0 R>>"
        );
        if !self.is_composite() {
            return Simple::Font(font);
        }
        let info = "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>";
        let codes = match codes {
            [] => "/Identity-H".to_owned(),
            codes => format!(" {} 0 R", objects.stream("/Type/CMap/CMapName/C", codes)),
        };
        Simple::Composite(font + info, codes)
    }
}

/// What is plain of a Type 1 program, and what is to be encrypted.
fn encrypted_part(program: &[u8]) -> (&[u8], &[u8]) {
    let begin = program
        .windows(EEXEC.len())
        .position(|window| window == EEXEC);
    program.split_at(begin.map_or(program.len(), |begin| begin + EEXEC.len()))
}

/// As Type 1 fonts are (Adobe Type 1 Font Format, 7.1), behind four bytes.
fn encrypted(plain: &[u8], key: u16) -> Vec<u8> {
    let mut state = key;
    let bytes = [0; 4].iter().chain(plain);
    bytes
        .map(|byte| {
            let [high, _] = state.to_be_bytes();
            let cipher = byte ^ high;
            state = u16::from(cipher)
                .wrapping_add(state)
                .wrapping_mul(52845)
                .wrapping_add(22719);
            cipher
        })
        .collect()
}

fn type1() -> Vec<u8> {
    // 0 700 hsbw 0 0 rmoveto 100 hlineto 100 vlineto closepath endchar, the second by a subroutine.
    let line = [139, 248, 236, 13, 139, 139, 21, 239, 6, 239, 7, 9, 14];
    let called = [139, 248, 236, 13, 139, 10, 14];
    let subroutine = [139, 139, 21, 239, 6, 239, 7, 9, 11];
    let mut program = b"%!PS-AdobeFont-1.0: Test\n/FontName /Test def\n/FontMatrix [0.001 0 0 0.001 0 0] readonly def\n\
        /Encoding 256 array 0 1 255 {1 index exch /.notdef put} for\ndup 65 /A put\ndup 66 /B put\nreadonly def\n\
        /FontBBox {0 0 700 700} readonly def\ncurrentfile "
        .to_vec();
    program.extend(EEXEC);
    program.extend(b"dup /Private 8 dict dup begin\n/RD {string currentfile exch readstring pop} def\n/lenIV 4 def\n/Subrs 1 array\n");
    let mut put = |head: &str, code: &[u8], end: &str| {
        let code = encrypted(code, 4330);
        program.extend(format!("{head} {} RD ", code.len()).bytes());
        program.extend(code);
        program.extend(end.bytes());
    };
    put(
        "dup 0",
        &subroutine,
        " NP\nND\n2 index /CharStrings 4 dict dup begin\n",
    );
    put("/.notdef", &line, " ND\n");
    put("/A", &line, " ND\n");
    put("/B", &called, " ND\n");
    put(
        "/C",
        &called,
        " ND\nend\nend\nreadonly put\nmark currentfile closefile\n",
    );
    program
}

/// Numbers of two bytes.
fn words(numbers: &[u16]) -> Vec<u8> {
    numbers
        .iter()
        .flat_map(|number| number.to_be_bytes())
        .collect()
}

fn true_type() -> Vec<u8> {
    // A triangle; a glyph that is that one twice; and how it is moved.
    let triangle = [
        words(&[1, 0, 0, 500, 700, 2, 0]),
        vec![1, 1, 1],
        words(&[0, 500, 0xff06, 0, 0, 700]),
        vec![0],
    ]
    .concat();
    let composite = words(&[0xffff, 0, 0, 500, 700, 0x0023, 1, 0, 0, 0x0003, 1, 100, 100]);
    let glyphs = [triangle.clone(), composite.clone(), triangle.clone()].concat();
    let ends = [
        0,
        0,
        triangle.len(),
        triangle.len() + composite.len(),
        glyphs.len(),
    ];
    let places: Vec<u8> = ends
        .iter()
        .flat_map(|end| u32::try_from(*end).unwrap().to_be_bytes())
        .collect();
    let codes = words(&[
        0, 1, 3, 1, 0, 12, 4, 32, 0, 4, 4, 1, 0, 67, 0xffff, 0, 65, 0xffff, 0xffc0, 1, 0, 0,
    ]);
    let head = words(&[
        1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, 1000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 500, 700, 0, 8, 2,
        1, 0,
    ]);
    let across = words(&[
        1, 0, 800, 0xff38, 0, 700, 0, 0, 500, 1, 0, 0, 0, 0, 0, 0, 0, 4,
    ]);
    let most = words(&[1, 0, 4, 3, 1, 6, 2, 1, 0, 0, 0, 0, 0, 0, 2, 1]);
    let advances = words(&[700, 0, 700, 0, 700, 0, 700, 0]);
    let names = words(&[3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let tables: [(&[u8], Vec<u8>); 8] = [
        (b"cmap", codes),
        (b"glyf", glyphs),
        (b"head", head),
        (b"hhea", across),
        (b"hmtx", advances),
        (b"loca", places),
        (b"maxp", most),
        (b"post", names),
    ];
    let mut file = words(&[1, 0, 8, 128, 3, 0]);
    let mut data: Vec<u8> = Vec::new();
    for (name, table) in &tables {
        file.extend(*name);
        file.extend([0; 4]);
        let place = 12 + 16 * tables.len() + data.len();
        for number in [place, table.len()] {
            file.extend(u32::try_from(number).unwrap().to_be_bytes());
        }
        data.extend(table);
        data.resize(data.len().next_multiple_of(4), 0);
    }
    file.extend(data);
    file
}

/// An INDEX of a compact font (Adobe Technical Note 5176).
fn index(items: &[&[u8]]) -> Vec<u8> {
    let mut bytes = words(&[u16::try_from(items.len()).unwrap()]);
    if items.is_empty() {
        return bytes;
    }
    bytes.push(1);
    let mut end = 1;
    bytes.push(end);
    for item in items {
        end += u8::try_from(item.len()).unwrap();
        bytes.push(end);
    }
    bytes.extend(items.concat());
    bytes
}

/// A number of a dictionary in three bytes.
fn number(number: usize) -> Vec<u8> {
    [vec![28], words(&[u16::try_from(number).unwrap()])].concat()
}

fn compact() -> Vec<u8> {
    // 0 0 rmoveto 100 hlineto 100 vlineto endchar, the second by a subroutine.
    let line = [139, 139, 21, 239, 6, 239, 7, 14];
    let called = [32, 10, 14];
    let global = [32, 29, 14];
    let glyphs = index(&[&[14], &line, &called, &global]);
    let subroutine = index(&[&[139, 139, 21, 239, 6, 239, 7, 11]]);
    let head = [vec![1, 0, 4, 1], index(&[b"Test"])].concat();
    // Places have always three bytes, so that the length is known.
    let top = |charset: usize, strings: usize, private: usize, length: usize| {
        let mut top = [number(charset), vec![15], number(strings), vec![17]].concat();
        top.extend([number(length), number(private), vec![18]].concat());
        index(&[&top])
    };
    let begin = head.len() + top(0, 0, 0, 0).len();
    let strings = [index(&[]), subroutine.clone()].concat();
    // A, B and C have the numbers from 34 in the standard names.
    let charset = [vec![0], words(&[34, 35, 36])].concat();
    let private = [number(700), vec![20], number(7 + 1), vec![19]].concat();
    let charset_at = begin + strings.len();
    let glyphs_at = charset_at + charset.len();
    let private_at = glyphs_at + glyphs.len();
    [
        head,
        top(charset_at, glyphs_at, private_at, private.len()),
        strings,
        charset,
        glyphs,
        private,
        subroutine,
    ]
    .concat()
}
