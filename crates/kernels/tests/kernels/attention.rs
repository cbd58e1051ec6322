//! Attention, over keys that are all there and over those that come one by one.

use dragoman_kernels::{AlignedVec, History, Kernels, KeyCache, reference};
use proptest::prelude::*;

use crate::{Numbers, SLOW, assert_close, bits, cases};

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn attention_is_a_weighted_mean_of_the_values(t in 1..if SLOW { 20_usize } else { 70 }, blocks in 1..5_usize, heads in 1..4_usize, rows in 1..7_usize, seed in any::<u64>()) {
        let mut numbers = Numbers(seed);
        let d = 16 * blocks * heads;
        let (keys, values, queries) = (numbers.reals(t * d, 2.0), numbers.reals(t * d, 3.0), numbers.reals(rows * d, 2.0));
        let expected: Vec<f64> = queries.chunks(d).flat_map(|query| reference::attend(query, &keys, &values, heads)).collect();
        let weights = reference::attention_weights(&queries[..d], &keys, d, 0, d / heads);
        let mut portable = None;
        for kernels in Kernels::supported().into_iter().rev() {
            let (mut cache, mut scores) = (KeyCache::new(d), AlignedVec::new());
            kernels.transpose_keys(&keys, d, &mut cache);
            let mut out = vec![0.0; rows * d];
            let stride = t + seed as usize % 3;
            let mut first_heads = vec![f32::NAN; rows * stride];
            kernels.attend_rows(&queries, &cache, &values, heads, &mut out, &mut scores, Some((&mut first_heads, stride)));
            assert_close(&out, &expected, 1e-4);
            prop_assert_eq!(&bits(&out), portable.get_or_insert_with(|| bits(&out)), "{}", kernels.name());

            let (mut one, mut first_head) = (vec![0.0; d], vec![0.0; t]);
            kernels.attend(&queries[..d], &cache, &values, heads, &mut one, &mut scores, Some(&mut first_head));
            prop_assert_eq!(bits(&one), bits(&out[..d]), "one query in {}", kernels.name());
            assert_close(&first_head, &weights, 1e-5);
            prop_assert_eq!(bits(&first_head), bits(&first_heads[..t]));
            for (query, first_heads) in queries.chunks(d).zip(first_heads.chunks(stride)) {
                assert_close(&first_heads[..t], &reference::attention_weights(query, &keys, d, 0, d / heads), 1e-5);
                prop_assert!(first_heads[t..].iter().all(|place| place.is_nan()));
            }

            let mut history = History::new(d);
            keys.chunks(d).zip(values.chunks(d)).for_each(|(key, value)| history.push(key, value));
            kernels.attend_history(&queries[..d], &history, Some(&history), heads, &mut one, &mut scores);
            prop_assert_eq!(bits(&one), bits(&out[..d]), "a history in {}", kernels.name());
        }
    }

    #[test]
    fn histories_share_what_they_have_in_common_and_nothing_else(choices in prop::collection::vec((0..4_usize, 0..4_usize), 1..if SLOW { 20 } else { 60 }), seed in any::<u64>()) {
        let (d, heads) = (32, 2);
        let (mut numbers, kernels) = (Numbers(seed), Kernels::best());
        let (mut scores, mut shared, mut apart) = (AlignedVec::new(), [d; 4].map(History::new), [d; 4].map(History::new));
        let mut pasts: [Vec<(Vec<f32>, Vec<f32>)>; 4] = Default::default();
        for (to, from) in choices {
            // One branch becomes another one, and all of them go on.
            shared[to] = shared[from].clone();
            pasts[to] = pasts[from].clone();
            for (history, past) in shared.iter_mut().zip(&mut pasts) {
                let (key, value) = (numbers.reals(d, 2.0), numbers.reals(d, 3.0));
                history.push(&key, &value);
                past.push((key, value));
            }
        }
        for ((history, past), apart) in shared.iter().zip(&pasts).zip(&mut apart) {
            past.iter().for_each(|(key, value)| apart.push(key, value));
            let (query, mut out, mut expected) = (numbers.reals(d, 2.0), vec![0.0; d], vec![0.0; d]);
            kernels.attend_history(&query, history, Some(apart), heads, &mut out, &mut scores);
            kernels.attend_history(&query, apart, None, heads, &mut expected, &mut scores);
            prop_assert_eq!((history.len(), bits(&out)), (past.len(), bits(&expected)));
        }
    }
}

#[test]
fn a_cache_of_keys_forgets_what_it_held() {
    let mut numbers = Numbers(9);
    for kernels in Kernels::supported() {
        let mut cache = KeyCache::new(64);
        kernels.transpose_keys(&numbers.reals(40 * 64, 1e30), 64, &mut cache);
        let keys = numbers.reals(3 * 32, 1.0);
        kernels.transpose_keys(&keys, 32, &mut cache);
        let (mut out, mut weights) = ([0.0; 32], [0.0; 3]);
        kernels.attend(
            &keys[..32],
            &cache,
            &keys,
            1,
            &mut out,
            &mut AlignedVec::new(),
            Some(&mut weights),
        );
        assert_close(
            &weights,
            &reference::attention_weights(&keys[..32], &keys, 32, 0, 32),
            1e-5,
        );
    }
}

#[test]
fn without_keys_attention_is_zero() {
    let mut out = [1.0; 16];
    Kernels::best().attend(
        &[1.0; 16],
        &KeyCache::new(16),
        &[],
        1,
        &mut out,
        &mut AlignedVec::new(),
        None,
    );
    assert_eq!(out, [0.0; 16]);
}
