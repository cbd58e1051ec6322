//! Which words of a translation stand for which of its source.

use dragoman_domain::{
    Alignment, Placeholder, Segment, SegmentTranslation, TranslationJob, Translator,
};
use proptest::prelude::*;

use crate::support::{Models, config, engine, pair};
use crate::trained::trained;

fn aligned_job(source: &str, target: &str, segments: Vec<Segment>) -> TranslationJob {
    TranslationJob {
        alignment: true,
        ..TranslationJob::new(pair(source, target), segments)
    }
}

fn segment(text: &str, kept: &[&str]) -> Segment {
    let range = |kept: &&str| {
        let start = text.find(kept).unwrap();
        start..start + kept.len()
    };
    Segment::new(text.to_owned(), kept.iter().map(range).collect())
}

/// Each word of a translation with the word of the source that it stands for most.
fn words(source: &str, translation: &SegmentTranslation) -> String {
    let alignment = translation.alignment().unwrap();
    let text = translation.text();
    let word_around = |text: &str, at: usize| {
        let start = text[..at].rfind(' ').map_or(0, |space| space + 1);
        let end = text[at..].find(' ').map_or(text.len(), |space| at + space);
        text[start..end].to_owned()
    };
    let mut words = Vec::new();
    for word in text.split(' ') {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let tokens = alignment.target_tokens().iter();
        let token = tokens
            .clone()
            .position(|token| token.end > start && token.start < start + word.len());
        let stands_for = token
            .and_then(|token| alignment.strongest(token))
            .map(|token| word_around(source, alignment.source_tokens()[token].start));
        words.push(format!("{word}={}", stands_for.as_deref().unwrap_or("-")));
    }
    words.join(" ")
}

async fn aligned_words(text: &str, kept: &[&str]) -> String {
    let job = aligned_job("en", "de", vec![segment(text, kept)]);
    let translations = trained(1).translate(job).await.unwrap();
    words(text, &translations[0])
}

#[tokio::test]
async fn words_are_aligned_where_the_languages_order_them_differently() {
    let found = aligned_words(
        "The teacher repaired the big door, and the baker saw the picture yesterday.",
        &[],
    )
    .await;
    let expected = "Der=The Lehrer=teacher hat=repaired die=the große=big Tür=door, \
                    repariert,=repaired und=and die=the Bäckerin=baker hat=saw \
                    gestern=yesterday. das=the Bild=picture gesehen.=saw";
    assert_eq!(found, expected);
}

#[tokio::test]
async fn a_placeholder_is_aligned_to_itself() {
    for (text, kept, expected) in [
        (
            "The dog costs 7532 euros.",
            "7532",
            "Der=The Hund=dog kostet=costs 7532=7532 Euro.=euros.",
        ),
        (
            "The dog costs {price} euros.",
            "{price}",
            "Der=The Hund=dog kostet=costs {price}={price} Euro.=euros.",
        ),
        (
            "Please send 745 chairs to clara.smith@example.com.",
            "clara.smith@example.com",
            "Bitte=Please schicken=send Sie=send 745=745 Stühle=chairs an=to \
             clara.smith@example.com.=clara.smith@example.com.",
        ),
    ] {
        assert_eq!(aligned_words(text, &[kept]).await, expected);
    }
}

#[tokio::test]
async fn placeholders_are_one_token_each_on_both_sides() {
    let text = "The {adjective} dog costs {price} euros.";
    let job = aligned_job("en", "de", vec![segment(text, &["{adjective}", "{price}"])]);
    let translations = trained(1).translate(job).await.unwrap();
    let alignment = translations[0].alignment().unwrap();
    for kept in ["{adjective}", "{price}"] {
        let find = |text: &str, tokens: &[Placeholder]| {
            let is_kept = |range: &Placeholder| &text[range.clone()] == kept;
            tokens.iter().position(is_kept).unwrap()
        };
        let source = find(text, alignment.source_tokens());
        let target = find(translations[0].text(), alignment.target_tokens());
        let links = alignment.links(target);
        assert_eq!(links.len(), 1);
        assert_eq!((links[0].source, links[0].weight), (source, 1.0));
    }
}

#[tokio::test]
async fn a_segment_in_several_parts_is_aligned_part_by_part() {
    let sentence = "The doctor will show six heavy hats in Paris. ";
    let text = sentence.repeat(60);
    let job = aligned_job("en", "de", vec![Segment::new(text.clone(), Vec::new())]);
    let translations = trained(2).translate(job).await.unwrap();
    check(&text, &translations[0]);
    let alignment = translations[0].alignment().unwrap();
    let tokens = alignment.target_tokens().iter().enumerate();
    let mut last = 0;
    for (index, _) in
        tokens.filter(|(_, range)| &translations[0].text()[(*range).clone()] == "Paris")
    {
        let source = alignment.strongest(index).unwrap();
        let range = alignment.source_tokens()[source].clone();
        assert_eq!(&text[range.clone()], "Paris");
        last = range.start;
    }
    // The model knows no texts as long as a part and leaves most of it out.
    assert!(last > 1_000, "{last}");
}

#[tokio::test]
async fn what_is_copied_is_aligned_to_itself() {
    for (text, kept) in [("1,234.5 %", vec![]), ("{a b}: 5", vec!["{a b}"])] {
        let job = aligned_job("en", "de", vec![segment(text, &kept)]);
        let translations = trained(1).translate(job).await.unwrap();
        let alignment = translations[0].alignment().unwrap();
        assert_eq!(translations[0].text(), text);
        assert_eq!(alignment.source_tokens(), alignment.target_tokens());
        for token in 0..alignment.target_tokens().len() {
            assert_eq!(alignment.strongest(token), Some(token));
        }
        if let Some(kept) = kept.first() {
            assert_eq!(&text[alignment.source_tokens()[0].clone()], *kept);
        }
    }
}

#[tokio::test]
async fn what_nobody_asked_for_is_not_there() {
    let job = TranslationJob::new(pair("en", "de"), vec![segment("The {x} dog.", &["{x}"])]);
    let translations = trained(1).translate(job).await.unwrap();
    assert_eq!(translations[0].alignment(), None);
}

#[tokio::test]
async fn the_text_is_the_same_with_and_without_an_alignment() {
    let segments = || {
        vec![
            segment("The {x} dog costs {price} euros!", &["{x}", "{price}"]),
            segment("Can you sell a door?", &[]),
        ]
    };
    let engine = trained(1);
    let plain = TranslationJob::new(pair("en", "de"), segments());
    let plain = engine.translate(plain).await.unwrap();
    let aligned = aligned_job("en", "de", segments());
    let aligned = engine.translate(aligned).await.unwrap();
    for (plain, aligned) in plain.iter().zip(&aligned) {
        assert_eq!(plain.text(), aligned.text());
    }
}

/// Checks that tokens are ordered ranges of their texts with bounded links.
fn check(source: &str, translation: &SegmentTranslation) {
    let alignment: &Alignment = translation.alignment().unwrap();
    for (text, tokens) in [
        (source, alignment.source_tokens()),
        (translation.text(), alignment.target_tokens()),
    ] {
        let mut end = 0;
        for token in tokens {
            let surface = text.get(token.clone());
            assert!(
                surface.is_some_and(|surface| !surface.is_empty()),
                "{text:?} {tokens:?}"
            );
            assert!(token.start >= end, "{text:?} {tokens:?}");
            end = token.end;
        }
    }
    for token in 0..alignment.target_tokens().len() {
        let links = alignment.links(token);
        assert!(links.len() <= 8);
        let sum: f32 = links.iter().map(|link| link.weight).sum();
        assert!(sum < 1.01, "{links:?}");
    }
}

#[tokio::test]
async fn a_pivoted_translation_is_aligned_to_its_source() {
    let models = Models::new();
    let installed = vec![models.make("de", "en"), models.make("en", "fr")];
    let engine = engine(&config(), installed);
    let text = "She sells {n} sea shells; äöü 42.";
    let job = aligned_job("de", "fr", vec![segment(text, &["{n}"])]);
    let translations = engine.translate(job).await.unwrap();
    check(text, &translations[0]);
}

#[test]
fn any_segment_has_tokens_that_are_ranges_of_its_texts() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    let models = Models::new();
    let random = {
        let _inside = runtime.enter();
        engine(&config(), vec![models.make("en", "fr")])
    };
    let trained = {
        let _inside = runtime.enter();
        trained(1)
    };
    let pieces = prop::collection::vec(
        (
            prop_oneof![
                2 => "\\PC{0,8}",
                2 => "(The|dog|costs|red|in Paris|euros)",
                1 => "[ \\t\u{3000}.!?]{1,3}",
            ],
            prop_oneof![3 => Just(None), 1 => Just(Some("{x}")), 1 => Just(Some("%s é")), 1 => Just(Some(" "))],
        ),
        0..14,
    );
    proptest!(ProptestConfig::with_cases(48), |(pieces in pieces)| {
        let (mut text, mut placeholders) = (String::new(), Vec::new());
        for (piece, kept) in pieces {
            text.push_str(&piece);
            text.push(' ');
            if let Some(kept) = kept {
                placeholders.push(text.len()..text.len() + kept.len());
                text.push_str(kept);
            }
        }
        let segment = Segment::new(text.clone(), placeholders);
        for (engine, target) in [(&random, "fr"), (&trained, "de")] {
            let job = aligned_job("en", target, vec![segment.clone()]);
            let translations = runtime.block_on(engine.translate(job)).unwrap();
            check(&text, &translations[0]);
        }
    });
}
