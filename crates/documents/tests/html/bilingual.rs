use dragoman_documents::Options;

use super::*;

fn open_bilingual(html: &str, target: &str) -> Html {
    let options = Options {
        bilingual: true,
        ..common::options(target)
    };
    Html::read(&mut Cursor::new(html.as_bytes().to_vec()), &options).unwrap()
}

/// The page with these translations behind its texts, with a short mark for the element that they are in.
fn bilingual(html: &str, translations: &[&str]) -> String {
    let output = common::write(&mut open_bilingual(html, "de"), translations);
    let output = String::from_utf8(output).unwrap();
    output.replace("<span class=\"dragoman-translation\" lang=\"de\">", "<DE>")
}

#[test]
fn a_translation_follows_its_source_in_the_same_element() {
    for (page, translations, expected) in [
        (
            "<h1>One</h1><ul><li>Two\n  words<li>Three</ul>",
            &["Eins", "Zwei", "Drei"][..],
            "<h1>One <br><DE>Eins</span></h1><ul><li>Two\n  words <br><DE>Zwei</span><li>Three <br><DE>Drei</span></ul>",
        ),
        (
            "<p>A <a id=\"x\" name=y href=\"z\">linked</a> word</p>",
            &["Ein <1>verlinktes</1> Wort"],
            "<p>A <a id=\"x\" name=y href=\"z\">linked</a> word <br><DE>Ein <a href=\"z\">verlinktes</a> Wort</span></p>",
        ),
        (
            "<td><b>All of it</b></td>",
            &["Alles"],
            "<td><b>All of it <br><DE>Alles</span></b></td>",
        ),
    ] {
        assert_eq!(bilingual(page, translations), expected);
    }
}

#[test]
fn what_may_be_there_once_is_not_repeated() {
    for (page, translations, expected) in [
        // Words that stay are read in both.
        (
            "<p>Run <code id=a>x</code> <img src=b> now</p>",
            &["Jetzt {1} {2} ausführen"][..],
            "<p>Run <code id=a>x</code> <img src=b> now <br><DE>Jetzt <code>x</code>  ausf\u{fc}hren</span></p>",
        ),
        (
            "<p>First line,<br>second <input name=n> line</p>",
            &["Erste Zeile,{1}zweite {2} Zeile"],
            "<p>First line,<br>second <input name=n> line <br><DE>Erste Zeile,<br>zweite  Zeile</span></p>",
        ),
    ] {
        assert_eq!(bilingual(page, translations), expected);
    }
}

#[test]
fn where_there_is_one_line_the_translation_takes_it() {
    assert_eq!(
        bilingual(
            "<title>One</title><select><option>Two</select><p title=\"Three\">Four</p>",
            &["Eins", "Zwei", "Drei", "Vier"],
        ),
        "<title>Eins</title><select><option>Zwei</select><p title=\"Drei\">Four <br><DE>Vier</span></p>"
    );
}

#[test]
fn stretches_that_go_on_are_ended_before_the_translation() {
    assert_eq!(
        bilingual(
            "<p>One <b>and two.<br>Three</b></p>",
            &["Eins <1>und zwei.</1>", "Drei"],
        ),
        "<p>One <b>and two.</b> <br><DE>Eins <b>und zwei.</b></span><b><br>Three <br><DE>Drei</span></b></p>"
    );
}

#[test]
fn the_page_stays_in_its_language_and_direction() {
    let write = |page: &str, target| {
        let output = common::write(&mut open_bilingual(page, target), &["X"]);
        String::from_utf8(output).unwrap()
    };
    let page = "<html lang=\"en\"><p>One</p></html>";
    assert_eq!(
        write(page, "ar"),
        "<html lang=\"en\"><p>One <br><span class=\"dragoman-translation\" lang=\"ar\" dir=\"rtl\">X</span></p></html>"
    );
    let page = "<html lang=\"he\" dir=\"rtl\"><p>One</p></html>";
    assert!(write(page, "de").contains(" lang=\"de\" dir=\"ltr\">X</span></p>"));
    assert!(!write(page, "ar").contains(" lang=\"ar\" dir"));
    let page = "<?xml version=\"1.0\"?><html><p>One</p></html>";
    assert!(
        write(page, "de")
            .contains(" <br/><span class=\"dragoman-translation\" lang=\"de\" xml:lang=\"de\">X<")
    );
}

#[test]
fn a_page_whose_units_stay_keeps_its_bytes() {
    let page = include_str!("../../testdata/html/page.html");
    let output = with_each(&mut open_bilingual(page, "ar"), Clone::clone);
    assert_eq!(String::from_utf8(output).unwrap(), page);
}

/// A page without what was written behind its texts.
fn without_translations(page: &str) -> String {
    let mut rest = page;
    let mut kept = String::new();
    while let Some((before, behind)) = rest.split_once(" <br><span class=\"dragoman-translation\"")
    {
        kept.push_str(before);
        rest = behind.split_once("</span>").unwrap().1;
    }
    kept + rest
}

#[test]
fn every_source_is_still_there_whatever_the_translation_is() {
    let page = include_str!("../../testdata/html/page.html");
    let nothing = |_: &Content| Content::default();
    for translate in [upper as fn(&Content) -> Content, nothing] {
        let output = with_each(&mut open_bilingual(page, "de"), translate);
        let kept = without_translations(&String::from_utf8(output).unwrap());
        let before = units(page);
        let after = units(&kept);
        // A title, values and choices are the translation only.
        let same = before.iter().filter(|unit| after.contains(unit));
        assert_eq!(same.count(), 9, "{kept}");
    }
}
