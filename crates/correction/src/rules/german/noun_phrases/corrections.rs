//! The word of a noun phrase that is wrong, and its correction.

use dragoman_text::Edit;

use super::super::forms::{Declension, Determiner, Forms};
use super::super::is_word;
use super::super::nouns::Noun;
use super::{NounPhrase, Token};

/// Nouns that often have no article, so that the word before them may be a pronoun, as in "für jeden Zeit haben".
const NOUNS_WITHOUT_ARTICLE: [&str; 24] = [
    "Zeit", "Angst", "Geld", "Lust", "Platz", "Hunger", "Durst", "Sinn", "Spaß", "Mut", "Glück",
    "Pech", "Hilfe", "Arbeit", "Ruhe", "Freude", "Wasser", "Kaffee", "Brot", "Bier", "Wein",
    "Milch", "Sorgen", "Musik",
];

impl NounPhrase<'_> {
    /// Corrects adjectives that do not agree with an article that agrees with its noun.
    pub(super) fn corrected_adjectives(&self, determiner: &Determiner, frame: Forms) -> Vec<Edit> {
        let has_preposition =
            self.preposition.is_some() || determiner.kind == Declension::Contraction;
        let has_two = self.preposition.is_some_and(|it| it.has_two);
        let is_first = self.begins_sentence();
        let article = self.word(self.start);
        let has_weak_end = self.adjectives.iter().any(|(.., end)| *end == "en");
        let may_stand_alone = self.noun.forms.intersects(self.adjective_forms(None));
        let is_pronoun = matches!(determiner.kind, Declension::Definite | Declension::Dieser);
        if is_pronoun && may_stand_alone && !has_preposition && !is_first {
            return Vec::new();
        }
        let is_short = determiner.kind == Declension::Indefinite
            && determiner.forms.intersects(Forms::NEUTER)
            && determiner.forms.intersects(Forms::MASCULINE)
            && !determiner
                .forms
                .intersects(Forms::DATIVE.union(Forms::GENITIVE));
        if is_short && has_weak_end {
            return self.ein_without_ending(determiner, frame);
        }
        let is_one = !self.noun.forms.intersects(Forms::PLURAL);
        let is_feminine = self.noun.forms.intersects(Forms::FEMININE);
        match article.as_str() {
            // "Die neuen Straße" lacks the ending of one of the three words.
            _ if is_feminine
                && has_weak_end
                && frame.is_subset_of(Forms::NOMINATIVE.union(Forms::ACCUSATIVE))
                && (has_two || determiner.stem != "ein") =>
            {
                return Vec::new();
            }
            "der" if !has_preposition => {
                let follows_noun = self
                    .token_before(self.start)
                    .is_some_and(|before| Noun::of(before.text).is_some());
                let is_sure = if frame.intersects(Forms::MASCULINE) {
                    !has_weak_end || is_first && self.is_before_singular_verb() == Some(true)
                } else {
                    follows_noun
                };
                if !is_sure {
                    return Vec::new();
                }
            }
            "den" if is_first => return Vec::new(),
            // "Die neue Lehrer" may be singular or plural.
            _ if !is_one
                && frame.is_subset_of(Forms::PLURAL)
                && self
                    .noun
                    .forms
                    .intersects(Forms::MASCULINE.union(Forms::NEUTER)) =>
            {
                return Vec::new();
            }
            _ => {}
        }
        self.with_adjectives(Some(determiner.kind), frame)
    }

    /// "Ein kleinen" stands for "einen kleinen" or "einem kleinen".
    fn ein_without_ending(&self, determiner: &Determiner, frame: Forms) -> Vec<Edit> {
        let word = |end: &str| format!("{}{end}", determiner.stem);
        if frame.intersects(Forms::NEUTER) {
            return match self.preposition {
                Some(it) if it.has_two && self.has_verb_of_location() => {
                    self.with_article(&word("em"))
                }
                Some(it) if it.cases == Forms::ACCUSATIVE => {
                    self.with_adjectives(Some(Declension::Indefinite), frame)
                }
                _ => Vec::new(),
            };
        }
        let earlier = self.start.saturating_sub(4)..self.start;
        let is_predicate = self
            .tokens
            .get(earlier)
            .unwrap_or_default()
            .iter()
            .any(|it| {
                matches!(
                    it.lowercase().as_str(),
                    "ist"
                        | "war"
                        | "bin"
                        | "bist"
                        | "wird"
                        | "wurde"
                        | "bleibt"
                        | "sind"
                        | "als"
                        | "wie"
                )
            });
        if self.preposition.is_some() || self.begins_sentence() || is_predicate {
            return Vec::new();
        }
        self.with_article(&word("en"))
    }

    /// Corrects an article and a noun that do not agree.
    pub(super) fn corrected_article_or_noun(
        &self,
        determiner: &Determiner,
        outer: Forms,
        inner: Forms,
    ) -> Vec<Edit> {
        let fits = |forms: Forms| forms.intersection(outer).intersects(inner);
        let articles: Vec<&(String, Forms)> = (determiner.others.iter())
            .filter(|(_, forms)| fits(forms.intersection(self.noun.forms)))
            .collect();
        let nouns: Vec<&(String, Forms)> = (self.noun.others.iter())
            .filter(|(word, forms)| {
                let is_archaic = word.strip_suffix('e') == Some(self.bare);
                !is_archaic && fits(forms.intersection(determiner.forms))
            })
            .collect();
        if let Some(noun) = self.corrected_noun(determiner, &nouns) {
            return self.with_noun(noun);
        }
        if NOUNS_WITHOUT_ARTICLE.contains(&self.bare)
            && self.adjectives.is_empty()
            && determiner.kind != Declension::Indefinite
            || determiner.kind == Declension::Contraction
            || self.noun.is_weak_base
        {
            return Vec::new();
        }
        if self.preposition.is_some() {
            self.article_after_preposition(determiner, outer, &articles, &nouns)
        } else if determiner.kind == Declension::Indefinite {
            self.indefinite_article(determiner, &articles, &nouns)
        } else {
            self.first_article(&articles)
        }
    }

    /// The correction of the noun, if the noun is the wrong word.
    fn corrected_noun<'a>(
        &self,
        determiner: &Determiner,
        nouns: &[&'a (String, Forms)],
    ) -> Option<&'a str> {
        let (first, forms) = nouns.first().copied()?;
        let article = self.word(self.start);
        let is_genitive = determiner.forms.is_subset_of(Forms::GENITIVE);
        let follows_noun = self.token_before(self.start).is_some_and(|before| {
            is_word(before.text) && before.is_capitalised() && Noun::of(before.text).is_some()
        });
        let has_genitive = matches!(
            self.token_before(self.start)
                .map(Token::lowercase)
                .as_deref(),
            Some(
                "wegen"
                    | "trotz"
                    | "während"
                    | "innerhalb"
                    | "außerhalb"
                    | "aufgrund"
                    | "statt"
                    | "anstatt"
            )
        );
        if is_genitive || article == "dieses" && follows_noun {
            let is_possible = (follows_noun || has_genitive)
                && forms.is_subset_of(Forms::GENITIVE)
                && !first.ends_with("ns");
            return is_possible.then_some(first.as_str());
        }
        if self.noun.is_weak_base && article.ends_with(['n', 'm']) && article != "ein" {
            return Some(first);
        }
        // "Mit den Kinder".
        let is_many = self
            .noun
            .forms
            .is_subset_of(Forms::PLURAL.union(Forms::DATIVE))
            && self.noun.forms.intersects(Forms::PLURAL);
        let is_dative = self
            .preposition
            .is_some_and(|it| it.cases.intersects(Forms::DATIVE))
            && article.ends_with("en")
            && forms.intersects(Forms::PLURAL);
        let only = nouns.len() == 1;
        (is_many && is_dative && only).then_some(first.as_str())
    }

    fn article_after_preposition(
        &self,
        determiner: &Determiner,
        outer: Forms,
        articles: &[&(String, Forms)],
        nouns: &[&(String, Forms)],
    ) -> Vec<Edit> {
        let has_two = self.preposition.is_some_and(|it| it.has_two);
        let article = self.word(self.start);
        if has_two && article.ends_with("en") {
            let is_neuter = self.noun.forms.intersects(Forms::NEUTER);
            let dative = articles.iter().find(|(word, _)| word.ends_with("em"));
            return match dative {
                Some((word, _)) if is_neuter && self.has_verb_of_location() => {
                    self.with_article(word)
                }
                _ => Vec::new(),
            };
        }
        // A sentence may begin with a pronoun after the preposition, as in "seit das".
        let is_doubtful = self.adjectives.is_empty()
            && determiner.kind == Declension::Dieser
            && matches!(determiner.stem, "jed" | "all");
        if is_doubtful || self.noun.forms.is_subset_of(Forms::PLURAL) && !nouns.is_empty() {
            return Vec::new();
        }
        let cases = determiner.forms.intersection(outer).cases();
        let kept: Vec<&&(String, Forms)> = articles
            .iter()
            .filter(|(_, forms)| {
                forms
                    .intersection(self.noun.forms)
                    .intersection(outer)
                    .intersects(cases)
            })
            .collect();
        match (articles, kept.as_slice()) {
            ([(word, _)], _) | (_, [(word, _)]) => self.with_article(word),
            _ => Vec::new(),
        }
    }

    /// Corrects forms of "ein" and "mein" where no preposition determines the case.
    fn indefinite_article(
        &self,
        determiner: &Determiner,
        articles: &[&(String, Forms)],
        nouns: &[&(String, Forms)],
    ) -> Vec<Edit> {
        let article = self.word(self.start);
        let end = article.strip_prefix(determiner.stem).unwrap_or_default();
        let is_first = self.begins_sentence();
        let nominative = Forms::NOMINATIVE.union(Forms::ACCUSATIVE);
        let cases = match end {
            "e" => {
                let may_be_many = determiner.stem != "ein" && !nouns.is_empty();
                if may_be_many && self.is_before_singular_verb() != Some(true) {
                    return Vec::new();
                }
                if is_first {
                    Forms::NOMINATIVE
                } else {
                    nominative
                }
            }
            "" => nominative,
            "en" if !self.has_dative_verb(self.noun.forms.intersects(Forms::FEMININE)) => {
                Forms::ACCUSATIVE
            }
            "em" => Forms::DATIVE,
            _ => return Vec::new(),
        };
        if end.is_empty() && self.noun.forms.intersects(Forms::PLURAL) {
            return Vec::new();
        }
        let inner = self.adjective_forms(Some(Declension::Indefinite));
        let mut kept = articles.iter().filter(|(_, forms)| {
            forms
                .intersection(self.noun.forms)
                .intersection(cases)
                .intersects(inner)
        });
        match (kept.next(), kept.next()) {
            (Some((word, _)), None) => self.with_article(word),
            _ => Vec::new(),
        }
    }

    /// Corrects the article at the beginning of a sentence if its verb follows.
    fn first_article(&self, articles: &[&(String, Forms)]) -> Vec<Edit> {
        let Some(is_one) = self
            .is_before_singular_verb()
            .filter(|_| self.begins_sentence())
        else {
            return Vec::new();
        };
        let number = if is_one {
            Forms::MASCULINE.union(Forms::FEMININE).union(Forms::NEUTER)
        } else {
            Forms::PLURAL
        };
        let wanted = Forms::NOMINATIVE
            .intersection(number)
            .intersection(self.noun.forms);
        let mut kept = articles
            .iter()
            .filter(|(_, forms)| forms.intersects(wanted));
        match (kept.next(), kept.next()) {
            (Some((word, _)), None) => self.with_article(word),
            _ => Vec::new(),
        }
    }
}
