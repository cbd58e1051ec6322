//! German: Sie and du.

use super::super::lexicon::{Forms, Mark, Ruling, Source, is_in};
use super::super::words::Word;

pub(super) const SOURCE: Source = Source {
    formal: Forms {
        exact: "Sie Ihnen Ihr Ihre Ihren Ihrem Ihrer Ihres Ihrerseits Ihretwegen",
        ..Forms::NONE
    },
    informal: Forms {
        words: "du dich dir dein deine deinen deinem deiner deines deins deinetwegen deinerseits \
                euch euer eure euren eurem eurer eures",
        imperatives: "achte aktiviere aktualisiere antworte arbeite beachte beantworte beginn \
                beginne behalte benutze bestätige bestelle besuche bewege bezahle bleib bleibe \
                brauche bring bringe deaktiviere denk denke drück drücke druck drucke entferne \
                entscheide erinnere erkläre erstelle erzähl erzähle fahr fahre fang fange finde \
                folge frag frage freu freue füge fühl führe füll fülle geh gehe genieße gib \
                gieß glaub glaube halt halte hilf hinterlasse hol hole hör höre installiere iss \
                kauf kaufe klick klicke komm komme kontaktiere kontrolliere konfiguriere kopiere \
                lade lass lasse lern lerne leg lege lies lös lösche mach mache melde merk merke \
                miss nenne nimm notiere nutz nutze öffne probier probiere prüf prüfe putz putze \
                räum räume red rede reinige reparier repariere reservier reserviere ruf rufe sag \
                sage schalte schau schaue schick schicke schließ schließe schneide schreib \
                schreibe sei sende setz setze sieh speicher speichere sprich spiel spiele stell \
                stelle starte steck stecke stimme stopp stoppe such suche teile tipp tippe trag \
                trage triff trink trinke tu überprüfe unterschreib unterschreibe verbinde \
                vergiss vergewissere verkauf verkaufe verlass vermeide verschiebe versuch \
                versuche verwende wähl wähle warte wasch wechsle wende wiederhole wirf wisch zahl \
                zahle zeig zeige zieh ziehe",
        ..Forms::NONE
    },
    possibly_formal: Forms::NONE,
    openers: "bitte jetzt dann nun also und",
    joints: "und oder dann",
    exceptions: "",
    rule,
};

/// What follows `ihr` only where several friends are addressed.
const OF_SEVERAL: &str = "habt seid könnt müsst wollt sollt dürft mögt werdet wisst wart hattet \
     könntet solltet wolltet würdet wärt kommt geht macht seht";

/// At the beginning of a sentence, where `Sie` may be she or they, and `ihr` within.
fn rule(words: &[Word<'_>], index: usize) -> Ruling {
    let next = words.get(index + 1).map_or("", |next| &next.lower[..]);
    let Some(word) = words.get(index) else {
        return Ruling::Open;
    };
    match &word.lower[..] {
        "ihr" if is_in(OF_SEVERAL, next) => Ruling::Is(Mark::Informal),
        "sie" if word.begins_sentence => {
            if next.ends_with("en") || next == "sind" {
                Ruling::Is(Mark::PossiblyFormal)
            } else {
                Ruling::Nothing
            }
        }
        "ihr" | "ihre" | "ihren" | "ihrem" | "ihrer" | "ihres" | "ihnen"
            if word.begins_sentence =>
        {
            Ruling::Is(Mark::PossiblyFormal)
        }
        _ => Ruling::Open,
    }
}
