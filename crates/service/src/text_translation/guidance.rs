//! How the translations of a request are to read.

use std::sync::Arc;

use dragoman_domain::{
    Abilities, Formality, Guidance, Language, LanguagePair, Register, has_registers,
};
use dragoman_style::{RuleChoice, Style};

use super::{Resources, TextTranslator, TranslationError, TranslationRequest};

/// A style rule list, ready for the language of a request.
#[derive(Debug, Clone)]
pub struct ChosenStyle {
    /// The configured rules.
    pub rules: Arc<Style>,
    /// The instructions of its owner.
    pub instructions: Vec<StyleInstruction>,
}

/// An instruction of a style rule list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StyleInstruction {
    /// What to do, in plain words.
    pub prompt: String,
    /// The language of the sources that it is meant for; all if absent.
    pub source: Option<Language>,
}

/// What a request and its style rule list ask for, whatever the source language.
pub(super) struct Instructions {
    register: Option<Register>,
    needs_register: bool,
    instructions: Vec<StyleInstruction>,
}

impl Instructions {
    pub(super) fn new(request: &TranslationRequest, resources: &Resources) -> Self {
        let style = resources.style.as_ref();
        let from_rules = style.map(|style| style.rules.instructions());
        let from_rules = from_rules.unwrap_or_default().iter();
        let in_list = style.map(|style| style.instructions.clone());
        let unconditional = |prompt: String| StyleInstruction {
            prompt,
            source: None,
        };
        // The request has the last word, as it does with the register.
        let instructions = from_rules
            .map(|(_, sentence)| unconditional((*sentence).to_owned()))
            .chain(in_list.unwrap_or_default())
            .chain(request.instructions.iter().cloned().map(unconditional));
        let wanted = request.formality.map(|formality| formality.register);
        Self {
            register: wanted.or_else(|| style.and_then(|style| style.rules.register())),
            needs_register: needs_register(request),
            instructions: instructions.collect(),
        }
    }

    /// The guidance for texts in a language, without a context.
    pub(super) fn guidance(&self, source: Language) -> Guidance {
        let is_meant = |instruction: &&StyleInstruction| {
            instruction
                .source
                .is_none_or(|meant| meant.base() == source.base())
        };
        let instructions = self.instructions.iter().filter(is_meant);
        Guidance {
            register: self.register,
            needs_register: self.needs_register,
            context: None,
            instructions: instructions
                .map(|instruction| instruction.prompt.clone())
                .collect(),
        }
    }
}

impl TextTranslator {
    /// Fails if an engine for the pair cannot do what is asked for and must not be left out.
    pub(crate) fn check_demands(
        &self,
        pair: LanguagePair,
        request: &TranslationRequest,
        resources: &Resources,
    ) -> Result<(), TranslationError> {
        let offer = self.engine.offer(pair);
        let abilities = offer.map_or_else(Abilities::default, |offer| offer.abilities);
        // Nothing is translated within a language, so that no wording can be chosen.
        let has_register = abilities.register || pair.is_identity();
        if needs_register(request) && !(has_register && has_registers(pair.target)) {
            return Err(TranslationError::NoRegisters(pair));
        }
        if abilities.instructions || pair.is_identity() {
            return Ok(());
        }
        if !request.instructions.is_empty() {
            return Err(TranslationError::NoInstructions(pair));
        }
        let Some(style) = &resources.style else {
            return Ok(());
        };
        let register = style.rules.register_rule();
        let register = register.filter(|_| !abilities.register).into_iter();
        let rules: Vec<RuleChoice> = register.chain(style.rules.instructed_rules()).collect();
        let is_for_pair = |instruction: &StyleInstruction| {
            let meant = instruction.source;
            meant.is_none_or(|meant| meant.base() == pair.source.base())
        };
        if rules.is_empty() && !style.instructions.iter().any(is_for_pair) {
            return Ok(());
        }
        Err(TranslationError::NoStyle { pair, rules })
    }
}

/// Whether a translation in another register than the wanted one is of no use.
fn needs_register(request: &TranslationRequest) -> bool {
    let required = |formality: Formality| formality.is_required;
    request.formality.is_some_and(required)
}
