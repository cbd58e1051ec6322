use super::*;

fn after(text: &str) -> String {
    let mut editable = EditableText::new(text.to_owned(), Vec::new());
    let language = Language::parse("de").unwrap();
    for rule in RULES {
        let edits = rule(&editable, language);
        editable.apply(edits);
    }
    editable.into_text()
}

#[test]
fn commas_stand_before_conjunctions() {
    for (faulty, corrected) in [
        ("Ich hoffe dass du kommst.", "Ich hoffe, dass du kommst."),
        (
            "Er bleibt weil er krank ist.",
            "Er bleibt, weil er krank ist.",
        ),
        (
            "Sag Bescheid wenn du da bist.",
            "Sag Bescheid, wenn du da bist.",
        ),
        ("Wir gehen bevor es regnet.", "Wir gehen, bevor es regnet."),
        ("Ruf an sobald du da bist.", "Ruf an, sobald du da bist."),
        (
            "Ich helfe dir damit du fertig wirst.",
            "Ich helfe dir, damit du fertig wirst.",
        ),
    ] {
        assert_eq!(after(faulty), corrected);
        assert_eq!(after(corrected), corrected);
    }
    for right in [
        "Er kam, obwohl und weil er krank war.",
        "Auch wenn es regnet, gehen wir.",
        "Er kommt nur, wenn du auch kommst, und nur wenn du willst.",
        "Ohne dass er es merkte, ging sie.",
        "Je nachdem wer kommt, wird es voll.",
        "Bitte wenn möglich bar zahlen.",
        "Was hast du damit gemacht?",
        "Weil ich muss.",
        "Kurz bevor er ging, rief er an.",
        "Er tat das so, dass es ging, so dass alle lachten.",
        "Sie ging, nicht zuletzt weil er kam.",
        "Manches (zum Beispiel wenn es regnet) fällt aus.",
        "Und um es zu sagen, kam er.",
        "Man kann die Größe eines Bilds ohne Verlust an Schärfe zu ändern versuchen.",
    ] {
        assert_eq!(after(right), right);
    }
}

#[test]
fn verbs_and_adjectives_that_are_nouns_have_capitals() {
    for (faulty, corrected) in [
        ("Er half mir beim kochen.", "Er half mir beim Kochen."),
        ("Das ist nichts neues.", "Das ist nichts Neues."),
        (
            "Gibt es etwas neues von dir?",
            "Gibt es etwas Neues von dir?",
        ),
    ] {
        assert_eq!(after(faulty), corrected);
    }
    for right in [
        "Ich trank etwas warmes Wasser.",
        "Es blieb alles beim alten Preis.",
        "Sie sah etwas, neues Material wohl.",
    ] {
        assert_eq!(after(right), right);
    }
}

#[test]
fn articles_fit_their_nouns() {
    for (faulty, corrected) in [
        ("Ich fahre mit den Auto.", "Ich fahre mit dem Auto."),
        ("Er kommt aus die Schule.", "Er kommt aus der Schule."),
        (
            "Sie wohnt seit einen Jahr hier.",
            "Sie wohnt seit einem Jahr hier.",
        ),
        ("Das ist für der Chef.", "Das ist für den Chef."),
        ("Danke für deine Brief!", "Danke für deinen Brief!"),
        ("Die Auto ist rot.", "Das Auto ist rot."),
        ("Das Rechnung ist da.", "Die Rechnung ist da."),
        ("Wir gehen ohne meine Hund.", "Wir gehen ohne meinen Hund."),
        ("Ich habe ein Termin.", "Ich habe einen Termin."),
        ("Wir brauchen einen Lösung.", "Wir brauchen eine Lösung."),
        ("Er kauft eine Auto.", "Er kauft ein Auto."),
        ("Das neues Auto ist da.", "Das neue Auto ist da."),
        ("Sie sitzt im neuem Büro.", "Sie sitzt im neuen Büro."),
        ("Das ist eine gutes Idee.", "Das ist eine gute Idee."),
        (
            "Er hat einen gute Vorschlag gemacht.",
            "Er hat einen guten Vorschlag gemacht.",
        ),
    ] {
        assert_eq!(after(faulty), corrected);
        assert_eq!(after(corrected), corrected);
    }
    for right in [
        "Der Frau gefiel es.",
        "Dem Kind gab er Brot.",
        "Mit den Autos fuhren sie.",
        "Er kam mit ihr. Frage beantwortet.",
        "Von der Straße aus sah man es.",
        "Für das, was du sagst.",
        "Ich habe der Frau geholfen und dem Chef geschrieben.",
        "Sie hat dem alten Hund ein gutes Haus gegeben.",
        "Das ist ein gutes Buch und eine gute Idee.",
        "Ich habe meiner Tante geschrieben.",
        "Der alten Tante gefiel es.",
        "Einen Brief schrieb er nie.",
        "Ich stimme dem zu. Das Buch ist gut.",
        "Der Pilz wuchs auf der Rinde.",
        "Sie ist auf der Hut und steht zu ihren Worten.",
        "Zu ihrem Bedauern kam er nicht.",
        "Auf der einen Seite ist es gut.",
        "Es fehlen bis zu drei leere Seiten.",
        "Durch das Laden der Bilder dauert es.",
    ] {
        assert_eq!(after(right), right);
    }
}
