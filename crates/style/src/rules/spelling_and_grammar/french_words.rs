//! French words whose spelling was changed by the reform of 1990 (Journal officiel, 6 December
//! 1990), and the abbreviations of numéro.

use std::collections::HashMap;
use std::sync::LazyLock;

use dragoman_text::Edit;
use regex::Regex;

use crate::pattern::pattern;
use crate::rules::words::{respell, with_case_of};
use crate::target_text::TargetText;

/// The endings that `+` stands for in the table of stems: those of verbs in -er.
const VERB: &str = "(?:e|es|er|ez|ent|é|ée|és|ées|ons|ant|ante|antes|ants|ais|ait|aient|ions|iez|a|èrent|erai|eras|era|erons|erez|eront|erais|erait|eraient)";

/// Stems whose circumflex was removed in 1990, and their endings. Words that would become other
/// words without it (sûr, mûr, dû, jeûne, croître, faîte, fût, soûl) are left out.
const CIRCUMFLEX: &[(&str, &str)] = &[
    ("abîm", "+"),
    ("aîn", "ée?s?|esse"),
    ("août", "|ien|iens|ienne|iennes|at|ats"),
    ("assidûment", ""),
    ("boîtier", "s?"),
    ("brûl", "+|ure|ures|erie|eur|eurs|is|ot"),
    ("bûch", "e|es|er|ers|ette|ettes|eron|erons"),
    ("chaîn", "e|es|on|ons|ette|ettes"),
    ("enchaîn", "+|ement|ements"),
    ("déchaîn", "+|ement|ements"),
    ("cloîtr", "+"),
    ("connaît", "|re|r.*"),
    ("reconnaît", "|re|r.*"),
    ("méconnaît", "|re|r.*"),
    ("continûment", ""),
    ("contremaître", "s?"),
    ("coût", "s?|+|eux|euse|euses|eusement"),
    ("surcoût", "s?"),
    ("croût", "e|es|on|ons"),
    ("crûment", ""),
    ("dîn", "+|ers|eur|eurs|ette|ettes"),
    ("dûment", ""),
    ("indûment", ""),
    ("envoût", "+|ement|ements"),
    ("épître", "s?"),
    ("flût", "e|es|iste|istes"),
    ("fraîche", "s?|ment|ur|urs"),
    ("rafraîch", "i.*"),
    ("gîte", "s?"),
    ("goulûment", ""),
    ("goût", "s?|+|ers|eur|eurs"),
    ("dégoût", "s?|+"),
    ("ragoût", "s?"),
    ("huître", "s?"),
    ("île", "s?"),
    ("presqu'île", "s?"),
    ("presqu’île", "s?"),
    ("îlot", "s?"),
    ("maîtr", "e|es|esse|esses|ise|ises|is(?:+)|isable|isables"),
    ("naît", "|re|r.*"),
    ("renaît", "|re|r.*"),
    ("paraît", "|re|r.*"),
    ("apparaît", "|re|r.*"),
    ("disparaît", "|re|r.*"),
    ("comparaît", "|re|r.*"),
    ("transparaît", "|re|r.*"),
    ("réapparaît", "|re|r.*"),
    ("piqûre", "s?"),
    ("plaît", ""),
    ("déplaît", ""),
    ("complaît", ""),
    ("surcroît", "s?"),
    ("accroît", "|re|r.*"),
    ("décroît", "|re|r.*"),
    ("traîn", "+|eau|eaux|ée|ées"),
    ("entraîn", "+|ement|ements|eur|eurs|euse|euses"),
    ("traîtr", "e|es|esse|esses|ise|ises|eusement"),
    ("voût", "+"),
];

/// Patterns for words with or without a circumflex, each with the stem with and without it.
static CIRCUMFLEXED: LazyLock<Vec<(Regex, &str, String)>> = LazyLock::new(|| {
    let entry = |&(stem, endings): &(&'static str, &str)| {
        let plain = stem.replace('î', "i").replace('û', "u");
        let endings = endings.replace('+', VERB);
        let word = pattern(&format!("^(?:{stem}|{plain})(?:{endings})$"));
        (word, stem, plain)
    };
    CIRCUMFLEX.iter().map(entry).collect()
});

static WITH_I_OR_U: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(?:[Pp]resqu['’])?\p{L}*[iuîûÎ]\p{L}*\b"));

static BOX: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:la|une|ma|ta|sa|notre|votre|leur|cette|chaque|quelle|les|des|ces|mes|tes|ses|nos|vos|leurs|aux|deux|trois|plusieurs|petites?|grandes?)\s$",
    )
});

static SAYS_THAT: LazyLock<Regex> = LazyLock::new(|| pattern(r"^ (?:que\b|qu['’])"));

/// Writes coût and île (`with` is true) or cout and ile (false). Names do not change.
pub(super) fn circumflex(target: &TargetText<'_>, with: bool) -> Vec<Edit> {
    target.replace(&WITH_I_OR_U, |captures| {
        let found = captures.get(0)?;
        let word = found.as_str();
        let begins = target.may_begin_sentence(found.start());
        let is_name = word.starts_with(char::is_uppercase)
            && (!begins
                || target.after(found.end()).starts_with('-')
                || word.starts_with(['Î', 'I']));
        if is_name || target.is_code(&found.range()) {
            return None;
        }
        let small = word.to_lowercase();
        let (from, to) = if with {
            ("boite", "boîte")
        } else {
            ("boîte", "boite")
        };
        if small.trim_end_matches('s') == from
            && (!with || BOX.is_match(target.context_before(found.start())))
        {
            return Some(with_case_of(word, &small.replacen(from, to, 1)));
        }
        // "Il parait les coups" and "il comparait les prix" are imperfects of other verbs.
        let says_that = SAYS_THAT.is_match(target.after(found.end()));
        if with && (small == "comparait" || small == "parait" && !says_that) {
            return None;
        }
        let (_, stem, plain) = CIRCUMFLEXED.iter().find(|(known, stem, plain)| {
            let begins = small.starts_with(stem) || small.starts_with(plain.as_str());
            begins && known.is_match(&small)
        })?;
        let (from, to) = if with {
            (plain.as_str(), *stem)
        } else {
            (*stem, plain.as_str())
        };
        let rest = small.strip_prefix(from)?;
        Some(with_case_of(word, &format!("{to}{rest}")))
    })
}

/// Compounds with a hyphen, and in the reformed spelling, in the singular.
const COMPOUNDS: &[(&str, &str)] = &[
    ("arrache-pied", "arrachepied"),
    ("auto-école", "autoécole"),
    ("auto-stop", "autostop"),
    ("auto-stoppeur", "autostoppeur"),
    ("baby-sitter", "babysitter"),
    ("base-ball", "baseball"),
    ("basket-ball", "basketball"),
    ("bric-à-brac", "bricabrac"),
    ("chauve-souris", "chauvesouris"),
    ("chèvre-pied", "chèvrepied"),
    ("cow-boy", "cowboy"),
    ("croque-monsieur", "croquemonsieur"),
    ("croque-mort", "croquemort"),
    ("extra-terrestre", "extraterrestre"),
    ("fast-food", "fastfood"),
    ("foot-ball", "football"),
    ("fourre-tout", "fourretout"),
    ("hand-ball", "handball"),
    ("haut-parleur", "hautparleur"),
    ("hot-dog", "hotdog"),
    ("lock-out", "lockout"),
    ("mille-feuille", "millefeuille"),
    ("mille-pattes", "millepattes"),
    ("ping-pong", "pingpong"),
    ("pique-nique", "piquenique"),
    ("pique-niquer", "piqueniquer"),
    ("plate-forme", "plateforme"),
    ("porte-clés", "porteclés"),
    ("porte-crayon", "portecrayon"),
    ("porte-feuille", "portefeuille"),
    ("porte-monnaie", "portemonnaie"),
    ("porte-voix", "portevoix"),
    ("prud'homme", "prudhomme"),
    ("quote-part", "quotepart"),
    ("risque-tout", "risquetout"),
    ("sage-femme", "sagefemme"),
    ("tic-tac", "tictac"),
    ("tire-bouchon", "tirebouchon"),
    ("va-nu-pieds", "vanupieds"),
    ("volley-ball", "volleyball"),
    ("water-polo", "waterpolo"),
    ("week-end", "weekend"),
];

static COMPOUND: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b\p{L}+(?:[-‑]\p{L}+)*\b"));

/// Maps between the two spellings of compounds: from those with a hyphen, and from those in one
/// word.
static COMPOUND_PAIRS: LazyLock<[HashMap<&str, &str>; 2]> = LazyLock::new(|| {
    let pairs = || COMPOUNDS.iter().filter(|(hyphen, _)| hyphen.contains('-'));
    [
        pairs().copied().collect(),
        // Football and portefeuille are a single word in either spelling.
        pairs()
            .filter(|(_, one)| !["football", "portefeuille"].contains(one))
            .map(|&(hyphen, one)| (one, hyphen))
            .collect(),
    ]
});

/// Writes portemonnaie (`with_hyphen` is false) or porte-monnaie (true).
pub(super) fn compounds(target: &TargetText<'_>, with_hyphen: bool) -> Vec<Edit> {
    let [to_one, to_hyphen] = &*COMPOUND_PAIRS;
    let pairs = if with_hyphen { to_hyphen } else { to_one };
    respell(target, &COMPOUND, |word| {
        let word = word.replace('‑', "-");
        let other = |word: &str| pairs.get(word).copied();
        other(&word).map(str::to_owned).or_else(|| {
            let singular = word.strip_suffix('s')?;
            Some(format!("{}s", other(singular)?))
        })
    })
}

/// Plurals of foreign words in their own language and in French.
const PLURALS: &[(&str, &str)] = &[
    ("barmen", "barmans"),
    ("cameramen", "cameramans"),
    ("concerti", "concertos"),
    ("gentlemen", "gentlemans"),
    ("hobbies", "hobbys"),
    ("ladies", "ladys"),
    ("libretti", "librettos"),
    ("lobbies", "lobbys"),
    ("matches", "matchs"),
    ("policemen", "policemans"),
    ("rugbymen", "rugbymans"),
    ("sandwiches", "sandwichs"),
    ("soprani", "sopranos"),
    ("tennismen", "tennismans"),
    ("whiskies", "whiskys"),
];

/// The same for foreign plurals that may be a singular or an adverb in French, so that a plural
/// determiner has to precede them.
const PLURALS_LIKE_SINGULARS: &[(&str, &str)] = &[
    ("confetti", "confettis"),
    ("desiderata", "désidératas"),
    ("errata", "erratas"),
    ("gnocchi", "gnocchis"),
    ("graffiti", "graffitis"),
    ("maxima", "maximums"),
    ("minima", "minimums"),
    ("optima", "optimums"),
    ("paparazzi", "paparazzis"),
    ("quanta", "quantums"),
    ("ravioli", "raviolis"),
    ("scenarii", "scénarios"),
    ("scénarii", "scénarios"),
    ("spaghetti", "spaghettis"),
];

static PLURAL: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b\p{L}+\b"));

static AFTER_PLURAL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:les|des|ces|mes|tes|ses|nos|vos|leurs|aux|deux|trois|quatre|cinq|dix|plusieurs|quelques|différents|nombreux|certains|autres|premiers|derniers|nouveaux|grands|petits|bons|\d+)\s$",
    )
});

/// Writes matchs (`in_french` is true) or matches (false).
pub(super) fn foreign_plurals(target: &TargetText<'_>, in_french: bool) -> Vec<Edit> {
    target.replace(&PLURAL, |captures| {
        let found = captures.get(0)?;
        let word = found.as_str();
        let small = word.to_lowercase();
        let other = |pairs: &[(&'static str, &'static str)]| {
            let fits = |(foreign, french): &&(&str, &str)| {
                small == if in_french { *foreign } else { *french }
            };
            let (foreign, french) = pairs.iter().find(fits)?;
            Some(if in_french { *french } else { *foreign })
        };
        let before = target.context_before(found.start());
        let written = other(PLURALS).or_else(|| {
            let written = other(PLURALS_LIKE_SINGULARS)?;
            AFTER_PLURAL.is_match(before).then_some(written)
        })?;
        // A verb (tu matches), a name (Ladies Open) or an idiom (concerti grossi).
        let is_name =
            word.starts_with(char::is_uppercase) && !target.may_begin_sentence(found.start());
        let is_part = before.ends_with('-') || target.after(found.end()).starts_with('-');
        let is_other = is_part
            || before.to_lowercase().ends_with("tu ")
            || target.after(found.end()).starts_with(" grossi");
        (!is_name && !is_other && !target.is_code(&found.range()))
            .then(|| with_case_of(word, written))
    })
}

/// The abbreviation of numéro before a number.
#[derive(Clone, Copy)]
pub(super) enum Numero {
    Degree,
    Superscript,
    Plain,
}

static NUMERO: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b([nN])(?:([°ºᵒ])(ˢ|s\b)?|o\b)([ \u{a0}\u{202f}]?)(\d)"));

/// Writes n°, nᵒ or no before a number, and n°s, nᵒˢ or nos for a plural. A missing space is
/// inserted as a no-break space.
pub(super) fn numero(target: &TargetText<'_>, as_: Numero) -> Vec<Edit> {
    target.replace(&NUMERO, |captures| {
        let part = |index| captures.get(index).map_or("", |part| part.as_str());
        let (letter, sign, space, digit) = (part(1), part(2), part(4), part(5));
        // A letter o directly before a number is part of a name.
        if sign.is_empty() && space.is_empty() || target.is_code(&captures.get(0)?.range()) {
            return None;
        }
        let plural = !part(3).is_empty();
        let written = match (as_, plural) {
            (Numero::Degree, false) => "°",
            (Numero::Degree, true) => "°s",
            (Numero::Superscript, false) => "ᵒ",
            (Numero::Superscript, true) => "ᵒˢ",
            (Numero::Plain, false) => "o",
            (Numero::Plain, true) => "os",
        };
        let space = if space.is_empty() { "\u{a0}" } else { space };
        Some(format!("{letter}{written}{space}{digit}"))
    })
}
