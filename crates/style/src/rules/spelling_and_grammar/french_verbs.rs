//! Forms of French verbs whose spelling was changed by the reform of 1990 (Journal officiel, 6
//! December 1990).

use std::collections::HashMap;
use std::sync::LazyLock;

use dragoman_text::Edit;
use regex::Regex;

use crate::pattern::pattern;
use crate::rules::words::respell;
use crate::target_text::TargetText;

/// The endings of the future and the conditional after `er`.
const FUTURE: &str = "ai|as|a|ons|ez|ont|ais|ait|ions|iez|aient";

/// Verbs in é, one or more consonants and `er`, without the last two letters.
const LIKE_CEDER: &str = "abrég accéd accélér adhér aér affér affrét agglomér agrég alién allég allégu alléch altér asséch \
    assén assiég avér blasphém céd célébr chronométr complét concéd concélébr confér confédér \
    considér coopér décéd décélér déféqu défér dégénér délégu délibér déposséd dérégl désagrég \
    désaltér désespér désintégr desséch différ digér dilacér disséqu ébréch écrém éméch empiét \
    énumér espér exagér exaspér excéd exécr exonér fédér fléch frét gangrén génér gér hypothéqu \
    imprégn incarcér incinér infér ingér inquiét insér intégr intercéd interfér interprét itér \
    kilométr lacér léch légu lés libér lisér macér méch modér morigén oblitér obséd obtempér opér \
    oxygén péch pénétr perpétr persévér pét piég pondér posséd précéd préfér procéd profér prolifér \
    prospér protég réaccélér recél récupér référ reflét refrén réfrén régénér régl régn réinsér \
    réintégr réitér relégu rémunér repér répét rétrocéd révél révér réverbér rouspét séch secrét \
    sécrét ségrég sidér siég succéd suggér tempér tét tolér transfér ulcér végét vénér vitupér \
    vocifér zébr";

/// Maps from the traditional to the reformed spelling of stems, and back.
static CEDER: LazyLock<[HashMap<String, String>; 2]> = LazyLock::new(|| {
    let pairs = || {
        LIKE_CEDER.split_whitespace().filter_map(|stem| {
            let (at, acute) = stem
                .char_indices()
                .rev()
                .find(|(_, letter)| *letter == 'é')?;
            let grave = format!("{}è{}", stem.get(..at)?, stem.get(at + acute.len_utf8()..)?);
            Some((stem.to_owned(), grave))
        })
    };
    let to_grave = pairs().collect();
    let to_acute = pairs().map(|(acute, grave)| (grave, acute)).collect();
    [to_grave, to_acute]
});

static FUTURE_OF_E: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)\b(\p{{L}}*[éè]\p{{L}}{{1,4}})er(?:{FUTURE})\b"
    ))
});

/// Writes céderai (`to_grave` is false) or cèderai (true).
pub(super) fn ceder(target: &TargetText<'_>, to_grave: bool) -> Vec<Edit> {
    let [grave, acute] = &*CEDER;
    let stems = if to_grave { grave } else { acute };
    respell(target, &FUTURE_OF_E, |word| {
        let captures = FUTURE_OF_E.captures(word)?;
        let stem = captures.get(1)?;
        let other = stems.get(stem.as_str())?;
        Some(format!("{other}{}", word.get(stem.end()..)?))
    })
}

static INVERSION: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\b\p{L}+[éè][-‑]je\b"));

/// Writes aimé-je (`to_grave` is false) or aimè-je (true).
pub(super) fn inversion(target: &TargetText<'_>, to_grave: bool) -> Vec<Edit> {
    let (from, to) = if to_grave { ("é", "è") } else { ("è", "é") };
    respell(target, &INVERSION, |word| {
        let (verb, pronoun) = word.split_at_checked(word.rfind(['-', '‑'])?)?;
        Some(format!("{}{to}{pronoun}", verb.strip_suffix(from)?))
    })
}

/// Verbs in -eler and -eter whose consonant is doubled in the traditional spelling, up to that
/// consonant. Appeler and jeter, whose consonant is doubled in either spelling, are left out.
const DOUBLING: &str = "amoncel bossel bourrel bottel carrel chancel craquel cuvel débossel décervel déficel \
    dénivel désensorcel embottel ensorcel épel grommel morcel musel démusel nivel \
    râtel renouvel ressemel ruissel détel becquet brevet caquet collet craquet \
    décachet déchiquet dépaquet empaquet pellet rempaquet tachet volet";

/// The same for verbs whose forms in -e and -es may also be a noun or an adjective, such as une
/// étincelle.
const DOUBLING_LIKE_NOUNS: &str = "attel banquet briquet cachet coquet étincel étiquet épousset \
    feuillet ficel javel mouchet paillet paquet parquet trompet tonnel \
    jumel soufflet cliquet marquet pommel";

/// A subject before the verb, including the pronouns in between.
const SUBJECT: &str = r"(?i)(?:\b(?:je|tu|il|elle|on|ils|elles|qui)\s+(?:(?:ne|le|la|les|lui|leur|se|me|te|en|y|nous|vous)\s+|(?:n|l|s|m|t)['’]){0,3}|\bj['’](?:(?:en|y)\s+)?)$";

static AFTER_SUBJECT: LazyLock<Regex> = LazyLock::new(|| pattern(SUBJECT));

static OPEN_E: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)\b(\p{{L}}+)(ell|ett|èl|èt)(e|es|ent|er(?:{FUTURE}))\b"
    ))
});

/// Writes il renouvelle (`to_grave` is false) or il renouvèle (true).
pub(super) fn open_e(target: &TargetText<'_>, to_grave: bool) -> Vec<Edit> {
    target.replace(&OPEN_E, |captures| {
        let (whole, base) = (captures.get(0)?, captures.get(1)?.as_str().to_lowercase());
        let (sound, ending) = (captures.get(2)?, captures.get(3)?);
        let consonant = if sound.as_str().to_lowercase().ends_with('l') {
            'l'
        } else {
            't'
        };
        let verb = format!("{base}e{consonant}");
        let is_in = |verbs: &str| verbs.split_whitespace().any(|known| known == verb);
        let is_like_noun = is_in(DOUBLING_LIKE_NOUNS);
        if !is_like_noun && !is_in(DOUBLING) || target.is_code(&whole.range()) {
            return None;
        }
        let doubled = !sound.as_str().to_lowercase().starts_with('è');
        let may_be_noun = is_like_noun && doubled && ending.as_str().len() < 3;
        if may_be_noun && !AFTER_SUBJECT.is_match(target.context_before(whole.start())) {
            return None;
        }
        let written = if to_grave {
            format!("è{consonant}")
        } else {
            format!("e{consonant}{consonant}")
        };
        let capital = sound.as_str().starts_with(char::is_uppercase);
        let written = if capital {
            written.to_uppercase()
        } else {
            written
        };
        Some(format!(
            "{}{written}{}",
            captures.get(1)?.as_str(),
            ending.as_str()
        ))
    })
}

/// Infinitives without -er that follow laissé.
const INFINITIVES: &str = "partir|sortir|venir|revenir|mourir|courir|dormir|grandir|vieillir|mûrir|murir|pourrir|refroidir|tiédir|réagir|agir|choisir|finir|fuir|ouvrir|envahir|attendrir|éblouir|périr|faire|croire|prendre|reprendre|surprendre|comprendre|entendre|attendre|descendre|vendre|répandre|séduire|conduire|convaincre|vaincre|vivre|boire|dire|lire|écrire|perdre|pendre|mettre|battre|abattre|suivre|croître|croitre|paraître|paraitre|disparaître|disparaitre|voir|apercevoir|entrevoir|émouvoir|distraire|cuire|détruire|construire";

/// Words in -er that may follow laissée and are not infinitives.
const NO_INFINITIVES: &[&str] = &[
    "hier",
    "cher",
    "fier",
    "amer",
    "janvier",
    "février",
    "premier",
    "dernier",
    "entier",
    "papier",
    "super",
    "hiver",
    "particulier",
    "léger",
];

static LAISSE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)\b(laissé)(?:e|s|es)(\s+(?:se\s+|s['’])?(\p{{L}}+er|{INFINITIVES}))\b"
    ))
});

/// Writes laissé without an ending before an infinitive.
pub(super) fn invariable_laisse(target: &TargetText<'_>) -> Vec<Edit> {
    target.replace(&LAISSE, |captures| {
        let verb = captures.get(3)?.as_str().to_lowercase();
        let written = format!("{}{}", captures.get(1)?.as_str(), captures.get(2)?.as_str());
        (!NO_INFINITIVES.contains(&verb.as_str())).then_some(written)
    })
}
