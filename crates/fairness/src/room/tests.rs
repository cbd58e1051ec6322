use futures_util::FutureExt;

use super::*;

#[tokio::test]
async fn one_caller_gets_half_and_another_a_third() {
    let room = Room::new(12);
    let mut held = Vec::new();
    for _ in 0..6 {
        held.push(room.take('a', 1).await.unwrap());
    }
    assert_eq!(room.check('a', 1), Err(Refusal::Share));
    let mut seventh = Box::pin(room.take('a', 1));
    assert!((&mut seventh).now_or_never().is_none());
    for _ in 0..3 {
        held.push(room.take('b', 1).await.unwrap());
    }
    assert_eq!(room.check('b', 1), Err(Refusal::Share));
    assert_eq!(room.check('c', 1), Ok(()));
    drop(held);
    assert!(seventh.await.is_ok());
}

#[tokio::test]
async fn who_holds_nothing_gets_what_is_left_however_much_it_needs() {
    let room = Room::new(10);
    let mut large = room.take('a', 1_000).await.unwrap();
    assert_eq!(room.check('b', 1), Err(Refusal::Full));
    drop(large.split(994));
    assert_eq!(room.check('a', 1), Err(Refusal::Share));
    let other = room.take('b', 7).await.unwrap();
    assert_eq!(room.check('c', 1), Err(Refusal::Full));
    drop((large, other));
    assert_eq!(room.state().taken, 0);
    assert!(room.state().held.is_empty());
}

#[tokio::test]
async fn who_has_begun_more_than_fits_is_no_newcomer_until_all_of_it_is_gone() {
    let room = Room::new(10);
    let held = room.take('b', 9).await.unwrap();
    let mut large = room.take('a', 1_000).await.unwrap();
    drop(large.split(50));
    drop(held);
    assert_eq!(room.check('a', 1), Err(Refusal::Full));
    let mut next = Box::pin(room.take('a', 1_000));
    let mut newcomer = Box::pin(room.take('c', 1));
    for waiting in [&mut next, &mut newcomer] {
        assert!(waiting.now_or_never().is_none());
    }
    drop(large.split(940));
    assert!((&mut newcomer).now_or_never().is_none(), "10 of 10 wait");
    drop(large.split(1));
    assert!(newcomer.now_or_never().is_some(), "1 is free");
    drop(large.split(8));
    assert!((&mut next).now_or_never().is_none(), "1 of the first waits");
    drop(large);
    assert!(next.now_or_never().is_some());
}

#[tokio::test]
async fn who_goes_away_lets_the_next_of_the_same_caller_in() {
    let room = Room::new(20);
    let _held = room.take('a', 4).await.unwrap();
    let mut large = Box::pin(room.take('a', 10));
    let mut small = Box::pin(room.take('a', 2));
    for waiting in [&mut large, &mut small] {
        assert!(waiting.now_or_never().is_none());
    }
    drop(large);
    assert!(small.now_or_never().is_some());
    assert!(room.state().lines.is_empty());
}

#[tokio::test]
async fn who_waits_for_much_keeps_nobody_else_from_little() {
    let room = Room::new(10);
    let held = room.take('a', 4).await.unwrap();
    let mut large = Box::pin(room.take('a', 4));
    assert!((&mut large).now_or_never().is_none());
    let mut small = Box::pin(room.take('a', 1));
    assert!((&mut small).now_or_never().is_none(), "in order of arrival");
    assert_eq!(room.check('a', 1), Err(Refusal::Share), "others wait");
    assert!(room.take('b', 2).now_or_never().is_some());
    drop(held);
    assert!(large.now_or_never().unwrap().is_ok());
    assert!(small.now_or_never().unwrap().is_ok());
}

#[tokio::test]
async fn who_holds_least_is_next_and_who_has_gone_is_passed_over() {
    let room = Room::new(4);
    let mut all = room.take('a', 4).await.unwrap();
    let mut first = Box::pin(room.take('a', 1));
    let mut gone = Box::pin(room.take('b', 1));
    let mut third = Box::pin(room.take('c', 1));
    for waiting in [&mut first, &mut gone, &mut third] {
        assert!(waiting.now_or_never().is_none());
    }
    drop(gone);
    drop(all.split(1));
    assert!((&mut first).now_or_never().is_none());
    let third = third.now_or_never().unwrap().unwrap();
    drop(all);
    assert!(first.now_or_never().unwrap().is_ok());
    drop(third);
    assert_eq!(room.state().taken, 0);
}

#[tokio::test]
async fn a_grant_that_nobody_takes_is_given_back() {
    let room = Room::new(1);
    let held = room.take('a', 1).await.unwrap();
    let mut waiting = Box::pin(room.take('b', 1));
    assert!((&mut waiting).now_or_never().is_none());
    drop(held);
    drop(waiting);
    assert_eq!(room.state().taken, 0);
}

#[tokio::test]
async fn a_closed_room_refuses_those_who_wait_and_those_who_come() {
    let room = Room::new(1);
    let held = room.take('a', 1).await.unwrap();
    let mut waiting = Box::pin(room.take('a', 1));
    assert!((&mut waiting).now_or_never().is_none());
    room.close();
    assert_eq!(waiting.await.err(), Some(Closed));
    assert_eq!(room.take('b', 1).await.err(), Some(Closed));
    drop(held);
}
