use std::io::Cursor;

use dragoman_language::Language;

use super::*;
use crate::testing;

const LAMPS: &str = include_str!("../../testdata/csv/lamps.csv");
const MESSAGES: &str = include_str!("../../testdata/tsv/lamps.tsv");

fn read_to(bytes: &[u8], target: &str) -> Result<SeparatedValues, DocumentError> {
    let options = Options::to(Language::parse(target).unwrap());
    SeparatedValues::read(&mut Cursor::new(bytes.to_vec()), &options)
}

fn units(text: &str) -> Vec<String> {
    let document = read_to(text.as_bytes(), "de").unwrap();
    testing::units(&document)
}

fn written(mut document: SeparatedValues, change: impl Fn(&str) -> String) -> Vec<u8> {
    testing::written(&mut document, |content| {
        testing::with_text(content, &change)
    })
}

fn translated(text: &str, change: impl Fn(&str) -> String) -> String {
    let document = read_to(text.as_bytes(), "de").unwrap();
    String::from_utf8(written(document, change)).unwrap()
}

fn upper(text: &str) -> String {
    translated(text, str::to_uppercase)
}

#[test]
fn cells_for_people_are_units() {
    assert_eq!(
        units(LAMPS),
        [
            "Article",
            "Name",
            "Description",
            "Price",
            "Status",
            "Address",
            "Desk lamp",
            "A lamp for the desk, in \"warm\" white",
            "Floor lamp",
            "Stands by itself.",
            "Three levels.",
            "Torch",
            "Small and light; waterproof",
        ]
    );
}

#[test]
fn a_file_whose_units_stay_keeps_its_bytes() {
    for text in [
        LAMPS,
        MESSAGES,
        &LAMPS.replace('\n', "\r\n"),
        &LAMPS.replace('\n', "\r"),
        &format!("\u{feff}{LAMPS}"),
    ] {
        assert_eq!(translated(text, str::to_owned), text);
    }
}

#[test]
fn only_cells_for_people_change() {
    let expected = "ARTICLE,NAME,DESCRIPTION,PRICE,STATUS,ADDRESS
L-100,DESK LAMP,\"A LAMP FOR THE DESK, IN \"\"WARM\"\" WHITE\",19.90,ACTIVE,https://example.org/l-100
L-101,FLOOR LAMP,\"STANDS BY ITSELF.
THREE LEVELS.\",=D2*2,SOLD_OUT,https://example.org/l-101
L-102,\"TORCH\",SMALL AND LIGHT; WATERPROOF,9.50,ACTIVE,
";
    assert_eq!(upper(LAMPS), expected);
}

#[test]
fn any_usual_sign_divides_cells() {
    for (text, expected) in [
        (
            "One thing;Two\nThree, 1;4,5\n",
            "ONE THING;TWO\nTHREE, 1;4,5\n",
        ),
        (
            "One\tTwo, three\nFour\tFive, six",
            "ONE\tTWO, THREE\nFOUR\tFIVE, SIX",
        ),
        (
            "One|Two\nThree|\"Four|five\"\n",
            "ONE|TWO\nTHREE|\"FOUR|FIVE\"\n",
        ),
        (
            "sep=;\nOne, two;1\nThree;2\n",
            "sep=;\nONE, TWO;1\nTHREE;2\n",
        ),
        ("\"SEP=|\"\r\nOne;x|1\r\n", "\"SEP=|\"\r\nONE;X|1\r\n"),
        ("One word\nMore words\n", "ONE WORD\nMORE WORDS\n"),
        (
            "One, \"two, so\" ,3\nA, \"b\",4\n",
            "ONE, \"TWO, SO\" ,3\nA, \"B\",4\n",
        ),
    ] {
        assert_eq!(upper(text), expected);
    }
    assert_eq!(
        units("Hello, you\nBye\nThe end\n"),
        ["Hello", "you", "Bye", "The end"]
    );
}

#[test]
fn quotation_marks_come_where_they_are_needed() {
    for (source, text, expected) in [
        ("One thing,2\n", "a, b", "\"a, b\",2\n"),
        ("One thing,2\n", "a; b", "a; b,2\n"),
        ("One thing;2\n", "a; b", "\"a; b\";2\n"),
        ("One thing,2\n", "say \"so\"", "\"say \"\"so\"\"\",2\n"),
        ("One thing,2\n", "a\nb", "\"a\nb\",2\n"),
        ("\"One thing\",2\n", "a", "\"a\",2\n"),
        ("One thing,2\n", " a ", "\" a \",2\n"),
        // Without quotation marks there are none.
        ("One\t\"Two\" of it\n", "\"a", " \"a\t\"a\n"),
        (
            "One thing\t\"Two\" of it\n",
            "a\t\"b\nc",
            "a \"b c\ta \"b c\n",
        ),
        ("\"A \\\"b\\\" c\",1\n", "a \"b\\", "\"a \\\"b\\\\\",1\n"),
    ] {
        assert_eq!(translated(source, |_| text.to_owned()), expected);
    }
}

#[test]
fn a_translation_is_no_formula() {
    for text in ["=1+1", "+49", "-x", "@SUM(1)", " =a", "＝a"] {
        let output = translated("One thing,2\n", |_| text.to_owned());
        assert!(output.trim_start_matches('"').starts_with('\''), "{output}");
    }
    assert_eq!(
        translated("- One thing,2\n", |_| "- a".to_owned()),
        "- a,2\n"
    );
    assert_eq!(
        translated("- One thing,2\n", |_| "=a".to_owned()),
        "'=a,2\n"
    );
    assert!(units("=\"One thing\"&A1,+SUM(A1),@SUM(A1),-A1,\"=A1\"\n").is_empty());
    assert_eq!(units("- One,@ all of you\n"), ["- One", "@ all of you"]);
}

#[test]
fn columns_and_headers_for_programs_stay() {
    for (text, expected) in [
        // Names of columns.
        (
            "id,name,price\n1,Red lamp,5\n",
            "id,name,price\n1,RED LAMP,5\n",
        ),
        (
            "productName,in_stock\nRed lamp,yes\n",
            "productName,in_stock\nRED LAMP,YES\n",
        ),
        (
            "Handle,Title,Vendor\nred-lamp,Red lamp,Lamp house\ngreen-lamp,Green lamp,Lamp house\n",
            "Handle,Title,Vendor\nred-lamp,RED LAMP,LAMP HOUSE\ngreen-lamp,GREEN LAMP,LAMP HOUSE\n",
        ),
        // Words of a list have no header.
        ("apple,pear\ndog,cat\n", "APPLE,PEAR\nDOG,CAT\n"),
        // Choices.
        (
            "name,status\nOne lamp,active\nTwo lamps,sold\nLamp,active\nA lamp,sold\n",
            "name,status\nONE LAMP,active\nTWO LAMPS,sold\nLAMP,active\nA LAMP,sold\n",
        ),
        (
            "Lamp,Colour\nOne lamp,red\nTwo lamps,red\nLamp,red\n",
            "LAMP,COLOUR\nONE LAMP,RED\nTWO LAMPS,RED\nLAMP,RED\n",
        ),
        (
            "Lamp,Currency\nOne lamp,EUR\nTwo lamps,USD\n",
            "LAMP,CURRENCY\nONE LAMP,EUR\nTWO LAMPS,USD\n",
        ),
        (
            "en\tOne lamp\nde\tTwo lamps\nfr\tLamp\n",
            "en\tONE LAMP\nde\tTWO LAMPS\nfr\tLAMP\n",
        ),
        // Mostly identifiers.
        (
            "Lamp,Key\nOne,lamp_one\nTwo,lamp_two\nThree,lamps\n",
            "LAMP,KEY\nONE,lamp_one\nTWO,lamp_two\nTHREE,lamps\n",
        ),
        (
            "Lamp,New\nOne,TRUE\nTwo,null\nX-15,#N/A\n",
            "LAMP,NEW\nONE,TRUE\nTWO,null\nX-15,#N/A\n",
        ),
    ] {
        assert_eq!(upper(text), expected);
    }
}

#[test]
fn of_several_languages_only_the_target_is_filled_in() {
    assert_eq!(
        upper(MESSAGES),
        "key\tcontext\ten\tde\tfr\r\nlamp.on\tstate\tThe lamp is on\tTHE LAMP IS ON\tLa lampe est allumée\r\n\
         lamp.off\tstate\tThe lamp is off\tDie Lampe ist aus\r\nlamp.new\tbutton\tNew lamp\tNEW LAMP\r\n"
    );
    for (target, text, expected) in [
        (
            "es",
            "key,en_US,fr_FR\na,The lamp,La lampe\n",
            "key,es,fr_FR\na,THE LAMP,La lampe\n",
        ),
        (
            "pt-BR",
            "key,en_US,fr_FR\na,The lamp,La lampe\n",
            "key,pt_BR,fr_FR\na,THE LAMP,La lampe\n",
        ),
        (
            "es",
            "\"EN\",FR\nThe lamp,La lampe\n",
            "\"ES\",FR\nTHE LAMP,La lampe\n",
        ),
        (
            "es",
            "id,English,French\na,The lamp,La lampe\n",
            "id,Spanish,French\na,THE LAMP,La lampe\n",
        ),
        (
            "fr",
            "id,English,French\na,The lamp,\"\"\n",
            "id,English,French\na,The lamp,\"THE LAMP\"\n",
        ),
        (
            "de",
            "source,context,target\nThe lamp,A word\nOne,x,Eins\n",
            "source,context,target\nThe lamp,A word,THE LAMP\nOne,x,Eins\n",
        ),
        (
            "de",
            "key,en,de-DE\na,The lamp\n",
            "key,en,de-DE\na,The lamp,THE LAMP\n",
        ),
        (
            "zh-Hant",
            "key,EN,zh-CN,zh_TW\na,The lamp,,\n",
            "key,EN,zh-CN,zh_TW\na,The lamp,,THE LAMP\n",
        ),
        (
            "nb",
            "key,en,no,de\na,The lamp,,\n",
            "key,en,no,de\na,The lamp,THE LAMP,\n",
        ),
        (
            "de",
            "fr\tFrench\nit\tItalian\n",
            "FR\tFRENCH\nIT\tITALIAN\n",
        ),
        // Words are no languages, and one language is none.
        (
            "de",
            "It,Is,Id\nNo,The lamp,A\n",
            "IT,IS,ID\nNO,THE LAMP,A\n",
        ),
        ("de", "id,en\n1,The lamp\n", "id,en\n1,THE LAMP\n"),
    ] {
        let document = read_to(text.as_bytes(), target).unwrap();
        let output = String::from_utf8(written(document, str::to_uppercase)).unwrap();
        assert_eq!(output, expected);
    }
}

#[test]
fn what_programs_read_differently_stays() {
    assert_eq!(
        upper("\"One\" thing,two\nThree,four\n"),
        "\"One\" thing,TWO\nTHREE,FOUR\n"
    );
    assert_eq!(
        upper("One,two\n\"Three,four\nFive,six\n"),
        "ONE,TWO\n\"Three,four\nFive,six\n"
    );
}

#[test]
fn a_table_that_was_translated_has_its_cells() {
    let hostile = "\"a\",;\t|\r\n=b\u{202e}שלום\\";
    for text in [LAMPS, MESSAGES, "A word;b c\n1;\"d e\"\n", "A word|b\n"] {
        let before = cells(text);
        let output = translated(text, |_| hostile.to_owned());
        let after = cells(&output);
        assert_eq!(before.len(), after.len(), "{output}");
    }
}

/// The rows of a table with how many cells each has that is not empty.
fn cells(text: &str) -> Vec<usize> {
    let dialect = Dialect::of(text, ',').unwrap();
    let rows = Rows::read(text, &dialect, &crate::Limits::default()).unwrap();
    let below = rows.below_header().map(<[_]>::len);
    std::iter::once(rows.header().len()).chain(below).collect()
}

#[test]
fn encodings_come_back_and_become_utf_8_where_they_lack_a_letter() {
    let latin = b"Caf\xe9 au lait;na\xefve\nd\xe9j\xe0 vu;gar\xe7on\n";
    let document = read_to(latin, "de").unwrap();
    assert_eq!(
        written(document, str::to_uppercase),
        b"CAF\xc9 AU LAIT;NA\xcfVE\nD\xc9J\xc0 VU;GAR\xc7ON\n"
    );
    let document = read_to(latin, "cs").unwrap();
    let output = written(document, |_| "č".to_owned());
    assert_eq!(String::from_utf8(output).unwrap(), "č;č\nč;č\n");
    let utf_16: Vec<u8> = "\u{feff}One\tTwo\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let expected: Vec<u8> = "\u{feff}ONE\tTWO\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(
        written(read_to(&utf_16, "de").unwrap(), str::to_uppercase),
        expected
    );
}

#[test]
fn whatever_a_file_is_its_bytes_come_back() {
    for text in [LAMPS, MESSAGES] {
        for end in 0..text.len() {
            let Some(text) = text.get(..end) else {
                continue;
            };
            assert_eq!(translated(text, str::to_owned), text);
            upper(text);
        }
    }
    for text in [
        "",
        "\"",
        "\"\"",
        ",",
        ",,\n\n,",
        "\r",
        "\r\n\"a",
        "a\"b\"c",
        "\"a\"b\"c",
        "sep=",
        "sep=;",
        "sep=\n",
        "sep=a\n",
        " \"a\" , \"b",
        "a\tb\"\t\"c\" d\n",
        "\"a\\\"",
        "id,en,de",
        "en,de\n\na",
        "source,target\n\"a b",
    ] {
        assert_eq!(translated(text, str::to_owned), text);
        upper(text);
    }
    for piece in [
        "\"",
        ",\"",
        ", \"a",
        ",\"\"x",
        "\"\"\",",
        "\\\"",
        "a b,",
        "\"a\nb\",",
    ] {
        let text = piece.repeat(20_000);
        assert_eq!(translated(&text, str::to_owned), text);
    }
}
