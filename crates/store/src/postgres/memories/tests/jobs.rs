//! Whose a job is, and how many there may be.

use super::*;

#[tokio::test]
async fn a_job_is_that_of_the_copy_that_has_it_until_that_is_gone() {
    let world = World::new();
    let (first, second) = (world.copy().await, world.copy().await);
    let waiting = job(1, MemoryJobStatus::AwaitingInput);
    first.memories.create_job(&waiting, ROOM).await.unwrap();
    assert_eq!(first.abandoned().await, []);
    let sent = MemoryJob {
        status: MemoryJobStatus::Processing,
        bytes: 9,
        ..waiting.clone()
    };
    assert!(first.memories.change_job(&waiting, &sent).await.unwrap());
    assert_eq!(second.abandoned().await, []);
    assert_eq!(second.start(&sent).await, None);
    // It may have been left there, which only this copy itself knows.
    assert_eq!(first.abandoned().await, [sent.id]);
    let started = first.start(&sent).await.unwrap();
    first.store.copies.leave().await;
    assert_eq!(second.abandoned().await, [sent.id]);
    let taken = second.start(&started).await.unwrap();
    assert_eq!(taken.attempts, 2);
    assert_eq!(
        second.memories.job(sent.id).await.unwrap(),
        Some(taken.clone())
    );
    // Who had it can neither end it nor give it back nor make its memory.
    let failed = MemoryJob {
        status: MemoryJobStatus::Failed {
            message: "no".to_owned(),
        },
        ..started.clone()
    };
    assert!(!first.memories.change_job(&started, &failed).await.unwrap());
    let finished = |job: &MemoryJob| {
        Some(FinishedImport {
            job: job.id,
            attempts: job.attempts,
            skipped: 0,
        })
    };
    assert!(first.try_build(5, finished(&started)).await.is_err());
    let memory = second.try_build(6, finished(&taken)).await.unwrap();
    let status = second.memories.job(sent.id).await.unwrap().unwrap().status;
    let expected = MemoryJobStatus::Imported {
        memory: memory.id,
        skipped: 0,
    };
    assert_eq!(status, expected);
    let page = second.memories.memories(ACCOUNT, 0, 9).await.unwrap();
    assert_eq!(page.total, 1);
    assert_eq!(page.memories[0].id, memory.id);
}

#[tokio::test]
async fn a_copy_that_loses_its_lease_for_a_moment_keeps_its_jobs() {
    let world = World::new();
    let (first, second) = (world.copy().await, world.copy().await);
    let processing = job(1, MemoryJobStatus::Processing);
    first.memories.create_job(&processing, ROOM).await.unwrap();
    let started = first.start(&processing).await.unwrap();
    let before = first.store.copies.current().unwrap();
    first.store.copies.abandon(before).await;
    let after = first.store.copies.current().unwrap();
    assert_ne!(after, before);
    let worker = || world.execute("SELECT worker FROM memory_jobs");
    while worker().trim() == before.to_string() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(worker().trim(), after.to_string());
    assert_eq!(second.abandoned().await, []);
    let finished = FinishedImport {
        job: started.id,
        attempts: 1,
        skipped: 2,
    };
    first.try_build(5, Some(finished)).await.unwrap();
    assert_eq!(worker().trim(), "");
}

#[tokio::test]
async fn anybody_may_end_a_job_that_another_works_on() {
    let world = World::new();
    let (first, second) = (world.copy().await, world.copy().await);
    let processing = job(1, MemoryJobStatus::Processing);
    first.memories.create_job(&processing, ROOM).await.unwrap();
    let ended = MemoryJob {
        status: MemoryJobStatus::Expired,
        ..processing.clone()
    };
    assert!(
        second
            .memories
            .change_job(&processing, &ended)
            .await
            .unwrap()
    );
    assert_eq!(first.start(&processing).await, None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn jobs_that_are_made_by_several_copies_at_once_are_no_more_than_there_may_be() {
    let world = World::new();
    let copies = [Arc::new(world.copy().await), Arc::new(world.copy().await)];
    let making: Vec<_> = (0..12)
        .map(|number| {
            let copy = Arc::clone(&copies[number % 2]);
            let job = job(number as u128, MemoryJobStatus::Processing);
            let room = JobRoom { open: 5, ended: 9 };
            dragoman_tasks::spawn(async move { copy.memories.create_job(&job, room).await.is_ok() })
        })
        .collect();
    let mut made = 0;
    for one in making {
        made += usize::from(one.await.unwrap());
    }
    assert_eq!(made, 5);
    let storage = copies[0].memories.memory_storage(ACCOUNT).await.unwrap();
    assert_eq!(storage.files.in_all, 0);
}

#[tokio::test]
async fn of_an_accounts_jobs_that_have_ended_only_so_many_are_remembered() {
    let world = World::new();
    let copy = world.copy().await;
    for number in 0..6 {
        let ended = MemoryJob {
            changed: now() + Duration::from_secs(number),
            ..job(u128::from(number), MemoryJobStatus::Expired)
        };
        let room = JobRoom { open: 9, ended: 4 };
        copy.memories.create_job(&ended, room).await.unwrap();
    }
    let remembered = || world.execute("SELECT count(*) FROM memory_jobs");
    assert_eq!(remembered().trim(), "4");
    let at = |second| now() + Duration::from_secs(second);
    copy.memories.forget_jobs(at(0), at(4)).await.unwrap();
    assert_eq!(remembered().trim(), "2");
    assert_eq!(copy.memories.live_jobs().await.unwrap(), []);
}
