//! Learning a model's shortlist from parallel text.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use dragoman_catalog::{EngineCheck, InstalledModel, ModelFolder, NewShortlist};
use dragoman_domain::LanguagePair;
use dragoman_nmt::Model;
use dragoman_nmt::shortlist_learning::{
    Coverage, LearntShortlist, MOST_SENTENCE_TOKENS, Offered, ShortlistLearner, ShortlistSize,
};

use super::super::output::say;
use super::{label, parallel_text, scan};
use crate::arguments::{ShortlistArguments, refuse};
use crate::progress::tell;

/// Fewer pairs say too little: most words would not be in the shortlist, and so in no translation.
const FEWEST_PAIRS: usize = 1_000;

/// Below this share of covered tokens translations are likely to suffer.
const GOOD_COVERAGE: f64 = 0.97;

/// Learns a shortlist and installs it.
pub(super) fn run(arguments: &ShortlistArguments, folder: &ModelFolder) -> Result<ExitCode> {
    let (pair, name) = arguments.model().unwrap_or_else(|message| refuse(message));
    let installed = find(folder, pair, name)?;
    NewShortlist::check_place(&installed, arguments.replace)?;
    let model = Model::load(&installed.files.paths())
        .with_context(|| format!("the model {} cannot be used", installed.label()))?;
    let begun = Instant::now();
    let mut learner = ShortlistLearner::new(&model);
    read_all(&arguments.files, pair, &mut learner)?;
    tell(format_args!("Learning from {} pairs", learner.len()));
    let learnt = learner
        .learn(ShortlistSize::default())
        .context("no shortlist can be made for this model")?;
    let seconds = begun.elapsed().as_secs_f64();
    let new = NewShortlist {
        model: &installed,
        bytes: &learnt.file,
        replace: arguments.replace,
    };
    let installed = new
        .run(folder, &EngineCheck)
        .context("the shortlist is not installed")?;
    report(
        &installed,
        &learnt,
        seconds,
        model.target_vocabulary().len(),
    )
}

/// The one model that is meant.
fn find(folder: &ModelFolder, pair: LanguagePair, name: Option<&str>) -> Result<InstalledModel> {
    let installed = scan(folder)?;
    let mut found: Vec<InstalledModel> = installed
        .of(pair)
        .filter(|model| name.is_none_or(|name| model.manifest.name == name))
        .cloned()
        .collect();
    match (found.pop(), found.is_empty()) {
        (Some(model), true) => Ok(model),
        (Some(model), false) => {
            found.push(model);
            let labels: Vec<String> = found.iter().map(InstalledModel::label).collect();
            bail!(
                "several models are installed; name one: {}",
                labels.join(", ")
            )
        }
        (None, _) => bail!(
            "there is no such model: {}; \"dragoman models list\" shows those that there are",
            label(pair, name)
        ),
    }
}

/// Pairs that are not learnt from, by what is wrong with them.
#[derive(Default)]
struct LeftOut {
    without_pair: u64,
    repeated: u64,
    empty: u64,
    too_long: u64,
}

impl LeftOut {
    /// What was left out and why, in words; `None` if there is nothing.
    fn in_words(&self) -> Option<String> {
        let reasons = [
            (
                self.without_pair,
                "without a text in both languages".to_owned(),
            ),
            (self.repeated, "the same as one before".to_owned()),
            (self.empty, "empty".to_owned()),
            (
                self.too_long,
                format!("longer than {MOST_SENTENCE_TOKENS} tokens"),
            ),
        ];
        let words: Vec<String> = reasons
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, reason)| format!("{count} {reason}"))
            .collect();
        (!words.is_empty()).then(|| words.join(", "))
    }
}

/// Offers all pairs of the files to a learner, until it has room for no more.
fn read_all(
    files: &[PathBuf],
    pair: LanguagePair,
    learner: &mut ShortlistLearner<'_>,
) -> Result<()> {
    let mut left_out = LeftOut::default();
    for path in files {
        let mut take = |source: &str, target: &str| {
            match learner.offer(source, target) {
                Offered::Taken => {}
                Offered::Repeated => left_out.repeated += 1,
                Offered::Empty => left_out.empty += 1,
                Offered::TooLong => left_out.too_long += 1,
                Offered::Full => return ControlFlow::Break(()),
            }
            ControlFlow::Continue(())
        };
        let found = parallel_text::read(path, pair, &mut take)?;
        left_out.without_pair += found.without_pair;
        if !found.ended {
            tell(format_args!(
                "There is no room for more text: {} is not read to its end, nor what follows it",
                path.display()
            ));
            break;
        }
    }
    let left_out = left_out.in_words();
    let count = learner.len();
    if count < FEWEST_PAIRS {
        let left_out = left_out.map_or_else(String::new, |words| format!(" (left out: {words})"));
        bail!(
            "{count} pairs from {pair} can be learnt from{left_out}, and at least {FEWEST_PAIRS} different ones are needed; \
             give more files"
        );
    }
    if let Some(words) = left_out {
        tell(format_args!("Left out: {words}"));
    }
    Ok(())
}

fn report(
    installed: &InstalledModel,
    learnt: &LearntShortlist,
    seconds: f64,
    vocabulary: usize,
) -> Result<ExitCode> {
    let Coverage { pairs, tokens, .. } = learnt.coverage;
    let share = learnt.coverage.share().unwrap_or_default();
    say(format_args!(
        "{} has a shortlist that was learnt from {} pairs in {seconds:.1} seconds.",
        installed.label(),
        learnt.pairs,
    ))?;
    say(format_args!(
        "It has {:.1} % of the {tokens} tokens of {pairs} other translations, and {:.0} candidates for a sentence on average, \
         of {vocabulary}.",
        100.0 * share,
        learnt.coverage.mean_candidates().unwrap_or_default(),
    ))?;
    if share < GOOD_COVERAGE {
        tell(
            "Words that are not in the shortlist cannot be in a translation. Learn from more text that is like what you \
             translate, with --replace.",
        );
    }
    Ok(ExitCode::SUCCESS)
}
