//! Translations in a wanted register, by models that know two.

use std::fmt::Write as _;
use std::fs;

use dragoman_domain::{
    Guidance, Offer, Register, Segment, SegmentTranslation, Term, TranslationJob, Translator,
};
use dragoman_marian::InstalledModel;
use dragoman_marian::Marian;
use dragoman_nmt::{ModelPaths, VocabularyPaths};
use dragoman_text::register::register_of;

use crate::support::{chrf, config, engine, pair, texts_of};
use crate::trained::{folder, student};

const TARGETS: [&str; 8] = ["de", "es", "fr", "it", "nl", "pl", "pt", "ru"];

/// A student whose training addressed readers in both registers, the formal one more often.
fn addressing(target: &str) -> InstalledModel {
    let name = format!("en{target}");
    let folder = folder(&format!("address-{name}"));
    InstalledModel {
        pair: pair("en", target),
        paths: ModelPaths {
            weights: folder.join(format!("model.{name}.intgemm.alphas.bin")),
            shortlist: Some(folder.join(format!("lex.50.50.{name}.s2t.bin"))),
            vocabulary: VocabularyPaths::Shared(folder.join(format!("vocab.{name}.spm"))),
            decoder_settings: None,
        },
        id: format!("address-{name}"),
        architecture: "tiny".to_owned(),
        preference: 0,
    }
}

pub(crate) fn trained(target: &str) -> Marian {
    engine(&config(), vec![addressing(target)])
}

fn lines(target: &str, file: &str) -> Vec<String> {
    let path = folder(&format!("address-en{target}")).join(file);
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn job(target: &str, texts: &[String], register: Option<Register>) -> TranslationJob {
    let plain = |text: &String| Segment::new(text.clone(), Vec::new());
    TranslationJob {
        guidance: Guidance {
            register,
            ..Guidance::default()
        },
        ..TranslationJob::new(pair("en", target), texts.iter().map(plain).collect())
    }
}

async fn translations(
    engine: &Marian,
    target: &str,
    texts: &[String],
    register: Option<Register>,
) -> Vec<String> {
    texts_of(
        engine
            .translate(job(target, texts, register))
            .await
            .unwrap(),
    )
}

async fn one(target: &str, text: &str, register: Option<Register>) -> String {
    let texts = [text.to_owned()];
    translations(&trained(target), target, &texts, register)
        .await
        .concat()
}

/// How many of the texts are nearer to the first reference than to the second.
fn nearer(texts: &[String], references: &[(String, String)]) -> usize {
    let similarity = |text: &String, reference: &String| {
        chrf(std::slice::from_ref(text), std::slice::from_ref(reference))
    };
    let is_nearer = |(text, (wanted, other)): &(&String, &(String, String))| {
        similarity(text, wanted) > similarity(text, other)
    };
    texts.iter().zip(references).filter(is_nearer).count()
}

#[tokio::test]
async fn readers_are_addressed_in_the_wanted_register_and_the_rest_stays() {
    let mut report = String::new();
    for target in TARGETS {
        let engine = trained(target);
        let sources = lines(target, "addressing.en");
        let formal = lines(target, &format!("addressing.formal.{target}"));
        let informal = lines(target, &format!("addressing.informal.{target}"));
        let usual = translations(&engine, target, &sources, None).await;
        let neutral = lines(target, "neutral.en");
        let usual_neutral = translations(&engine, target, &neutral, None).await;
        for (name, register) in [
            ("formal", Register::Formal),
            ("informal", Register::Informal),
        ] {
            let wanted = Some(register);
            let found = translations(&engine, target, &sources, wanted).await;
            let (references, others) = match register {
                Register::Formal => (&formal, &informal),
                Register::Informal => (&informal, &formal),
            };
            let both = references.iter().cloned().zip(others.iter().cloned());
            // Where both registers read alike there is nothing to tell.
            let telling: Vec<usize> = (0..sources.len())
                .filter(|index| references[*index] != others[*index])
                .collect();
            let both: Vec<(String, String)> = both.collect();
            let pick = |texts: &[String]| -> Vec<String> {
                telling.iter().map(|index| texts[*index].clone()).collect()
            };
            let of_telling: Vec<(String, String)> =
                telling.iter().map(|index| both[*index].clone()).collect();
            let same = translations(&engine, target, &neutral, wanted).await;
            let same = same.iter().zip(&usual_neutral);
            writeln!(
                report,
                "{target} {name}: {} sentences, in it {} before, {} after; chrF to the reference \
                 {:.1} before, {:.1} after, to the usual translation {:.1}; {} of {} neutral \
                 sentences unchanged",
                telling.len(),
                nearer(&pick(&usual), &of_telling),
                nearer(&pick(&found), &of_telling),
                chrf(&usual, references),
                chrf(&found, references),
                chrf(&found, &usual),
                same.filter(|(found, usual)| found == usual).count(),
                neutral.len(),
            )
            .unwrap();
            let missed = telling
                .iter()
                .filter(|index| nearer(&[found[**index].clone()], &[both[**index].clone()]) == 0);
            for index in missed.take(3) {
                writeln!(
                    report,
                    "  {}\n    usual {}\n    found {}",
                    sources[*index], usual[*index], found[*index]
                )
                .unwrap();
            }
        }
    }
    insta::assert_snapshot!(report);
}

#[tokio::test]
async fn the_register_is_part_of_what_a_translation_is_kept_by() {
    let engine = trained("de");
    let texts = ["You can open your book.".to_owned()];
    for _ in 0..2 {
        for (register, expected) in [
            (Some(Register::Formal), "Sie können Ihr Buch öffnen."),
            (Some(Register::Informal), "Du kannst dein Buch öffnen."),
            (None, "Sie können Ihr Buch öffnen."),
        ] {
            let found = translations(&engine, "de", &texts, register).await;
            assert_eq!(found, [expected]);
        }
    }
}

#[tokio::test]
async fn what_is_translated_beside_it_does_not_change_a_text_in_a_register() {
    let engine = trained("fr");
    let sources = lines("fr", "addressing.en");
    let wanted = Some(Register::Informal);
    let together = translations(&engine, "fr", &sources, wanted).await;
    for (source, expected) in sources.iter().zip(&together).take(20) {
        assert_eq!(one("fr", source, wanted).await, *expected);
    }
}

#[tokio::test]
async fn terms_and_alignment_go_together_with_a_register() {
    let text = "You can open your book.";
    let term = Term {
        source: 18..22,
        targets: vec!["Brief".to_owned(), "Koffer".to_owned()],
    };
    let segment = Segment::new(text.to_owned(), Vec::new()).with_terms(vec![term]);
    let job = TranslationJob {
        seeks_terms: true,
        alignment: true,
        segments: vec![segment].into(),
        ..job("de", &[], Some(Register::Informal))
    };
    let found: SegmentTranslation = trained("de").translate(job).await.unwrap().remove(0);
    let german = pair("en", "de").target;
    assert_eq!(register_of(found.text(), german), Some(Register::Informal));
    assert!(
        found.text().contains("Brief") || found.text().contains("Koffer"),
        "{}",
        found.text()
    );
    assert!(found.alignment().is_some());
}

#[tokio::test]
async fn placeholders_stay_in_a_translation_that_is_steered() {
    let text = "You must sell the {0} and send your letter.";
    let segment = Segment::new(text.to_owned(), std::iter::once(18..21).collect());
    let job = TranslationJob {
        segments: vec![segment].into(),
        ..job("de", &[], Some(Register::Informal))
    };
    let found = texts_of(trained("de").translate(job).await.unwrap()).concat();
    assert_eq!(found.matches("{0}").count(), 1, "{found}");
}

#[tokio::test]
async fn behind_a_pivot_the_last_model_is_steered() {
    let engine = engine(&config(), vec![student("de", "en"), addressing("fr")]);
    let texts = ["Bitte zeigen Sie das Buch.".to_owned()];
    for register in [Register::Formal, Register::Informal] {
        let job = TranslationJob {
            pair: pair("de", "fr"),
            ..job("fr", &texts, Some(register))
        };
        let found = texts_of(engine.translate(job).await.unwrap()).concat();
        let french = pair("en", "fr").target;
        assert_eq!(register_of(&found, french), Some(register), "{found}");
    }
}

#[tokio::test]
async fn registers_are_offered_where_the_model_has_words_for_them() {
    let able = |offer: Option<Offer>| offer.unwrap().abilities.register;
    for target in TARGETS {
        assert!(able(trained(target).offer(pair("en", target))), "{target}");
    }
    let both = engine(&config(), vec![addressing("pt"), student("de", "en")]);
    assert!(able(both.offer(pair("en", "pt-BR"))));
    assert!(able(both.offer(pair("de", "pt-PT"))));
    assert!(!able(both.offer(pair("de", "en"))));
    let offers = both.offers();
    let listed = offers.iter().filter(|offer| offer.abilities.register);
    assert!(listed.count() >= 4);
    // The pieces of a model for English and German write no Russian.
    let model = InstalledModel {
        pair: pair("en", "ru"),
        ..addressing("de")
    };
    assert!(!able(
        engine(&config(), vec![model]).offer(pair("en", "ru"))
    ));
}
