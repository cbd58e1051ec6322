//! Long and short names of countries.

use std::sync::LazyLock;

use dragoman_text::{Edit, capitalised};
use regex::Regex;

use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

/// Long names with their article or case ending, and the short names. Both have the same gender,
/// number and case, because the sentence around a name does not change.
type Names = &'static [(&'static str, &'static str)];

const GERMAN: Names = &[
    ("in der Bundesrepublik Deutschland", "in Deutschland"),
    ("die Bundesrepublik Deutschland", "Deutschland"),
    ("aus der Bundesrepublik Deutschland", "aus Deutschland"),
    ("in der Republik Österreich", "in Österreich"),
    ("die Republik Österreich", "Österreich"),
    ("die Schweizerische Eidgenossenschaft", "die Schweiz"),
    ("der Schweizerischen Eidgenossenschaft", "der Schweiz"),
    ("Vereinigte Staaten von Amerika", "Vereinigte Staaten"),
    ("Vereinigten Staaten von Amerika", "Vereinigten Staaten"),
    (
        "Vereinigte Königreich Großbritannien und Nordirland",
        "Vereinigte Königreich",
    ),
    (
        "Vereinigten Königreich Großbritannien und Nordirland",
        "Vereinigten Königreich",
    ),
    (
        "Vereinigten Königreichs Großbritannien und Nordirland",
        "Vereinigten Königreichs",
    ),
    ("die Volksrepublik China", "China"),
    ("in der Volksrepublik China", "in China"),
    ("die Russische Föderation", "Russland"),
    ("in der Russischen Föderation", "in Russland"),
    ("die Italienische Republik", "Italien"),
    ("die Französische Republik", "Frankreich"),
];

const ENGLISH: Names = &[
    ("the Federal Republic of Germany", "Germany"),
    ("the French Republic", "France"),
    ("the Italian Republic", "Italy"),
    ("the Kingdom of Spain", "Spain"),
    ("the Kingdom of Belgium", "Belgium"),
    ("the Kingdom of Denmark", "Denmark"),
    ("the Kingdom of Norway", "Norway"),
    ("the Kingdom of Sweden", "Sweden"),
    ("the Kingdom of Thailand", "Thailand"),
    ("the Kingdom of Saudi Arabia", "Saudi Arabia"),
    ("the Republic of Austria", "Austria"),
    ("the Republic of Poland", "Poland"),
    ("the Republic of India", "India"),
    ("the Republic of Korea", "South Korea"),
    ("the Democratic People's Republic of Korea", "North Korea"),
    ("the Democratic People’s Republic of Korea", "North Korea"),
    ("the People's Republic of China", "China"),
    ("the People’s Republic of China", "China"),
    ("the Russian Federation", "Russia"),
    ("the Swiss Confederation", "Switzerland"),
    ("the Hellenic Republic", "Greece"),
    ("the Portuguese Republic", "Portugal"),
    ("the Commonwealth of Australia", "Australia"),
    ("the Federative Republic of Brazil", "Brazil"),
    ("the Argentine Republic", "Argentina"),
    ("the United Mexican States", "Mexico"),
    ("United States of America", "United States"),
    (
        "United Kingdom of Great Britain and Northern Ireland",
        "United Kingdom",
    ),
];

const SPANISH: Names = &[
    ("la República Federal de Alemania", "Alemania"),
    ("la República Francesa", "Francia"),
    ("la República Italiana", "Italia"),
    ("la República Popular China", "China"),
    ("la República Argentina", "Argentina"),
    ("la República de Colombia", "Colombia"),
    ("la Federación de Rusia", "Rusia"),
    ("la Confederación Suiza", "Suiza"),
    (
        "Reino Unido de Gran Bretaña e Irlanda del Norte",
        "Reino Unido",
    ),
    ("Estados Unidos de América", "Estados Unidos"),
];

const FRENCH: Names = &[
    ("dans la République fédérale d'Allemagne", "en Allemagne"),
    ("dans la République fédérale d’Allemagne", "en Allemagne"),
    ("dans la République française", "en France"),
    ("dans la République italienne", "en Italie"),
    ("dans la République populaire de Chine", "en Chine"),
    ("dans la Fédération de Russie", "en Russie"),
    ("dans la République argentine", "en Argentine"),
    ("en République fédérale d'Allemagne", "en Allemagne"),
    ("en République fédérale d’Allemagne", "en Allemagne"),
    ("en République française", "en France"),
    ("en République italienne", "en Italie"),
    ("en République populaire de Chine", "en Chine"),
    ("en République argentine", "en Argentine"),
    ("dans la Confédération suisse", "en Suisse"),
    ("la République fédérale d'Allemagne", "l'Allemagne"),
    ("la République fédérale d’Allemagne", "l’Allemagne"),
    ("la République française", "la France"),
    ("la République italienne", "l'Italie"),
    ("la République populaire de Chine", "la Chine"),
    ("la Fédération de Russie", "la Russie"),
    ("la Confédération suisse", "la Suisse"),
    ("la République argentine", "l'Argentine"),
    (
        "Royaume-Uni de Grande-Bretagne et d'Irlande du Nord",
        "Royaume-Uni",
    ),
    (
        "Royaume-Uni de Grande-Bretagne et d’Irlande du Nord",
        "Royaume-Uni",
    ),
    ("États-Unis d'Amérique", "États-Unis"),
    ("États-Unis d’Amérique", "États-Unis"),
];

const ITALIAN: Names = &[
    ("nella Repubblica federale di Germania", "in Germania"),
    ("nella Repubblica francese", "in Francia"),
    ("nella Repubblica popolare cinese", "in Cina"),
    ("nella Federazione russa", "in Russia"),
    ("nella Confederazione svizzera", "in Svizzera"),
    ("la Repubblica Federale di Germania", "la Germania"),
    ("la Repubblica Federale Tedesca", "la Germania"),
    ("la Repubblica federale di Germania", "la Germania"),
    ("della Repubblica federale di Germania", "della Germania"),
    ("la Repubblica francese", "la Francia"),
    ("della Repubblica francese", "della Francia"),
    ("la Repubblica popolare cinese", "la Cina"),
    ("della Repubblica popolare cinese", "della Cina"),
    ("la Federazione russa", "la Russia"),
    ("della Federazione russa", "della Russia"),
    ("la Confederazione svizzera", "la Svizzera"),
    ("della Confederazione svizzera", "della Svizzera"),
    (
        "Regno Unito di Gran Bretagna e Irlanda del Nord",
        "Regno Unito",
    ),
    ("Stati Uniti d'America", "Stati Uniti"),
    ("Stati Uniti d’America", "Stati Uniti"),
];

const JAPANESE: Names = &[
    ("アメリカ合衆国", "アメリカ"),
    ("グレートブリテン及び北アイルランド連合王国", "イギリス"),
    ("ドイツ連邦共和国", "ドイツ"),
    ("フランス共和国", "フランス"),
    ("イタリア共和国", "イタリア"),
    ("ロシア連邦", "ロシア"),
    ("中華人民共和国", "中国"),
    ("大韓民国", "韓国"),
    ("朝鮮民主主義人民共和国", "北朝鮮"),
];

/// Only names that take the same particles as their short form.
const KOREAN: Names = &[
    ("대한민국", "한국"),
    ("미합중국", "미국"),
    ("중화인민공화국", "중국"),
    ("조선민주주의인민공화국", "북한"),
];

const CHINESE: Names = &[
    ("中华人民共和国", "中国"),
    ("美利坚合众国", "美国"),
    ("大不列颠及北爱尔兰联合王国", "英国"),
    ("法兰西共和国", "法国"),
    ("德意志联邦共和国", "德国"),
    ("意大利共和国", "意大利"),
    ("俄罗斯联邦", "俄罗斯"),
    ("大韩民国", "韩国"),
    ("朝鲜民主主义人民共和国", "朝鲜"),
];

const fn names(language: StyleLanguage) -> Names {
    match language {
        StyleLanguage::German => GERMAN,
        StyleLanguage::English => ENGLISH,
        StyleLanguage::Spanish => SPANISH,
        StyleLanguage::French => FRENCH,
        StyleLanguage::Italian => ITALIAN,
        StyleLanguage::Japanese => JAPANESE,
        StyleLanguage::Korean => KOREAN,
        StyleLanguage::Chinese => CHINESE,
    }
}

static PATTERNS: LazyLock<Vec<(StyleLanguage, Regex)>> = LazyLock::new(|| {
    let of = |language: StyleLanguage| {
        let mut long: Vec<String> = names(language)
            .iter()
            .flat_map(|(long, _)| [regex::escape(long), regex::escape(&capitalised(long))])
            .collect();
        long.sort_by_key(|name| std::cmp::Reverse(name.len()));
        long.dedup();
        (language, pattern(&long.join("|")))
    };
    StyleLanguage::ALL.into_iter().map(of).collect()
});

/// The text after a name that makes it part of another name: an institution, a law, an office, a
/// historical event.
static PART_OF_NAME: LazyLock<Regex> = LazyLock::new(|| {
    let han = "宪法|憲法|民法|刑法|国籍|国歌|国旗|国徽|国务院|国民|公民|政府|主席|大統領|总统|成立|建国|建國|\
        大使馆|大使館|领事馆|領事館|护照|最高|香港|澳门|領|外諸島|驻|駐|\\p{Han}{1,3}部|\\p{Han}{1,3}院";
    let hangul = "정부|헌법|대사관|국회|임시|국민|국군|대통령|여권|국기|법|수립|건국";
    pattern(&format!(
        r"^(?:-|['’]s\b| (?:\p{{Lu}}|v(?:s\.|\.)\s)|{han}|\s?(?:{hangul}))"
    ))
});

/// Writes the short names of countries in running text. Titles of laws and names of institutions do
/// not change.
pub(super) fn shorten(target: &TargetText<'_>) -> Vec<Edit> {
    let Some((_, long)) = PATTERNS
        .iter()
        .find(|(language, _)| *language == target.language)
    else {
        return Vec::new();
    };
    let is_referred_to = target.language == StyleLanguage::German && FEMININE.is_match(target.text);
    if is_referred_to {
        return Vec::new();
    }
    target.replace(long, |captures| {
        let found = captures.get(0)?;
        let (before, after) = (
            target.context_before(found.start()),
            target.after(found.end()),
        );
        let quoted = before.ends_with(['《', '〈', '「', '『', '"', '“', '„', '«', '/', '-']);
        let is_spaced = found.as_str().contains(' ');
        let joined = is_spaced
            && (before.ends_with(char::is_alphanumeric)
                || after.starts_with(char::is_alphanumeric));
        if quoted || joined || PART_OF_NAME.is_match(after) || OFFICE.is_match(before) {
            return None;
        }
        let name = |long: &&(&str, &str)| long.0 == found.as_str();
        let exact = names(target.language).iter().find(name);
        if let Some((_, short)) = exact {
            return Some((*short).to_owned());
        }
        let (_, short) = names(target.language)
            .iter()
            .find(|(long, _)| capitalised(long) == found.as_str())?;
        Some(capitalised(short))
    })
}

/// Words that may refer to a feminine name; the German short names are neuter.
static FEMININE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(?:[Ii]hre?[mnrs]?|[Ss]ie|deren)\b|, (?:\p{L}+ )?(?:die|der)\b"));

/// Offices and symbols that require the long name: the President of the French Republic.
static OFFICE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:president|presidency|constitution|government|basic law|embassy|consulate|congress|bank|präsident\p{L}*|verfassung|grundgesetz|regierung|botschaft|presidente|constitución|gobierno|embajada|código|banco|boletín oficial|président|présidence|constitution|gouvernement|ambassade|journal officiel|ambassadeur|embajador|ambasciatore|botschafter|ambassador|costituzione|governo|ambasciata|gazzetta ufficiale|codice)(?: (?:of|for|für|in|de|du|di|von))?(?: (?:the|los|las|les|der|die))?\s$",
    )
});
