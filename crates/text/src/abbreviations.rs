//! Abbreviations and ordinal numbers per language: full stops that end no sentence.

use dragoman_language::Language;

/// Abbreviations that something else follows, beyond those that the segmentation library knows:
/// lower case, without the last full stop. Those that often end a sentence (`etc.`) are left out.
fn abbreviations(language: &str) -> &'static str {
    match language {
        "en" => "approx dept est ext figs nos sect vol vols pp viz",
        "de" => {
            "abb abs art bd bes bzw ca evtl geb gest ggf hr hrn inkl kap nr sog st str tel vgl z.b d.h u.a i.d.r v.a m.e"
        }
        "fr" => "m mm mlle mgr dr pr n no p pp art av bd env éd ex fig vol cf chap st ste tél",
        "es" => {
            "n núm núms pág págs sr sra srta d dr dra ud uds art av avda tel ej p pp vol cap fig"
        }
        "pt" => "n núm pág págs sr sra dr dra art av tel ex p pp vol cap prof profa eng fig",
        "it" => {
            "pag pagg n nn sig sig.ra dott dott.ssa prof ing avv art cap fig vol es tel p pp on geom arch"
        }
        "nl" => {
            "d.w.z bijv bv m.b.t i.p.v t.a.v t.n.v t.o.v o.a m.n nr blz pag dhr mevr mw dr prof ir ing mr drs ca incl excl zgn vgl art tel"
        }
        "pl" => {
            "ur zm ul al pl os nr tel str s godz im np m.in tzw prof inż mgr gen św ks ok tj zob por red wyd art ust pkt poz rys tab t"
        }
        "cs" | "sk" => {
            "např napr tzv č čp str ul tel tj resp mj popř ev př ing mgr mudr judr phdr bc doc prof dr sv nám obr tab odst písm vč"
        }
        "ru" => "ул пр просп д кв стр с рис табл см ср тел тов акад проф им св обл т.е т.к напр",
        "uk" => "м вул просп буд кв ст с див напр ім проф акад обл рис табл тел т.д т.зв",
        "bg" => "бул гр ул стр вж напр проф инж ет ап тел т.е т.нар",
        "hu" => "pl ill kb dr id ifj özv ún vö ld tel sz old mk",
        "fi" => "esim ns mm ks vrt prof tri puh os",
        "sv" => {
            "t.ex bl.a d.v.s s.k ca kl nr tel resp inkl exkl f.d fr.o.m t.o.m sid st dr prof jfr m.a.o p.g.a ung kap"
        }
        "da" | "nb" | "nn" => {
            "f.eks bl.a d.v.s dvs ca nr tlf kl hr fr dr prof inkl ekskl jf pga st kap iflg evt ang vedr"
        }
        "et" => "nt näit lk vt tn mnt pst hr pr dr prof s.o s.t",
        "lv" => "piem prof dr sk lpp tālr nr plkst t.i t.s t.sk",
        "lt" => "pvz prof dr doc al pr nr tel psl vad žr plg t.y pan sav",
        "sl" | "hr" | "bs" => "npr tj t.i oz prof dr mag ing str št ul sv gl prim tzv br",
        "ro" => {
            "str nr dl dna dr prof ing art alin lit pag pg bd bl sc ap jud tel ex vol cap cca sf"
        }
        "tr" => "dr prof doç av sn bkz örn yrd mah cad sok no apt tel çev haz alb gen hz",
        "el" => "π.χ λ.χ κ κα κος δρ αρ σελ βλ τηλ δηλ εκατ δισ χιλ χλμ αγ λεωφ",
        "vi" => "tp ts ths pgs gs bs ks tx",
        "id" | "ms" => "dr prof ir drs hj jl no hlm tgl a.n u.p s.d tn ny bpk yth",
        _ => "",
    }
}

/// Words that begin a German sentence and are no noun that an ordinal number could stand before.
const GERMAN_STARTERS: &str = "Aber Alle Als Am An Auch Auf Aus Bei Bitte Da Damit Dann Das Dass Der Deshalb Die Dies Diese Dieser Dieses Doch Dort Du Ein Eine Einige Er Es Für Hier Ich Ihr Im In Ist Jetzt Jede Man Mein Mit Nach Nicht Noch Nun Nur Ob Oder Ohne Seit Sie So Und Unser Viele Vom Von Vor Wann Warum Was Weil Wenn Wer Wie Wir Wo Zu Zum Zur";

/// Whether ordinal numbers are written with a full stop, as in `3. Oktober`.
pub(crate) fn ordinals_end_in_full_stop(language: Language) -> bool {
    matches!(
        language.base().tag(),
        "bs" | "cs"
            | "da"
            | "de"
            | "et"
            | "fi"
            | "hr"
            | "hu"
            | "is"
            | "lb"
            | "lv"
            | "nb"
            | "nn"
            | "pl"
            | "sk"
            | "sl"
            | "sr"
            | "tr"
    )
}

/// Whether the full stop that `head` ends with, without it, belongs to an abbreviation, an initial
/// or an ordinal number, so that `tail` goes on with the sentence.
///
/// `head` begins where the sentence begins and does not include the full stop; `tail` begins with
/// a visible character.
pub(crate) fn full_stop_continues(head: &str, tail: &str, language: Language) -> bool {
    let language_tag = language.base().tag();
    let token = last_token(head);
    if token.is_empty() {
        return false;
    }
    // Somebody who begins sentences in lower case does so with the next one as well.
    let heeds_case =
        !starts_in_lower_case(head.trim_start_matches(|first: char| !first.is_alphabetic()));
    if heeds_case && starts_in_lower_case(tail) && token.chars().count() <= LONGEST_ABBREVIATION {
        return true;
    }
    if token.bytes().all(|byte| byte.is_ascii_digit()) {
        return token.len() <= 3 && ordinal_continues(tail, language_tag);
    }
    if is_initial(token) && language_tag != "en" {
        return initial_continues(head, token, tail, language_tag);
    }
    let lower = token.to_lowercase();
    if language_tag == "pl" && lower == "r" {
        // "W 1980 r. Polska" goes on, but the same abbreviation ends many a longer sentence.
        return head.split_whitespace().count() <= 3;
    }
    abbreviations(language_tag)
        .split(' ')
        .any(|abbreviation| abbreviation == lower)
}

/// In characters. A longer word before a full stop and a word in lower case ends a sentence
/// that a typing error follows.
const LONGEST_ABBREVIATION: usize = 6;

fn last_token(head: &str) -> &str {
    let token = head
        .rsplit(|character: char| {
            character.is_whitespace() || matches!(character, '/' | '\'' | '’')
        })
        .next()
        .unwrap_or_default();
    token.trim_start_matches(|character: char| !character.is_alphanumeric())
}

/// Georgian letters count as lower case in Unicode, but begin sentences as well.
pub(crate) fn starts_in_lower_case(text: &str) -> bool {
    text.chars()
        .next()
        .is_some_and(|first| first.is_lowercase() && !('\u{10d0}'..='\u{10ff}').contains(&first))
}

fn ordinal_continues(tail: &str, language_tag: &str) -> bool {
    let next: &str = tail
        .split(|character: char| !character.is_alphanumeric())
        .next()
        .unwrap_or_default();
    match language_tag {
        "de" | "lb" => {
            next.chars().count() > 1
                && next.chars().all(char::is_alphabetic)
                && !GERMAN_STARTERS.split(' ').any(|starter| starter == next)
        }
        "tr" => next.starts_with(char::is_alphabetic),
        _ => false,
    }
}

fn is_initial(token: &str) -> bool {
    let mut characters = token.chars();
    matches!((characters.next(), characters.next()), (Some(only), None) if only.is_uppercase())
}

fn initial_continues(head: &str, token: &str, tail: &str, language_tag: &str) -> bool {
    if !tail.starts_with(char::is_uppercase) {
        return false;
    }
    if language_tag == "fr" && token == "M" {
        return true;
    }
    let before = head.get(..head.len() - token.len()).unwrap_or_default();
    let previous = before.split_whitespace().next_back().unwrap_or_default();
    let next_is_initial = {
        let mut characters = tail.chars();
        characters.next();
        characters.next() == Some('.')
    };
    previous.is_empty() || previous.starts_with(char::is_uppercase) || next_is_initial
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_stops_of_abbreviations_end_no_sentence() {
        for (language, head, tail, continues) in [
            ("fr", "M", "Dupont est venu.", true),
            ("fr", "Il va bien", "Elle aussi.", false),
            ("pl", "Jan Kowalski ur", "5 maja", true),
            ("pl", "W 1980 r", "Polska", true),
            ("pl", "Urodził się w Krakowie w 1980 r", "Mieszka", false),
            ("de", "Im 19", "Jahrhundert", true),
            ("de", "Ich bin 19", "Das reicht.", false),
            ("tr", "3", "Sınıf", true),
            ("it", "Vedi pag", "5", true),
            ("nl", "Dat is d.w.z", "Amsterdam", true),
            ("vi", "TP", "Hồ Chí Minh", true),
            ("ru", "А", "С. Пушкин", true),
            ("en", "I like approx", "five", true),
            ("ka", "ეს", "მეორე", false),
        ] {
            let language = Language::parse(language).unwrap();
            assert_eq!(
                full_stop_continues(head, tail, language),
                continues,
                "{head}. {tail}"
            );
        }
    }
}
