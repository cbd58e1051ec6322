use std::fmt;
use std::ops::Range;

use dragoman_language::Register;
use dragoman_text::SegmentTranslation;

use crate::catalogue::{ConfiguredRules, RuleChoice};
use crate::implementation::{Implementation, RuleFunction};
use crate::language::StyleLanguage;
use crate::rules;
use crate::styled_translation::StyledTranslation;

/// The rules that are applied to translations into a language. Rules without a meaning in the
/// language are left out.
pub struct Style {
    language: StyleLanguage,
    functions: Vec<RuleFunction>,
    register: Option<(RuleChoice, Register)>,
    instructions: Vec<(RuleChoice, &'static str)>,
}

impl Style {
    /// Prepares rules for a language.
    #[must_use]
    pub fn new(rules: &ConfiguredRules, language: StyleLanguage) -> Self {
        let mut style = Self {
            language,
            functions: Vec::new(),
            register: None,
            instructions: Vec::new(),
        };
        let mut choices: Vec<RuleChoice> = rules.iter().collect();
        choices.sort_by_key(|choice| rules::sort_key(*choice));
        for choice in choices {
            match rules::implementation(choice, language) {
                Some(Implementation::Edits(function)) => style.functions.push(function),
                Some(Implementation::Register(register)) => {
                    style.register = Some((choice, register));
                }
                Some(Implementation::Instruction(sentence)) => {
                    style.instructions.push((choice, sentence));
                }
                None => {}
            }
        }
        style
    }

    /// The register that the rules require.
    #[must_use]
    pub fn register(&self) -> Option<Register> {
        self.register.map(|(_, register)| register)
    }

    /// The rule that requires the [`register`](Self::register).
    #[must_use]
    pub fn register_rule(&self) -> Option<RuleChoice> {
        self.register.map(|(choice, _)| choice)
    }

    /// The rules that only an engine can follow that accepts instructions.
    pub fn instructed_rules(&self) -> impl Iterator<Item = RuleChoice> {
        self.instructions.iter().map(|(choice, _)| *choice)
    }

    /// The instructions to a language model, as complete English sentences, each with its rule.
    #[must_use]
    pub fn instructions(&self) -> &[(RuleChoice, &'static str)] {
        &self.instructions
    }

    /// Applies the edits of the rules to a translation, and adapts its alignment. The byte ranges
    /// `kept` do not change: code, addresses, placeholders, glossary terms.
    pub fn apply(&self, translation: &mut SegmentTranslation, kept: &[Range<usize>]) {
        let mut styled = StyledTranslation::new(translation, self.language, kept);
        for function in &self.functions {
            styled.apply(function);
        }
    }
}

impl fmt::Debug for Style {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Style")
            .field("language", &self.language)
            .field("register", &self.register)
            .field("instructions", &self.instructions)
            .finish_non_exhaustive()
    }
}
