//! What the model answers, well and badly, and what becomes of it.

use std::sync::Arc;

use dragoman_domain::{Detection, Language, LanguageDetector, Segment, Translator};

use crate::chat_server::{ChatServer, Question, Reply, answer_text, good, translations};
use crate::support::{Setup, engine, is_by_model, job, segment, sentences, texts, written};

const LONG: &str = "The committee will discuss the budget of the library again on Monday morning.";

/// A job of three sentences, the second with a placeholder and the third with markup.
fn three() -> dragoman_domain::TranslationJob {
    job(vec![
        segment("The meeting is on Monday."),
        Segment::new("Dear {name}, please come.".to_owned(), vec![5..11]),
        segment("Press Continue now.").with_spans(vec![6..14]),
    ])
}

#[tokio::test]
async fn a_good_answer_is_taken_and_nothing_else_is_asked() {
    let server = ChatServer::start().await;
    let translations = engine(&server).translate(three()).await.unwrap();
    assert_eq!(
        written(&translations),
        [
            "Thee meeeetiing iis oon Moondaay.",
            "Deeaar {name}, pleeaasee coomee.",
            "Preess Coontiinuuee noow."
        ]
    );
    assert_eq!(is_by_model(&translations), [true; 3]);
    assert_eq!(server.questions().len(), 1, "one passage is one question");
    let alignment = translations[2].alignment().unwrap();
    let tokens: Vec<&str> = alignment
        .target_tokens()
        .iter()
        .map(|range| &translations[2].text()[range.clone()])
        .collect();
    assert_eq!(tokens, ["Preess", "Coontiinuuee", "noow."]);
}

#[tokio::test]
async fn the_fence_of_a_code_block_does_no_harm() {
    let server = ChatServer::start().await;
    server.always(|question| {
        let text = answer_text(&translations(question));
        Reply::Text(format!("```json\n{text}\n```"))
    });
    let translations = engine(&server).translate(three()).await.unwrap();
    assert_eq!(is_by_model(&translations), [true; 3]);
}

/// Ways to break an answer, with the word for it, and how many of the three sentences are still
/// the model's.
type Breakage = (&'static str, [bool; 3], fn(&Question) -> Reply);

fn changed(question: &Question, change: impl Fn(&str) -> String) -> Reply {
    let texts = translations(question).into_iter();
    Reply::Translations(texts.map(|text| change(&text)).collect())
}

const BREAKAGES: &[Breakage] = &[
    ("nonsense", [false; 3], |_| {
        Reply::Text("Lorem ipsum dolor".to_owned())
    }),
    ("nothing", [false; 3], |_| Reply::Text(String::new())),
    ("chatter before", [false; 3], |question| {
        let text = answer_text(&translations(question));
        Reply::Text(format!("Here is your translation: {text}"))
    }),
    ("chatter after", [false; 3], |question| {
        let text = answer_text(&translations(question));
        Reply::Text(format!("{text}\nI hope this helps!"))
    }),
    ("chatter inside", [false; 3], |question| {
        changed(question, |text| format!("Sure, {text}"))
    }),
    ("a segment is missing", [false; 3], |question| {
        let mut texts = translations(question);
        texts.pop();
        Reply::Translations(texts)
    }),
    ("a segment too many", [false; 3], |question| {
        let mut texts = translations(question);
        texts.push("Eeiins".to_owned());
        Reply::Translations(texts)
    }),
    (
        "a placeholder is missing",
        [true, false, true],
        |question| changed(question, |text| text.replace("{name}", "Naamee")),
    ),
    (
        "a placeholder is there twice",
        [true, false, true],
        |question| changed(question, |text| text.replace("{name}", "{name} {name}")),
    ),
    ("a placeholder is new", [false; 3], |question| {
        changed(question, |text| format!("{text} {{id}}"))
    }),
    ("a mark is missing", [true, true, false], |question| {
        changed(question, |text| text.replace("⟦/1⟧", ""))
    }),
    ("a mark is there twice", [true, true, false], |question| {
        changed(question, |text| text.replace("⟦/1⟧", "⟦/1⟧⟦1⟧⟦/1⟧"))
    }),
    ("a tag is new", [false; 3], |question| {
        changed(question, |text| format!("<b>{text}</b>"))
    }),
    ("the wrong script", [false; 3], |question| {
        changed(question, |text| {
            let kept = if text.contains("{name}") {
                "{name}"
            } else {
                ""
            };
            let marks = if text.contains('⟦') {
                "⟦1⟧да⟦/1⟧"
            } else {
                ""
            };
            format!("Собрание состоится в понедельник {kept} {marks}")
        })
    }),
    ("empty translations", [false; 3], |question| {
        changed(question, |_| String::new())
    }),
    ("much too long", [false; 3], |question| {
        changed(question, |text| {
            format!("{text} {}", "uund noochmaals ".repeat(30))
        })
    }),
    ("line ends", [false; 3], |question| {
        changed(question, |text| format!("{text}\nJaa."))
    }),
    ("cut off", [false; 3], |question| {
        let text = answer_text(&translations(question));
        Reply::Truncated(text.chars().take(40).collect())
    }),
];

#[tokio::test]
async fn an_answer_that_is_no_translation_is_asked_for_once_more_and_then_left_to_others() {
    for (breakage, is_kept, reply) in BREAKAGES {
        let server = ChatServer::start().await;
        server.always(reply);
        let translations = engine(&server).translate(three()).await.unwrap();
        assert_eq!(
            is_by_model(&translations),
            *is_kept,
            "{breakage}: {translations:?}"
        );
        for (translation, segment) in translations.iter().zip(three().segments.iter()) {
            let local = format!("local: {}", segment.text());
            let is_local = translation.text() == local;
            let is_model = !translation.text().contains("local");
            assert!(is_local || is_model, "{breakage}: {translation:?}");
        }
        let asked = server.questions();
        let again = asked.iter().skip(1);
        for question in
            again.filter(|question| *breakage != "cut off" || question.texts().len() == 1)
        {
            assert_eq!(question.texts().len(), 1, "{breakage}");
        }
    }
}

#[tokio::test]
async fn what_is_better_the_second_time_is_taken() {
    for (breakage, _, reply) in BREAKAGES {
        let server = ChatServer::start().await;
        let first = std::sync::atomic::AtomicBool::new(true);
        server.always(move |question| {
            if first.swap(false, std::sync::atomic::Ordering::SeqCst) {
                reply(question)
            } else {
                good(question)
            }
        });
        let translations = engine(&server).translate(three()).await.unwrap();
        assert_eq!(is_by_model(&translations), [true; 3], "{breakage}");
    }
}

#[tokio::test]
async fn the_model_is_told_why_it_is_asked_again() {
    let server = ChatServer::start().await;
    server.once(Reply::Translations(vec!["Liiebee Kuundiin!".to_owned()]));
    let segment = Segment::new("Dear {name}!".to_owned(), vec![5..11]);
    engine(&server).translate(job(vec![segment])).await.unwrap();
    let questions = server.questions();
    assert!(!questions[0].system().contains("refused"));
    let again = questions[1].system();
    assert!(
        again.contains("refused") && again.contains("\"keep\""),
        "{again}"
    );
}

#[tokio::test]
async fn a_long_sentence_that_is_left_as_it_is_is_refused_and_a_short_one_is_not() {
    let server = ChatServer::start().await;
    server.always(|question| Reply::Translations(question.texts()));
    let translations = engine(&server)
        .translate(texts(&[LONG, "Berlin", "Hotel Adlon"]))
        .await;
    assert_eq!(is_by_model(&translations.unwrap()), [false, true, true]);
}

/// Takes every text for French that has "le" in it.
struct Detector;

impl LanguageDetector for Detector {
    fn detect(&self, text: &str) -> Detection {
        let tag = if text.contains(" le ") { "fr" } else { "de" };
        Detection::Detected(Language::parse(tag).unwrap())
    }

    fn detectable(&self) -> &[Language] {
        &[]
    }
}

#[tokio::test]
async fn a_translation_into_another_language_of_the_same_script_is_refused() {
    let server = ChatServer::start().await;
    server.always(|_| {
        let text = "La commission va encore discuter le budget de la bibliothèque lundi matin.";
        Reply::Translations(vec![text.to_owned()])
    });
    let mut setup = Setup::new(&server);
    let accepted = setup.engine().translate(texts(&[LONG])).await.unwrap();
    assert_eq!(
        is_by_model(&accepted),
        [true],
        "without a detector nobody can tell"
    );
    setup.detector = Some(Arc::new(Detector));
    let refused = setup.engine().translate(texts(&[LONG])).await.unwrap();
    assert_eq!(is_by_model(&refused), [false]);
    server.always(|_| {
        let text = "Der Ausschuss wird am Montag noch einmal über den Haushalt sprechen.";
        Reply::Translations(vec![text.to_owned()])
    });
    let accepted = setup.engine().translate(texts(&[LONG])).await.unwrap();
    assert_eq!(is_by_model(&accepted), [true]);
}

#[tokio::test]
async fn a_model_that_is_always_refused_is_not_asked_for_every_sentence() {
    let server = ChatServer::start().await;
    server.always(|_| Reply::Text("no".to_owned()));
    let many: Vec<String> = (0..60)
        .map(|number| format!("This is sentence number {number}."))
        .collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let translations = engine(&server).translate(sentences(&many)).await.unwrap();
    assert_eq!(is_by_model(&translations), [false; 60]);
    assert!(
        server.questions().len() < 10,
        "{}",
        server.questions().len()
    );
}

#[tokio::test]
async fn texts_without_words_are_not_sent() {
    let server = ChatServer::start().await;
    let code = Segment::new("12 {a} – 14".to_owned(), vec![3..6]).with_spans(vec![0..2]);
    let translations = engine(&server)
        .translate(job(vec![code, segment("42")]))
        .await
        .unwrap();
    assert_eq!(written(&translations), ["12 {a} – 14", "42"]);
    assert!(translations[0].alignment().is_some());
    assert!(server.questions().is_empty());
}
