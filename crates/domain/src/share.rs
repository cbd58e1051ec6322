/// Whether someone who holds `held` of a limited resource may have `wanted` more while `free` of it
/// is left: nobody may hold more than is left for others, but who holds nothing may have whatever is
/// left. All three are in the unit of the resource.
///
/// So one alone gets half, two get a third each, and whoever comes new finds room. This is the rule
/// of dynamic thresholds, with a factor of 1: Choudhury and Hahne, "Dynamic Queue Length Thresholds
/// for Shared-Memory Packet Switches", 1998.
#[must_use]
pub const fn is_within_share(held: u64, wanted: u64, free: u64) -> bool {
    wanted <= free && (held == 0 || held.saturating_add(wanted) <= free - wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each of so many gets if all take one at a time as long as they may.
    fn shares(number: usize, capacity: u64) -> Vec<u64> {
        let mut held = vec![0; number];
        loop {
            let before = held.clone();
            for one in 0..number {
                let free = capacity - held.iter().sum::<u64>();
                held[one] += u64::from(is_within_share(held[one], 1, free));
            }
            if held == before {
                return held;
            }
        }
    }

    #[test]
    fn one_alone_gets_half_and_more_get_equal_parts_with_one_left() {
        assert_eq!(shares(1, 60), [30]);
        assert_eq!(shares(2, 60), [20, 20]);
        assert_eq!(shares(5, 60), [10; 5]);
    }

    #[test]
    fn who_holds_nothing_gets_what_fits() {
        assert!(is_within_share(0, 60, 60));
        assert!(!is_within_share(0, 61, 60));
        assert!(!is_within_share(1, 59, 59));
        assert!(is_within_share(u64::MAX, 0, u64::MAX));
        assert!(!is_within_share(u64::MAX, 1, u64::MAX));
    }
}
