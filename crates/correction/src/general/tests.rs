use proptest::prelude::*;

use super::*;

fn corrected(base: BaseLanguage, text: &str) -> String {
    let mut editable = EditableText::new(text.to_owned(), Vec::new());
    apply(&mut editable, base, Orthography::of(base));
    editable.into_text()
}

fn check(base: BaseLanguage, examples: &[(&str, &str)]) {
    let wrong: Vec<String> = examples
        .iter()
        .filter_map(|(before, wanted)| {
            let found = corrected(base, before);
            (found != *wanted).then(|| format!("{before:?} -> {found:?}, not {wanted:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn check_stays(base: BaseLanguage, texts: &[&str]) {
    let pairs: Vec<(&str, &str)> = texts.iter().map(|text| (*text, *text)).collect();
    check(base, &pairs);
}

#[test]
fn spaces_are_set_as_between_words_and_marks() {
    check(
        BaseLanguage::German,
        &[
            ("Das  ist ein Test.", "Das ist ein Test."),
            ("Das ist gut , aber teuer .", "Das ist gut, aber teuer."),
            ("Das ist gut ,aber teuer.", "Das ist gut, aber teuer."),
            ("Das ist gut,aber teuer.", "Das ist gut, aber teuer."),
            ("Kommst du ?", "Kommst du?"),
            ("Hör auf !!", "Hör auf!!"),
            (
                "Es regnet.Wir bleiben hier.",
                "Es regnet. Wir bleiben hier.",
            ),
            ("Das Haus.Wir mögen es.", "Das Haus. Wir mögen es."),
            ("Kommst du?Ich warte.", "Kommst du? Ich warte."),
            ("Wir ( die Eltern ) kommen.", "Wir (die Eltern) kommen."),
            ("Folgendes : Brot, Milch.", "Folgendes: Brot, Milch."),
            (
                "Seit 2020,als wir kamen, ist es so.",
                "Seit 2020, als wir kamen, ist es so.",
            ),
        ],
    );
    check(
        BaseLanguage::Spanish,
        &[
            ("¿ Qué quieres ?", "¿Qué quieres?"),
            ("Hola ,amigo.", "Hola, amigo."),
            (
                "Llueve.Nos quedamos en casa.",
                "Llueve. Nos quedamos en casa.",
            ),
        ],
    );
}

#[test]
fn french_marks_have_no_break_spaces_before_them() {
    check(
        BaseLanguage::French,
        &[
            ("Comment ça va?", "Comment ça va\u{a0}?"),
            ("Voici la liste: du pain.", "Voici la liste\u{a0}: du pain."),
            (
                "Bonjour!Comment allez-vous?",
                "Bonjour\u{a0}! Comment allez-vous\u{a0}?",
            ),
            ("Il a dit «oui» hier.", "Il a dit «\u{a0}oui\u{a0}» hier."),
            ("Ça va ? Et toi?", "Ça va ? Et toi ?"),
            ("Ça va\u{202f}? Et toi?", "Ça va\u{202f}? Et toi\u{202f}?"),
            ("Il pleut , je reste .", "Il pleut, je reste."),
            ("Quoi?!", "Quoi\u{a0}?!"),
        ],
    );
}

#[test]
fn what_only_resembles_text_keeps_its_spaces_and_marks() {
    check_stays(
        BaseLanguage::French,
        &[
            "Rendez-vous à 12:30, voir https://exemple.fr/a?b=c;d et a:b.",
            "Ça va ? Oui ! Très bien ; merci : à demain.",
            "Bon :) et ;-) voilà :D",
            "Yahoo! est un portail.",
            "Le film « Who’s that girl? » est sorti.",
            "nom: valeur\n- autre-cle: oui",
            "let x = foo();\nif (a) {",
            "Le code `a ? b:c` marche.",
            "Le ratio est de 3:1.",
            "1.  Un\n2.  Deux",
            "| a  | b |\n| c | d  |",
            "Nom     Prénom\nDupont  Jean\nMartin  Luc",
            "M. Dupont, p. 5, art. 3, etc. et la suite.",
            "Re: votre demande",
            "Les étudiant(e)s sont là.",
            "nom,prénom,âge",
            "Il paie 3,5 euros.",
            "Attends... quoi ?",
            "On peut écrire ce qu'il est est faux.",
            "Le général de de Gaulle ? Donne-le le matin.",
            "Le journal de Mardi et le Vendredi saint.",
            "Un Français et les Anglais.",
            "La rue du 19 Mars 1962.",
        ],
    );
    check_stays(
        BaseLanguage::German,
        &[
            "Ich weiß nicht ...",
            "Es steht 3 : 1 für uns.",
            "Die Schüler:innen, z.B. am 3. oktober, bzw. der Rest.",
            "Nimm .NET oder Node.js und Console.WriteLine.",
            "Das Feld System.Text ist leer.",
            "- Punkt\n-  Punkt",
            "( ) Ja ( ) Nein",
            "Herr Dr. med. Müller u. a. kommen.",
            "Das, was das das Ganze kostet.",
            "Satz eins.  Satz zwei.  Satz drei.",
            "Ludwig XIV. war König.",
        ],
    );
    check_stays(
        BaseLanguage::Spanish,
        &[
            "¿Qué tal? ¡Hola!",
            "Hola, ¿qué tal?",
            "El Sr. García dijo: «¿Vienes?»",
            "Él preguntó si venía, ¿no?",
            "Visita https://ejemplo.es/?a=b ahora.",
        ],
    );
}

#[test]
fn marks_stand_once() {
    check(
        BaseLanguage::Italian,
        &[
            ("Sì,, certo.", "Sì, certo."),
            ("Sì, , certo.", "Sì, certo."),
            ("Va bene..", "Va bene."),
            ("Va bene,.", "Va bene."),
            ("Vieni?.", "Vieni?"),
            ("Boh... Non so!!!", "Boh... Non so!!!"),
            ("a,,b", "a,,b"),
        ],
    );
}

#[test]
fn spanish_questions_are_opened() {
    check(
        BaseLanguage::Spanish,
        &[
            ("Qué quieres?", "¿Qué quieres?"),
            ("Vienes mañana?", "¿Vienes mañana?"),
            ("Hola, qué haces?", "Hola, ¿qué haces?"),
            ("Es tarde, verdad?", "Es tarde, ¿verdad?"),
            ("Llueve. Hola, María!", "Llueve. ¡Hola, María!"),
            ("Qué bien!!", "¡¡Qué bien!!"),
            ("Si llueve mucho, te quedas?", "Si llueve mucho, te quedas?"),
        ],
    );
    check_stays(
        BaseLanguage::Spanish,
        &[
            "¡Les ayudaremos — está claro!",
            "¡Pagó (dos euros) con gusto!",
            "¡Por fin os... hemos encontrado!",
            "¡Qué loco; no lo sabes!",
            "(C)asar?",
            "!Viva la reina!",
            "¡Vete¡ Ya basta",
            "estÃ¡n aquí",
        ],
    );
}

#[test]
fn sentences_begin_with_capitals_and_months_do_not() {
    check(
        BaseLanguage::French,
        &[
            ("Il pleut. je reste ici.", "Il pleut. Je reste ici."),
            ("demain, je vais à Paris.", "Demain, je vais à Paris."),
            (
                "l'homme est venu. Il vient de Lyon.",
                "L'homme est venu. Il vient de Lyon.",
            ),
            ("Il vient le Lundi en Mars.", "Il vient le lundi en mars."),
            ("Il vient le 5 Mars 2020.", "Il vient le 5 mars 2020."),
            ("Elle parle Français.", "Elle parle français."),
        ],
    );
    check(
        BaseLanguage::Spanish,
        &[
            ("Vino el 5 de Enero de 2020.", "Vino el 5 de enero de 2020."),
            ("Viene el Lunes.", "Viene el lunes."),
            (
                "No importa. gracias por venir.",
                "No importa. Gracias por venir.",
            ),
        ],
    );
    check_stays(
        BaseLanguage::French,
        &[
            "un texte sans majuscule. voilà.",
            "le serveur SQL est arrêté.",
            "eBay est cher. iPhone aussi.",
            "Il rit… je ris. etc. et la suite",
            "« Viens ! » cria-t-il. « Où ? demanda-t-elle.",
            "Il vient le 14 Juillet.",
        ],
    );
}

#[test]
fn words_stand_once() {
    check(
        BaseLanguage::French,
        &[
            (
                "Il a mis le le livre sur la la table.",
                "Il a mis le livre sur la table.",
            ),
            ("Je je viens.", "Je viens."),
            ("Qui vivra vivra.", "Qui vivra vivra."),
            (
                "Elle est très très belle, la la la.",
                "Elle est très très belle, la la la.",
            ),
            ("Le discours de de Gaulle.", "Le discours de de Gaulle."),
        ],
    );
}

fn text() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        " ",
        "  ",
        ",",
        ".",
        "!",
        "?",
        ":",
        ";",
        "«",
        "»",
        "¿",
        "¡",
        "(",
        ")",
        "\n",
        "\u{a0}",
        "a",
        "le",
        "Le",
        "mot",
        "Mars",
        "en",
        "5",
        "…",
        "'",
        "\"",
        "https://a.fr",
        "etc",
        "é",
        "ça",
        "\t",
        "`",
        "-",
        "`",
        "日",
        "qué",
        "hola",
    ]);
    prop::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_text_is_read_and_what_is_kept_stays(text in text(), at in 0_usize..40, length in 1_usize..9) {
        for base in [BaseLanguage::French, BaseLanguage::German, BaseLanguage::Spanish] {
            let range = at..at + length;
            let kept = text.get(range.clone()).map(str::to_owned);
            let mut editable = EditableText::new(text.clone(), vec![range]);
            apply(&mut editable, base, Orthography::of(base));
            if let Some(kept) = kept {
                prop_assert!(editable.text().contains(&kept));
            }
        }
    }

    #[test]
    fn a_second_pass_changes_nothing(text in text()) {
        for base in [BaseLanguage::French, BaseLanguage::German, BaseLanguage::Spanish] {
            let once = corrected(base, &text);
            prop_assert_eq!(corrected(base, &once), once);
        }
    }
}
