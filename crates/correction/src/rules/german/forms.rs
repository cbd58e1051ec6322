//! The forms that articles, adjectives and nouns agree in.

/// A set of forms: four cases by three genders and the plural.
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

    /// Reads forms like "Nm Af": a case (N, G, D, A) and a gender (m, f, n) or the plural (p).
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
            case.and(gender)
        };
        names
            .split(' ')
            .map(form)
            .fold(Self::NONE, |all, one| all.or(one))
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn meets(self, other: Self) -> bool {
        !self.and(other).is_empty()
    }

    /// Whether all of them are among others.
    pub(super) const fn is_within(self, other: Self) -> bool {
        self.and(other).0 == self.0
    }

    /// All forms of the cases that there are.
    pub(super) fn cases(self) -> Self {
        let cases = [
            Self::NOMINATIVE,
            Self::GENITIVE,
            Self::DATIVE,
            Self::ACCUSATIVE,
        ];
        let there = cases.into_iter().filter(|case| self.meets(*case));
        there.fold(Self::NONE, Self::or)
    }
}

/// How an article or pronoun is declined, which says how adjectives behind it are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// "Der", which is a pronoun too.
    The,
    /// As "dieser" is.
    This,
    /// "Im", "zur".
    Fused,
    /// As "ein" is.
    A,
}

/// An article or pronoun before a noun.
#[derive(Debug, Clone)]
pub(super) struct Determiner {
    pub(super) kind: Kind,
    pub(super) forms: Forms,
    /// What it is called without its end.
    pub(super) stem: &'static str,
    /// The other words of its declension.
    pub(super) others: Vec<(String, Forms)>,
}

const THE: [(&str, &str); 6] = [
    ("der", "Nm Df Gf Gp"),
    ("die", "Nf Np Af Ap"),
    ("das", "Nn An"),
    ("den", "Am Dp"),
    ("dem", "Dm Dn"),
    ("des", "Gm Gn"),
];

const THIS: [(&str, &str); 5] = [
    ("er", "Nm Df Gf Gp"),
    ("e", "Nf Np Af Ap"),
    ("es", "Nn An Gm Gn"),
    ("en", "Am Dp"),
    ("em", "Dm Dn"),
];

const A: [(&str, &str); 6] = [
    ("", "Nm Nn An"),
    ("e", "Nf Np Af Ap"),
    ("en", "Am Dp"),
    ("em", "Dm Dn"),
    ("er", "Df Gf Gp"),
    ("es", "Gm Gn"),
];

const FUSED: [(&str, &str); 13] = [
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
    /// That of a word in small letters.
    pub(super) fn of(word: &str) -> Option<Self> {
        if let Some((_, forms)) = FUSED.iter().find(|(fused, _)| *fused == word) {
            return Some(Self {
                kind: Kind::Fused,
                forms: Forms::read(forms),
                stem: "",
                others: Vec::new(),
            });
        }
        if THE.iter().any(|(the, _)| *the == word) {
            return Self::among(Kind::The, "", &THE, word);
        }
        for stem in ["dies", "jen", "jed", "all"] {
            let determiner = Self::among(Kind::This, stem, &THIS, word);
            if determiner.is_some() {
                return determiner;
            }
        }
        // "Ihr" and "sein" alone are mostly something else.
        if matches!(word, "ihr" | "sein") {
            return None;
        }
        for stem in [
            "ein", "kein", "mein", "dein", "sein", "ihr", "unser", "euer", "eur",
        ] {
            let determiner = Self::among(Kind::A, stem, &A, word);
            if determiner.is_some() {
                return determiner;
            }
        }
        None
    }

    fn among(
        kind: Kind,
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
            .map(|(end, forms)| (full(end), Forms::read(forms).and(allowed)))
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

/// The ends of adjectives.
pub(super) const ENDS: [&str; 5] = ["e", "er", "es", "en", "em"];

/// The forms that an adjective may have with an end, behind a word of a kind or none.
pub(super) fn of_adjective(end: &str, behind: Option<Kind>) -> Forms {
    let names = match (behind, end) {
        (None, "er") => "Nm Df Gf Gp",
        (None, "e") => "Nf Af Np Ap",
        (None, "es") | (Some(Kind::A), "es") => "Nn An",
        (None, "en") => "Am Gm Gn Dp",
        (None, "em") => "Dm Dn",
        (Some(Kind::A), "er") => "Nm",
        (Some(Kind::A), "e") => "Nf Af",
        (Some(Kind::A), "en") => "Am Gm Gf Gn Gp Dm Df Dn Dp Np Ap",
        (Some(_), "e") => "Nm Nf Nn Af An",
        (Some(_), "en") => "Am Gm Gf Gn Gp Dm Df Dn Dp Np Ap",
        _ => return Forms::NONE,
    };
    Forms::read(names)
}
