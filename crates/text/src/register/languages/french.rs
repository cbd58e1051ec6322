//! French: vous and tu.

use super::super::lexicon::{Forms, Ruling, Source, is_in};
use super::super::words::Word;

pub(super) const SOURCE: Source = Source {
    formal: Forms {
        words: "vous votre vos vôtre vôtres êtes",
        imperatives: "dites faites refaites redites",
        endings: "ez",
        ..Forms::NONE
    },
    informal: Forms {
        words: "tu te t' toi ton ta tes tien tienne tiens tiennes",
        imperatives: "accepte achète active actualise aide aie aime ajoute allume annule appelle \
                apporte apprends appuie arrête attends autorise bois cache change charge cherche \
                choisis clique colle commence compare complète confirme connecte contacte \
                continue copie coupe crée décide décris découvre demande déplace dépose \
                désactive dessine détends deviens dis donne dors écoute écris efface enlève \
                enregistre entre envoie essaie essaye éteins évite excuse explique fais ferme \
                finis garde glisse goûte imagine imprime indique inscris insère installe invite \
                jette joue laisse lance lave lève lis mange marche mets modifie montre nettoie \
                note oublie ouvre parle partage passe patiente paye pense place pose pousse \
                prends prépare protège ramène range rappelle réessaie regarde remplace remplis \
                renomme rentre répare répète réponds repose réserve reste retire retourne \
                réveille reviens sache saisis sauvegarde sélectionne signe sois sors souris suis \
                supprime surveille télécharge termine tire touche tourne traduis travaille \
                trouve utilise va valide vas vends vérifie vide viens visite vois vote",
        ..Forms::NONE
    },
    possibly_formal: Forms::NONE,
    openers: "ne n' maintenant ensuite puis alors d' abord donc et",
    joints: "et ou puis",
    exceptions: "chez nez assez rez raz sanchez lopez gomez suez biarritz",
    rule,
};

/// Words before which stands no possessive: `le ton`.
const DETERMINERS: &str = "le du un au ce de mon son d' l'";

/// The nouns `rendez-vous` and `ton`.
fn rule(words: &[Word<'_>], index: usize) -> Ruling {
    let at = |place: Option<usize>| {
        let word = place.and_then(|place| words.get(place));
        word.map_or("", |word| &word.lower[..])
    };
    let (before, after) = (at(index.checked_sub(1)), at(Some(index + 1)));
    match at(Some(index)) {
        "rendez" if after == "vous" => Ruling::Nothing,
        "vous" if before == "rendez" => Ruling::Nothing,
        "ton" if is_in(DETERMINERS, before) => Ruling::Nothing,
        _ => Ruling::Open,
    }
}
