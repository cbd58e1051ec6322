//! Translations in a wanted register.
//!
//! A translation that addresses its reader in the other register is searched for again, with a
//! bias towards what the wanted one is known by (`values`, `guide`), and replaced by the most
//! likely of the new ones that reaches it, unless that is too unlikely (`choice`). What addresses
//! nobody stays as it is. `ability` tells with which models that can be tried.

mod ability;
mod choice;
mod guide;
mod values;

use std::sync::Arc;

use dragoman_domain::Language;
use dragoman_nmt::{Model, SearchOptions, Source, TokenTranslation};

pub(super) use ability::Able;

use super::text::Text;
use choice::Choice;
use dragoman_text::register::{Markers, addresses_reader};
use guide::RegisterGuide;
use values::Values;

/// How strongly a search is biased: first gently, then if that does not reach the register. A word
/// counts as so much likelier or less likely, as the logarithm of its probability.
pub(super) const STRENGTHS: [f32; 2] = [3.0, 8.0];

/// How many hypotheses are compared.
const HYPOTHESES: usize = 8;

/// A source whose translation is to be in a register.
#[derive(Debug, Clone)]
pub(super) struct Wanted {
    /// Its place among the sources of its step.
    index: usize,
    source: Source,
    options: SearchOptions,
    choice: Choice,
}

impl Wanted {
    /// The source at a place among others, of a text with a wish; `None` if it has none.
    pub(super) fn new(
        index: usize,
        (source, options): (&Source, &SearchOptions),
        (text, language): (&Text, Language),
    ) -> Option<Self> {
        let wish = text.wish?;
        let markers = Markers::of(wish.target)?;
        let targets = text.terms.iter().map(|term| term.targets.clone());
        Some(Self {
            index,
            source: source.clone(),
            options: options.clone(),
            choice: Choice {
                wanted: wish.register,
                markers,
                is_addressed: addresses_reader(&text.text, language),
                terms: targets.collect(),
            },
        })
    }
}

/// Of the wanted, those whose best translation addresses somebody in the other register. Where only
/// other translations do, those are dropped.
pub(super) fn amiss(
    model: &Model,
    mut wanted: Vec<Wanted>,
    decoded: &mut [Vec<TokenTranslation>],
) -> Vec<Wanted> {
    wanted.retain(|wanted| {
        let is_amiss = |one: &TokenTranslation| wanted.choice.is_amiss(model, one);
        let Some(found) = decoded.get_mut(wanted.index) else {
            return false;
        };
        if found.first().is_some_and(is_amiss) {
            return true;
        }
        let mut is_best = true;
        found.retain(|one| std::mem::take(&mut is_best) || !is_amiss(one));
        false
    });
    wanted
}

/// How the wanted are searched for with a strength.
pub(super) fn searches(
    model: &Arc<Model>,
    wanted: &[Wanted],
    strength: f32,
) -> Vec<(Source, SearchOptions)> {
    let mut known: Vec<(bool, Arc<Values>)> = Vec::new();
    let search = |wanted: &Wanted| {
        let is_addressed = wanted.choice.is_addressed;
        let values = known.iter().find(|(of, _)| *of == is_addressed);
        let values = values.map(|(_, values)| Arc::clone(values));
        let values = values.or_else(|| {
            let values = Arc::new(wanted.choice.values(model, strength)?);
            known.push((is_addressed, Arc::clone(&values)));
            Some(values)
        });
        let guide = values.map(|values| RegisterGuide::new(Arc::clone(model), values));
        let options = SearchOptions {
            n_best: HYPOTHESES,
            guide: guide.map(|guide| Arc::new(guide) as _),
            ..wanted.options.clone()
        };
        (wanted.source.clone(), options)
    };
    wanted.iter().map(search).collect()
}

/// Puts what was found in the place of what is amiss; what has not been found is returned.
pub(super) fn replace(
    model: &Model,
    wanted: Vec<Wanted>,
    found: Vec<Vec<TokenTranslation>>,
    decoded: &mut [Vec<TokenTranslation>],
) -> Vec<Wanted> {
    let mut left = Vec::new();
    for (wanted, found) in wanted.into_iter().zip(found) {
        let place = decoded.get_mut(wanted.index);
        let Some(place) = place else { continue };
        let fit = place
            .first()
            .map(|usual| wanted.choice.fit(model, usual, found));
        let mut fit = fit.unwrap_or_default();
        if fit.is_empty() {
            left.push(wanted);
        } else {
            fit.truncate(wanted.options.n_best.max(1));
            *place = fit;
        }
    }
    left
}
