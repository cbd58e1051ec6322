//! What is in memories, and when it goes.

use super::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_memory_is_read_by_all_copies_each_of_which_fetches_it_once() {
    let world = World::new();
    let (first, second) = (world.copy().await, world.copy().await);
    let memory = first.build(5).await;
    assert_eq!(memory.segment_count, 1);
    assert_eq!(first.sources(memory.id).await.unwrap(), ["source 5"]);
    // Who has built it has it.
    assert_eq!(world.fetches(), 0);
    let second = Arc::new(second);
    let readers: Vec<_> = (0..9)
        .map(|_| {
            let (second, id) = (Arc::clone(&second), memory.id);
            dragoman_tasks::spawn(async move { second.sources(id).await.unwrap() })
        })
        .collect();
    for reader in readers {
        assert_eq!(reader.await.unwrap(), ["source 5"]);
    }
    assert_eq!(world.fetches(), 1);
    let lists = second
        .memories
        .postings(memory.id, &[IndexKey::Hash(7)], 0..=63, 9);
    assert_eq!(lists.await.unwrap().len(), 1);
    let stored = second.memories.memory(ACCOUNT, memory.id).await.unwrap();
    assert_eq!(stored.unwrap().name, "na\u{FFFD}me");
    // Also when it starts again.
    let again = world.open(&second.store, &second.folder, AMPLE).await;
    assert!(again.content(memory.id).await.is_ok());
    assert_eq!(world.fetches(), 1);
    assert_eq!(names(&first.folder.path().join("scratch/0")), [""; 0]);
}

#[tokio::test]
async fn a_file_that_was_fetched_in_part_is_never_opened() {
    let world = World::new();
    let (first, second) = (world.copy().await, world.copy().await);
    let memory = first.build(5).await;
    world.files.is_away.store(true, Ordering::SeqCst);
    let error = second.sources(memory.id).await.unwrap_err();
    assert!(matches!(error, StoreError::Unavailable { .. }), "{error}");
    assert_eq!(second.cached(), [""; 0]);
    assert_eq!(names(&second.folder.path().join("scratch/0")), [""; 0]);
    world.files.is_away.store(false, Ordering::SeqCst);
    assert_eq!(second.sources(memory.id).await.unwrap(), ["source 5"]);
}

#[tokio::test]
async fn of_more_than_there_is_room_for_those_used_last_are_kept_and_those_in_use() {
    let world = World::new();
    let builder = world.copy().await;
    let mut size = 0;
    let mut ids = Vec::new();
    for number in 0..12 {
        let memory = builder.build(number).await;
        size = builder.memories.bytes_of(memory.id).await.unwrap().unwrap();
        ids.push(memory.id);
    }
    let reader = world.copy_with(3 * size).await;
    let pinned = reader.memories.content(ids[0]).await.unwrap();
    for id in &ids[1..] {
        // Each is open only for a moment.
        reader.memories.content(*id).await.unwrap();
        reader.memories.contents.close_all().await;
    }
    let file = |id: &MemoryId| format!("{}.db", id.0);
    assert_eq!(
        reader.cached(),
        [file(&ids[0]), file(&ids[10]), file(&ids[11])]
    );
    drop(pinned);
    // Now it may go, and what was used since stays.
    reader.memories.content(ids[10]).await.unwrap();
    reader.memories.contents.close_all().await;
    reader.memories.content(ids[5]).await.unwrap();
    assert_eq!(
        reader.cached(),
        [file(&ids[5]), file(&ids[10]), file(&ids[11])]
    );
    reader.memories.contents.close_all().await;
    reader.memories.content(ids[6]).await.unwrap();
    assert_eq!(
        reader.cached(),
        [file(&ids[5]), file(&ids[6]), file(&ids[10])]
    );
    // One that is larger than all there may be is read all the same.
    let small = world.copy_with(1).await;
    assert_eq!(small.sources(ids[3]).await.unwrap(), ["source 3"]);
}

#[tokio::test]
async fn a_deleted_memory_is_gone_everywhere() {
    let world = World::new();
    let (first, second) = (world.copy().await, world.copy().await);
    let (memory, other) = (first.build(5).await, first.build(6).await);
    for id in [memory.id, other.id] {
        second.sources(id).await.unwrap();
    }
    let stranger = AccountId(Uuid::from_u128(2));
    let by = |account| first.memories.delete_memory(account, memory.id);
    assert!(!by(stranger).await.unwrap());
    assert!(by(ACCOUNT).await.unwrap());
    assert!(!by(ACCOUNT).await.unwrap());
    assert!(first.sources(memory.id).await.is_err());
    let kept = [format!("{}.db", other.id.0)];
    assert_eq!(first.cached(), kept);
    second.memories.sweep(now()).await.unwrap();
    assert_eq!(second.cached(), kept);
    assert!(second.sources(memory.id).await.is_err());
    assert_eq!(world.files.names(), [format!("{}.memory", other.id.0)]);
    // What cannot be removed at once is swept.
    world.files.is_away.store(true, Ordering::SeqCst);
    assert!(
        first
            .memories
            .delete_memory(ACCOUNT, other.id)
            .await
            .unwrap()
    );
    world.files.is_away.store(false, Ordering::SeqCst);
    second
        .memories
        .sweep(world.files.last_written() + TWO_HOURS)
        .await
        .unwrap();
    assert_eq!(world.files.names(), [""; 0]);
}

#[tokio::test]
async fn what_somebody_wants_is_not_swept() {
    let world = World::new();
    let copy = world.copy().await;
    let memory = copy.build(5).await;
    let mut wanted = Vec::new();
    for (number, status, is_wanted) in [
        (1, MemoryJobStatus::AwaitingInput, false),
        (2, MemoryJobStatus::Processing, true),
    ] {
        let job = job(number, status);
        copy.memories.create_job(&job, ROOM).await.unwrap();
        let mut file = copy.memories.write_file(job.id).await.unwrap();
        file.write(b"a file".to_vec()).await.unwrap();
        file.keep().await.unwrap();
        if is_wanted {
            wanted.push(format!("{}.job", job.id.0));
        }
    }
    wanted.push(format!("{}.memory", memory.id.0));
    let at = world.files.last_written();
    copy.memories.sweep(at).await.unwrap();
    assert_eq!(world.files.names().len(), 3);
    copy.memories.sweep(at + TWO_HOURS).await.unwrap();
    assert_eq!(world.files.names(), wanted);
}

#[tokio::test]
async fn uses_are_noted_by_several_copies_and_the_latest_counts() {
    let world = World::new();
    let (first, second) = (world.copy().await, world.copy().await);
    let memory = first.build(5).await;
    let used = |memory, number| MemoryUse {
        memory,
        number,
        language: language("en"),
    };
    let unknown = MemoryId(Uuid::nil());
    let uses = [used(memory.id, 0), used(memory.id, 0), used(unknown, 0)];
    let later = now() + Duration::from_secs(60);
    let (one, other) = tokio::join!(
        first.memories.record_uses(&uses, later),
        second.memories.record_uses(&uses, now()),
    );
    one.and(other).unwrap();
    let query = SegmentQuery {
        from: 0,
        most: 9,
        filter: None,
    };
    let page = first.memories.segments(memory.id, &query).await.unwrap();
    assert_eq!(page.segments[0].targets[0].last_used, Some(later));
    first
        .memories
        .delete_memory(ACCOUNT, memory.id)
        .await
        .unwrap();
    first.memories.record_uses(&uses, later).await.unwrap();
    assert_eq!(
        world.execute("SELECT count(*) FROM memory_uses").trim(),
        "0"
    );
}
