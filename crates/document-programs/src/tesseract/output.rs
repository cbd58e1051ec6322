//! What Tesseract writes.

use dragoman_documents::{Orientation, RecognisedWord};

/// How the text of a page stands, and in which script.
pub(super) struct Page {
    pub(super) orientation: Orientation,
    pub(super) script: Option<String>,
}

/// The level of a line of the table that has a word.
const WORD: u32 = 5;

/// The words of a table: a line for each part of the page, with the numbers of the parts it is in, its place, how sure it
/// is, and its text.
pub(super) fn words(table: &str) -> Vec<RecognisedWord> {
    table.lines().filter_map(word).collect()
}

fn word(line: &str) -> Option<RecognisedWord> {
    let mut fields = line.splitn(12, '\t');
    let mut number = || fields.next()?.parse::<u32>().ok();
    let (level, _page, block) = (number()?, number()?, number()?);
    let (paragraph, line, _word) = (number()?, number()?, number()?);
    let (left, top, width, height) = (number()?, number()?, number()?, number()?);
    let confidence: f32 = fields.next()?.parse().ok()?;
    let text = fields.next()?.trim();
    if level != WORD || text.is_empty() {
        return None;
    }
    let confidence = confidence.clamp(0.0, 100.0);
    Some(RecognisedWord {
        text: text.to_owned(),
        left,
        top,
        width,
        height,
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is between 0 and 100"
        )]
        confidence: confidence as u8,
        block: block.saturating_sub(1),
        paragraph: paragraph.saturating_sub(1),
        line: line.saturating_sub(1),
    })
}

/// What it says of a page, as lines such as "Rotate: 90".
pub(super) fn page(lines: &str) -> Option<Page> {
    let value = |name: &str| {
        let mut lines = lines.lines();
        lines.find_map(|line| Some(line.strip_prefix(name)?.strip_prefix(':')?.trim()))
    };
    Some(Page {
        orientation: Orientation {
            turn: value("Rotate")?.parse().ok()?,
            confidence: value("Orientation confidence")?.parse().ok()?,
        },
        script: value("Script").map(str::to_owned),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_places_and_everything_else_is_passed_over() {
        let table = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n\
                     1\t1\t0\t0\t0\t0\t0\t0\t640\t480\t-1\t\n\
                     5\t1\t2\t1\t3\t1\t36\t92\t60\t24\t96.063751\tThis\n\
                     5\t1\t2\t1\t3\t2\t110\t92\t60\t24\t95.0\t \n\
                     5\t1\tx\t1\t3\t2\t110\t92\t60\t24\t95.0\tno\n";
        let expected = RecognisedWord {
            text: "This".to_owned(),
            left: 36,
            top: 92,
            width: 60,
            height: 24,
            confidence: 96,
            block: 1,
            paragraph: 0,
            line: 2,
        };
        assert_eq!(words(table), [expected]);
    }

    #[test]
    fn a_page_says_how_it_stands_or_nothing() {
        let lines = "Page number: 0\nOrientation in degrees: 270\nRotate: 90\n\
                     Orientation confidence: 4.14\nScript: Latin\nScript confidence: 1.25\n";
        let page = page(lines).unwrap();
        assert_eq!(page.orientation.turn, 90);
        assert!((page.orientation.confidence - 4.14).abs() < 0.001);
        assert_eq!(page.script.as_deref(), Some("Latin"));
        assert!(super::page("Too few characters.").is_none());
    }
}
