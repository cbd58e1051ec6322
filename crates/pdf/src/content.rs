//! Content streams as operations, each with the place of its bytes, so that all that is not changed can be
//! copied as it is (ISO 32000-2, 7.8.2).

use std::ops::Range;

/// Arrays and dictionaries within one another that are read; deeper ones are taken for damage.
const DEEPEST: usize = 32;

/// The most operands that an operation is believed to have; before more of them come others are dropped.
const MOST_OPERANDS: usize = 64;

/// A number as contents have it: with so many decimals at most, and without those that say nothing.
pub(crate) fn decimal(number: f64, places: i32) -> f64 {
    let unit = 10_f64.powi(places);
    // Zero has no sign.
    (number * unit).round() / unit + 0.0
}

/// A place on a page, or a length, as contents have it: 72,000 of its last decimal are an inch, so that a viewer that rounds
/// to parts of a pixel rounds it as what was there.
pub(crate) fn length(points: f64) -> f64 {
    decimal(points, 5)
}

/// What stands before an operator.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Operand {
    Number(f64),
    /// A name without its slash and without escapes.
    Name(Vec<u8>),
    /// The bytes of a string, without escapes.
    Text(Vec<u8>),
    Array(Vec<Operand>),
    /// A dictionary: keys and values in turn.
    Dictionary(Vec<Operand>),
    /// A Boolean, null, or what is nothing of all these.
    Other,
}

impl Operand {
    pub(crate) const fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    pub(crate) fn name(&self) -> Option<&[u8]> {
        match self {
            Self::Name(name) => Some(name),
            _ => None,
        }
    }
}

/// An operator with its operands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Operation<'a> {
    pub(crate) operator: &'a [u8],
    pub(crate) operands: Vec<Operand>,
    /// Where its bytes stand in the stream, from its first operand to the end of the operator. That of an inline
    /// image (`BI`) ends behind the image.
    pub(crate) range: Range<usize>,
    /// Numbers that are written with an exponent, and where in the stream. The standard has none, and some viewers paint
    /// nothing of a page behind one.
    pub(crate) exponents: Vec<(f64, Range<usize>)>,
}

impl Operation<'_> {
    /// The operand at a place as a number; none counts as 0.
    pub(crate) fn number(&self, index: usize) -> f64 {
        let operand = self.operands.get(index);
        operand.and_then(Operand::number).unwrap_or_default()
    }

    /// The six operands of a matrix, if they are there.
    pub(crate) fn matrix(&self) -> Option<[f64; 6]> {
        let numbers: Option<Vec<f64>> = self.operands.iter().map(Operand::number).collect();
        numbers?.try_into().ok()
    }

    pub(crate) fn name(&self) -> Option<&[u8]> {
        self.operands.last().and_then(Operand::name)
    }
}

/// The entries of the dictionary behind the first operand of an operation that has these bytes: their keys, and where key
/// and value stand.
pub(crate) fn entries(operation: &[u8]) -> Vec<(Vec<u8>, Range<usize>)> {
    let mut operands = Operations::new(operation);
    let mut entries = Vec::new();
    operands.skip_white_space();
    operands.operand(0);
    operands.skip_white_space();
    if (operands.peek(), operands.peek_second()) != (Some(b'<'), Some(b'<')) {
        return entries;
    }
    operands.at += 2;
    loop {
        operands.skip_white_space();
        let start = operands.at;
        let Some(Operand::Name(key)) = operands.operand(1) else {
            return entries;
        };
        operands.skip_white_space();
        // What is no operand is a Boolean or null.
        if operands.operand(1).is_none() && operands.regular().is_empty() {
            return entries;
        }
        entries.push((key, start..operands.at));
    }
}

/// Reads the operations of a content stream. Damage is skipped.
pub(crate) struct Operations<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Those of the operation that is read.
    exponents: Vec<(f64, Range<usize>)>,
}

impl<'a> Operations<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            exponents: Vec::new(),
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn peek_second(&self) -> Option<u8> {
        self.bytes.get(self.at + 1).copied()
    }

    fn skip_white_space(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b'%' => {
                    while self
                        .peek()
                        .is_some_and(|byte| !matches!(byte, b'\r' | b'\n'))
                    {
                        self.at += 1;
                    }
                }
                byte if is_white_space(byte) => self.at += 1,
                _ => break,
            }
        }
    }

    /// What stands up to the next white space or delimiter.
    fn regular(&mut self) -> &'a [u8] {
        let start = self.at;
        while self.peek().is_some_and(is_regular) {
            self.at += 1;
        }
        self.bytes.get(start..self.at).unwrap_or_default()
    }

    /// The operand that begins here; none if that is no operand.
    fn operand(&mut self, depth: usize) -> Option<Operand> {
        match self.peek()? {
            b'/' => {
                self.at += 1;
                Some(Operand::Name(unescaped_name(self.regular())))
            }
            b'(' => Some(Operand::Text(self.literal())),
            b'<' if self.peek_second() == Some(b'<') => {
                self.at += 2;
                Some(Operand::Dictionary(self.elements(b">>", depth)))
            }
            b'<' => Some(Operand::Text(self.hexadecimal())),
            b'[' => {
                self.at += 1;
                Some(Operand::Array(self.elements(b"]", depth)))
            }
            b'+' | b'-' | b'.' | b'0'..=b'9' => {
                let start = self.at;
                let word = self.regular();
                let Some(number) = number(word) else {
                    return Some(Operand::Other);
                };
                if word.iter().any(|byte| matches!(byte, b'e' | b'E')) {
                    self.exponents.push((number, start..self.at));
                }
                Some(Operand::Number(number))
            }
            _ => None,
        }
    }

    /// The elements up to what closes them.
    fn elements(&mut self, close: &[u8], depth: usize) -> Vec<Operand> {
        let mut elements = Vec::new();
        loop {
            self.skip_white_space();
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            if rest.is_empty() {
                return elements;
            }
            if rest.starts_with(close) {
                self.at += close.len();
                return elements;
            }
            let element = match depth < DEEPEST {
                true => self.operand(depth + 1),
                false => None,
            };
            match element {
                Some(element) => elements.push(element),
                None if self.regular().is_empty() => self.at += 1,
                None => elements.push(Operand::Other),
            }
        }
    }

    /// A string in parentheses.
    fn literal(&mut self) -> Vec<u8> {
        let mut text = Vec::new();
        let mut open = 0usize;
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b'(' => {
                    if open > 0 {
                        text.push(byte);
                    }
                    open += 1;
                }
                b')' if open <= 1 => break,
                b')' => {
                    open -= 1;
                    text.push(byte);
                }
                b'\\' => self.escaped(&mut text),
                b'\r' => {
                    if self.peek() == Some(b'\n') {
                        self.at += 1;
                    }
                    text.push(b'\n');
                }
                byte => text.push(byte),
            }
        }
        text
    }

    /// What follows a backslash in a string.
    fn escaped(&mut self, text: &mut Vec<u8>) {
        let Some(byte) = self.peek() else {
            return;
        };
        self.at += 1;
        match byte {
            b'n' => text.push(b'\n'),
            b'r' => text.push(b'\r'),
            b't' => text.push(b'\t'),
            b'b' => text.push(8),
            b'f' => text.push(12),
            b'\r' => {
                if self.peek() == Some(b'\n') {
                    self.at += 1;
                }
            }
            b'\n' => {}
            b'0'..=b'7' => {
                let mut code = u32::from(byte - b'0');
                for _ in 0..2 {
                    let Some(digit @ b'0'..=b'7') = self.peek() else {
                        break;
                    };
                    self.at += 1;
                    code = code * 8 + u32::from(digit - b'0');
                }
                // The standard has overflow ignored.
                text.push(u8::try_from(code & 0xff).unwrap_or_default());
            }
            byte => text.push(byte),
        }
    }

    /// A string in hexadecimal digits.
    fn hexadecimal(&mut self) -> Vec<u8> {
        self.at += 1;
        let mut text = Vec::new();
        let mut high = None;
        while let Some(byte) = self.peek() {
            self.at += 1;
            if byte == b'>' {
                break;
            }
            let Some(digit) = hexadecimal_digit(byte) else {
                continue;
            };
            match high.take() {
                None => high = Some(digit),
                Some(high) => text.push(high << 4 | digit),
            }
        }
        text.extend(high.map(|high| high << 4));
        text
    }

    /// Goes behind the inline image whose `BI` was read.
    fn skip_inline_image(&mut self) {
        let data = loop {
            self.skip_white_space();
            let Some(byte) = self.peek() else {
                return;
            };
            if self.operand(0).is_none() {
                match self.regular() {
                    b"ID" => break self.at + 1,
                    // Something else begins: that was no image.
                    b"EI" | b"BT" | b"Q" => return,
                    [] if !is_regular(byte) => self.at += 1,
                    _ => {}
                }
            }
        };
        let rest = self.bytes.get(data..).unwrap_or_default();
        let ends = memchr::memmem::find_iter(rest, b"EI");
        let end = ends.into_iter().find(|&end| is_end_of_image(rest, end));
        self.at = data + end.map_or(rest.len(), |end| end + 2);
    }
}

impl<'a> Iterator for Operations<'a> {
    type Item = Operation<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut operands = Vec::new();
        let mut start = None;
        loop {
            self.skip_white_space();
            let at = self.at;
            let byte = self.peek()?;
            if let Some(operand) = self.operand(0) {
                if operands.len() >= MOST_OPERANDS {
                    operands.clear();
                    start = None;
                }
                start.get_or_insert(at);
                operands.push(operand);
                continue;
            }
            let operator = self.regular();
            if operator.is_empty() {
                if !is_regular(byte) {
                    self.at += 1;
                }
                continue;
            }
            if matches!(operator, b"true" | b"false" | b"null") {
                start.get_or_insert(at);
                operands.push(Operand::Other);
                continue;
            }
            if operator == b"BI" {
                self.skip_inline_image();
            }
            let range = start.unwrap_or(at)..self.at;
            let mut exponents = std::mem::take(&mut self.exponents);
            exponents.retain(|(_, place)| range.start <= place.start);
            return Some(Operation {
                operator,
                operands,
                range,
                exponents,
            });
        }
    }
}

/// Whether the `EI` at a place of an image's data ends it: after white space, and what follows are operators again.
fn is_end_of_image(data: &[u8], at: usize) -> bool {
    /// How many bytes after the image are looked at.
    const AHEAD: usize = 12;
    let before = at.checked_sub(1).and_then(|at| data.get(at));
    if before.is_some_and(|&byte| !is_white_space(byte)) {
        return false;
    }
    let after = data.get(at + 2..).unwrap_or_default();
    let is_text = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~');
    after.first().is_none_or(|&byte| !is_regular(byte)) && after.iter().take(AHEAD).all(is_text)
}

const fn is_white_space(byte: u8) -> bool {
    matches!(byte, 0 | b'\t' | b'\n' | 12 | b'\r' | b' ')
}

const fn is_regular(byte: u8) -> bool {
    !is_white_space(byte)
        && !matches!(
            byte,
            b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%'
        )
}

fn hexadecimal_digit(byte: u8) -> Option<u8> {
    let digit = char::from(byte).to_digit(16)?;
    u8::try_from(digit).ok()
}

/// A name without its escapes.
fn unescaped_name(name: &[u8]) -> Vec<u8> {
    let mut unescaped = Vec::with_capacity(name.len());
    let mut rest = name;
    while let Some((&byte, after)) = rest.split_first() {
        if byte == b'#'
            && let [high, low, after @ ..] = after
            && let (Some(high), Some(low)) = (hexadecimal_digit(*high), hexadecimal_digit(*low))
        {
            unescaped.push(high << 4 | low);
            rest = after;
        } else {
            unescaped.push(byte);
            rest = after;
        }
    }
    unescaped
}

/// A number as programs write them: also with two signs, or with one in the middle, at which it ends.
fn number(word: &[u8]) -> Option<f64> {
    let word = str::from_utf8(word).ok()?;
    if let Ok(number) = word.parse::<f64>()
        && number.is_finite()
    {
        return Some(number);
    }
    let digits = word.trim_start_matches(['+', '-']);
    let end = digits.find(|letter: char| !letter.is_ascii_digit() && letter != '.');
    let digits = digits.get(..end.unwrap_or(digits.len()))?;
    let number: f64 = match digits {
        "" | "." => 0.0,
        digits => digits.parse().ok()?,
    };
    Some(if word.starts_with('-') {
        -number
    } else {
        number
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operations(stream: &str) -> Vec<String> {
        let operations = Operations::new(stream.as_bytes());
        let shown = operations.map(|operation| {
            let operator = String::from_utf8_lossy(operation.operator).into_owned();
            format!("{operator} {:?}", operation.operands)
        });
        shown.collect()
    }

    #[test]
    fn operands_are_read_in_every_spelling() {
        for (stream, operands) in [
            (
                "1 -2.5 +.5 4. --3 1-2 x",
                "x [Number(1.0), Number(-2.5), Number(0.5), Number(4.0), Number(-3.0), Number(1.0)]",
            ),
            (
                r"(a\(b\)\\(c)\101\n) Tj",
                "Tj [Text([97, 40, 98, 41, 92, 40, 99, 41, 65, 10])]",
            ),
            ("<4 1 4>Tj", "Tj [Text([65, 64])]"),
            (
                "[(a)-120<62>]TJ",
                "TJ [Array([Text([97]), Number(-120.0), Text([98])])]",
            ),
            ("/F#31 12 Tf", "Tf [Name([70, 49]), Number(12.0)]"),
            (
                "/P <</MCID 3 /A [1]>> BDC",
                "BDC [Name([80]), Dictionary([Name([77, 67, 73, 68]), Number(3.0), Name([65]), Array([Number(1.0)])])]",
            ),
            ("% (a comment)\ntrue x", "x [Other]"),
        ] {
            assert_eq!(operations(stream), [operands], "{stream}");
        }
    }

    #[test]
    fn every_operation_knows_its_bytes() {
        let stream = b"q 1 0 0 1 2 3 cm\nBT (a) Tj ET Q";
        let found = Operations::new(stream).map(|it| stream.get(it.range).unwrap());
        let expected: [&[u8]; 6] = [b"q", b"1 0 0 1 2 3 cm", b"BT", b"(a) Tj", b"ET", b"Q"];
        assert!(found.eq(expected));
    }

    #[test]
    fn an_inline_image_is_one_operation_whatever_is_in_it() {
        let stream = b"BI /W 2 /H 1 ID \x00EI\xff EI\x80 (\nEI Q";
        let found: Vec<_> = Operations::new(stream).collect();
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].range, 0..stream.len() - 2);
        assert_eq!(found[1].operator, b"Q");
    }

    #[test]
    fn damage_ends() {
        for stream in [
            "(", "<", "[[[", "<<", "/", "BI", "BI ID", ")", ">", "]}{", "(\\", "1 2 3",
        ] {
            assert!(operations(stream).len() <= 1, "{stream}");
        }
        let nested = "[".repeat(100_000);
        assert!(operations(&nested).is_empty());
    }
}
