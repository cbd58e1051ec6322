//! Pieces of WordprocessingML.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use dragoman_documents::{CodeId, Content, Piece};

use crate::word::layout::{Code, Text};
use crate::word::look::{Level, Look};

/// The names that the parts of a document use.
pub(crate) const NAMESPACES: &str = concat!(
    r#"xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" "#,
    r#"xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" "#,
    r#"xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" "#,
    r#"xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" "#,
    r#"xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture""#,
);

/// What parts of XML begin with.
pub(crate) const DECLARATION: &str =
    "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";

/// Text as it stands in elements and attributes. What XML cannot have is left out.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' => escaped.push(' '),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Points as Word counts most lengths: in twentieths.
pub(crate) fn twips(points: f64) -> i64 {
    whole(20.0 * points)
}

/// Points as drawings count.
pub(crate) fn drawing_units(points: f64) -> i64 {
    whole(12_700.0 * points)
}

#[expect(clippy::cast_possible_truncation, reason = "it is clamped before")]
pub(crate) fn whole(length: f64) -> i64 {
    /// More than any page has.
    const LONGEST: f64 = 1e9;
    length.round().clamp(-LONGEST, LONGEST) as i64
}

/// Whether text is written from right to left: most of its letters are.
pub(crate) fn is_right_to_left(text: &str) -> bool {
    let right = text.chars().filter(|&letter| {
        matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
    });
    2 * right.count() > text.chars().filter(|letter| letter.is_alphabetic()).count()
}

/// The properties of text that looks so, where it differs from its style.
pub(crate) fn run_properties(look: &Look, style: &Look, is_right_to_left: bool) -> String {
    let mut properties = String::new();
    if look.face != style.face {
        properties += &fonts(look);
    }
    properties += &switches(look.is_bold, style.is_bold, "b");
    properties += &switches(look.is_italic, style.is_italic, "i");
    if look.is_struck_through != style.is_struck_through {
        properties += &switch(look.is_struck_through, "strike");
    }
    if look.colour != style.colour {
        properties += &colour(look);
    }
    if look.size != style.size {
        properties += &size(look);
    }
    if look.is_underlined != style.is_underlined {
        properties.push_str(match look.is_underlined {
            true => r#"<w:u w:val="single"/>"#,
            false => r#"<w:u w:val="none"/>"#,
        });
    }
    if look.ground != style.ground {
        properties += &ground(look);
    }
    properties.push_str(match look.level {
        Level::Baseline => "",
        Level::Raised => r#"<w:vertAlign w:val="superscript"/>"#,
        Level::Lowered => r#"<w:vertAlign w:val="subscript"/>"#,
    });
    if is_right_to_left {
        properties.push_str("<w:rtl/>");
    }
    match properties.is_empty() {
        true => properties,
        false => format!("<w:rPr>{properties}</w:rPr>"),
    }
}

pub(crate) fn fonts(look: &Look) -> String {
    let name = look.face.name();
    format!(r#"<w:rFonts w:ascii="{name}" w:hAnsi="{name}" w:cs="{name}"/>"#)
}

pub(crate) fn size(look: &Look) -> String {
    format!(r#"<w:sz w:val="{0}"/><w:szCs w:val="{0}"/>"#, look.size)
}

pub(crate) fn colour(look: &Look) -> String {
    match look.colour {
        Some([red, green, blue]) => format!(r#"<w:color w:val="{red:02X}{green:02X}{blue:02X}"/>"#),
        None => r#"<w:color w:val="auto"/>"#.to_owned(),
    }
}

fn ground(look: &Look) -> String {
    let fill = match look.ground {
        Some([red, green, blue]) => format!("{red:02X}{green:02X}{blue:02X}"),
        None => "auto".to_owned(),
    };
    format!(r#"<w:shd w:val="clear" w:color="auto" w:fill="{fill}"/>"#)
}

/// A property that is on or off.
fn switch(is_on: bool, name: &str) -> String {
    match is_on {
        true => format!("<w:{name}/>"),
        false => format!(r#"<w:{name} w:val="0"/>"#),
    }
}

/// A property that is on or off, for all scripts.
fn switches(is_on: bool, of_style: bool, name: &str) -> String {
    match (is_on, of_style) {
        (true, false) => format!("<w:{name}/><w:{name}Cs/>"),
        (false, true) => format!(r#"<w:{name} w:val="0"/><w:{name}Cs w:val="0"/>"#),
        _ => String::new(),
    }
}

/// Text that looks so, in a paragraph whose style looks so.
pub(crate) fn run(text: &str, look: &Look, style: &Look, is_right_to_left: bool) -> String {
    if text.is_empty() {
        return String::new();
    }
    let properties = run_properties(look, style, is_right_to_left);
    format!(
        r#"<w:r>{properties}<w:t xml:space="preserve">{}</w:t></w:r>"#,
        escaped(text)
    )
}

/// Where links lead, each with a number.
#[derive(Debug, Default)]
pub(crate) struct Addresses(BTreeMap<Box<str>, usize>);

impl Addresses {
    /// What links may begin with: others lead to what is no page, or run something.
    const KINDS: [&str; 5] = ["http://", "https://", "mailto:", "ftp://", "tel:"];

    /// The number of an address; none of one that no link may have.
    fn number(&mut self, address: &str) -> Option<usize> {
        let begins = |kind: &&str| {
            let start = address.get(..kind.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(kind))
        };
        Self::KINDS.iter().any(begins).then(|| {
            let next = self.0.len() + 1;
            *self.0.entry(address.into()).or_insert(next)
        })
    }

    /// All of them, with their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, &str)> {
        self.0.iter().map(|(address, number)| (*number, &**address))
    }
}

/// The content of a text as runs, in a paragraph whose style looks so.
pub(crate) fn runs(
    content: &Content,
    text: &Text,
    style: &Look,
    addresses: &mut Addresses,
) -> String {
    let main = (&text.look, text.address.as_deref());
    let code = |code: &CodeId| text.codes.get(usize::try_from(code.0).ok()?);
    let mut runs = String::new();
    let mut open: Vec<(&Look, Option<&str>)> = Vec::new();
    for piece in content.pieces() {
        let (look, address) = open.last().copied().unwrap_or(main);
        let said = match piece {
            Piece::Text(text) => text.as_str(),
            Piece::Open(id) => {
                open.push(match code(id) {
                    Some(Code::Style { look, address }) => (look, address.as_deref()),
                    _ => (look, address),
                });
                continue;
            }
            Piece::Close(_) => {
                open.pop();
                continue;
            }
            Piece::Mark(id) => match code(id) {
                Some(Code::Object(text)) => text,
                _ => continue,
            },
        };
        let run = run(said, look, style, is_right_to_left(said));
        match address.and_then(|address| addresses.number(address)) {
            Some(number) if !run.is_empty() => {
                let _ = write!(
                    runs,
                    r#"<w:hyperlink r:id="link{number}">{run}</w:hyperlink>"#
                );
            }
            _ => runs.push_str(&run),
        }
    }
    runs
}
