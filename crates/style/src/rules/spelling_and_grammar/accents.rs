//! Accents in French and Spanish, in particular on capitals, and the Spanish word solo.

use std::sync::LazyLock;

use dragoman_text::{Edit, is_all_capitals};
use regex::{Captures, Regex};

use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

static ACCENTED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\p{L}*(?:[àâäçéèêëîïôöùûüÿáíóúÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸÁÍÓÚ]\p{L}*)+"));

/// A letter without its accent or cedilla. In Spanish the diaeresis and the tilde are not removed,
/// because they distinguish words.
fn plain(letter: char, language: StyleLanguage) -> char {
    let french = language == StyleLanguage::French;
    match letter {
        'á' => 'a',
        'Á' => 'A',
        'é' => 'e',
        'É' => 'E',
        'í' => 'i',
        'Í' => 'I',
        'ó' => 'o',
        'Ó' => 'O',
        'ú' => 'u',
        'Ú' => 'U',
        'à' | 'â' | 'ä' if french => 'a',
        'À' | 'Â' | 'Ä' if french => 'A',
        'ç' if french => 'c',
        'Ç' if french => 'C',
        'è' | 'ê' | 'ë' if french => 'e',
        'È' | 'Ê' | 'Ë' if french => 'E',
        'î' | 'ï' if french => 'i',
        'Î' | 'Ï' if french => 'I',
        'ô' | 'ö' if french => 'o',
        'Ô' | 'Ö' if french => 'O',
        'ù' | 'û' | 'ü' if french => 'u',
        'Ù' | 'Û' | 'Ü' if french => 'U',
        'ÿ' if french => 'y',
        'Ÿ' if french => 'Y',
        other => other,
    }
}

/// Removes the accents and cedillas of all letters, or only of capitals.
pub(super) fn remove(target: &TargetText<'_>, capitals_only: bool) -> Vec<Edit> {
    target.replace(&ACCENTED, |captures| {
        let word = running(target, captures)?;
        let written = |letter: char| {
            if capitals_only && !letter.is_uppercase() {
                letter
            } else {
                plain(letter, target.language)
            }
        };
        Some(word.chars().map(written).collect())
    })
}

/// Beginnings of French words without the accent of their capital, with which no other French or
/// English words begin.
const FRENCH_BEGINNINGS: &[(&str, &str)] = &[
    ("Ecole", "École"),
    ("Ecolier", "Écolier"),
    ("Ecologie", "Écologie"),
    ("Ecologiqu", "Écologiqu"),
    ("Economie", "Économie"),
    ("Economiqu", "Économiqu"),
    ("Ecoss", "Écoss"),
    ("Ecoute", "Écoute"),
    ("Ecouter", "Écouter"),
    ("Ecouteur", "Écouteur"),
    ("Ecran", "Écran"),
    ("Ecrire", "Écrire"),
    ("Ecrit", "Écrit"),
    ("Ecriv", "Écriv"),
    ("Editer", "Éditer"),
    ("Editeur", "Éditeur"),
    ("Editez", "Éditez"),
    ("Editrice", "Éditrice"),
    ("Egalement", "Également"),
    ("Egalité", "Égalité"),
    ("Eglise", "Église"),
    ("Egypte", "Égypte"),
    ("Egyptien", "Égyptien"),
    ("Electricien", "Électricien"),
    ("Electricité", "Électricité"),
    ("Electriqu", "Électriqu"),
    ("Electroniqu", "Électroniqu"),
    ("Elève", "Élève"),
    ("Elément", "Élément"),
    ("Eliminer", "Éliminer"),
    ("Eliminez", "Éliminez"),
    ("Elysée", "Élysée"),
    ("Energie", "Énergie"),
    ("Energétiqu", "Énergétiqu"),
    ("Enorme", "Énorme"),
    ("Epicerie", "Épicerie"),
    ("Epoque", "Époque"),
    ("Equateur", "Équateur"),
    ("Equilibre", "Équilibre"),
    ("Equipe", "Équipe"),
    ("Erythrée", "Érythrée"),
    ("Etabli", "Établi"),
    ("Etage", "Étage"),
    ("Etant", "Étant"),
    ("Etape", "Étape"),
    ("Etat", "État"),
    ("Etes-vous", "Êtes-vous"),
    ("Ethiopie", "Éthiopie"),
    ("Ethiopien", "Éthiopien"),
    ("Etranger", "Étranger"),
    ("Etrangère", "Étrangère"),
    ("Etude", "Étude"),
    ("Etudi", "Étudi"),
    ("Evaluer", "Évaluer"),
    ("Evaluez", "Évaluez"),
    ("Evénement", "Événement"),
    ("Evènement", "Évènement"),
    ("Eventuel", "Éventuel"),
    ("Evidemment", "Évidemment"),
    ("Evite", "Évite"),
    ("Eviter", "Éviter"),
    ("Evitez", "Évitez"),
];

/// Whole words without the accent of their capital.
const FRENCH_WORDS: &[(&str, &str)] = &[
    ("Ete", "Été"),
    ("Etre", "Être"),
    ("Ile", "Île"),
    ("Iles", "Îles"),
    ("Ile-de-France", "Île-de-France"),
];

/// Words in capitals whose form without accents is no other word.
const FRENCH_CAPITALS: &[(&str, &str)] = &[
    ("ACTIVITE", "ACTIVITÉ"),
    ("ANNEE", "ANNÉE"),
    ("APRES", "APRÈS"),
    ("DEJA", "DÉJÀ"),
    ("DERNIERE", "DERNIÈRE"),
    ("DONNEES", "DONNÉES"),
    ("DUREE", "DURÉE"),
    ("EGALITE", "ÉGALITÉ"),
    ("ELEVE", "ÉLÈVE"),
    ("ELEVES", "ÉLÈVES"),
    ("ENTREE", "ENTRÉE"),
    ("EVENEMENT", "ÉVÉNEMENT"),
    ("EVENEMENTS", "ÉVÉNEMENTS"),
    ("FRANCAIS", "FRANÇAIS"),
    ("FRANCAISE", "FRANÇAISE"),
    ("FRATERNITE", "FRATERNITÉ"),
    ("GENERAL", "GÉNÉRAL"),
    ("GENERALE", "GÉNÉRALE"),
    ("LIBERTE", "LIBERTÉ"),
    ("MATERIEL", "MATÉRIEL"),
    ("MODELE", "MODÈLE"),
    ("NUMERO", "NUMÉRO"),
    ("PARAMETRES", "PARAMÈTRES"),
    ("PREMIERE", "PREMIÈRE"),
    ("PROBLEME", "PROBLÈME"),
    ("PROPRIETE", "PROPRIÉTÉ"),
    ("QUALITE", "QUALITÉ"),
    ("REGLEMENT", "RÈGLEMENT"),
    ("REPUBLIQUE", "RÉPUBLIQUE"),
    ("RESEAU", "RÉSEAU"),
    ("SECURITE", "SÉCURITÉ"),
    ("SOCIETE", "SOCIÉTÉ"),
    ("SYSTEME", "SYSTÈME"),
    ("TELEPHONE", "TÉLÉPHONE"),
    ("TRES", "TRÈS"),
];

/// Whole Spanish words.
const SPANISH_WORDS: &[(&str, &str)] = &[
    ("Africa", "África"),
    ("Aguila", "Águila"),
    ("Aguilas", "Águilas"),
    ("Algebra", "Álgebra"),
    ("Ambito", "Ámbito"),
    ("Ambitos", "Ámbitos"),
    ("Animo", "Ánimo"),
    ("Animos", "Ánimos"),
    ("Arbol", "Árbol"),
    ("Arbols", "Árbols"),
    ("Area", "Área"),
    ("Areas", "Áreas"),
    ("Epoca", "Época"),
    ("Epocas", "Épocas"),
    ("Etica", "Ética"),
    ("Eticas", "Éticas"),
    ("Exito", "Éxito"),
    ("Exitos", "Éxitos"),
    ("Idolo", "Ídolo"),
    ("Idolos", "Ídolos"),
    ("Indice", "Índice"),
    ("Indices", "Índices"),
    ("Indole", "Índole"),
    ("Indoles", "Índoles"),
    ("Optimo", "Óptimo"),
    ("Optimos", "Óptimos"),
    ("Organo", "Órgano"),
    ("Organos", "Órganos"),
    ("Oxido", "Óxido"),
    ("Oxidos", "Óxidos"),
    ("Ultima", "Última"),
    ("Ultimas", "Últimas"),
    ("Ultimo", "Último"),
    ("Ultimos", "Últimos"),
    ("Unica", "Única"),
    ("Unicas", "Únicas"),
    ("Unico", "Único"),
    ("Unicos", "Únicos"),
    ("Util", "Útil"),
    ("Utiles", "Útiles"),
];

/// Spanish words in capitals.
const SPANISH_CAPITALS: &[(&str, &str)] = &[
    ("ARTICULO", "ARTÍCULO"),
    ("CODIGO", "CÓDIGO"),
    ("INFORMATICA", "INFORMÁTICA"),
    ("MEXICO", "MÉXICO"),
    ("PAGINA", "PÁGINA"),
    ("PAGINAS", "PÁGINAS"),
    ("TAMBIEN", "TAMBIÉN"),
    ("TELEFONO", "TELÉFONO"),
];

static WORD: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b\p{Lu}\p{L}*(?:-(?:de-)?\p{L}+)*\b"));

/// `Ça` before its verb, and not the symbol of calcium.
static SUBJECT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^ (?:va|ne|n['’]|me|m['’]|y|fait|s['’]|se|suffit|marche|dépend|peut|doit|vous|te|lui|nous|sera|devrait)(?:\s|\b|\p{L})",
    )
});

/// Nouns in capitals. Those in -SION are not included, because they may be English (VERSION,
/// EXTENSION).
static SPANISH_NOUN: LazyLock<Regex> = LazyLock::new(|| pattern("^[A-ZÁÉÍÓÚÑ]{2,}CION$"));

/// Beginnings of English names in Spanish texts.
const ENGLISH: &[&str] = &["South ", "North ", "West ", "East ", "Out of "];

/// Adds the missing accents of capitals in words that are no other words without them.
pub(super) fn restore(target: &TargetText<'_>) -> Vec<Edit> {
    let is_french = target.language == StyleLanguage::French;
    target.replace(&WORD, |captures| {
        let word = running(target, captures)?;
        let range = captures.get(0)?.range();
        let after = target.after(range.end);
        if is_french && word == "Ca" && SUBJECT.is_match(after) {
            return Some("Ça".to_owned());
        }
        if ENGLISH
            .iter()
            .any(|before| target.context_before(range.start).ends_with(before))
        {
            return None;
        }
        if is_french {
            accented(word, FRENCH_CAPITALS, FRENCH_WORDS, FRENCH_BEGINNINGS)
        } else if SPANISH_NOUN.is_match(word) {
            Some(format!("{}ÓN", word.strip_suffix("ON")?))
        } else {
            accented(word, SPANISH_CAPITALS, SPANISH_WORDS, &[])
        }
    })
}

fn accented(
    word: &str,
    capitals: &[(&str, &str)],
    words: &[(&str, &str)],
    beginnings: &[(&str, &str)],
) -> Option<String> {
    if is_all_capitals(word) {
        let whole = capitals.iter().chain(words);
        if let Some((_, accented)) = whole
            .into_iter()
            .find(|(plain, _)| plain.to_uppercase() == word)
        {
            return Some(accented.to_uppercase());
        }
        return beginnings.iter().find_map(|(plain, accented)| {
            let rest = word.strip_prefix(plain.to_uppercase().as_str())?;
            Some(format!("{}{rest}", accented.to_uppercase()))
        });
    }
    if let Some((_, accented)) = words.iter().find(|(plain, _)| *plain == word) {
        return Some((*accented).to_owned());
    }
    beginnings
        .iter()
        .find_map(|(plain, accented)| Some(format!("{accented}{}", word.strip_prefix(plain)?)))
}

fn running<'text>(target: &TargetText<'_>, captures: &Captures<'text>) -> Option<&'text str> {
    let word = captures.get(0)?;
    (!target.is_code(&word.range())).then_some(word.as_str())
}

static SOLO: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(?:s[óo]lo|S[óo]lo|SÓLO)\b"));

/// Removes the accent of sólo in all meanings (Ortografía de la lengua española, 2010).
pub(super) fn solo_without_accent(target: &TargetText<'_>) -> Vec<Edit> {
    target.replace(&SOLO, |captures| {
        Some(
            running(target, captures)?
                .replace('ó', "o")
                .replace('Ó', "O"),
        )
    })
}

/// The words after solo that show the meaning "only" at the beginning of a sentence: an article, a
/// number or a verb without a subject.
static AFTER_ONLY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^\s(?:el|la|los|las|un|una|unos|unas|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|\d+|hay|quedan?|faltan?|necesitas?|necesitan?|quiero|queremos|tienes|tenemos|debes|debemos|es necesario|si|cuando)\b",
    )
});

/// Verbs with which solo cannot mean "alone".
static BEFORE_ONLY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:hay|había|habrá|tienen?|tenía|tenemos|cuestan?|costó|duran?|duró|faltan?|contienen?|incluyen?|admiten?|acepta|aceptan|mide|miden|pesan?|tan)\s$",
    )
});

static QUANTITY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^\s(?:un|una|unos|unas|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|\d+)\b")
});

static BUT: LazyLock<Regex> = LazyLock::new(|| pattern(r"\bsino\b"));

/// The first 200 characters of a text.
fn first_chars(after: &str) -> &str {
    let end = after
        .char_indices()
        .nth(200)
        .map_or(after.len(), |(at, _)| at);
    after.get(..end).unwrap_or(after)
}

/// Adds the accent of sólo where the word is certainly an adverb: in `no sólo … sino`, at the
/// beginning of a sentence before an article, and before an amount after a verb of having or
/// costing.
pub(super) fn solo_with_accent(target: &TargetText<'_>) -> Vec<Edit> {
    target.replace(&SOLO, |captures| {
        let word = running(target, captures)?;
        let range = captures.get(0)?.range();
        let (before, after) = (target.context_before(range.start), target.after(range.end));
        let is_pair = (before.ends_with("no ") || before.ends_with("No "))
            && BUT.is_match(first_chars(after));
        let begins = word.starts_with('S')
            && target.may_begin_sentence(range.start)
            && AFTER_ONLY.is_match(after);
        let measures = BEFORE_ONLY.is_match(before) && QUANTITY.is_match(after);
        let written = if word.starts_with('S') {
            "Sólo"
        } else {
            "sólo"
        };
        (is_pair || begins || measures).then(|| written.to_owned())
    })
}
