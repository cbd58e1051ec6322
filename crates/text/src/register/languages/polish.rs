//! Polish: Pan, Pani, Państwo and ty.

use super::super::lexicon::{Forms, Mark, Ruling, Source};
use super::super::words::Word;

pub(super) const SOURCE: Source = Source {
    formal: Forms {
        exact: "Pan Pana Panu Panem Pani Panią Państwo Państwa Państwu Państwem Panów Paniom \
                Pański Pańska Pańskie",
        ..Forms::NONE
    },
    informal: Forms {
        words: "ty ciebie cię tobie tobą twój twoja twoje twojego twojemu twoją twoim twoich \
                twoimi twojej jesteś byłbyś byłabyś mógłbyś mogłabyś chciałbyś chciałabyś \
                powinieneś powinnaś masz znasz dasz jesz śpisz",
        imperatives: "bądź bierz chodź czekaj czytaj daj dodaj dołącz dotknij edytuj idź jedz kliknij \
                korzystaj kup kopiuj miej mów myśl naciśnij napisz napraw narysuj oddaj odkryj \
                odpowiedz odpocznij odwiedź obejrzyj otwórz pamiętaj pij pisz podaj podpisz podziel \
                pobierz poczekaj podłącz pokaż pomóż pomyśl popraw porównaj posłuchaj postaw \
                potwierdź powiedz powtórz pozwól pożycz pracuj prześlij przeczytaj przejdź \
                przenieś przesuń przestań przetłumacz przygotuj przyjdź przynieś rób ruszaj \
                skontaktuj skopiuj skorzystaj skończ słuchaj spójrz sprawdź sprzedaj spróbuj \
                stwórz szukaj śpij ucz udostępnij umyj uruchom ustaw usuń uśmiechnij uważaj użyj \
                uzupełnij weź wejdź wklej włącz wpisz wprowadź wróć wstań wybierz wyczyść wydrukuj \
                wyjdź wyłącz wyślij wytrzyj zacznij zadzwoń zaktualizuj zainstaluj zaloguj zamknij \
                zamów zapisz zapłać zapomnij zapytaj zarejestruj zatrzymaj zaznacz zmień \
                znajdź zobacz zostań zostaw zrób zwróć",
        endings: "asz esz isz ysz łeś łaś",
        ..Forms::NONE
    },
    possibly_formal: Forms::NONE,
    openers: "proszę nie teraz potem najpierw następnie się mi",
    joints: "i lub albo oraz potem",
    exceptions: "zapisz napisz podpisz opisz wpisz dopisz nasz wasz klawisz afisz finisz derwisz towarzysz gulasz kalisz \
                 arkadiusz",
    rule,
};

/// How many words behind `proszę` its infinitive may stand: `Proszę się teraz zalogować`.
const FARTHEST_INFINITIVE: usize = 3;

/// Gentlemen who are spoken of, and `proszę` with an infinitive.
fn rule(words: &[Word<'_>], index: usize) -> Ruling {
    let Some(word) = words.get(index) else {
        return Ruling::Open;
    };
    let following = || {
        let rest = words.iter().skip(index + 1);
        rest.take_while(|word| !word.opens)
    };
    let mut next = following();
    let is_name = next
        .next()
        .is_some_and(|next| next.text.starts_with(char::is_uppercase));
    match &word.lower[..] {
        "proszę" => {
            let is_infinitive =
                |word: &Word<'_>| word.lower.ends_with('ć') || word.lower.ends_with("móc");
            match following().take(FARTHEST_INFINITIVE).any(is_infinitive) {
                true => Ruling::Is(Mark::Formal),
                false => Ruling::Nothing,
            }
        }
        "pan" | "pana" | "panu" | "panem" | "pani" | "panią" if is_name => Ruling::Nothing,
        "pan" | "pani" | "pana" | "państwa" if word.begins_sentence => Ruling::Is(Mark::Formal),
        "pan" | "pani" | "pana" | "panu" | "panią" if word.text == word.lower => {
            Ruling::Is(Mark::PossiblyFormal)
        }
        _ => Ruling::Open,
    }
}
