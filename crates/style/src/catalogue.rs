use std::collections::BTreeMap;
use std::sync::LazyLock;

/// One option of one rule of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RuleChoice {
    /// The category of the rule, such as `punctuation`.
    pub category: &'static str,
    /// The rule, such as `apostrophe`. Rules of the same name in two categories are different.
    pub rule: &'static str,
    /// The setting of the rule, such as `use_curly_apostrophes`.
    pub option: &'static str,
}

/// A name that is not in the catalogue.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnknownChoice {
    /// There is no such category.
    #[error("there is no category '{category}'; the categories are {}", .known.join(", "))]
    Category {
        /// The requested category.
        category: String,
        /// The names of the categories.
        known: Vec<&'static str>,
    },
    /// The category has no such rule.
    #[error("the category '{category}' has no rule '{rule}'; its rules are {}", .known.join(", "))]
    Rule {
        /// The category.
        category: &'static str,
        /// The requested rule.
        rule: String,
        /// The names of the rules of the category.
        known: Vec<&'static str>,
    },
    /// The rule has no such option.
    #[error("the rule '{category}.{rule}' has no option '{option}'; its options are {}", .known.join(", "))]
    Option {
        /// The category.
        category: &'static str,
        /// The rule.
        rule: &'static str,
        /// The requested option.
        option: String,
        /// The names of the options of the rule.
        known: Vec<&'static str>,
    },
}

static CATALOGUE: LazyLock<Vec<RuleChoice>> = LazyLock::new(|| {
    let choice = |line: &'static str| {
        let mut columns = line.split('\t');
        Some(RuleChoice {
            category: columns.next()?,
            rule: columns.next()?,
            option: columns.next()?,
        })
    };
    include_str!("catalogue.tsv")
        .lines()
        .filter_map(choice)
        .collect()
});

/// All choices; those of a rule are adjacent.
#[must_use]
pub fn catalogue() -> &'static [RuleChoice] {
    &CATALOGUE
}

/// The category with a name.
///
/// # Errors
/// [`UnknownChoice::Category`] if there is none.
pub fn known_category(category: &str) -> Result<&'static str, UnknownChoice> {
    let mut categories = catalogue().iter().map(|known| known.category);
    categories
        .find(|known| *known == category)
        .ok_or_else(|| UnknownChoice::Category {
            category: category.to_owned(),
            known: distinct(catalogue().iter().map(|known| known.category)),
        })
}

/// Rules, each with the option that it is set to, sorted by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ConfiguredRules(BTreeMap<(&'static str, &'static str), &'static str>);

impl ConfiguredRules {
    /// Sets a rule to an option.
    ///
    /// # Errors
    /// Returns [`UnknownChoice`] for a name that the catalogue does not have, and changes nothing.
    pub fn set(&mut self, category: &str, rule: &str, option: &str) -> Result<(), UnknownChoice> {
        let category = known_category(category)?;
        let of_category = || {
            catalogue()
                .iter()
                .filter(|known| known.category == category)
        };
        let of_rule = || of_category().filter(|known| known.rule == rule);
        let Some(choice) = of_rule().next() else {
            return Err(UnknownChoice::Rule {
                category,
                rule: rule.to_owned(),
                known: distinct(of_category().map(|known| known.rule)),
            });
        };
        let Some(choice) = of_rule().find(|known| known.option == option) else {
            return Err(UnknownChoice::Option {
                category,
                rule: choice.rule,
                option: option.to_owned(),
                known: of_rule().map(|known| known.option).collect(),
            });
        };
        self.0.insert((category, choice.rule), choice.option);
        Ok(())
    }

    /// The rules that are set, sorted by category and name.
    pub fn iter(&self) -> impl Iterator<Item = RuleChoice> + '_ {
        self.0
            .iter()
            .map(|(&(category, rule), &option)| RuleChoice {
                category,
                rule,
                option,
            })
    }

    /// Whether no rule is set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn distinct(names: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut names: Vec<_> = names.collect();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_catalogue_has_what_is_published_and_nothing_twice() {
        let categories = distinct(catalogue().iter().map(|choice| choice.category));
        assert_eq!(categories.len(), 7);
        let mut rules: Vec<_> = (catalogue().iter())
            .map(|choice| (choice.category, choice.rule))
            .collect();
        rules.dedup();
        assert_eq!(rules.len(), 159);
        let mut choices = catalogue().to_vec();
        choices.sort();
        choices.dedup();
        assert_eq!(choices.len(), catalogue().len());
    }

    #[test]
    fn what_is_unknown_is_refused_with_what_there_is() {
        let mut rules = ConfiguredRules::default();
        rules
            .set("punctuation", "apostrophe", "use_curly_apostrophes")
            .unwrap();
        let refusal = |category, rule, option| {
            let mut rules = ConfiguredRules::default();
            rules.set(category, rule, option).unwrap_err().to_string()
        };
        assert!(
            refusal("punctuations", "apostrophe", "x")
                .contains("the categories are dates_and_times, ")
        );
        assert!(refusal("punctuation", "apostrophes", "x").contains("abbreviations, acronyms, "));
        assert_eq!(
            refusal("punctuation", "apostrophe", "use_curly"),
            "the rule 'punctuation.apostrophe' has no option 'use_curly'; its options are \
             use_curly_apostrophes, use_straight_apostrophes"
        );
        assert_eq!(rules.iter().count(), 1);
    }
}
