use std::io::Cursor;

use dragoman_language::Language;

use super::*;

const FILM: &str = include_str!("../../testdata/srt/film.srt");

fn read(bytes: &[u8]) -> Result<Subtitles, DocumentError> {
    let options = Options::to(Language::parse("de").unwrap());
    Subtitles::read(&mut Cursor::new(bytes.to_vec()), &options)
}

/// A unit with its codes as signs: `⟦1` … `1⟧` around a stretch, `⟦1⟧` for a mark.
fn shown(content: &Content) -> String {
    let pieces = content.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Open(CodeId(id)) => format!("⟦{id} "),
        Piece::Close(CodeId(id)) => format!(" {id}⟧"),
        Piece::Mark(CodeId(id)) => format!("⟦{id}⟧"),
    });
    pieces.collect()
}

fn units(text: &str) -> Vec<String> {
    let document = read(text.as_bytes()).unwrap();
    document
        .units()
        .iter()
        .map(|unit| shown(&unit.content))
        .collect()
}

fn translated(text: &str, translate: impl Fn(&Content) -> Content) -> String {
    let mut document = read(text.as_bytes()).unwrap();
    let translations = document
        .units()
        .iter()
        .map(|unit| Some(translate(&unit.content)));
    let translations: Vec<_> = translations.collect();
    let mut output = Vec::new();
    document.write(&translations, &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

fn upper(content: &Content) -> Content {
    Content::new(content.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => Piece::Text(text.to_uppercase()),
        code => code.clone(),
    }))
}

fn replaced(text: &str, translation: &str) -> String {
    translated(text, |_| {
        Content::new([Piece::Text(translation.to_owned())])
    })
}

/// The lines with times and numbers, and what stands around the words.
fn skeleton(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.contains("-->")).collect()
}

#[test]
fn speeches_and_sentences_over_cues_are_units() {
    assert_eq!(
        units(FILM),
        [
            "Good morning.",
            "When the train arrived, nobody was waiting at the old station.",
            "Where is ⟦0 everybody 0⟧?",
            "I do not know.",
            "An unpaired ⟦0⟧tag and a blank line",
            "[door opens]",
            "We must ⟦0 go 0⟧",
        ]
    );
}

#[test]
fn units_that_stay_keep_their_bytes() {
    for text in [
        FILM.to_owned(),
        format!("\u{feff}{}", FILM.replace('\n', "\r\n")),
    ] {
        assert_eq!(translated(&text, Clone::clone), text);
    }
}

#[test]
fn only_what_is_said_changes() {
    let upper = translated(FILM, upper);
    assert_eq!(skeleton(&upper), skeleton(FILM));
    assert!(
        upper.contains("{\\an8}<i>WHEN THE TRAIN ARRIVED,\nNOBODY WAS WAITING</i>\n\n3\n"),
        "{upper}"
    );
    assert!(upper.contains("\n<i>AT THE OLD STATION.</i>\n"), "{upper}");
    assert!(
        upper.contains("\n- WHERE IS <b>EVERYBODY</b>?\n- I DO NOT KNOW.\n"),
        "{upper}"
    );
    assert!(
        upper.contains("</i>") && upper.contains("\n\n\nAND A BLANK LINE\n"),
        "{upper}"
    );
    assert!(
        upper.contains("<font color=\"#ff0000\">WE MUST <u>GO</u></font>"),
        "{upper}"
    );
}

#[test]
fn line_ends_are_those_of_the_file() {
    let text = "1\r\n00:00:01,000 --> 00:00:02,000\r\nOne\r\ntwo\r\n";
    assert_eq!(
        replaced(text, "eins\nzwei drei"),
        "1\r\n00:00:01,000 --> 00:00:02,000\r\neins zwei\r\ndrei\r\n"
    );
}

#[test]
fn a_translation_is_divided_in_proportion_to_the_time_of_the_cues() {
    let text = "1\n00:00:01,000 --> 00:00:04,000\nIt was long ago\n\n2\n00:00:04,000 --> 00:00:05,000\nin a town.\n";
    assert_eq!(
        replaced(text, "aa bb cc dd ee ff gg hh"),
        "1\n00:00:01,000 --> 00:00:04,000\naa bb cc dd ee ff\n\n2\n00:00:04,000 --> 00:00:05,000\ngg hh\n"
    );
}

#[test]
fn sentences_end_at_full_stops_pauses_and_other_speakers() {
    let two = |first: &str, time: &str, second: &str| {
        let text = format!("00:01,000 --> 00:02,000\n{first}\n\n{time} --> 00:20,000\n{second}\n");
        units(&text).len()
    };
    assert_eq!(two("we went", "00:02,000", "to town"), 1);
    assert_eq!(two("We went...", "00:02,000", "...to town"), 1);
    assert_eq!(two("We went,", "00:02,000", "Anna and I"), 1);
    assert_eq!(two("We went.", "00:02,000", "to town"), 2);
    assert_eq!(two("We went", "00:09,000", "to town"), 2);
    assert_eq!(two("We went", "00:02,000", "- to town"), 2);
    assert_eq!(two("We went", "00:02,000", "[sighs]"), 2);
    assert_eq!(
        two(
            "We should have gone to the town with",
            "00:02,000",
            "Anna.\n\n00:30,000 --> 00:31,000\nYes."
        ),
        2
    );
    assert_eq!(
        two(
            "The Longer Title of a Part of This",
            "00:02,000",
            "Anna.\n\n00:30,000 --> 00:31,000\nYes."
        ),
        3
    );
    assert_eq!(two("A title", "00:02,000", "Another title"), 2);
    assert_eq!(two("你好", "00:02,000", "世界"), 2);
    assert_eq!(two("你好，", "00:02,000", "世界"), 1);
}

#[test]
fn dashes_of_speakers_are_told_from_numbers_and_interruptions() {
    let cue = |text: &str| units(&format!("00:01,000 --> 00:02,000\n{text}\n"));
    assert_eq!(cue("-Yes\n<i>– no</i>"), ["Yes", "no"]);
    assert_eq!(cue("-5 degrees\nand cold"), ["-5 degrees and cold"]);
    assert_eq!(cue("--and so\non"), ["--and so on"]);
    assert_eq!(cue("Well\n- what?"), ["Well", "what?"]);
}

#[test]
fn a_legacy_encoding_becomes_utf_8_only_where_it_lacks_a_letter() {
    let text = "1\r\n00:00:01,000 --> 00:00:02,000\r\nLe garçon était très fâché là-bas\r\n";
    let (latin, _, _) = encoding_rs::WINDOWS_1252.encode(text);
    let written = |translation: &str| {
        let mut document = read(&latin).unwrap();
        let translation = Content::new([Piece::Text(translation.to_owned())]);
        let mut output = Vec::new();
        document.write(&[Some(translation)], &mut output).unwrap();
        output
    };
    assert!(written("niño").ends_with(b"\r\nni\xf1o\r\n"));
    assert!(written("żółw").ends_with("\r\nżółw\r\n".as_bytes()));
}

#[test]
fn a_file_without_times_is_no_file_of_subtitles() {
    assert!(matches!(
        read(b"Hello\n"),
        Err(DocumentError::Malformed { .. })
    ));
    assert!(units("").is_empty());
    assert!(units("1\n00:00:01,000 --> 00:00:02,000\n\n").is_empty());
}

#[test]
fn codes_that_an_engine_drops_or_turns_around_leave_the_times() {
    for translate in [
        (|_| Content::default()) as fn(&Content) -> Content,
        |content| Content::new(content.pieces().iter().rev().cloned()),
        |content| Content::new([Piece::Text(format!("{}\n\n9\n", content.text().repeat(9)))]),
    ] {
        let output = translated(FILM, translate);
        assert_eq!(skeleton(&output), skeleton(FILM));
        let count = |text: &str| cues(text, &lines::split(text)).len();
        assert_eq!(count(&output), count(FILM));
        let opened = output.matches("<b>").count();
        assert_eq!(opened, output.matches("</b>").count());
    }
}

/// A file with the translation of each text below it.
fn bilingual(text: &str, translate: impl Fn(&Content) -> Content) -> String {
    let options = Options {
        bilingual: true,
        ..Options::to(Language::parse("de").unwrap())
    };
    let mut source = Cursor::new(text.as_bytes().to_vec());
    let read = if text.starts_with("WEBVTT") {
        Subtitles::read_web
    } else {
        Subtitles::read
    };
    let mut document = read(&mut source, &options).unwrap();
    let units = document.units().iter();
    let translations: Vec<_> = units.map(|unit| Some(translate(&unit.content))).collect();
    let mut output = Vec::new();
    document.write(&translations, &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn a_translation_stands_below_what_is_said() {
    for (cue, expected) in [
        ("One\ntwo.", "One\ntwo.\nONE\nTWO."),
        ("{\\an8}<i>One</i>", "{\\an8}<i>One\nONE</i>"),
        ("One <b>two</b>.", "One <b>two</b>.\nONE <b>TWO</b>."),
        ("- One!\n- Two!", "- One!\nONE!\n- Two!\nTWO!"),
        ("One {\\i1}two.", "One {\\i1}two.\nONE TWO."),
        ("12:00", "12:00"),
    ] {
        let file = |cue: &str| format!("1\r\n00:00:01,000 --> 00:00:02,000\r\n{cue}\r\n");
        let expected = expected.replace('\n', "\r\n");
        assert_eq!(
            bilingual(&file(&cue.replace('\n', "\r\n")), upper),
            file(&expected)
        );
    }
    for (cue, expected) in [
        ("<v Ann>One & two", "<v Ann>One & two\nONE &amp; TWO"),
        (
            "<v Ann>One</v>\n<v Bob>Two</v>",
            "<v Ann>One\nONE</v>\n<v Bob>Two\nTWO</v>",
        ),
        (
            "One <00:01.500>by <c.loud>one</c>",
            "One <00:01.500>by <c.loud>one</c>\nONE BY <c.loud>ONE</c>",
        ),
    ] {
        let file = |cue: &str| format!("WEBVTT\n\n00:01.000 --> 00:02.000\n{cue}\n");
        assert_eq!(bilingual(&file(cue), upper), file(expected));
    }
}

#[test]
fn each_cue_of_a_sentence_has_its_share_below() {
    let times = |cues: [&str; 2]| {
        let [first, second] = cues;
        format!(
            "1\n00:00:01,000 --> 00:00:03,000\n{first}\n\n2\n00:00:03,000 --> 00:00:05,000\n{second}\n"
        )
    };
    let source = times(["When the train came", "nobody was there."]);
    let translated = bilingual(&source, |_| {
        Content::new([Piece::Text("Als der Zug kam, war keiner da.".to_owned())])
    });
    let expected = times([
        "When the train came\nAls der Zug kam,",
        "nobody was there.\nwar keiner da.",
    ]);
    assert_eq!(translated, expected);
}

#[test]
fn a_cue_without_a_translation_stays_in_both_languages() {
    for text in [FILM, include_str!("../../testdata/vtt/film.vtt")] {
        assert_eq!(bilingual(text, Clone::clone), text);
        assert_eq!(bilingual(text, |_| Content::default()), text);
    }
}
