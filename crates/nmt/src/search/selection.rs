//! The best of many.

/// The positions of the `wanted` largest values, ties to the earlier.
pub(crate) fn best_positions(values: &[f32], wanted: usize) -> Vec<usize> {
    let mut best: Vec<usize> = Vec::with_capacity(wanted + 1);
    let mut threshold = f32::NEG_INFINITY;
    for (position, value) in values.iter().enumerate() {
        if best.len() == wanted && *value <= threshold {
            continue;
        }
        let place = best.partition_point(|other| values[*other] >= *value);
        best.insert(place, position);
        best.truncate(wanted);
        threshold = best.last().map_or(threshold, |last| values[*last]);
    }
    best
}

#[cfg(test)]
mod tests {
    use super::best_positions;

    #[test]
    fn the_best_come_first_and_ties_go_to_the_earlier() {
        let values = [0.5, 2.0, -1.0, 2.0, 0.7];
        assert_eq!(best_positions(&values, 3), [1, 3, 4]);
        assert_eq!(best_positions(&values, 9), [1, 3, 4, 0, 2]);
    }
}
