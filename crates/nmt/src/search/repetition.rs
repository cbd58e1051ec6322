//! The guard against repetition loops.

use crate::vocabulary::TokenId;

/// The longest cycle that is looked for, tokens.
const LONGEST_CYCLE: usize = 16;
/// A cycle must come round this often before it counts as a loop.
const FEWEST_ROUNDS: usize = 4;
/// A loop must cover this many tokens more than the longest repetition in the source.
const SLACK: usize = 12;

/// How many tokens at the end of `tokens` repeat a cycle of `period`.
fn cyclic_tail(tokens: &[TokenId], period: usize) -> usize {
    let pairs = tokens.iter().rev().zip(tokens.iter().rev().skip(period));
    let same = pairs.take_while(|(late, early)| late == early).count();
    if same == 0 { 0 } else { same + period }
}

/// The longest stretch of `tokens` that repeats one cycle at least [`FEWEST_ROUNDS`] times.
///
/// Linear in the length for each of the few periods.
pub(crate) fn longest_repetition(tokens: &[TokenId]) -> usize {
    let mut longest = 0;
    for period in 1..=LONGEST_CYCLE.min(tokens.len()) {
        let mut run = 0;
        for (late, early) in tokens[period..].iter().zip(tokens) {
            run = if late == early { run + 1 } else { 0 };
            if run + period >= FEWEST_ROUNDS * period {
                longest = longest.max(run + period);
            }
        }
    }
    longest
}

/// Where to cut `tokens` when they end in a loop that the source does not explain: after the
/// first round of the cycle. `None` when there is no such loop.
///
/// `source_repetition` is [`longest_repetition`] of the source: a text that repeats itself may be
/// translated by one that does.
pub(crate) fn loop_start(tokens: &[TokenId], source_repetition: usize) -> Option<usize> {
    (1..=LONGEST_CYCLE).find_map(|period| {
        let tail = cyclic_tail(tokens, period);
        let explained = source_repetition + source_repetition / 2 + SLACK;
        (tail >= FEWEST_ROUNDS * period && tail > explained).then(|| tokens.len() - tail + period)
    })
}

#[cfg(test)]
mod tests {
    use super::{longest_repetition, loop_start};

    fn repeated(cycle: &[u32], rounds: usize) -> Vec<u32> {
        cycle.repeat(rounds)
    }

    #[test]
    fn a_loop_is_cut_after_its_first_round() {
        let mut tokens = vec![7, 8, 9];
        tokens.extend(repeated(&[1, 2, 3], 6));
        assert_eq!(loop_start(&tokens, 0), Some(6));
    }

    #[test]
    fn varied_tokens_are_no_loop() {
        let tokens: Vec<u32> = (0..200).collect();
        assert_eq!(loop_start(&tokens, 0), None);
        assert_eq!(longest_repetition(&tokens), 0);
    }

    #[test]
    fn a_repetition_that_the_source_explains_is_left() {
        let tokens = repeated(&[5], 20);
        assert_eq!(longest_repetition(&tokens), 20);
        assert_eq!(loop_start(&tokens, 20), None);
        assert_eq!(loop_start(&tokens, 3), Some(1));
    }
}
