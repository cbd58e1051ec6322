use super::*;

type Queue = FairQueue<char, usize>;

fn fill(queue: &mut Queue, caller: char, cost: u64, contents: std::ops::Range<usize>) {
    for content in contents {
        queue.push(caller, cost, content);
    }
}

fn drained(queue: &mut Queue) -> Vec<usize> {
    std::iter::from_fn(|| queue.pop()).collect()
}

#[test]
fn one_caller_is_served_in_order_of_arrival() {
    let mut queue = Queue::new();
    for (content, cost) in [30, 1, 0, 7].into_iter().enumerate() {
        queue.push('a', cost, content);
    }
    assert_eq!(drained(&mut queue), [0, 1, 2, 3]);
}

#[test]
fn callers_take_turns_by_what_their_work_costs() {
    let mut queue = Queue::new();
    fill(&mut queue, 'a', 1, 0..6);
    fill(&mut queue, 'b', 2, 10..13);
    assert_eq!(drained(&mut queue), [0, 10, 1, 2, 11, 3, 4, 12, 5]);
}

#[test]
fn who_comes_late_waits_for_one_piece_of_another_at_most() {
    let mut queue = Queue::new();
    fill(&mut queue, 'a', 5, 0..100);
    for expected in 0..50 {
        assert_eq!(queue.pop(), Some(expected));
    }
    queue.push('b', 5, 1_000);
    let next = [queue.pop(), queue.pop()];
    assert!(next.contains(&Some(1_000)), "{next:?}");
}

#[test]
fn who_rests_saves_nothing_up_and_who_comes_back_at_once_gains_nothing() {
    let mut queue = Queue::new();
    fill(&mut queue, 'a', 1, 0..100);
    let mut own = 0;
    for _ in 0..40 {
        // Always one that waits: as good as a long line.
        if queue.len_of('b') == 0 {
            queue.push('b', 1, 1_000);
        }
        own += usize::from(queue.pop() == Some(1_000));
    }
    assert!((19..=21).contains(&own), "{own} of 40");
}

#[test]
fn what_is_taken_back_costs_nothing() {
    let mut queue = Queue::new();
    fill(&mut queue, 'a', 1, 0..10);
    fill(&mut queue, 'b', 1_000, 100..200);
    assert_eq!(queue.pop(), Some(0));
    queue.retain(|content| *content < 100);
    assert_eq!((queue.len(), queue.len_of('b')), (9, 0));
    queue.push('b', 1, 200);
    let next = [queue.pop(), queue.pop()];
    assert!(next.contains(&Some(200)), "{next:?}");
}

#[test]
fn nothing_is_remembered_of_callers_who_have_gone() {
    let mut scheduler = FairScheduler::new();
    scheduler.wait(0);
    for caller in 1..1_000 {
        scheduler.wait(caller);
        scheduler.serve(caller, 3);
        scheduler.rest(caller);
        scheduler.serve(0, 3);
    }
    assert!(scheduler.callers.len() <= 3, "{}", scheduler.callers.len());
    let mut queue = Queue::new();
    queue.push('a', 1_000, 0);
    queue.pop();
    assert!(queue.scheduler.callers.is_empty());
}

proptest::proptest! {
    #[test]
    fn nobody_who_waits_gets_less_than_another_by_more_than_a_piece_of_each(
        costs in proptest::collection::vec((0..4u8, 1..50u64), 1..200),
    ) {
        let mut queue = FairQueue::new();
        let mut left = [0_u64; 4];
        for (number, (caller, cost)) in costs.iter().enumerate() {
            queue.push(*caller, *cost, number);
            left[usize::from(*caller)] += 1;
        }
        let most = |caller: usize| {
            let own = costs.iter().filter(|(of, _)| usize::from(*of) == caller);
            own.map(|(_, cost)| *cost).max().unwrap_or(0)
        };
        let mut served = [0_u64; 4];
        let mut seen: [Vec<usize>; 4] = Default::default();
        while let Some(number) = queue.pop() {
            let (caller, cost) = costs[number];
            let caller = usize::from(caller);
            served[caller] += cost;
            left[caller] -= 1;
            seen[caller].push(number);
            for one in 0..4 {
                for other in (0..4).filter(|other| left[one] > 0 && left[*other] > 0 && *other != one) {
                    proptest::prop_assert!(served[one].abs_diff(served[other]) <= most(one) + most(other));
                }
            }
        }
        proptest::prop_assert_eq!(left, [0; 4]);
        proptest::prop_assert!(seen.iter().all(|of_caller| of_caller.is_sorted()));
    }
}
