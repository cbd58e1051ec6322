//! When one sentence is better than another one: the stated measure.
//!
//! How likely a text is, is the mean of the logarithms of the probabilities of its pieces and its end, so that long and
//! short texts compare.

use std::collections::HashSet;
use std::f32::consts::{LN_2, LN_10};
use std::ops::Range;

use dragoman_fidelity::weigh;
use dragoman_nmt::PieceScore;
use dragoman_text::{lower_case_words, words};

use super::super::steps::Likelihood;

/// How much more likely another sentence must be: twice, by piece.
///
/// What a model writes is what it finds likely, so that nearly everything that comes back looks a little better than what
/// a person wrote.
const LEAST_GAIN: f32 = LN_2;

/// The least likely piece of a word that may be lost: one in a thousand. What the model expects less than that, given
/// what it takes a sentence to mean, it has not understood.
const UNEXPECTED: f32 = -3.0 * LN_10;

/// How likely the best pivot must be as a translation of the sentence: by piece, more likely than not.
const LEAST_CERTAINTY: f32 = -LN_2;

/// How much less likely a pivot may be as a translation of the candidate: by a fifth, by piece.
const MOST_LOSS: f32 = 0.223;

/// The same for a single piece, since a word that is lost hardly shows in the mean of a long sentence: a tenth.
const MOST_LOSS_OF_PIECE: f32 = LN_10;

/// Pivots that are less likely than the best as a whole, by more than this, say nothing about the sentence: a tenth.
const MOST_DISTANCE: f32 = LN_10;

/// Two words that begin with so many letters alike, which are half of the longer one, are of one family.
const STEM: usize = 4;

/// The candidates that are more fluent than a sentence and lose no word that the model has not understood, the most
/// fluent first.
///
/// How fluent a text is, is how likely the model finds it as the translation of a pivot. The sentence comes with
/// how likely it is for each of its pivots, and the best of these counts: it may say in another way what the best pivot
/// says. Candidates are told for the best pivot.
pub(super) fn more_fluent(
    (sentence, likelihoods): (&str, &[Likelihood]),
    candidates: Vec<(String, Likelihood)>,
) -> Vec<String> {
    let known: Vec<&[PieceScore]> = likelihoods.iter().flatten().map(Vec::as_slice).collect();
    let Some(own) = known
        .iter()
        .map(|pieces| mean(pieces))
        .max_by(f32::total_cmp)
    else {
        return Vec::new();
    };
    let fluent = candidates
        .into_iter()
        .filter_map(|(candidate, likelihood)| {
            let fluency = mean(&likelihood?);
            let is_better =
                fluency >= own + LEAST_GAIN && loses_nothing(sentence, &known, &candidate);
            is_better.then_some((candidate, fluency))
        });
    let mut fluent: Vec<(String, f32)> = fluent.collect();
    // The sort is stable: equals stay in the order of the search.
    fluent.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    fluent.into_iter().map(|(candidate, _)| candidate).collect()
}

/// Whether each word of a sentence is in the candidate, or is one that the model could have written for a pivot: such a
/// word may have been replaced, while another one may never have reached the pivots.
fn loses_nothing(sentence: &str, known: &[&[PieceScore]], candidate: &str) -> bool {
    let there: HashSet<String> = lower_case_words(candidate).collect();
    let is_there = |word: &str| {
        let word = word.to_lowercase();
        there.contains(&word) || there.iter().any(|other| are_of_one_family(&word, other))
    };
    let is_expected = |range: &Range<usize>| {
        let is_in_word =
            |piece: &&PieceScore| piece.range.start < range.end && range.start < piece.range.end;
        let mut pivots = known.iter();
        pivots.any(|pieces| {
            let mut of_word = pieces.iter().filter(is_in_word);
            of_word.all(|piece| piece.log_probability >= UNEXPECTED)
        })
    };
    words(sentence).all(|(at, word)| is_there(word) || is_expected(&(at..at + word.len())))
}

/// Whether words are forms of one, as far as their beginnings tell.
fn are_of_one_family(word: &str, other: &str) -> bool {
    let pairs = word.chars().zip(other.chars());
    let alike = pairs.take_while(|(one, other)| one == other).count();
    let longer = word.chars().count().max(other.chars().count());
    // Where words are not written apart, a run of letters is many words.
    weigh(word) == word.chars().count() && alike >= STEM && alike * 2 >= longer
}

/// Whether the model makes the same of a candidate as of the sentence, of which it must be sure: each pivot is
/// about as likely a translation of both, as a whole and piece by piece.
///
/// Pivots other than the best are what the model would have written if the sentence had meant something a little
/// different. So a candidate without a shade of meaning that the best pivot has lost already is noticed by those that
/// have it.
pub(super) fn means_the_same(sentence: &[Likelihood], candidate: &[Likelihood]) -> bool {
    let Some(Some(best)) = sentence.first() else {
        return false;
    };
    let least = sum(best) - MOST_DISTANCE;
    let mut pivots = sentence.iter().zip(candidate);
    mean(best) >= LEAST_CERTAINTY
        && sentence.len() == candidate.len()
        && pivots.all(|pivot| match pivot {
            (Some(before), Some(after)) => sum(before) < least || is_kept(before, after),
            (Some(before), None) => sum(before) < least,
            (None, _) => true,
        })
}

/// Whether a pivot is about as likely after as before.
fn is_kept(before: &[PieceScore], after: &[PieceScore]) -> bool {
    let loss = |(before, after): (&PieceScore, &PieceScore)| {
        before.log_probability - after.log_probability
    };
    let mut pieces = before.iter().zip(after);
    before.len() == after.len()
        && mean(before) - mean(after) <= MOST_LOSS
        && pieces.all(|piece| loss(piece) <= MOST_LOSS_OF_PIECE)
}

fn mean(pieces: &[PieceScore]) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "a sentence has few pieces")]
    let count = pieces.len().max(1) as f32;
    sum(pieces) / count
}

fn sum(pieces: &[PieceScore]) -> f32 {
    pieces.iter().map(|piece| piece.log_probability).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text of so many pieces, each of one byte and of the same probability.
    fn all(probability: f32, pieces: usize) -> Likelihood {
        let piece = |at| PieceScore {
            range: at..at + 1,
            log_probability: probability.ln(),
        };
        Some((0..pieces).map(piece).collect())
    }

    fn named(candidates: &[(&str, Likelihood)]) -> Vec<(String, Likelihood)> {
        let owned =
            |(name, likelihood): &(&str, Likelihood)| ((*name).to_owned(), likelihood.clone());
        candidates.iter().map(owned).collect()
    }

    fn lower(likelihood: &mut Likelihood, piece: usize, by: f32) {
        likelihood.as_mut().unwrap()[piece].log_probability -= by;
    }

    #[test]
    fn another_sentence_must_be_twice_as_likely_by_piece_however_long_it_is() {
        let candidates = named(&[
            ("a little more likely", all(0.38, 4)),
            ("twice as likely", all(0.41, 20)),
            ("most likely", all(0.9, 30)),
            ("cannot be told", None),
        ]);
        let better =
            |sentence: &[Likelihood]| more_fluent(("no more", sentence), candidates.clone());
        assert_eq!(
            better(&[all(0.2, 10), None]),
            ["most likely", "twice as likely"]
        );
        // What another pivot explains well is fluent already.
        assert_eq!(better(&[all(0.2, 10), all(0.6, 10)]), [""; 0]);
        assert_eq!(better(&[None]), [""; 0]);
        assert_eq!(better(&[all(f32::NAN, 10)]), [""; 0]);
    }

    #[test]
    fn a_word_that_the_model_did_not_expect_may_move_or_bend_but_not_vanish() {
        let sentence = "they do not like apples";
        let pieces = sentence.len();
        let mut unexpected = all(0.1, pieces);
        // One piece each of "not" and "apples".
        lower(&mut unexpected, 9, 5.0);
        lower(&mut unexpected, 20, 5.0);
        let better = |likelihoods: &[Likelihood], candidate| {
            let candidates = named(&[(candidate, all(0.9, 10))]);
            !more_fluent((sentence, likelihoods), candidates).is_empty()
        };
        let own = [unexpected.clone()];
        for (candidate, expected) in [
            ("Apples they do not like", true),
            ("they would not eat an apple", true),
            ("they like apples", false),
            ("they do not like fruit", false),
        ] {
            assert_eq!(better(&own, candidate), expected, "{candidate}");
        }
        // Another pivot says it.
        assert!(better(&[unexpected, all(0.1, pieces)], "they like fruit"));
    }

    #[test]
    fn where_words_are_not_written_apart_a_beginning_tells_nothing() {
        assert!(are_of_one_family("repariert", "reparieren"));
        assert!(!are_of_one_family("stehen", "stehenbleiben"));
        assert!(!are_of_one_family("会议十点开始", "会议十点结束"));
    }

    #[test]
    fn nothing_that_the_sentence_says_may_become_unlikely() {
        let sentence = [all(0.8, 10), all(0.8, 12)];
        assert!(means_the_same(&sentence, &sentence));
        assert!(means_the_same(&sentence, &[all(0.7, 10), all(0.9, 12)]));
        // The whole of a pivot, one piece of the best, one of another.
        assert!(!means_the_same(&sentence, &[all(0.6, 10), all(0.8, 12)]));
        for pivot in 0..2 {
            let mut candidate = sentence.clone();
            lower(&mut candidate[pivot], 3, 2.0);
            assert!(means_the_same(&sentence, &candidate));
            lower(&mut candidate[pivot], 3, 1.0);
            assert!(!means_the_same(&sentence, &candidate));
        }
    }

    #[test]
    fn a_pivot_that_is_far_from_the_best_does_not_count_and_the_best_must_be_certain() {
        let far = [all(0.8, 10), all(0.4, 10)];
        assert!(means_the_same(&far, &[all(0.8, 10), all(0.01, 10)]));
        assert!(means_the_same(&far, &[all(0.8, 10), None]));
        let uncertain = [all(0.45, 10)];
        assert!(!means_the_same(&uncertain, &uncertain));
    }

    #[test]
    fn where_nothing_can_be_told_nothing_is_the_same() {
        let known = all(0.8, 10);
        for (sentence, candidate, expected) in [
            (vec![], vec![], false),
            (vec![None], vec![known.clone()], false),
            (vec![known.clone()], vec![None], false),
            (vec![known.clone()], vec![], false),
            (vec![known.clone()], vec![all(0.8, 9)], false),
            (vec![all(f32::NAN, 1)], vec![all(f32::NAN, 1)], false),
            (vec![known.clone(), None], vec![known.clone(), None], true),
            (vec![known.clone(), known.clone()], vec![known, None], false),
        ] {
            let found = means_the_same(&sentence, &candidate);
            assert_eq!(found, expected, "{sentence:?} {candidate:?}");
        }
    }
}
