use super::*;

const POLICY: Policy = Policy {
    group_tokens: 100,
    load: 16,
    refill_below: 8,
    extra_load: 8,
    bulk_share: 20,
    models: 2,
    patience: Duration::from_millis(100),
};

/// A lane's work of the only caller.
const INTERACTIVE: (Priority, u8) = (Priority::Interactive, 0);
const BULK: (Priority, u8) = (Priority::Bulk, 0);

type TestLanes = Lanes<u8, char, usize>;

fn lanes() -> TestLanes {
    Lanes::new(POLICY)
}

fn hand(models: &[char], interactive: usize, bulk: usize, idle: usize) -> Hand<'_, char> {
    Hand {
        models,
        interactive_load: interactive,
        bulk_load: bulk,
        idle_others: idle,
    }
}

const EMPTY: Hand<'static, char> = Hand {
    models: &[],
    interactive_load: 0,
    bulk_load: 0,
    idle_others: 0,
};

fn source(tokens: usize, content: usize) -> Waiting<usize> {
    Waiting {
        tokens,
        load: 1,
        content,
    }
}

/// Pushes `count` sources of ten tokens, numbered from `first`.
fn fill(
    lanes: &mut TestLanes,
    lane: (Priority, u8),
    model: char,
    due: Instant,
    first: usize,
    count: usize,
) {
    for number in first..first + count {
        lanes.push(lane, model, due, source(10, number));
    }
}

fn taken(group: Option<Group<char, usize>>) -> Vec<usize> {
    let sources = group.map_or_else(Vec::new, |group| group.sources);
    sources.into_iter().map(|source| source.content).collect()
}

#[test]
fn a_group_holds_at_most_so_many_tokens() {
    let (mut lanes, now) = (lanes(), Instant::now());
    fill(&mut lanes, INTERACTIVE, 'a', now, 0, 15);
    assert_eq!(taken(lanes.take(EMPTY, now)), Vec::from_iter(0..10));
    assert_eq!(lanes.tokens(Priority::Interactive), 50);
    assert_eq!(taken(lanes.take(EMPTY, now)), Vec::from_iter(10..15));
    assert_eq!(lanes.tokens(Priority::Interactive), 0);
    assert!(lanes.take(EMPTY, now).is_none());
}

#[test]
fn a_source_larger_than_a_group_is_taken_alone() {
    let (mut lanes, now) = (lanes(), Instant::now());
    lanes.push(INTERACTIVE, 'a', now, source(500, 0));
    lanes.push(INTERACTIVE, 'a', now, source(1, 1));
    assert_eq!(taken(lanes.take(EMPTY, now)), [0]);
}

#[test]
fn a_group_is_the_oldest_and_those_about_as_long() {
    let (mut lanes, now) = (lanes(), Instant::now());
    for (number, tokens) in [40, 5, 38, 90, 20, 41].into_iter().enumerate() {
        lanes.push(BULK, 'a', now, source(tokens, number));
    }
    assert_eq!(taken(lanes.take(EMPTY, now)), [0, 5, 1]);
    assert_eq!(taken(lanes.take(EMPTY, now)), [2, 4]);
}

#[test]
fn what_is_due_first_is_taken_first_whenever_it_came() {
    let (mut lanes, now) = (lanes(), Instant::now());
    let later = now + Duration::from_millis(5);
    lanes.push(INTERACTIVE, 'a', later, source(100, 0));
    lanes.push(INTERACTIVE, 'a', now, source(100, 1));
    assert_eq!(taken(lanes.take(EMPTY, now)), [1]);
}

#[test]
fn few_sources_spread_over_the_idle_workers() {
    let (mut lanes, now) = (lanes(), Instant::now());
    fill(&mut lanes, INTERACTIVE, 'a', now, 0, 4);
    assert_eq!(taken(lanes.take(hand(&[], 0, 0, 3), now)), [0]);
    assert_eq!(taken(lanes.take(hand(&[], 0, 0, 2), now)), [1]);
    // A busy worker leaves the rest to the two that are idle.
    assert!(lanes.take(hand(&['a'], 1, 0, 2), now).is_none());
    assert_eq!(taken(lanes.take(hand(&[], 0, 0, 1), now)), [2]);
    assert_eq!(taken(lanes.take(hand(&[], 0, 0, 0), now)), [3]);
}

#[test]
fn a_worker_takes_more_only_when_it_has_room() {
    let (mut lanes, now) = (lanes(), Instant::now());
    fill(&mut lanes, INTERACTIVE, 'a', now, 0, 30);
    assert!(lanes.take(hand(&['a'], 8, 0, 0), now).is_none());
    let sources = taken(lanes.take(hand(&['a'], 7, 0, 0), now));
    assert_eq!(sources, Vec::from_iter(0..9));
}

#[test]
fn a_wide_beam_waits_for_room_and_is_not_overtaken() {
    let (mut lanes, now) = (lanes(), Instant::now());
    let wide = Waiting {
        tokens: 10,
        load: 14,
        content: 0,
    };
    lanes.push(INTERACTIVE, 'a', now, wide);
    fill(&mut lanes, INTERACTIVE, 'a', now, 1, 1);
    assert!(lanes.take(hand(&['a'], 4, 0, 0), now).is_none());
    assert_eq!(taken(lanes.take(hand(&['a'], 2, 0, 0), now)), [0]);
}

#[test]
fn interactive_work_goes_before_bulk_work_and_joins_a_worker_full_of_it() {
    let (mut lanes, now) = (lanes(), Instant::now());
    fill(&mut lanes, BULK, 'a', now, 0, 50);
    fill(&mut lanes, INTERACTIVE, 'b', now, 100, 1);
    assert_eq!(taken(lanes.take(hand(&['a'], 0, 16, 0), now)), [100]);
    assert!(lanes.take(hand(&['a'], 0, 16, 0), now).is_none());
}

/// Serves both lanes with one worker that finishes everything between two groups, and gives the
/// tokens of each lane.
fn served(lanes: &mut TestLanes, groups: usize, now: Instant) -> (usize, usize) {
    let mut tokens = (0, 0);
    for _ in 0..groups {
        let group = lanes.take(EMPTY, now).unwrap();
        let sum: usize = group.sources.iter().map(|source| source.tokens).sum();
        match group.lane {
            Priority::Interactive => tokens.0 += sum,
            Priority::Bulk => tokens.1 += sum,
        }
    }
    tokens
}

#[test]
fn bulk_work_has_its_share_under_a_flood_of_interactive_work() {
    let (mut lanes, now) = (lanes(), Instant::now());
    fill(&mut lanes, INTERACTIVE, 'a', now, 0, 2_000);
    fill(&mut lanes, BULK, 'a', now, 0, 2_000);
    assert_eq!(served(&mut lanes, 100, now), (8_000, 2_000));
}

#[test]
fn a_flood_of_bulk_work_delays_interactive_work_by_one_group_at_most() {
    let (mut lanes, now) = (lanes(), Instant::now());
    fill(&mut lanes, BULK, 'a', now, 0, 5_000);
    assert_eq!(served(&mut lanes, 100, now), (0, 10_000));
    for _ in 0..10 {
        fill(&mut lanes, INTERACTIVE, 'a', now, 0, 10);
        let first = lanes.take(EMPTY, now).unwrap();
        let second = lanes.take(EMPTY, now).unwrap();
        assert!(
            [first.lane, second.lane].contains(&Priority::Interactive),
            "two groups of bulk work went first"
        );
        served(&mut lanes, 1, now);
    }
}

#[test]
fn owed_bulk_work_joins_a_worker_that_is_kept_full() {
    let (mut lanes, now) = (lanes(), Instant::now());
    fill(&mut lanes, INTERACTIVE, 'a', now, 0, 1_000);
    fill(&mut lanes, BULK, 'a', now, 0, 10);
    let mut groups = 0;
    loop {
        let group = lanes.take(hand(&['a'], 7, 0, 0), now).unwrap();
        if group.lane == Priority::Bulk {
            break;
        }
        groups += 1;
    }
    assert_eq!(groups, 5, "groups of nine sources before one of ten");
}

#[test]
fn a_worker_stays_with_its_models_until_others_have_waited_long() {
    let (mut lanes, now) = (lanes(), Instant::now());
    fill(&mut lanes, INTERACTIVE, 'b', now, 0, 1);
    fill(&mut lanes, INTERACTIVE, 'a', now, 1, 20);
    let soon = now + POLICY.patience;
    let late = soon + Duration::from_millis(1);
    assert_eq!(lanes.take(hand(&['a'], 1, 0, 0), soon).unwrap().model, 'a');
    assert_eq!(lanes.take(hand(&['a'], 1, 0, 0), late).unwrap().model, 'b');
}

#[test]
fn a_worker_with_as_many_models_as_it_may_have_drains_them_for_one_that_waited_long() {
    let (mut lanes, now) = (lanes(), Instant::now());
    fill(&mut lanes, INTERACTIVE, 'c', now, 0, 1);
    fill(&mut lanes, INTERACTIVE, 'a', now, 1, 1);
    let late = now + POLICY.patience + Duration::from_millis(1);
    assert!(lanes.take(hand(&['a', 'b'], 2, 0, 0), late).is_none());
    assert_eq!(lanes.take(hand(&['a'], 1, 0, 0), late).unwrap().model, 'c');
}

#[test]
fn what_is_taken_back_leaves_no_trace() {
    let (mut lanes, now) = (lanes(), Instant::now());
    let place = lanes.push(BULK, 'a', now, source(10, 7));
    assert_eq!(lanes.take_back(place).map(|source| source.content), Some(7));
    assert!(lanes.take_back(place).is_none());
    assert_eq!((lanes.tokens(Priority::Bulk), lanes.sources()), (0, 0));
    assert!(lanes.take(EMPTY, now).is_none());
}

/// Takes groups until all of a caller's sources are taken, and gives how many of others were taken
/// before the last of those. Sources below `others` are the caller's.
fn others_before(lanes: &mut TestLanes, own: usize, others: usize, now: Instant) -> usize {
    let (mut left, mut before) = (own, 0);
    while left > 0 {
        for content in taken(lanes.take(EMPTY, now)) {
            if content < others {
                left -= 1;
            } else {
                before += 1;
            }
        }
    }
    before
}

#[test]
fn a_callers_sentence_goes_before_the_rest_of_anothers_many_orders() {
    for lane in [Priority::Interactive, Priority::Bulk] {
        let (mut lanes, now) = (lanes(), Instant::now());
        // A hundred orders that came at once, all of them due.
        fill(&mut lanes, (lane, 1), 'a', now, 1_000, 100);
        taken(lanes.take(EMPTY, now));
        let later = now + Duration::from_secs(1);
        fill(&mut lanes, (lane, 2), 'a', later, 0, 1);
        assert!(taken(lanes.take(EMPTY, later)).contains(&0));
    }
}

#[test]
fn callers_with_much_to_do_get_equal_parts_whatever_their_number_of_orders() {
    let (mut lanes, now) = (lanes(), Instant::now());
    fill(&mut lanes, (Priority::Interactive, 1), 'a', now, 1_000, 900);
    fill(&mut lanes, (Priority::Interactive, 2), 'b', now, 5_000, 900);
    let later = now + Duration::from_secs(1);
    fill(&mut lanes, (Priority::Interactive, 3), 'a', later, 0, 30);
    // As much for each of the two others, but for what is taken together.
    let before = others_before(&mut lanes, 30, 1_000, later);
    assert!((40..=80).contains(&before), "{before}");
}

#[test]
fn what_a_caller_takes_back_does_not_count_against_it() {
    let (mut lanes, now) = (lanes(), Instant::now());
    let places: Vec<_> = (0..500)
        .map(|number| {
            lanes.push(
                (Priority::Interactive, 1),
                'a',
                now,
                source(10, 5_000 + number),
            )
        })
        .collect();
    fill(&mut lanes, (Priority::Interactive, 2), 'a', now, 1_000, 500);
    for place in places {
        lanes.take_back(place);
    }
    fill(&mut lanes, (Priority::Interactive, 1), 'a', now, 0, 1);
    assert!(taken(lanes.take(EMPTY, now)).contains(&0));
}

#[test]
fn within_a_caller_what_is_due_first_goes_first_and_nothing_overtakes() {
    let (mut lanes, now) = (lanes(), Instant::now());
    for number in 0..40 {
        lanes.push((Priority::Interactive, 1), 'a', now, source(100, number));
        lanes.push(
            (Priority::Interactive, 2),
            'a',
            now,
            source(50, 100 + number),
        );
    }
    let mut seen = [Vec::new(), Vec::new()];
    while let Some(group) = lanes.take(EMPTY, now) {
        for content in taken(Some(group)) {
            seen[content / 100].push(content);
        }
    }
    assert!(
        seen.iter()
            .all(|of_caller| of_caller.len() == 40 && of_caller.is_sorted())
    );
}

proptest::proptest! {
    #[test]
    fn a_worker_with_nothing_in_hand_always_gets_what_waits_each_source_once(
        sources in proptest::collection::vec((0..3u8, 0..6u8, 1..300usize, 1..20usize, 0..50u64), 1..80),
        idle in 0..4usize,
    ) {
        let (mut lanes, now) = (lanes(), Instant::now());
        for (number, (model, lane, tokens, load, due)) in sources.iter().enumerate() {
            let lane = ([Priority::Interactive, Priority::Bulk][usize::from(*lane) % 2], *lane);
            let model = char::from(b'a' + model);
            let due = now + Duration::from_millis(*due);
            let content = number;
            lanes.push(lane, model, due, Waiting { tokens: *tokens, load: *load, content });
        }
        let mut seen = Vec::new();
        while lanes.sources() > 0 {
            let group = lanes.take(hand(&[], 0, 0, idle), now);
            proptest::prop_assert!(group.is_some());
            seen.extend(taken(group));
        }
        seen.sort_unstable();
        proptest::prop_assert_eq!(seen, Vec::from_iter(0..sources.len()));
    }
}
