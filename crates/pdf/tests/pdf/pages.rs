//! Pages as people read them.

use crate::support::{bytes, document, lines, paragraphs, read};
use crate::typefaces::with_font;

#[test]
fn lines_below_one_another_are_a_paragraph_and_parted_words_are_whole() {
    let page = lines(
        72,
        700,
        &[
            "The first line of this paragraph is as long as its sec-",
            "ond, which goes on with a third that ends before that.",
            "Here it ends.",
            "Another paragraph begins where the last line had room.",
        ],
    );
    assert_eq!(
        paragraphs(&page),
        [
            "The first line of this paragraph is as long as its second, which goes on with a third that ends before that. Here it ends.",
            "Another paragraph begins where the last line had room.",
        ]
    );
}

#[test]
fn columns_are_read_one_after_the_other_however_they_are_painted() {
    let left = [
        "The left column has lines",
        "that stand right beside",
        "those of the other one.",
    ];
    let right = [
        "The right column has lines",
        "as well, and they are as",
        "high as the left ones are.",
    ];
    let mut page = String::new();
    for (row, (left, right)) in left.iter().zip(right).enumerate() {
        let y = 700 - 12 * i32::try_from(row).unwrap();
        page += &lines(72, y, &[left]);
        page += &lines(200, y, &[right]);
    }
    assert_eq!(paragraphs(&page), [left.join(" "), right.join(" ")]);
}

#[test]
fn cells_of_a_table_are_paragraphs_of_their_own() {
    let rules = "0.5 w 70 715 m 270 715 l S 70 703 m 270 703 l S 70 691 m 270 691 l S 70 691 m 70 715 l S \
                 160 691 m 160 715 l S 270 691 m 270 715 l S\n";
    let cells = [
        lines(72, 706, &["A cell that is full"]),
        lines(162, 706, &["Its neighbour too"]),
        lines(72, 694, &["The next row below"]),
        lines(162, 694, &["And the last one"]),
    ];
    assert_eq!(
        paragraphs(&format!("{rules}{}", cells.concat())),
        [
            "A cell that is full",
            "Its neighbour too",
            "The next row below",
            "And the last one"
        ]
    );
}

#[test]
fn headings_and_items_of_lists_stand_alone() {
    let page = format!(
        "BT /F2 10 Tf 72 712 Td (A heading) Tj ET {}",
        lines(
            72,
            700,
            &[
                "Text that follows the heading:",
                r"\225 one",
                r"\225 two",
                "1. three"
            ]
        )
    );
    assert_eq!(
        paragraphs(&page),
        [
            "A heading",
            "Text that follows the heading:",
            "• one",
            "• two",
            "1. three"
        ]
    );
}

#[test]
fn what_stands_higher_in_smaller_type_is_in_the_line() {
    let page = "BT /F1 10 Tf 72 700 Td (Water is H) Tj /F1 6 Tf -2 Ts (2) Tj 0 Ts /F1 10 Tf (O and light has c) Tj \
                /F1 6 Tf 4 Ts (2) Tj 0 Ts /F1 10 Tf ( in it.) Tj ET";
    assert_eq!(paragraphs(page), ["Water is H2O and light has c2 in it."]);
}

#[test]
fn words_are_parted_by_white_where_there_are_no_spaces() {
    for page in [
        "BT /F1 10 Tf 72 700 Td [(Two)-280(words)] TJ ET",
        "BT /F1 10 Tf 72 700 Td (Two) Tj 22 0 Td (words) Tj ET",
        "BT /F1 10 Tf 4 Tc 72 700 Td (Two words) Tj ET",
        "BT /F1 10 Tf 72 700 Td [(T)20(wo )-30(wo)15(rds)] TJ ET",
        "BT /F1 1 Tf 10 0 0 10 72 700 Tm (Two words) Tj ET",
        "BT /F1 -10 Tf -1 0 0 -1 72 700 Tm (Two words) Tj ET",
        "q 2 0 0 2 0 0 cm BT /F1 10 Tf 50 Tz 72 350 Td (Two words) Tj ET Q",
    ] {
        assert_eq!(paragraphs(page), ["Two words"], "{page}");
    }
}

#[test]
fn a_space_that_lies_upon_a_letter_parts_no_words() {
    let page = "BT /F1 10 Tf 72.1 700 Td ( ) Tj -0.1 0 Td (one) Tj ET";
    assert_eq!(paragraphs(page), ["one"]);
}

#[test]
fn text_is_read_in_its_own_direction() {
    let page = "BT /F1 10 Tf 0 1 -1 0 300 100 Tm (This goes upwards) Tj ET \
                BT /F1 10 Tf 0 1 -1 0 312 100 Tm (and on.) Tj ET \
                BT /F1 10 Tf -1 0 0 -1 300 700 Tm (Upside down) Tj ET";
    assert_eq!(
        paragraphs(page),
        ["This goes upwards and on.", "Upside down"]
    );
}

#[test]
fn letters_that_are_painted_twice_to_look_bold_are_read_once() {
    let page = "BT /F1 10 Tf 72 700 Td (Fat) Tj ET BT /F1 10 Tf 72.3 700 Td (Fat) Tj ET";
    assert_eq!(paragraphs(page), ["Fat"]);
}

#[test]
fn a_form_is_read_where_it_is_first() {
    let header = lines(72, 750, &["The head of each page"]);
    let pages = [
        "/Head Do BT /F1 10 Tf 72 600 Td (One) Tj ET",
        "/Head Do BT /F1 10 Tf 72 600 Td (Two) Tj ET",
    ];
    let pages = read(bytes(document(&pages, &[("Head", &header)]))).unwrap();
    let paragraphs: Vec<_> = pages.into_iter().map(|page| page.paragraphs).collect();
    assert_eq!(
        paragraphs,
        [vec!["The head of each page", "One"], vec!["Two"]]
    );
}

#[test]
fn a_page_from_a_scanner_is_known() {
    let scan = "BI /W 1 /H 1 /BPC 8 /CS /G ID \x00 EI BT 3 Tr /F1 10 Tf 72 700 Td (Hidden) Tj ET";
    let text = "BI /W 1 /H 1 /BPC 8 /CS /G ID \x00 EI BT /F1 10 Tf 72 700 Td (Seen) Tj ET";
    let pages = read(bytes(document(&[scan, text], &[]))).unwrap();
    let are_pictures: Vec<_> = pages.iter().map(|page| page.is_picture).collect();
    assert_eq!(are_pictures, [true, false]);
    assert_eq!(pages[0].paragraphs, ["Hidden"]);
}

#[test]
fn rows_of_forms_and_contents_are_read_by_themselves() {
    let row = |y: i32, number: &str, text: &str| {
        format!(
            "BT /F2 9 Tf 1 0 0 1 50 {y} Tm ({number}) Tj ET\n\
             BT /F1 9 Tf 1 0 0 1 80 {y} Tm ({text}) Tj ET\n"
        )
    };
    let dots = |x: i32, y: i32, apart: i32| -> String {
        let dot = |number: i32| {
            let x = x + apart * number;
            format!("BT /F1 9 Tf 1 0 0 1 {x} {y} Tm (.) Tj ET\n")
        };
        (0..12).map(dot).collect()
    };
    let page = [
        row(700, "9a", "Ordinary dividends of the year"),
        row(687, "b", "Qualified dividends"),
        dots(170, 687, 12),
        row(674, "3.1", "Introduction"),
        dots(136, 674, 3),
    ];
    assert_eq!(
        paragraphs(&page.concat()),
        [
            "9a",
            "Ordinary dividends of the year",
            "b",
            "Qualified dividends",
            "............",
            "3.1",
            "Introduction",
            "............",
        ]
    );
}

#[test]
fn lines_that_a_large_sign_holds_together_are_not_mixed() {
    let page = "BT /F1 6 Tf 1 0 0 1 50 712 Tm (Department of the Treasury) Tj ET\n\
                BT /F2 10 Tf 1 0 0 1 50 700 Tm (Individual Income Tax Return) Tj ET\n\
                BT /F2 28 Tf 1 0 0 1 210 700 Tm (2010) Tj ET\n";
    let read = paragraphs(page);
    assert!(
        read.contains(&"Department of the Treasury".to_owned()),
        "{read:?}"
    );
    assert!(
        read.contains(&"Individual Income Tax Return".to_owned()),
        "{read:?}"
    );
}

#[test]
fn lines_that_end_early_one_after_another_are_no_paragraph() {
    let page = lines(
        50,
        700,
        &[
            "Oct. 24: staff learning day",
            "Oct. 31: parade, and a change in time for all",
            "Nov. 3: meeting",
            "Nov. 7: screening",
            "Nov. 13: meeting",
        ],
    );
    assert_eq!(paragraphs(&page).len(), 5);
}

/// The paragraphs of lines that end at the right, in letters of one width, six points each.
fn at_the_right(lines: &[&str]) -> Vec<String> {
    let lines = lines.iter().zip((0..).step_by(12)).map(|(line, down)| {
        let (x, y) = (300 - 6 * line.len(), 700 - down);
        format!("BT /F3 10 Tf {x} {y} Td ({line}) Tj ET\n")
    });
    let page: String = lines.collect();
    let read = read(with_font(document(&[&page], &[]), "Courier")).unwrap();
    read[0].paragraphs.clone()
}

#[test]
fn lines_at_the_right_are_read_in_one_go() {
    let read = at_the_right(&[
        "thing that had happened. He did not know",
        "that the blessed light that had shown",
        "him the path to safety shone from the",
        "hair of the Moon, who covered it.",
        "The end is",
    ]);
    assert_eq!(read.len(), 2, "{read:?}");
    assert_eq!(read[1], "The end is");
    // Where no sentence ends, one that is much shorter than the others is no end of the paragraph.
    let read = at_the_right(&[
        "thing that had happened. He did not know",
        "that the blessed light which had",
        "to do with the path to safety was from",
        "the hair of the Moon, who covered it",
    ]);
    assert_eq!(read.len(), 1, "{read:?}");
}

#[test]
fn words_that_stand_out_do_not_part_a_paragraph() {
    let bold = "BT /F1 10 Tf 72 700 Td (This line is of usual letters as most of the text) Tj\n\
        0 -12 Td (and) Tj /F2 10 Tf ( this one has more letters that are bold) Tj\n\
        /F1 10 Tf 0 -12 Td (than others, which is no reason to part them.) Tj ET";
    assert_eq!(paragraphs(bold).len(), 1);
    let large = "BT /F1 10 Tf 72 700 Td (This line is of usual letters as most of the text) Tj\n\
        0 -12 Td (and so are all others of it, but for one word of a) Tj\n\
        0 -17 Td (line that is ) Tj /F1 15 Tf (large) Tj /F1 10 Tf ( and farther from the one) Tj\n\
        0 -12 Td (above it than the others are.) Tj ET";
    assert_eq!(paragraphs(large).len(), 1);
    let heading = "BT /F2 10 Tf 72 700 Td (A heading of the same size that is quite as long as text) Tj\n\
        /F1 10 Tf 0 -12 Td (This is what stands below it and is no part of it at all) Tj ET";
    assert_eq!(paragraphs(heading).len(), 2);
}

#[test]
fn what_begins_at_one_place_in_two_rows_is_a_column() {
    let rows =
        lines(72, 700, &["apple tart", "with cream"]) + &lines(132, 700, &["made of", "dough"]);
    assert_eq!(
        paragraphs(&rows),
        ["apple tart with cream", "made of dough"]
    );
}

#[test]
fn short_cells_of_rows_are_read_one_by_one() {
    let rows =
        lines(72, 700, &["size", "width", "height"]) + &lines(152, 700, &["any", "any", "float"]);
    assert_eq!(
        paragraphs(&rows),
        ["size", "width", "height", "any", "any", "float"]
    );
    // Without anything beside them they may be a text in a narrow place.
    assert_eq!(
        paragraphs(&lines(72, 700, &["This", "goes", "down"])).len(),
        1
    );
}

#[test]
fn names_and_values_beside_one_another_are_rows() {
    let names = [
        "Marital status:",
        "Name of spouse:",
        "Member of a club or",
        "organization:",
        "Children:",
    ];
    let values = ["Single", "Not on file", "Not on file"];
    let rows = lines(72, 700, &names)
        + &lines(172, 700, &values)
        + &lines(172, 652, &["Not on file"])
        + &lines(
            72,
            500,
            &[
                "A line that goes on until the margin of the page, where there is no more room for it",
            ],
        );
    let read = paragraphs(&rows);
    for text in [
        "Marital status:",
        "Name of spouse:",
        "Member of a club or organization:",
        "Children:",
        "Single",
    ] {
        assert!(read.iter().any(|it| it == text), "{read:?}");
    }
    let not_on_file = read.iter().filter(|it| *it == "Not on file");
    assert_eq!(not_on_file.count(), 3, "{read:?}");
}
