//! Tricky texts and what is made of them, to be reviewed by a person: one sentence on a line,
//! placeholders in ⟦⟧, what stays outside the sentences as it is in the snapshot's gaps.

use std::fmt::Write;

use dragoman_language::Language;
use dragoman_text::{SentenceSplitting, segment};

use SentenceSplitting::{Off, Punctuation, PunctuationAndNewlines};

fn language(tag: &str) -> Language {
    Language::parse(tag).unwrap()
}

#[track_caller]
fn check(tag: &str, text: &str, expected: &[&str]) {
    check_with(tag, Punctuation, text, expected);
}

#[track_caller]
fn check_with(tag: &str, splitting: SentenceSplitting, text: &str, expected: &[&str]) {
    let segmented = segment(text, language(tag), splitting);
    let found: Vec<&str> = segmented
        .sentences()
        .iter()
        .map(|sentence| sentence.text())
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn code_of_templates_neither_ends_a_sentence_nor_changes() {
    let text = "Use <?php echo 'A. B'; ?> here. Then {% if a. B %} go.";
    check(
        "en",
        text,
        &["Use <?php echo 'A. B'; ?> here.", "Then {% if a. B %} go."],
    );
    check("en", "{% block title %}<%= user.name %>{{#if a > b}}", &[]);
}

#[test]
fn sentences_end_where_a_reader_ends_them() {
    check(
        "en",
        "Mr. Smith left. He was 5.",
        &["Mr. Smith left.", "He was 5."],
    );
    check(
        "fr",
        "M. Dupont est venu. Il va bien.",
        &["M. Dupont est venu.", "Il va bien."],
    );
    check(
        "pt",
        "O artigo n.º 5 foi lido. Fim.",
        &["O artigo n.º 5 foi lido.", "Fim."],
    );
    check(
        "de",
        "Im 19. Jahrhundert war es so. Gut.",
        &["Im 19. Jahrhundert war es so.", "Gut."],
    );
    check(
        "pl",
        "Jan ur. 5 maja 1980 r. w Krakowie. Żyje.",
        &["Jan ur. 5 maja 1980 r. w Krakowie.", "Żyje."],
    );
    check(
        "tr",
        "19. yüzyılda oldu. 3. Sınıf geldi.",
        &["19. yüzyılda oldu.", "3. Sınıf geldi."],
    );
    check(
        "it",
        "Vedi pag. 5. Poi basta.",
        &["Vedi pag. 5.", "Poi basta."],
    );
    check(
        "nl",
        "Dat is d.w.z. Amsterdam. Klaar.",
        &["Dat is d.w.z. Amsterdam.", "Klaar."],
    );
    check(
        "zh",
        "他说：“你好。”然后走了。我们也走了。",
        &["他说：“你好。”然后走了。", "我们也走了。"],
    );
    check(
        "ja",
        "「行こう。」と彼は言った。そうだ。",
        &["「行こう。」と彼は言った。", "そうだ。"],
    );
    check(
        "zh",
        "我不知道……他走了。你呢？",
        &["我不知道……他走了。", "你呢？"],
    );
    check(
        "ko",
        "그는 \"가자.\"라고 했다. 네.",
        &["그는 \"가자.\"라고 했다.", "네."],
    );
    check(
        "en",
        "He said \"Go. Now.\" and left. Then?",
        &["He said \"Go. Now.\" and left.", "Then?"],
    );
    check(
        "en",
        "Wait… What? (See below. It works.) Then go.",
        &["Wait…", "What?", "(See below. It works.)", "Then go."],
    );
    check(
        "en",
        "Use Node.JS here. Fine.",
        &["Use Node.JS here.", "Fine."],
    );
    check(
        "vi",
        "TP. Hồ Chí Minh đẹp. Tạm biệt.",
        &["TP. Hồ Chí Minh đẹp.", "Tạm biệt."],
    );
    check("el", "Πού είσαι; Εδώ.", &["Πού είσαι;", "Εδώ."]);
}

#[test]
fn no_sentence_ends_inside_a_placeholder() {
    check(
        "en",
        "See https://a.example/b?c. Next one.",
        &["See https://a.example/b?c.", "Next one."],
    );
    check(
        "en",
        "Ask {user. Name}. Or {{ a. B }} now.",
        &["Ask {user. Name}.", "Or {{ a. B }} now."],
    );
    check(
        "en",
        "{name}. Left early. %s! Came.",
        &["Left early.", "Came."],
    );
}

#[test]
fn what_has_no_letter_is_not_translated() {
    for splitting in [Off, Punctuation, PunctuationAndNewlines] {
        for text in [
            "",
            " ",
            "\n\n",
            "123",
            "12:30 - 5 km",
            "{name}",
            "https://example.org",
            "***\n---\n",
            "😀",
            "1.\n2.\n",
        ] {
            check_with("en", splitting, text, &[]);
        }
    }
}

#[test]
fn list_markers_stay_outside() {
    check_with(
        "en",
        PunctuationAndNewlines,
        "- Milk\n* Eggs\n1. Bread. Fresh.\n  a) Rye\n• Oil",
        &["Milk", "Eggs", "Bread.", "Fresh.", "Rye", "Oil"],
    );
    check_with(
        "de",
        PunctuationAndNewlines,
        "1. Mai ist frei.",
        &["1. Mai ist frei."],
    );
}

#[test]
fn line_ends_split_only_when_asked_to() {
    let text = "She bought oat\nbiscuits. And\r\ntea.\n\nNothing else.";
    check_with(
        "en",
        PunctuationAndNewlines,
        text,
        &[
            "She bought oat",
            "biscuits.",
            "And",
            "tea.",
            "Nothing else.",
        ],
    );
    check_with(
        "en",
        Punctuation,
        text,
        &["She bought oat\nbiscuits.", "And\r\ntea.", "Nothing else."],
    );
    check_with(
        "en",
        Off,
        text,
        &["She bought oat\nbiscuits. And\r\ntea.", "Nothing else."],
    );
    let segmented = segment(text, language("en"), Punctuation);
    let kept: Vec<&str> = segmented
        .sentences()
        .iter()
        .flat_map(|sentence| {
            sentence
                .placeholders()
                .iter()
                .map(|range| &sentence.text()[range.clone()])
        })
        .collect();
    assert_eq!(kept, ["\n", "\r\n"]);
}

#[test]
fn translations_of_touching_sentences_are_parted_where_the_target_parts_words() {
    let segmented = segment("今日は雨。明日は晴れ。", language("ja"), Punctuation);
    let translations = ["It rains today.", "Tomorrow will be fine."];
    assert_eq!(
        segmented.join(&translations),
        "It rains today.Tomorrow will be fine."
    );
    let joined = segmented.join_into(language("en"), &translations);
    assert_eq!(joined.text, "It rains today. Tomorrow will be fine.");
    assert_eq!(joined.spans, [0..15, 16..38]);
    let joined = segmented.join_into(language("zh-Hans"), &["今天下雨。", "明天晴。"]);
    assert_eq!(joined.text, "今天下雨。明天晴。");
}

const TEXTS: &[(&str, &str)] = &[
    (
        "en",
        "At 5 p.m. he left. Dr. J. R. Brown, Ph.D., stayed (as ever). Why? Because!",
    ),
    (
        "en",
        "It cost $3.50 (about € 3). It weighs 5 kg, 100% sure. Call :name at 12:30.",
    ),
    (
        "en",
        "Hello %s,\n\n  you have {count} new messages.\n\n-- \nThe team",
    ),
    (
        "en",
        "First line\nsecond line. Third\u{1}part.\r\n\t- item one\r\n\t- item two",
    ),
    ("en", "no capitals here. just talk. is it fine? yes"),
    (
        "en",
        "Version 2.0.1 is out! See www.example.org. E.g. this, i.e. that, etc. Then more.",
    ),
    (
        "en",
        "\"Is it?\" she asked. 'It is.' He nodded. “Good.” That was all.",
    ),
    (
        "en",
        "Plan B. Then plan C. The U.S. Senate met. He lives in the U.S. She does not.",
    ),
    (
        "de",
        "Das ist z. B. am 3. Oktober um 5 Uhr. Prof. Dr. Groß kam am 1. Er ging bald.",
    ),
    (
        "de",
        "„Kommst du?“, fragte er. „Nein.“ Sie lachte. Die Nr. 5 lebt.",
    ),
    (
        "fr",
        "MM. Petit et M. Grand sont là. « Ça va ? » dit-il. Oui ! C'est 50 % de moins.",
    ),
    (
        "es",
        "¿Qué tal? ¡Bien! El Sr. Ruiz vive en la av. Sol n.º 5. Ud. sabe.",
    ),
    (
        "it",
        "Il dott. Rossi e l'avv. Neri abitano qui. Costa 5 €. Ecco.",
    ),
    (
        "pt",
        "O Sr. Silva mora na av. Central, n.º 3. Ele é prof. Costa.",
    ),
    ("nl", "Hij komt o.a. uit Gent. Dhr. Jansen, blz. 5. Klaar!"),
    (
        "pl",
        "W 1980 r. Polska była inna. Urodził się w Krakowie w 1980 r. Mieszka tam.",
    ),
    ("cs", "Narozen 5. května 1980 v Praze. Např. Brno. Ano."),
    (
        "ru",
        "А. С. Пушкин родился в 1799 г. в Москве. Ул. Ленина, д. 5. Да!",
    ),
    ("uk", "Він живе на вул. Садовій. Так."),
    (
        "tr",
        "Türkiye'nin 3. Cumhurbaşkanı geldi. Bkz. sayfa 5. Dr. Ali gitti.",
    ),
    ("hu", "Az 1. fejezet pl. ilyen. Dr. Kis jön."),
    ("fi", "Se oli 5. toukokuuta. Esim. Turku."),
    ("sv", "Det är t.ex. Volvo. Bl.a. Saab. Klart."),
    ("ar", "ذهب الولد. هل رجع؟ نعم، رجع!"),
    ("he", "שלום. מה שלומך? טוב."),
    ("hi", "यह घर है। वह बड़ा है।"),
    (
        "zh",
        "你好！我是学生。“是吗？”他问。访问https://example.org。好……",
    ),
    ("ja", "彼は来た。「はい。」「いいえ。」本当？「ええ」"),
    ("ko", "안녕하세요. 저는 학생입니다."),
    (
        "th",
        "สวัสดีครับ วันนี้อากาศดีมากเราจึงออกไปเดินเล่นที่สวนสาธารณะ แล้วกลับมากินข้าวที่บ้านกับครอบครัว",
    ),
    ("ka", "ეს სახლია. ის დიდია."),
];

#[test]
fn the_tricky_texts_are_taken_apart_as_reviewed() {
    let mut shown = String::new();
    for (tag, text) in TEXTS {
        writeln!(shown, "{tag}: {text:?}").unwrap();
        let segmented = segment(text, language(tag), Punctuation);
        for sentence in segmented.sentences() {
            let mut marked = sentence.text().to_owned();
            for range in sentence.placeholders().iter().rev() {
                marked.insert(range.end, '⟧');
                marked.insert(range.start, '⟦');
            }
            writeln!(shown, "    {}", marked.escape_debug()).unwrap();
        }
        let blanks: Vec<&str> = segmented.sentences().iter().map(|_| "•").collect();
        writeln!(shown, "    around: {:?}", segmented.join(&blanks)).unwrap();
    }
    insta::assert_snapshot!(shown);
}
