use dragoman_memory::{MatchKey, length_bounds, score};
use proptest::prelude::*;

fn percent(query: &str, candidate: &str) -> Option<u8> {
    score(&MatchKey::of(query), &MatchKey::of(candidate), 0)
}

#[test]
fn a_letter_too_many_costs_one_symbol_of_the_longer_text() {
    let (query, stored) = (MatchKey::of("Hallo Welt!"), MatchKey::of("Halloo Welt!"));
    assert_eq!(score(&query, &stored, 75), Some(92));
    assert_eq!(score(&query, &stored, 92), Some(92));
    assert_eq!(score(&query, &stored, 93), None);
    assert_eq!(score(&query, &stored, 100), None);
}

#[test]
fn only_the_same_text_scores_100() {
    assert_eq!(percent("Hallo Welt!", "Hallo Welt!"), Some(100));
    assert_eq!(percent("  Hallo Welt!\n", "Hallo Welt!"), Some(100));
    assert_eq!(percent("Cafe\u{301}", "Café"), Some(100));
    assert_eq!(percent("Hallo  Welt!", "Hallo Welt!"), Some(99));
    assert_eq!(percent("hallo Welt!", "Hallo Welt!"), Some(94));
    assert_eq!(percent("\u{ff28}allo", "Hallo"), Some(80));
}

#[test]
fn values_and_markup_score_from_95_to_99() {
    for (query, stored, expected) in [
        ("Page 3 of 12", "Page 4 of 15", 99),
        ("It costs 1,234.50 dollars", "It costs 7 dollars", 99),
        ("Dear {name}!", "Dear {customer}!", 98),
        ("See https://example.org/a", "See www.example.com", 98),
        ("Press <b>OK</b>", "Press <i>OK</i>", 97),
        ("Press <b>OK</b>", "Press <1>OK</1>", 97),
        ("Press OK", "Press <b>OK</b>", 95),
        ("Press <b>OK</b>", "<b>Press</b> OK", 95),
        ("Press <b>OK</b>", "Press OK<br/>", 95),
    ] {
        assert_eq!(percent(query, stored), Some(expected), "{query} / {stored}");
        assert_eq!(percent(stored, query), Some(expected), "{stored} / {query}");
    }
}

#[test]
fn one_wrong_word_in_a_long_text_stays_below_95() {
    let stored = "The machine must now be switched off by a trained person. ".repeat(10);
    let query = stored.replacen("now", "not", 1);
    assert_eq!(percent(&query, &stored), Some(94));
    assert_eq!(
        score(&MatchKey::of(&query), &MatchKey::of(&stored), 95),
        None
    );
}

#[test]
fn a_text_without_anything_to_compare_matches_only_itself() {
    assert_eq!(percent("", ""), Some(100));
    assert_eq!(percent("<br/>", "<br/>"), Some(100));
    assert_eq!(percent("<br/>", "<hr/>"), None);
    assert_eq!(percent("", "x"), None);
    assert_eq!(percent("x", ""), None);
}

#[test]
fn texts_of_any_length_are_compared_in_bounded_work() {
    let long = "word ".repeat(200_000);
    let other = format!("{long} more");
    assert_eq!(percent(&long, &long), Some(100));
    assert_eq!(percent(&long, &other), None);
    let numbered = format!("1 {long}");
    assert_eq!(percent(&numbered, &format!("2 {long}")), Some(99));
}

#[test]
fn the_stored_hash_never_changes() {
    assert_eq!(MatchKey::of("Hallo Welt!").exact_hash(), HASH);
    assert_eq!(MatchKey::of(" Hallo Welt! ").exact_hash(), HASH);
    assert_ne!(MatchKey::of("hallo Welt!").exact_hash(), HASH);
}

const HASH: u64 = 16_129_483_829_333_655_286;

#[test]
fn chinese_and_thai_are_compared_by_character() {
    assert_eq!(percent("请关闭机器。", "请打开机器。"), Some(67));
    assert_eq!(percent("กรุณาปิดเครื่อง", "กรุณาเปิดเครื่อง"), Some(94));
}

fn words() -> impl Strategy<Value = String> {
    prop::collection::vec(
        prop::sample::select(vec![
            "a", "press", "Button", "12", "<b>", "</b>", "{x}", "机器", "é", "3.5", "the",
        ]),
        0..12,
    )
    .prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn similarity_has_no_direction_and_respects_the_cutoff(
        one in words(), other in words(), cutoff in 0_u8..=100,
    ) {
        let (one_key, other_key) = (MatchKey::of(&one), MatchKey::of(&other));
        let free = score(&one_key, &other_key, 0);
        prop_assert_eq!(free, score(&other_key, &one_key, 0));
        prop_assert_eq!(
            score(&one_key, &other_key, cutoff),
            free.filter(|score| *score >= cutoff)
        );
        prop_assert_eq!(free == Some(100), one_key.exact_text() == other_key.exact_text());
    }

    #[test]
    fn no_match_is_outside_the_length_bounds(one in words(), other in words(), cutoff in 0_u8..=100) {
        let (one, other) = (MatchKey::of(&one), MatchKey::of(&other));
        if score(&one, &other, cutoff).is_some() {
            prop_assert!(length_bounds(one.fuzzy_len(), cutoff).contains(&other.fuzzy_len()));
        }
    }

    #[test]
    fn any_text_has_a_key_that_matches_itself(text in any::<String>()) {
        let key = MatchKey::of(&text);
        prop_assert_eq!(score(&key, &key, 100), Some(100));
        prop_assert_eq!(MatchKey::of(key.exact_text()), key);
    }
}
