//! What lines of paragraphs keep, whatever their text and their room.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use dragoman_typesetting::{
    Align, Direction, Face, Fitted, Font, Fonts, FormerLine, Frame, Glyph, Hyphenation, Inline,
    Line, LineEnd, Measured, Object, Paragraph, Setting, Span, Thread, fit, set_lines,
};
use proptest::prelude::*;

/// A font in which each character is half an em wide, or as many tenths as a digit says; it has no space.
struct Grid;

impl Font for Grid {
    fn has(&self, character: char) -> bool {
        character != ' ' && character != 'Ω'
    }

    fn shape(&self, text: &str, direction: Direction) -> Vec<Glyph> {
        let glyph = |(cluster, character): (usize, char)| Glyph {
            id: u32::from(character),
            cluster,
            advance: character
                .to_digit(10)
                .map_or(0.5, |tenths| tenths as f32 / 10.0),
            ..Glyph::default()
        };
        let mut glyphs: Vec<Glyph> = text.char_indices().map(glyph).collect();
        if direction == Direction::RightToLeft {
            glyphs.reverse();
        }
        glyphs
    }

    fn ascent(&self) -> f32 {
        0.8
    }

    fn descent(&self) -> f32 {
        0.2
    }
}

fn span(text: &str, size: f32) -> Span {
    Span {
        text: text.to_owned(),
        fonts: vec![Arc::new(Grid)],
        size,
        rise: 0.0,
        letter_spacing: 0.0,
        word_space: Some(0.5),
        tag: 0,
    }
}

fn paragraph(text: &str) -> Paragraph {
    Paragraph {
        inlines: vec![Inline::Text(span(text, 10.0))],
        ..Paragraph::default()
    }
}

/// What is seen in a line, each run in the order in which it is read, from left to right.
fn seen(line: &Line) -> String {
    line.runs.iter().map(|run| run.text.as_str()).collect()
}

fn lines(paragraph: &Paragraph, width: f32) -> Vec<String> {
    let lines = set_lines(paragraph, |_| width).unwrap();
    lines.iter().map(seen).collect()
}

#[test]
fn lines_are_filled_and_end_where_the_text_says_so() {
    assert_eq!(lines(&paragraph("ab cd ef"), 25.0), ["ab cd", "ef"]);
    // By five thousandths of its room a line may be too wide.
    assert_eq!(lines(&paragraph("ab cd ef"), 24.9), ["ab cd", "ef"]);
    assert_eq!(lines(&paragraph("ab cd ef"), 24.8), ["ab", "cd", "ef"]);
    assert_eq!(
        lines(&paragraph("ab\n\ncd ef\n"), 100.0),
        ["ab", "", "cd ef"]
    );
    assert_eq!(lines(&paragraph(""), 10.0), [""; 0]);
    assert!(set_lines(&paragraph("ab cdefg"), |_| 20.0).is_none());
}

#[test]
fn words_are_divided_only_where_they_may_be() {
    let mut text = paragraph("ab cdefgh");
    text.hyphenation = vec![Hyphenation {
        word: "cdefgh".to_owned(),
        places: vec![2, 4],
    }];
    assert_eq!(lines(&text, 30.0), ["ab cd-", "efgh"]);
    assert_eq!(lines(&text, 29.0), ["ab", "cdef-", "gh"]);
    assert_eq!(lines(&text, 15.0), ["ab", "cd-", "ef-", "gh"]);
    let soft = paragraph("ab cd\u{AD}ef");
    assert_eq!(lines(&soft, 40.0), ["ab cdef"]);
    assert_eq!(lines(&soft, 30.0), ["ab cd-", "ef"]);
    let more = paragraph("abcd\u{AD}ef gh");
    assert_eq!(lines(&more, 29.0), ["abcd-", "ef gh"]);
}

#[test]
fn justified_lines_fill_their_room_but_for_the_last() {
    let mut text = paragraph("ab cd ef gh");
    text.align = Align::Justify;
    let lines = set_lines(&text, |_| 45.0).unwrap();
    let widths: Vec<f32> = lines.iter().map(|line| line.width).collect();
    assert_eq!(widths, [45.0, 10.0]);
    let xs: Vec<f32> = lines[0].runs[0].glyphs.iter().map(|it| it.x).collect();
    assert_eq!(xs, [0.0, 5.0, 17.5, 22.5, 35.0, 40.0]);
}

#[test]
fn lines_stand_where_they_should() {
    let at = |align, direction, text: &str| {
        let mut paragraph = paragraph(text);
        (paragraph.align, paragraph.direction) = (align, direction);
        set_lines(&paragraph, |_| 30.0).unwrap()[0].x
    };
    assert_eq!(at(Align::Start, None, "ab"), 0.0);
    assert_eq!(at(Align::Start, None, "אב"), 20.0);
    assert_eq!(at(Align::Start, Some(Direction::RightToLeft), "ab"), 20.0);
    assert_eq!(at(Align::End, None, "ab"), 20.0);
    assert_eq!(at(Align::Left, None, "אב"), 0.0);
    assert_eq!(at(Align::Centre, None, "ab"), 10.0);
}

#[test]
fn what_is_read_from_the_right_stands_in_its_order() {
    let lines = set_lines(&paragraph("ab אב גד 12 ef"), |_| 200.0).unwrap();
    let runs: Vec<(&str, f32)> = lines[0]
        .runs
        .iter()
        .map(|it| (it.text.as_str(), it.x))
        .collect();
    assert_eq!(
        runs,
        [("ab ", 0.0), ("12", 15.0), ("אב גד ", 18.0), (" ef", 48.0)]
    );
    let hebrew = &lines[0].runs[2];
    let first = hebrew.glyphs.last().unwrap();
    assert_eq!((first.glyph.id, first.glyph.cluster), (u32::from('א'), 0));
    assert_eq!(first.x, 43.0);
}

#[test]
fn objects_keep_their_size_and_stand_like_words() {
    let mut text = paragraph("ab ");
    text.inlines
        .push(Inline::Object(Object { width: 7.0, tag: 3 }));
    text.inlines.push(Inline::Text(span(" cd", 10.0)));
    let measured = Measured::new(&text).unwrap();
    let setting = Setting {
        scale: 0.5,
        word_space: 1.0,
    };
    let lines = measured.lines(setting, |_| 100.0).unwrap();
    assert_eq!(lines[0].objects[0].x, 7.5);
    assert_eq!(lines[0].width, 22.0);
}

#[test]
fn a_character_that_no_font_has_is_never_set() {
    assert_eq!(Measured::new(&paragraph("aΩ")).err().unwrap().0, 'Ω');
    assert!(fit(&paragraph("aΩ"), &Frame::default(), 0.4..=1.0).is_none());
}

#[test]
fn a_frame_is_used_before_the_room_around_it_and_that_before_smaller_type() {
    let frame = Frame {
        widths: vec![50.0],
        depth: 12.0,
        leading: 12.0,
        ..Frame::default()
    };
    let fitted = |text: &str, frame: &Frame| fit(&paragraph(text), frame, 0.4..=1.0).unwrap();
    let same = fitted("abcd efgh ijkl", &frame);
    assert_eq!(
        (same.scale, same.word_space, same.leading),
        (1.0, 1.0, 12.0)
    );
    let with = |change: fn(&mut Frame)| {
        let mut changed = frame.clone();
        change(&mut changed);
        changed
    };
    let label = with(|it| (it.widths, it.depth) = (vec![49.4], 0.0));
    let tight = fitted("abcd efghi", &label);
    assert_eq!(
        (tight.scale, tight.word_space, tight.lines.len()),
        (1.0, 0.92, 1)
    );
    let long = "abcd efgh ijkl mnop qrst uvwx";
    let smaller = fitted(long, &frame);
    assert!(smaller.scale < 1.0);
    let below = fitted(long, &with(|it| it.more_below = 12.0));
    assert_eq!(
        (below.scale, below.used_below > 0.0, below.used_right),
        (1.0, true, 0.0)
    );
    let around = with(|it| (it.more_below, it.more_right) = (12.0, 30.0));
    let beside = fitted(long, &around);
    assert_eq!(
        (beside.scale, beside.used_below, beside.lines.len()),
        (1.0, 0.0, 2)
    );
    assert!(beside.used_right > 0.0 && beside.used_right <= 30.0);
}

/// The glyphs of all lines, as characters of the grid, in no order.
fn set_characters(lines: &[Line]) -> Vec<char> {
    let runs = lines.iter().flat_map(|line| &line.runs);
    let glyphs = runs.flat_map(|run| &run.glyphs);
    let mut characters: Vec<char> = glyphs
        .filter_map(|placed| char::from_u32(placed.glyph.id))
        .collect();
    characters.sort_unstable();
    characters
}

fn texts() -> impl Strategy<Value = String> {
    let word = "[a-zäß0-9,.()אבגدعم漢字かー。「」กไ\u{AD}\u{A0}-]{1,9}";
    prop::collection::vec((word, "[ ]{1,2}|\n|\t"), 0..30).prop_map(|words| {
        words
            .into_iter()
            .map(|(word, space)| word + &space)
            .collect()
    })
}

fn aligns() -> impl Strategy<Value = Align> {
    prop::sample::select(vec![
        Align::Start,
        Align::End,
        Align::Centre,
        Align::Justify,
    ])
}

proptest! {
    #[test]
    fn lines_keep_the_text_and_their_room(
        text in texts(), align in aligns(), width in 50.0_f32..300.0, scale in 0.5_f32..1.0,
    ) {
        let mut paragraph = paragraph(&text);
        paragraph.align = align;
        let measured = Measured::new(&paragraph).unwrap();
        let setting = Setting { scale, word_space: 0.9 };
        let Some(lines) = measured.lines(setting, |_| width) else {
            return Ok(());
        };
        let ranges: String = lines.iter().map(|line| &text[line.range.clone()]).collect();
        prop_assert_eq!(&ranges, &text);
        for line in &lines {
            prop_assert!(line.width <= width * 1.0051, "{} > {width}", line.width);
            prop_assert!(line.x >= -width * 0.0051);
            let runs: f32 = line.runs.iter().map(|run| run.width).sum();
            prop_assert!((runs - line.width).abs() < 0.01);
        }
        let is_set = |it: &char| !it.is_whitespace() && *it != '\u{AD}';
        let mut wanted: Vec<char> = text.chars().filter(is_set).collect();
        wanted.sort_unstable();
        let mut set = set_characters(&lines);
        // Hyphens may be more than in the text; no-break spaces are of no font here.
        set.retain(|it| *it != '-');
        wanted.retain(|it| *it != '-');
        prop_assert_eq!(set, wanted);
        for run in lines.iter().flat_map(|line| &line.runs) {
            for placed in &run.glyphs {
                let character = run.text[placed.glyph.cluster..].chars().next();
                prop_assert_eq!(character.map(u32::from), Some(placed.glyph.id));
            }
        }
    }

    #[test]
    fn what_is_set_in_the_widths_of_its_own_lines_breaks_where_it_did(
        text in texts(), width in 50.0_f32..300.0,
    ) {
        let paragraph = paragraph(&text);
        let Some(lines) = set_lines(&paragraph, |_| width) else {
            return Ok(());
        };
        let widths = lines.iter().map(|line| line.width).collect();
        let frame = Frame { widths, depth: 12.0 * (lines.len().max(1) - 1) as f32, leading: 12.0, ..Frame::default() };
        let fitted = fit(&paragraph, &frame, 0.4..=1.0).unwrap();
        prop_assert_eq!(fitted.scale, 1.0);
        let ranges = |lines: &[Line]| lines.iter().map(|line| line.range.clone()).collect::<Vec<_>>();
        prop_assert_eq!(ranges(&fitted.lines), ranges(&lines));
    }

    #[test]
    fn nothing_leaves_its_frame(
        text in texts(), align in aligns(), width in 20.0_f32..200.0, depth in 0.0_f32..60.0,
        more in (0.0_f32..50.0, 0.0_f32..50.0, 0.0_f32..50.0),
    ) {
        let mut paragraph = paragraph(&text);
        paragraph.align = align;
        let (more_left, more_right, more_below) = more;
        let frame = Frame { widths: vec![width], depth, more_left, more_right, more_below, leading: 12.0, ..Frame::default() };
        let Some(fitted) = fit(&paragraph, &frame, 0.4..=1.0) else {
            return Ok(());
        };
        for line in &fitted.lines {
            let slack = (width + more_left + more_right) * 0.0051;
            prop_assert!(line.x >= -more_left - slack, "{} left", line.x);
            prop_assert!(line.x + line.width <= width + more_right + slack);
        }
        let gaps = fitted.lines.len().saturating_sub(1) as f32;
        let lowest = gaps * fitted.leading - fitted.raise;
        // Smaller letters reach less deep.
        let slack = 0.03 * fitted.leading + (1.0 - fitted.scale) * 10.0;
        prop_assert!(lowest <= depth + more_below + slack, "{lowest} below {depth} + {more_below}");
        prop_assert!(fitted.leading >= 0.89 * 12.0 * fitted.scale);
    }
}

#[test]
fn what_is_as_long_as_what_was_there_is_broken_into_the_same_lines() {
    let paragraph = paragraph("A title that was balanced");
    let shorter = set_lines(&paragraph, |_| 200.0).unwrap();
    let words = |fitted: &Fitted| -> Vec<usize> {
        fitted.lines.iter().map(|line| line.range.end).collect()
    };
    let balanced = set_lines(&paragraph, |line| if line == 0 { 80.0 } else { 200.0 }).unwrap();
    assert_ne!(shorter[0].range, balanced[0].range);
    let mut frame = Frame {
        widths: vec![200.0],
        depth: 12.0,
        leading: 12.0,
        ..Frame::default()
    };
    let free = fit(&paragraph, &frame, 0.4..=1.0).unwrap();
    assert_eq!(words(&free)[0], shorter[0].range.end);
    let lines = balanced.iter().map(|line| FormerLine {
        start: 20.0,
        end: 20.0 + line.width,
        length: line.width,
        down: 12.5 * if line.range.start > 0 { 1.0 } else { 0.0 },
        words: Vec::new(),
    });
    frame.lines = lines.collect();
    let alike = fit(&paragraph, &frame, 0.4..=1.0).unwrap();
    assert_eq!(words(&alike)[0], balanced[0].range.end);
    // They stand where the lines before did.
    let places: Vec<(f32, f32)> = alike.lines.iter().map(|line| (line.x, line.down)).collect();
    assert_eq!(places, [(20.0, 0.0), (20.0, 12.5)]);
}

#[test]
fn a_text_that_is_what_was_there_ends_its_lines_where_they_ended() {
    let text = "abcdefgh ij/kl mn";
    let former = |start: f32, end: f32, down: f32| FormerLine {
        start,
        end,
        length: end - start,
        down,
        words: Vec::new(),
    };
    let frame = Frame {
        widths: vec![200.0],
        depth: 25.0,
        leading: 12.5,
        lines: vec![
            former(0.0, 20.0, 0.0),
            former(5.0, 40.0, 12.0),
            FormerLine {
                words: vec![60.0],
                ..former(0.0, 90.0, 25.0)
            },
        ],
        ..Frame::default()
    };
    let thread = Thread {
        frames: vec![frame],
        text: text.to_owned(),
        line_ends: vec![
            LineEnd {
                byte: 3,
                has_hyphen: true,
            },
            LineEnd {
                byte: 11,
                has_hyphen: false,
            },
        ],
    };
    let fitted = |text: &str| {
        let measured = Measured::new(&paragraph(text)).unwrap();
        measured
            .fit_thread(&thread, 0.4..=1.0)
            .unwrap()
            .pop()
            .unwrap()
    };
    assert_eq!(shown(&fitted(text)), ["abc-", "defgh ij", "/kl mn"]);
    let another = fitted("another text of it");
    assert_eq!(shown(&another), ["another text of it"]);
    let fitted = fitted(text);
    assert!(fitted.is_unchanged && !another.is_unchanged);
    let places: Vec<(f32, f32, f32)> = fitted
        .lines
        .iter()
        .map(|line| (line.x, line.x + line.width, line.down))
        .collect();
    // Where there are spaces, lines end where they did, and words begin there if that is known.
    assert_eq!(places[1], (5.0, 40.0, 12.0));
    let last = &fitted.lines[2].runs[0];
    assert_eq!(last.text, "/kl mn");
    assert_eq!((last.glyphs[0].x, last.glyphs[3].x), (0.0, 60.0));
}

/// What each line says.
fn shown(fitted: &Fitted) -> Vec<String> {
    let lines = fitted.lines.iter();
    lines
        .map(|line| line.runs.iter().map(|run| run.text.as_str()).collect())
        .collect()
}

#[test]
fn a_paragraph_goes_on_in_the_next_frame_where_one_is_full() {
    let frame = |width: f32, lines: usize| Frame {
        widths: vec![width],
        depth: 12.0 * (lines - 1) as f32,
        leading: 12.0,
        ..Frame::default()
    };
    let measured = |text: &str| Measured::new(&paragraph(text)).unwrap();
    let set = |text: &str, frames: Vec<Frame>| -> Option<Vec<Vec<String>>> {
        let thread = Thread {
            frames,
            ..Thread::default()
        };
        let fitted = measured(text).fit_thread(&thread, 1.0..=1.0)?;
        Some(fitted.iter().map(shown).collect())
    };
    let text = "ab cd ef gh ij kl";
    // A letter is half an em of 10 wide.
    assert_eq!(
        set(text, vec![frame(25.0, 2), frame(40.0, 1)]).unwrap(),
        [vec!["ab cd", "ef gh"], vec!["ij kl"]]
    );
    // Only the last frame grows.
    let growing = |more_below: f32, width: f32, lines: usize| Frame {
        more_below,
        ..frame(width, lines)
    };
    assert!(set(text, vec![growing(12.0, 25.0, 1), frame(25.0, 1)]).is_none());
    assert_eq!(
        set(text, vec![growing(12.0, 25.0, 1), growing(12.0, 25.0, 1)]).unwrap(),
        [vec!["ab cd"], vec!["ef gh", "ij kl"]]
    );
    // What is shorter leaves frames empty.
    let short = set("ab", vec![frame(25.0, 2), frame(40.0, 1)]).unwrap();
    assert_eq!(short, [vec!["ab"], vec![]]);
}

/// A face of this system, as every system for tests has one.
fn face(text: &str) -> Arc<Face> {
    let fonts = Fonts::of_system();
    fonts
        .face(dragoman_typesetting::Shape::default(), text)
        .unwrap()
}

#[test]
fn faces_have_what_is_asked_of_them() {
    let face = face("Grüße AV");
    assert_eq!(face.shape("AV", Direction::LeftToRight).len(), 2);
    assert!(face.glyph('ü').is_some() && face.units_per_em() > 0);
    assert!(face.cap_height() > 0.5 && face.ascent() > face.cap_height());
    let glyph = face.glyph('A').unwrap();
    assert!(face.outline(glyph).len() > 5);
    assert!(face.advance(glyph) > 0.3);
    let subset = face.subset([glyph]).unwrap();
    assert!(subset.data.len() < face.data().len() / 10);
    assert_eq!(subset.glyph(glyph), Some(1));
    assert!(!face.postscript_name().is_empty());
}

#[test]
fn arabic_letters_are_joined_from_right_to_left() {
    let glyphs = face("ببب").shape("ببب", Direction::RightToLeft);
    let clusters: Vec<usize> = glyphs.iter().map(|glyph| glyph.cluster).collect();
    assert_eq!(clusters, [4, 2, 0]);
    let ids: Vec<u32> = glyphs.iter().map(|glyph| glyph.id).collect();
    assert!(ids[0] != ids[1] && ids[1] != ids[2] && ids[0] != ids[2]);
}

#[test]
fn no_face_has_what_is_not_a_character() {
    let fonts = Fonts::of_system();
    assert!(
        fonts
            .face(dragoman_typesetting::Shape::default(), "\u{10FFFF}")
            .is_none()
    );
    assert!(Fonts::of_folders(&[]).is_empty());
    assert!(Fonts::of_folders(&[]).missing_scripts().contains(&"Latin"));
}

#[test]
fn type_without_end_does_no_harm() {
    let frame = Frame {
        widths: vec![f32::INFINITY],
        depth: f32::INFINITY,
        ..Frame::default()
    };
    let mut endless = paragraph("abcd efgh");
    for inline in &mut endless.inlines {
        if let Inline::Text(span) = inline {
            span.size = f32::INFINITY;
        }
    }
    let _ = fit(&endless, &frame, 0.4..=1.0);
}
