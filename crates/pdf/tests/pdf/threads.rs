//! Paragraphs that go on in another column or on another page.

use dragoman_documents::{Content, Piece};

use crate::support::{bytes, document, lines, read};
use crate::translating::{streams, units, written};

/// The lines of a column of a page, about 190 points wide.
const FIRST: [&str; 4] = [
    "A column of text has some lines that are",
    "as long as there is room, and where none",
    "is left a sentence goes on at the head of",
    "the next one, so that whoever translates a",
];
const SECOND: [&str; 3] = [
    "part of it does not know how it ends. That",
    "is why both of them are one text, as this",
    "one is.",
];

fn texts(file: Vec<u8>) -> Vec<String> {
    units(file).iter().map(Content::text).collect()
}

fn whole() -> String {
    [FIRST.join(" "), SECOND.join(" ")].join(" ")
}

fn two_columns(second: &[&str]) -> Vec<u8> {
    let page = lines(72, 200, &FIRST) + &lines(300, 700, second);
    bytes(document(&[&page], &[]))
}

fn two_pages() -> Vec<u8> {
    let foot = "BT /F1 7 Tf 1 0 0 1 290 30 Tm (Page) Tj ET ";
    let pages = [lines(72, 100, &FIRST), lines(72, 740, &SECOND)].map(|page| page + foot);
    bytes(document(&[&pages[0], &pages[1]], &[]))
}

/// What is read of each page in the translation of all of its texts into this.
fn translated(file: Vec<u8>, translation: &str) -> Vec<Vec<String>> {
    let (file, warnings) = written(file, |content| {
        let is_foot = content.text() == "Page";
        (!is_foot).then(|| Content::new([Piece::Text(translation.to_owned())]))
    });
    assert_eq!(warnings, []);
    let pages = read(file).unwrap();
    pages.into_iter().map(|page| page.paragraphs).collect()
}

#[test]
fn a_sentence_goes_on_in_the_next_column_and_on_the_next_page() {
    assert_eq!(texts(two_columns(&SECOND)), [whole()]);
    assert_eq!(
        texts(two_pages()),
        [whole(), "Page".to_owned(), "Page".to_owned()]
    );
}

#[test]
fn a_word_that_is_parted_there_is_whole() {
    let mut first = FIRST;
    first[3] = "the next one, and whoever has the trans-";
    let page = lines(72, 200, &first) + &lines(300, 700, &["lation of half of it", "is in doubt."]);
    let texts = texts(bytes(document(&[&page], &[])));
    assert!(
        texts[0].contains("whoever has the translation of half"),
        "{texts:?}"
    );
}

#[test]
fn what_does_not_go_on_is_a_text_of_its_own() {
    // Another sentence, another item, another size.
    for second in [
        vec!["Then comes another sentence."],
        vec!["a\\) the first of some items"],
    ] {
        let texts = texts(two_columns(&second));
        assert_eq!(texts.len(), 2, "{texts:?}");
    }
    let small = "BT /F1 8 Tf 1 0 0 1 300 700 Tm (small letters of a note) Tj ET";
    let page = lines(72, 200, &FIRST) + small;
    assert_eq!(texts(bytes(document(&[&page], &[]))).len(), 2);
    // Cells of a table.
    let rows = |x, cells: &[&str]| -> String {
        let cells = cells.iter().enumerate();
        cells
            .map(|(row, cell)| lines(x, 700 - 20 * i32::try_from(row).unwrap(), &[*cell]))
            .collect()
    };
    let table = rows(72, &["apples", "green pears", "plums", "nuts"])
        + &rows(300, &["some", "many of them", "few", "none at all"]);
    assert_eq!(texts(bytes(document(&[&table], &[]))).len(), 8);
}

#[test]
fn a_translation_goes_from_one_area_to_the_next() {
    let words: Vec<String> = (0..40).map(|number| format!("Wort{number}")).collect();
    for (file, is_two_pages) in [(two_columns(&SECOND), false), (two_pages(), true)] {
        let pages = translated(file, &words.join(" "));
        let paragraphs: Vec<String> = match is_two_pages {
            true => pages.iter().map(|page| page[0].clone()).collect(),
            false => pages[0].clone(),
        };
        let all: Vec<&str> = paragraphs
            .iter()
            .flat_map(|paragraph| paragraph.split(' '))
            .collect();
        assert_eq!(all, words, "{paragraphs:?}");
        assert_eq!(paragraphs.len(), 2, "{pages:?}");
        // The first is filled before the second one begins.
        assert!(paragraphs[0].split(' ').count() > 18, "{paragraphs:?}");
    }
}

#[test]
fn what_is_as_short_as_one_area_leaves_the_other_empty() {
    let pages = translated(two_pages(), "Kurz.");
    assert_eq!(pages, [vec!["Kurz.", "Page"], vec!["Page"]]);
}

#[test]
fn what_stays_the_same_has_its_lines_where_they_were() {
    let places = |file: &[u8]| {
        let pages = read(file.to_vec()).unwrap();
        let paragraphs = pages.into_iter().map(|page| page.paragraphs);
        paragraphs.collect::<Vec<_>>()
    };
    let file = two_pages();
    let (written, _) = written(file.clone(), |content| Some(content.clone()));
    assert_eq!(places(&written), places(&file));
}

#[test]
fn nothing_is_set_where_an_area_is_wider_than_it_was() {
    let note = "BT /F1 8 Tf 1 0 0 1 400 700 Tm (A note) Tj ET";
    // So far goes what is on the page, and what is in the row of the note.
    let head = "BT /F1 8 Tf 1 0 0 1 540 760 Tm (Page) Tj 1 0 0 1 360 700 Tm (1) Tj ET\n";
    let page = head.to_owned() + &lines(72, 200, &FIRST) + &lines(300, 688, &["part"]) + note;
    let words = |count: usize| vec!["Worte"; count].join(" ");
    let (file, _) = written(bytes(document(&[&page], &[])), |content| {
        let count = match content.text().as_str() {
            "Page" => return None,
            "A note" => 30,
            _ => 28,
        };
        Some(Content::new([Piece::Text(words(count))]))
    });
    let streams = streams(&file);
    let begins = streams.lines().filter_map(|line| {
        let mut numbers = line.strip_suffix(" Tm")?.rsplit(' ');
        let (up, along) = (numbers.next()?, numbers.next()?);
        Some((along.parse().ok()?, up.parse().ok()?))
    });
    let begins: Vec<(f64, f64)> = begins.filter(|(along, _)| *along >= 300.0).collect();
    assert!(begins.contains(&(300.0, 688.0)), "{begins:?}");
    // The note does not go over what stands below it now.
    assert!(
        begins
            .iter()
            .all(|(along, up)| *along < 400.0 || *up > 694.0),
        "{begins:?}"
    );
}
