#![allow(clippy::single_range_in_vec_init, reason = "one stretch is kept")]

use std::sync::LazyLock;

use dragoman_text::{Alignment, Link};
use proptest::prelude::*;

use super::*;

fn language(tag: &str) -> Language {
    Language::parse(tag).unwrap()
}

/// Shared, because the tables take time to read.
static VARIANTS: LazyLock<Variants> = LazyLock::new(Variants::new);

fn converted(text: &str, tag: &str, kept: &[Range<usize>]) -> String {
    let mut translation = SegmentTranslation::from(text.to_owned());
    VARIANTS.convert(&mut translation, language(tag), kept);
    translation.into_text()
}

#[test]
fn english_is_spelled_as_the_variant_is() {
    for (american, british) in [
        ("The color of the center", "The colour of the centre"),
        ("Organize your catalog.", "Organise your catalogue."),
        (
            "The color’s gray, traveling aluminum",
            "The colour’s grey, travelling aluminium",
        ),
        ("COLOR SETTINGS", "COLOUR SETTINGS"),
        (
            "“Color?” he said. Honor it!",
            "“Colour?” he said. Honour it!",
        ),
        (
            "a color-coded, flavored thing",
            "a colour-coded, flavoured thing",
        ),
    ] {
        assert_eq!(converted(american, "en-GB", &[]), british);
        assert_eq!(converted(british, "en-US", &[]), american);
        assert_eq!(converted(british, "en-GB", &[]), british);
        assert_eq!(converted(american, "en-US", &[]), american);
        assert_eq!(converted(american, "en", &[]), american);
    }
}

#[test]
fn common_words_of_portuguese_are_those_of_the_variant() {
    for (brazilian, european) in [
        (
            "Peguei o ônibus e o trem.",
            "Peguei o autocarro e o comboio.",
        ),
        (
            "Os ônibus estão atrasados.",
            "Os autocarros estão atrasados.",
        ),
        (
            "Meu celular está carregando.",
            "Meu telemóvel está a carregar.",
        ),
        (
            "Tomei o café da manhã no ponto de ônibus.",
            "Tomei o pequeno-almoço na paragem de autocarro.",
        ),
        (
            "Econômico e acadêmico, o usuário.",
            "Económico e académico, o utilizador.",
        ),
        ("Ela está sempre rindo.", "Ela está sempre a rir."),
        ("Fui a Moscou.", "Fui a Moscovo."),
    ] {
        assert_eq!(converted(brazilian, "pt-PT", &[]), european);
        assert_eq!(converted(european, "pt-PT", &[]), european);
        assert_eq!(converted(brazilian, "pt-BR", &[]), brazilian);
        assert_eq!(converted(brazilian, "pt", &[]), brazilian);
    }
    for (european, brazilian) in [
        (
            "O autocarro e os telemóveis dos utilizadores.",
            "O ônibus e os celulares dos usuários.",
        ),
        ("Estou a fazer o jantar.", "Estou fazendo o jantar."),
        (
            "A equipa vem connosco de camião.",
            "A equipe vem conosco de caminhão.",
        ),
    ] {
        assert_eq!(converted(european, "pt-BR", &[]), brazilian);
        assert_eq!(converted(european, "pt-PT", &[]), european);
    }
}

#[test]
fn words_with_another_sense_in_the_other_variant_stay() {
    for text in [
        "A rapariga comprou um fato e pagou as propinas.",
        "O banheiro, o puto e a bicha.",
        "A biologia celular estuda a divisão celular.",
        "Um comboio de navios cruzou o mar.",
        "Ela está linda e ele está lindo.",
        "A faca está a par da colher.",
        "Ali está a mulher; aqui está a colher.",
        "Veja https://exemplo.com/celular e `trem`.",
        "A banda Trem da Alegria tocou.",
        "O trem de pouso desceu.",
        "Uma pedestre espera.",
        "Gramado fica longe.",
        "A delegacia da Receita abriu.",
        "Ela está vendo-o.",
        "Equipe o seu carro; ele equipa o navio.",
        "Irão todos à festa.",
        "Mickey Mouse e a Gol.",
    ] {
        for tag in ["pt-BR", "pt-PT"] {
            assert_eq!(converted(text, tag, &[]), text);
        }
    }
}

#[test]
fn names_code_and_doubtful_words_stay() {
    for text in [
        "the World Health Organization",
        "Labor Day is in September",
        "see https://example.com/color?center=1 and me@color.org",
        "the file color.rs, $color, text_color and `color`",
        "backgroundColor iCOLOR",
        "the meter, the program, a license, tires, a check",
    ] {
        assert_eq!(converted(text, "en-GB", &[]), text);
    }
    assert_eq!(
        converted("a cheque for the licence and the tyre", "en-US", &[]),
        "a check for the license and the tire"
    );
}

#[test]
fn simplified_chinese_becomes_traditional_by_phrases() {
    for (simplified, traditional) in [
        ("开放中文转换", "開放中文轉換"),
        ("皇后在后面", "皇后在後面"),
        ("头发很干，面条里有干部", "頭髮很乾，麵條裡有幹部"),
        ("打开 Wi-Fi 设置。", "打開 Wi-Fi 設置。"),
    ] {
        assert_eq!(converted(simplified, "zh-Hant", &[]), traditional);
        assert_eq!(converted(simplified, "zh-Hans", &[]), simplified);
    }
}

#[test]
fn traditional_chinese_becomes_simplified_by_phrases_and_a_quotation_in_simplified_stays() {
    for (traditional, simplified) in [
        ("開放中文轉換", "开放中文转换"),
        ("皇后在後面", "皇后在后面"),
        ("頭髮很乾，麵條裡有幹部", "头发很干，面条里有干部"),
        ("他看著那本著名的書。", "他看着那本著名的书。"),
        ("打開 Wi-Fi 設定。", "打开 Wi-Fi 设定。"),
    ] {
        assert_eq!(converted(traditional, "zh-Hans", &[]), simplified);
        assert_eq!(converted(simplified, "zh-Hans", &[]), simplified);
        assert!(VARIANTS.is_traditional(traditional));
        assert!(!VARIANTS.is_traditional(simplified));
    }
    let mixed = "他的公司叫「聯發」，我们昨天讨论了价格。";
    assert_eq!(converted(mixed, "zh-Hans", &[]), mixed);
    assert!(!VARIANTS.is_traditional("中文 Wi-Fi 42"));
    let kept = "開{開}關";
    assert_eq!(converted(kept, "zh-Hans", &[3..8]), "开{開}关");
}

#[test]
fn what_is_kept_stays() {
    let text = "color {color} color";
    assert_eq!(converted(text, "en-GB", &[6..13]), "colour {color} colour");
    let text = "开{开}开";
    assert_eq!(converted(text, "zh-Hant", &[3..8, 4..5]), "開{开}開");
}

#[test]
fn the_alignment_stays_true() {
    let text = "the color of honor";
    let mut alignment = Alignment::new(vec![0..1, 1..2, 2..3, 3..4]);
    for (source, token) in [0..3, 4..9, 10..12, 13..18].into_iter().enumerate() {
        alignment.push(
            token,
            [Link {
                source,
                weight: 1.0,
            }],
        );
    }
    let mut translation = SegmentTranslation::aligned(text.to_owned(), alignment);
    VARIANTS.convert(&mut translation, language("en-GB"), &[]);
    let alignment = translation.alignment().unwrap();
    let tokens = alignment.target_tokens().iter();
    let tokens: Vec<&str> = tokens
        .map(|token| &translation.text()[token.clone()])
        .collect();
    assert_eq!(tokens, ["the", "colour", "of", "honour"]);
    assert_eq!(alignment.strongest(3), Some(3));
}

#[test]
fn variants_without_rules_change_nothing_and_are_not_offered() {
    for tag in ["pt-BR", "pt-PT", "es-419", "de", "zh-Hans"] {
        assert_eq!(converted("a color 开", tag, &[]), "a color 开");
    }
    let tags = |tag| -> Vec<&str> {
        let variants = derivable(language(tag)).into_iter();
        variants.map(Language::tag).collect()
    };
    assert_eq!(tags("en"), ["en-GB", "en-US"]);
    assert_eq!(tags("zh"), ["zh-Hans", "zh-Hant"]);
    assert_eq!(tags("zh-Hans"), ["zh-Hant"]);
    assert!(tags("pt").is_empty());
    assert!(tags("es").is_empty());
}

#[test]
fn every_word_of_the_table_has_one_spelling_in_each_direction() {
    let table = include_str!("spellings.tsv").lines();
    let lines = table.filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let [american, british, direction] = fields[..] else {
            panic!("three fields: {line}");
        };
        if matches!(direction, ">" | "=") {
            assert_eq!(converted(american, "en-GB", &[]), british);
        }
        if matches!(direction, "<" | "=") {
            assert_eq!(converted(british, "en-US", &[]), american);
        }
        count += 1;
    }
    assert!(count > 4_000);
}

#[test]
fn every_row_of_the_vocabulary_changes_its_example_once_and_leaves_what_resembles_it() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    let mut expect = |text: &str, tag: &str, wanted: &str| {
        let found = converted(text, tag, &[]);
        if found != wanted {
            wrong.push(format!("{tag}: {text:?} -> {found:?}, not {wanted:?}"));
        }
    };
    let rows = include_str!("vocabulary.tsv").lines();
    for row in rows.filter(|row| !row.starts_with('#')) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [tag, place, forms, others, text, changed, ref stays @ ..] = columns[..] else {
            panic!("six or seven columns: {row}");
        };
        expect(text, tag, changed);
        // A converted text is correct, and texts in no particular variant do not change.
        expect(changed, tag, changed);
        expect(text, "en", text);
        for stays in stays {
            expect(stays, tag, stays);
        }
        let forms: Vec<&str> = forms.split('|').collect();
        let others: Vec<&str> = if others == "=" {
            forms.clone()
        } else {
            others.split('|').collect()
        };
        assert_eq!(forms.len(), others.len(), "{row}");
        assert_ne!(place, "", "{row}");
        for (form, other) in forms.into_iter().zip(others) {
            let before = if place == "counted" { "10" } else { "the" };
            let sentence = |words| format!("Here {before} {words}.");
            expect(&sentence(form), tag, &sentence(other));
            // The initial letters show the sound on which the article depends.
            let starts = ["hour", "honest", "uni", "use", "eu", "one"];
            assert!(
                !starts.iter().any(|start| other.starts_with(start)),
                "{row}"
            );
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 150);
}

#[test]
fn words_of_the_other_variant_are_replaced_with_their_article_and_capitals() {
    for (text, tag, wanted) in [
        (
            "An eggplant is no zucchini.",
            "en-GB",
            "An aubergine is no courgette.",
        ),
        (
            "Sidewalks are for people.",
            "en-GB",
            "Pavements are for people.",
        ),
        (
            "The sidewalk’s edge and the diapers’ size",
            "en-GB",
            "The pavement’s edge and the nappies’ size",
        ),
        ("NO PARKING LOT", "en-GB", "NO CAR PARK"),
        ("Your driver’s license", "en-GB", "Your driving licence"),
        (
            "Thanks, Mom! My mom and I agree.",
            "en-GB",
            "Thanks, Mum! My mum and I agree.",
        ),
        (
            "Open Monday through Friday, April through June.",
            "en-GB",
            "Open Monday to Friday, April to June.",
        ),
        (
            "The flavor of the cilantro",
            "en-GB",
            "The flavour of the coriander",
        ),
        (
            "The colour of the lorry's tyres",
            "en-US",
            "The color of the truck's tires",
        ),
        (
            "Is the car park full? Lorries wait.",
            "en-US",
            "Is the parking lot full? Trucks wait.",
        ),
    ] {
        assert_eq!(converted(text, tag, &[]), wanted);
    }
}

#[test]
fn names_titles_code_and_words_that_a_text_speaks_of_are_not_replaced() {
    for text in [
        "Sidewalk Labs built it, and the Parking Lot Band played.",
        "We saw \"The Elevator Shaft\" and read Flashlight Monthly.",
        "Americans write 'sidewalk' for it.",
        "The word sidewalk is American.",
        "They walk on the sidewalk, or pavement, as the British call it.",
        "see https://example.com/sidewalk and sidewalk.rs, `sidewalk` or the_sidewalk",
        "a sidewalk-level view and a mid-sidewalk sign",
        "Run through Friday. The wood gotter begotten",
        "We looked through Monday through the glass.",
    ] {
        assert_eq!(converted(text, "en-GB", &[]), text);
    }
    let text = "the sidewalk {sidewalk} sidewalk";
    assert_eq!(
        converted(text, "en-GB", &[13..23]),
        "the pavement {sidewalk} pavement"
    );
}

proptest! {
    #[test]
    fn any_text_is_taken_and_what_is_kept_survives(
        before in "[\\PC]{0,20}",
        kept in "(color|an elevator|开|\\PC){1,3}",
        following in "( color| a gas pedal|’s| Mom|开|\\PC){0,12}",
        wild in prop::collection::vec((0_usize..90, 0_usize..9), 0..3),
        tag in prop::sample::select(vec!["en-GB", "en-US", "pt-BR", "pt-PT", "zh-Hant"]),
    ) {
        let text = format!("{before}{kept}{following}");
        let mut ranges: Vec<_> = wild.into_iter().map(|(start, length)| start..start + length).collect();
        ranges.push(before.len()..before.len() + kept.len());
        let after = converted(&text, tag, &ranges);
        prop_assert!(after.contains(&kept));
    }
}
