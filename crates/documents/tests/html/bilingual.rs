use dragoman_documents::Options;

use super::*;

pub(crate) fn open_bilingual(html: &[u8], target: &str) -> Html {
    let options = Options {
        bilingual: true,
        ..common::options(target)
    };
    Html::read(&mut Cursor::new(html.to_vec()), &options).unwrap()
}

/// The page with these translations behind its texts, with a short mark for the element that they are in.
fn bilingual(html: &str, translations: &[&str]) -> String {
    let output = common::write(&mut open_bilingual(html.as_bytes(), "de"), translations);
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
        // What has nothing in it is an anchor or a picture.
        (
            "<p>One<a name=x></a> <i class=icon></i> two</p>",
            &["Eins<1></1> <2></2> zwei"],
            "<p>One<a name=x></a> <i class=icon></i> two <br><DE>Eins  zwei</span></p>",
        ),
        // Of controls, pictures and scripts among words that stay, the words.
        (
            "<p>By <span translate=no>A <img src=b>&amp; C<script>d</script></span> alone</p>",
            &["Nur von {1}"],
            "<p>By <span translate=no>A <img src=b>&amp; C<script>d</script></span> alone <br><DE>Nur von A &amp; C</span></p>",
        ),
        (
            "<p>The <x-term id=a>word</x-term> <ruby>\u{6f22}<rt>kan</rt></ruby></p>",
            &["Das <1>Wort</1> <2>\u{6f22}{3}</2>"],
            "<p>The <x-term id=a>word</x-term> <ruby>\u{6f22}<rt>kan</rt></ruby> <br><DE>Das Wort \u{6f22}</span></p>",
        ),
        // A program puts its value in again, and what else it does is done once.
        (
            "<p>Dear <?= $name ?>, <?php if ($a): ?>you<?php endif ?> are <?php echo $b ?> in</p>",
            &["Hallo {1}, du {2} {3} bist {4} drin"],
            "<p>Dear <?= $name ?>, <?php if ($a): ?>you<?php endif ?> are <?php echo $b ?> in <br><DE>Hallo <?= $name ?>, du   bist <?php echo $b ?> drin</span></p>",
        ),
    ] {
        assert_eq!(bilingual(page, translations), expected);
    }
}

#[test]
fn a_translation_without_words_is_none() {
    let page = "<p>One <b>two</b> <code>x</code></p><p>Three</p>";
    assert_eq!(
        bilingual(page, &["<1></1>{2}", "Drei"]),
        "<p>One <b>two</b> <code>x</code></p><p>Three <br><DE>Drei</span></p>"
    );
}

#[test]
fn where_there_is_one_line_the_translation_takes_it() {
    assert_eq!(
        bilingual(
            "<title>One</title><select>Two<option>Three<optgroup label=Four></select><p title=\"Five\">Six</p>",
            &["Eins", "Zwei", "Drei", "Vier", "F\u{fc}nf", "Sechs"],
        ),
        "<title>Eins</title><select>Zwei<option>Drei<optgroup label=\"Vier\"></select><p title=\"F\u{fc}nf\">Six <br><DE>Sechs</span></p>"
    );
}

#[test]
fn stretches_that_go_on_are_around_the_translation() {
    assert_eq!(
        bilingual(
            "<p>One <b>and two.<br>Three</b></p>",
            &["Eins <1>und zwei.</1>", "Drei"],
        ),
        "<p>One <b>and two. <br><DE>Eins und zwei.</span><br>Three <br><DE>Drei</span></b></p>"
    );
    // No link stands in another one.
    assert_eq!(
        bilingual(
            "<p>See <a href=x>this.<br>And that</a> as well</p>",
            &["Siehe <1>dies.</1>", "<1>Und das</1> auch"],
        ),
        "<p>See <a href=x>this. <br><DE>Siehe dies.</span><br>And that</a> as well <br><DE><a href=x>Und das</a> auch</span></p>"
    );
}

#[test]
fn the_page_stays_in_its_language_and_direction() {
    let write = |page: &str, target| {
        let output = common::write(&mut open_bilingual(page.as_bytes(), target), &["X"]);
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
    let page = "<html lang=\"en\"><p>One <q dir=\"rtl\">\u{5d0}</q></p></html>";
    assert!(write(page, "de").contains(" lang=\"de\" dir=\"ltr\">X"));
    assert!(write(page, "ar").contains(" lang=\"ar\" dir=\"rtl\">X"));
    for page in [
        "<?xml version=\"1.0\"?><html><p>One</p></html>",
        "<html xmlns=\"http://www.w3.org/1999/xhtml\"><p>One</p></html>",
    ] {
        assert!(
            write(page, "de").contains(
                " <br/><span class=\"dragoman-translation\" lang=\"de\" xml:lang=\"de\">X<"
            )
        );
    }
}

#[test]
fn a_letter_that_the_encoding_lacks_makes_the_page_utf_8() {
    let page = "<meta charset=\"iso-8859-1\"><p>D\u{e9}j\u{e0}";
    let (bytes, ..) = encoding_rs::WINDOWS_1252.encode(page);
    let options = Options {
        bilingual: true,
        ..common::options("uk")
    };
    let mut document = Html::read(&mut Cursor::new(bytes.into_owned()), &options).unwrap();
    let output =
        String::from_utf8(common::write(&mut document, &["\u{412}\u{436}\u{435}"])).unwrap();
    assert_eq!(
        output,
        "<meta charset=\"utf-8\"><p>D\u{e9}j\u{e0} <br><span class=\"dragoman-translation\" lang=\"uk\">\u{412}\u{436}\u{435}</span>"
    );
}

#[test]
fn a_page_whose_units_stay_keeps_its_bytes() {
    let page = include_str!("../../testdata/html/page.html");
    let output = with_each(&mut open_bilingual(page.as_bytes(), "ar"), Clone::clone);
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
        let output = with_each(&mut open_bilingual(page.as_bytes(), "de"), translate);
        let kept = without_translations(&String::from_utf8(output).unwrap());
        let before = units(page);
        let after = units(&kept);
        // A title, values and choices are the translation only.
        let same = before.iter().filter(|unit| after.contains(unit));
        assert_eq!(same.count(), 9, "{kept}");
    }
}
