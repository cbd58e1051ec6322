//! What underlines, strikes through or highlights words.

use dragoman_documents::{CodeId, Content, Piece};

use crate::support::{bytes, document};
use crate::translating::{streams, units, written};

/// A line of which words from 92.6 to 137 are "our pages", with this painted before it.
fn page(before: &str) -> Vec<u8> {
    let text = "BT /F1 10 Tf 72 700 Td (See our pages for all of it.) Tj ET";
    bytes(document(&[&format!("{before}\n{text}")], &[]))
}

/// The page in German, where the words with the code of "our pages" come first.
fn translated(before: &str) -> String {
    let code = CodeId(0);
    let words = [
        Piece::Open(code),
        Piece::Text("Unsere Seiten".to_owned()),
        Piece::Close(code),
        Piece::Text(" haben alles.".to_owned()),
    ];
    let (file, warnings) = written(page(before), |_| Some(Content::new(words.clone())));
    assert_eq!(warnings, []);
    streams(&file)
}

/// What a page paints besides text: the numbers before an operator, and that.
fn painted(contents: &str, operator: &str) -> Vec<Vec<f64>> {
    let words: Vec<&str> = contents.split_whitespace().collect();
    let mut painted = Vec::new();
    let mut numbers = Vec::new();
    for word in words {
        match word.parse::<f64>() {
            Ok(number) => numbers.push(number),
            Err(_) if word == operator => painted.push(std::mem::take(&mut numbers)),
            Err(_) if matches!(word, "m" | "l" | "re") => {}
            Err(_) => numbers.clear(),
        }
    }
    painted
}

fn is_near(one: &[f64], other: [f64; 4]) -> bool {
    one.len() == 4
        && one
            .iter()
            .zip(other)
            .all(|(one, other)| (one - other).abs() < 1.0)
}

#[test]
fn an_underline_and_a_line_through_words_follow_them() {
    for up in [698.5, 703.0] {
        let line = format!("1 0 0 RG 0.5 w 92.6 {up} m 137 {up} l S");
        let contents = translated(&line);
        let lines = painted(&contents, "S");
        assert!(
            matches!(&lines[..], [line] if is_near(line, [72.0, up, 135.0, up])),
            "{lines:?}"
        );
        assert!(contents.contains("1 0 0 RG\n0.5 w"), "{contents}");
    }
}

#[test]
fn an_area_behind_words_follows_them_and_stays_behind() {
    let contents = translated("1 1 0 rg 92.6 697 44.4 11 re f 0 g");
    let areas = painted(&contents, "f");
    let [area] = &areas[..] else {
        panic!("{areas:?}");
    };
    // A corner after the other.
    assert!(
        is_near(
            &[area[0], area[1], area[4], area[5]],
            [72.0, 697.0, 135.0, 708.0]
        ),
        "{area:?}"
    );
    assert!(contents.find(" f\n").unwrap() < contents.rfind("BT").unwrap());
}

#[test]
fn what_belongs_to_no_words_stays_where_it_is() {
    for other in [
        // A rule across the page, the bottom of a column, the border of a cell.
        "0.5 w 72 698.5 m 500 698.5 l S",
        "0.5 w 92.6 690 m 137 690 l S",
        "0.5 w 140 690 m 140 710 l S",
        // A cell whose whole text it is.
        "1 1 0 rg 70 697 118 11 re f 0 g",
    ] {
        let contents = translated(other);
        assert!(contents.contains(other), "{contents}");
        let all = painted(&contents, "S").len() + painted(&contents, "f").len();
        assert_eq!(all, 1, "{contents}");
    }
}

#[test]
fn words_are_the_same_unit_with_and_without_what_underlines_them() {
    let content = |before| units(page(before)).remove(0).text();
    assert_eq!(content(""), content("0.5 w 92.6 698.5 m 137 698.5 l S"));
}

#[test]
fn what_stays_the_same_keeps_its_lines_as_they_are() {
    let line = "0.5 w 92.6 698.5 m 137 698.5 l S";
    let (file, _) = written(page(line), |content| Some(content.clone()));
    let contents = streams(&file);
    assert!(contents.contains(line), "{contents}");
    assert_eq!(painted(&contents, "S").len(), 1, "{contents}");
}

#[test]
fn a_line_below_a_whole_paragraph_goes_along_each_of_its_new_lines() {
    let text = "BT /F1 10 Tf 12 TL 72 700 Td (All of this is underlined here) Tj T* (and goes on below) Tj ET";
    // 122.8 and 83.9 points.
    let lines = "0.4 w 72 698 m 194.8 698 l S 72 686 m 156 686 l S";
    let file = bytes(document(&[&format!("{lines}\n{text}")], &[]));
    let (file, _) = written(file, |_| {
        Some(Content::new([Piece::Text(
            "Dies alles ist unterstrichen und geht unten weiter".to_owned(),
        )]))
    });
    let lines = painted(&streams(&file), "S");
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(
        lines.iter().all(|line| (line[0] - 72.0).abs() < 0.5),
        "{lines:?}"
    );
}
