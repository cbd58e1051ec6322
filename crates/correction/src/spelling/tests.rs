use std::collections::HashMap;
use std::convert::Infallible;

use super::*;
use crate::base_language::BaseLanguage;

/// A dictionary of some words, all of which it suggests for any other word, and an English one.
struct Words(Vec<&'static str>);

const ENGLISH: [&str; 1] = ["grate"];

impl Dictionaries for Words {
    type Error = Infallible;

    fn languages(&self) -> Vec<Language> {
        vec![Language::parse("en").unwrap()]
    }

    async fn look_up(
        &self,
        language: Language,
        words: &[String],
    ) -> Result<Vec<Spelling>, Infallible> {
        let spelling = |word: &String| match language.tag() {
            "en" if ENGLISH.contains(&word.as_str()) => Spelling::Known,
            "en" => Spelling::Unknown(Vec::new()),
            _ => self.spelling(word),
        };
        Ok(words.iter().map(spelling).collect())
    }

    async fn are_known(
        &self,
        language: Language,
        words: &[String],
    ) -> Result<Vec<bool>, Infallible> {
        let spellings = self.look_up(language, words).await?;
        let is_known = |spelling: &Spelling| *spelling == Spelling::Known;
        Ok(spellings.iter().map(is_known).collect())
    }
}

impl Words {
    fn spelling(&self, word: &str) -> Spelling {
        let mut small = word.chars();
        let first = small.next().map(|first| first.to_lowercase().to_string());
        let small = first.unwrap_or_default() + small.as_str();
        if self.0.contains(&word) || self.0.contains(&small.as_str()) {
            return Spelling::Known;
        }
        Spelling::Unknown(self.0.iter().map(|known| (*known).to_owned()).collect())
    }
}

fn corrected(base: BaseLanguage, text: &str, words: &str) -> String {
    let language = Language::parse(base.tag()).unwrap();
    let words = Words(
        words
            .split(' ')
            .map(|word| &*word.to_owned().leak())
            .collect(),
    );
    let mut editable = EditableText::new(text.to_owned(), Vec::new());
    let orthography = Orthography::of(base);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let edits = runtime.block_on(edits(&editable, language, orthography, &words));
    editable.apply(edits.unwrap());
    editable.into_text()
}

#[test]
fn misspellings_are_corrected_where_one_word_is_clearly_meant() {
    let german = "Ich gehe heute für nach Hause Straße weil das Wetter schön ist";
    for (faulty, expected) in [
        ("Ich gehe huete nach Hause", "Ich gehe heute nach Hause"),
        ("Das Weter ist schoen", "Das Wetter ist schön"),
        ("fuer Hause", "für Hause"),
        ("die Strasse", "die Straße"),
    ] {
        assert_eq!(corrected(BaseLanguage::German, faulty, german), expected);
    }
}

#[test]
fn names_and_words_that_resemble_several_stay() {
    let spanish = "la casa es grande y caso cabo cosa de vive en María";
    for text in [
        "vive en Casaa Grandee",
        "la camo",
        "grande@casaa.es",
        "xyzzyq",
    ] {
        assert_eq!(corrected(BaseLanguage::Spanish, text, spanish), text);
    }
}

#[test]
fn a_swiss_text_keeps_its_ss() {
    let german = "die Straße ist weiß groß schön und";
    for (text, expected) in [
        ("die Strasse ist gross", "die Strasse ist gross"),
        ("die Strasse ist schön", "die Straße ist schön"),
        (
            "die Strasse ist gross und weiß",
            "die Straße ist groß und weiß",
        ),
        (
            "die Strasse ist gross und schoen",
            "die Straße ist groß und schön",
        ),
    ] {
        assert_eq!(corrected(BaseLanguage::German, text, german), expected);
    }
}

#[test]
fn names_after_titles_do_not_change() {
    let german = "Weiß Große und ist da";
    let text = "Frau Weiss und Herr Grosse; Dr. Weiss";
    let corrected_text = corrected(
        BaseLanguage::German,
        text,
        &format!("{german} Frau Herr Dr"),
    );
    assert_eq!(corrected_text, text);
    let text = "O Sr. Quim paga";
    assert_eq!(
        corrected(BaseLanguage::Portuguese, text, "o paga quem"),
        text
    );
}

#[test]
fn a_missing_apostrophe_is_set() {
    let french = "ai reçu la lettre gai arbre de est";
    for (faulty, expected) in [
        ("jai reçu la lettre", "j'ai reçu la lettre"),
        ("larbre est gai", "l'arbre est gai"),
        ("larbre est « jai »", "l'arbre est « jai »"),
    ] {
        assert_eq!(corrected(BaseLanguage::French, faulty, french), expected);
    }
}

#[test]
fn words_of_another_language_or_of_a_program_stay() {
    for (base, text, known) in [
        (
            BaseLanguage::Italian,
            "gli grate diciotto",
            "gli grande diciotto",
        ),
        (BaseLanguage::German, "das wird scho wern", "das wird schon"),
        (BaseLanguage::German, "ja sooo schön", "ja so schön soo"),
        (
            BaseLanguage::French,
            "tapez grepp -r mot",
            "tapez mot greffe grep",
        ),
        (
            BaseLanguage::French,
            "voir chapp. deux",
            "voir deux chape chapi",
        ),
        (
            BaseLanguage::Spanish,
            "if ( casaa == grande )",
            "casa grande",
        ),
        (BaseLanguage::German, "das Łódz", "das Lodz"),
    ] {
        assert_eq!(corrected(base, text, known), text);
    }
}

#[test]
fn a_mark_on_another_letter_is_moved() {
    let portuguese = "a polícia policia chegou";
    let corrected = corrected(
        BaseLanguage::Portuguese,
        "a polícía policía chegou",
        portuguese,
    );
    assert_eq!(corrected, "a polícia polícia chegou");
}

#[test]
fn costs_are_those_of_the_cheapest_edits() {
    let german = Orthography::of(BaseLanguage::German);
    let costs: HashMap<(&str, &str), f32> = [
        (("fuer", "für"), 0.3),
        (("huete", "heute"), 0.7),
        (("Weter", "Wetter"), 0.55),
        (("haus", "Haus"), 0.2),
        (("", "ab"), 2.2),
        (("xaus", "Haus"), 1.7),
    ]
    .into();
    for ((word, meant), cost) in costs {
        let found = WordLists::of(BaseLanguage::German)
            .error_model(german)
            .distance(word, meant);
        assert!((found - cost).abs() < 0.001, "{word} {meant} {found}");
    }
}

#[test]
fn a_name_that_begins_a_sentence_and_resembles_a_misspelling_stays() {
    for (base, text) in [
        (BaseLanguage::Spanish, "Dias Ferreira cantó"),
        (BaseLanguage::Spanish, "Nino llegó tarde"),
        (BaseLanguage::Spanish, "Ivan llegó tarde"),
        (BaseLanguage::Portuguese, "Maes Hughes foi"),
        (BaseLanguage::Portuguese, "Fiz um quiz"),
        (BaseLanguage::French, "Zero Theorem est sorti"),
        (BaseLanguage::German, "Viele Inder kamen"),
        (BaseLanguage::German, "Sylvester Stallone kam"),
    ] {
        let known = text.split(' ').skip(1).collect::<Vec<_>>().join(" ");
        assert_eq!(corrected(base, text, &format!("{text} {known}")), text);
    }
    let spanish = "vinieron ayer";
    assert_eq!(
        corrected(BaseLanguage::Spanish, "Nesecito ayer", spanish),
        "Necesito ayer"
    );
}

#[test]
fn spanish_words_of_trades_clipped_ones_and_english_passages_stay() {
    for (text, word) in [
        ("el draco duerme", "drago"),
        ("un escrito polucionado", "solucionado"),
        ("Velon duerme", "velón"),
        ("llevaremo' pan", "llevaremos pan"),
        ("des- nudar", "nadar"),
        ("escrito en perl", "escrito en pero"),
        ("un juego de arcade", "un juego de árcade"),
        ("choose from the main menu", "menú"),
    ] {
        assert_eq!(corrected(BaseLanguage::Spanish, text, word), text);
    }
    assert_eq!(
        corrected(BaseLanguage::Spanish, "el travajo", "trabajo el"),
        "el trabajo"
    );
}

#[test]
fn a_word_that_people_rarely_write_is_hardly_meant() {
    let known = "a nas casas fala das aldeias chegou a noite élicas pejamo noite";
    for text in ["as aldeias élxicas", "nós pegxamo"] {
        let known = format!("{known} as nós");
        assert_eq!(corrected(BaseLanguage::Portuguese, text, &known), text);
    }
    assert_eq!(
        corrected(BaseLanguage::Portuguese, "a nooite chegou", known),
        "a noite chegou"
    );
}

#[test]
fn german_words_that_the_dictionary_lacks_stay() {
    for (text, known) in [
        ("die Navigatorin kam", "die Navigatoren kam"),
        ("im Nahkampf", "im nah Kampf Nähkampf"),
        ("sie trägt es am Halse", "sie trägt es am Hals Hälse"),
        ("sie wollen es erjagen", "sie wollen es erlagen"),
        ("wir wollen es domestizieren", "wir wollen es Domestizieren"),
        ("heut’ nicht", "heute nicht"),
        ("das war verd… und", "das war verdi und"),
        ("(B)eenden oder", "B enden oder"),
        ("schön, da kam Hamel", "schön da kam Hammel"),
        ("wie schön Ole singt", "wie schön Öle singt"),
        ("er ist sehbehindert", "er ist gehbehindert"),
        ("sie will hierbleiben", "sie will hier bleiben"),
    ] {
        assert_eq!(corrected(BaseLanguage::German, text, known), text);
    }
    for (faulty, expected, known) in [
        ("der hund bellt", "der Hund bellt", "der Hund bellt"),
        ("viele Fehller", "viele Fehler", "viele Fehler"),
    ] {
        assert_eq!(corrected(BaseLanguage::German, faulty, known), expected);
    }
}

#[test]
fn the_stem_of_a_verb_before_a_pronoun_is_no_word() {
    let known = "pedra pedrá pedrar a";
    assert_eq!(
        corrected(BaseLanguage::Portuguese, "a pédra", known),
        "a pedra"
    );
}

#[test]
fn foreign_names_and_sentences_stay() {
    for (text, known) in [
        ("Tallin chegou", "Talin talin chegou"),
        ("Jotha chegou", "Jota jota chegou"),
        ("Iona chegou", "Ioná chegou"),
        ("Press the butao to close", "botão"),
        ("é 'ocês", "é océs"),
        (
            "non poñer os pés en noso val",
            "não poder os pés em nosso vale",
        ),
    ] {
        assert_eq!(
            corrected(BaseLanguage::Portuguese, text, known),
            text,
            "{text}"
        );
    }
}
