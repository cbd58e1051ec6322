//! Case, gender and number of articles, adjectives and nouns.

/// A set of combinations of a case with a gender or the plural.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Forms(u16);

impl Forms {
    pub(super) const NONE: Self = Self(0);
    pub(super) const ALL: Self = Self(u16::MAX);
    pub(super) const NOMINATIVE: Self = Self(0x000f);
    pub(super) const GENITIVE: Self = Self(0x00f0);
    pub(super) const DATIVE: Self = Self(0x0f00);
    pub(super) const ACCUSATIVE: Self = Self(0xf000);
    pub(super) const MASCULINE: Self = Self(0x1111);
    pub(super) const FEMININE: Self = Self(0x2222);
    pub(super) const NEUTER: Self = Self(0x4444);
    pub(super) const PLURAL: Self = Self(0x8888);

    /// Parses forms like "Nm Af": a case (N, G, D, A) and a gender (m, f, n) or the plural (p).
    fn read(names: &str) -> Self {
        let form = |name: &str| {
            let mut letters = name.chars();
            let case = match letters.next() {
                Some('N') => Self::NOMINATIVE,
                Some('G') => Self::GENITIVE,
                Some('D') => Self::DATIVE,
                _ => Self::ACCUSATIVE,
            };
            let gender = match letters.next() {
                Some('m') => Self::MASCULINE,
                Some('f') => Self::FEMININE,
                Some('n') => Self::NEUTER,
                _ => Self::PLURAL,
            };
            case.intersection(gender)
        };
        names
            .split(' ')
            .map(form)
            .fold(Self::NONE, |all, one| all.union(one))
    }

    pub(super) const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn intersects(self, other: Self) -> bool {
        !self.intersection(other).is_empty()
    }

    /// Whether the set is a subset of another one.
    pub(super) const fn is_subset_of(self, other: Self) -> bool {
        self.intersection(other).0 == self.0
    }

    /// All genders and numbers in the cases of this set.
    pub(super) fn cases(self) -> Self {
        let cases = [
            Self::NOMINATIVE,
            Self::GENITIVE,
            Self::DATIVE,
            Self::ACCUSATIVE,
        ];
        let there = cases.into_iter().filter(|case| self.intersects(*case));
        there.fold(Self::NONE, Self::union)
    }
}

/// The declension of a determiner, which decides between weak and strong endings of the adjectives after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Declension {
    /// "Der", which is also a pronoun.
    Definite,
    /// Like "dieser".
    Dieser,
    /// Contractions with a preposition: "im", "zur".
    Contraction,
    /// Like "ein".
    Indefinite,
}

/// A determiner before a noun.
#[derive(Debug, Clone)]
pub(super) struct Determiner {
    pub(super) kind: Declension,
    pub(super) forms: Forms,
    /// The word without its ending.
    pub(super) stem: &'static str,
    /// The other forms of its declension.
    pub(super) others: Vec<(String, Forms)>,
}

const DEFINITE: [(&str, &str); 6] = [
    ("der", "Nm Df Gf Gp"),
    ("die", "Nf Np Af Ap"),
    ("das", "Nn An"),
    ("den", "Am Dp"),
    ("dem", "Dm Dn"),
    ("des", "Gm Gn"),
];

const DIESER: [(&str, &str); 5] = [
    ("er", "Nm Df Gf Gp"),
    ("e", "Nf Np Af Ap"),
    ("es", "Nn An Gm Gn"),
    ("en", "Am Dp"),
    ("em", "Dm Dn"),
];

const INDEFINITE: [(&str, &str); 6] = [
    ("", "Nm Nn An"),
    ("e", "Nf Np Af Ap"),
    ("en", "Am Dp"),
    ("em", "Dm Dn"),
    ("er", "Df Gf Gp"),
    ("es", "Gm Gn"),
];

const CONTRACTIONS: [(&str, &str); 13] = [
    ("im", "Dm Dn"),
    ("am", "Dm Dn"),
    ("zum", "Dm Dn"),
    ("beim", "Dm Dn"),
    ("vom", "Dm Dn"),
    ("zur", "Df"),
    ("ins", "An"),
    ("ans", "An"),
    ("aufs", "An"),
    ("fürs", "An"),
    ("durchs", "An"),
    ("ums", "An"),
    ("übers", "An"),
];

impl Determiner {
    /// The reading of a word in lower case as a determiner.
    pub(super) fn of(word: &str) -> Option<Self> {
        if let Some((_, forms)) = CONTRACTIONS.iter().find(|(fused, _)| *fused == word) {
            return Some(Self {
                kind: Declension::Contraction,
                forms: Forms::read(forms),
                stem: "",
                others: Vec::new(),
            });
        }
        if DEFINITE.iter().any(|(the, _)| *the == word) {
            return Self::from_declension(Declension::Definite, "", &DEFINITE, word);
        }
        for stem in ["dies", "jen", "jed", "all"] {
            let determiner = Self::from_declension(Declension::Dieser, stem, &DIESER, word);
            if determiner.is_some() {
                return determiner;
            }
        }
        // Without an ending, "ihr" and "sein" are mostly a pronoun and a verb.
        if matches!(word, "ihr" | "sein") {
            return None;
        }
        for stem in [
            "ein", "kein", "mein", "dein", "sein", "ihr", "unser", "euer", "eur",
        ] {
            let determiner = Self::from_declension(Declension::Indefinite, stem, &INDEFINITE, word);
            if determiner.is_some() {
                return determiner;
            }
        }
        None
    }

    fn from_declension(
        kind: Declension,
        stem: &'static str,
        ends: &[(&'static str, &'static str)],
        word: &str,
    ) -> Option<Self> {
        let allowed = match stem {
            "all" => Forms::PLURAL,
            "jed" | "ein" => Forms(!Forms::PLURAL.0),
            _ => Forms::ALL,
        };
        let full = |end: &str| match (stem, end) {
            ("euer" | "eur", "") => "euer".to_owned(),
            ("euer" | "eur", _) => format!("eur{end}"),
            _ => format!("{stem}{end}"),
        };
        let all: Vec<(String, Forms)> = ends
            .iter()
            .map(|(end, forms)| (full(end), Forms::read(forms).intersection(allowed)))
            .filter(|(_, forms)| !forms.is_empty())
            .collect();
        let forms = all.iter().find(|(other, _)| other == word)?.1;
        Some(Self {
            kind,
            forms,
            stem,
            others: all.into_iter().filter(|(other, _)| other != word).collect(),
        })
    }
}

/// The endings of adjectives.
pub(super) const ADJECTIVE_ENDINGS: [&str; 5] = ["e", "er", "es", "en", "em"];

/// The forms that an adjective with an ending may have after a determiner or without one.
pub(super) fn of_adjective(end: &str, after: Option<Declension>) -> Forms {
    let names = match (after, end) {
        (None, "er") => "Nm Df Gf Gp",
        (None, "e") => "Nf Af Np Ap",
        (None, "es") | (Some(Declension::Indefinite), "es") => "Nn An",
        (None, "en") => "Am Gm Gn Dp",
        (None, "em") => "Dm Dn",
        (Some(Declension::Indefinite), "er") => "Nm",
        (Some(Declension::Indefinite), "e") => "Nf Af",
        (Some(Declension::Indefinite), "en") => "Am Gm Gf Gn Gp Dm Df Dn Dp Np Ap",
        (Some(_), "e") => "Nm Nf Nn Af An",
        (Some(_), "en") => "Am Gm Gf Gn Gp Dm Df Dn Dp Np Ap",
        _ => return Forms::NONE,
    };
    Forms::read(names)
}
