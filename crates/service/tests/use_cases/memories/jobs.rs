//! Imports and exports in the background, and their links.

use super::*;

#[tokio::test]
async fn a_job_whose_process_died_is_taken_up_by_the_next_one_but_not_forever() {
    let stage = Stage::new().await;
    let file = greetings();
    for (attempts, is_done) in [(0, true), (1, true), (2, false)] {
        let details = stage
            .memories
            .create_import(&caller(1), new_import(file.len()))
            .await
            .unwrap();
        // As it was when the process died.
        let waiting = details.job;
        let mut processing = waiting.clone();
        processing.status = MemoryJobStatus::Processing;
        processing.attempts = attempts;
        let mut writer = stage.store.write_file(waiting.id).await.unwrap();
        writer.write(file.clone().into_bytes()).await.unwrap();
        writer.keep().await.unwrap();
        let changed = stage.store.change_job(&waiting, &processing).await;
        assert!(changed.unwrap());
        let (_, memories) = stage.restarted().await;
        drop(memories.start().await.unwrap());
        let status = wait(&memories, waiting.id).await;
        match status {
            MemoryJobStatus::Imported { skipped: 0, .. } => assert!(is_done),
            MemoryJobStatus::Failed { message } => {
                assert!(!is_done, "{message}");
            }
            other => panic!("{other:?}"),
        }
    }
    // The files may be removed a moment after the jobs are done.
    stage.restarted().await;
    assert!(stage.files().iter().all(|name| name.ends_with(".db")));
}

#[tokio::test]
async fn a_file_that_is_sent_twice_at_once_is_asked_for_later() {
    let stage = Stage::new().await;
    let caller = caller(1);
    let import = stage.memories.create_import(&caller, new_import(1));
    let import = import.await.unwrap();
    let link = import.link.unwrap();
    let upload = async || {
        let upload =
            stage
                .memories
                .upload(import.job.id, link.expose(), Some("application/xml"), None);
        upload.await.map_err(|error| error.kind())
    };
    let first = upload().await.unwrap();
    assert_eq!(upload().await.map(drop), Err(ErrorKind::Overloaded));
    drop(first);
    assert!(upload().await.is_ok());
}

#[tokio::test]
async fn a_file_of_unknown_length_is_imported_up_to_the_length_that_it_may_have() {
    let stage = Stage::new().await;
    let caller = caller(1);
    let file = greetings();
    let most = file.len();
    let mut upload = stage
        .memories
        .receive(&caller, new_import(most + 100))
        .await
        .unwrap();
    let job = upload.job();
    upload.write(file.as_bytes()).await.unwrap();
    upload.finish().await.unwrap();
    let status = wait(&stage.memories, job).await;
    assert!(
        matches!(status, MemoryJobStatus::Imported { skipped: 0, .. }),
        "{status:?}"
    );
    let mut upload = stage
        .memories
        .receive(&caller, new_import(most - 1))
        .await
        .unwrap();
    let error = upload.write(file.as_bytes()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
}

#[tokio::test]
async fn a_stop_during_a_job_leaves_it_to_the_next_process_and_counts_for_nothing() {
    let stage = Stage::new().await;
    let caller = caller(1);
    let import = stage.memories.create_import(&caller, new_import(1));
    let waiting = import.await.unwrap().job;
    let file = stage.folder.path().join("memories");
    let file = file.join(format!("{}.file", waiting.id));
    // The import waits for somebody to write into it.
    let made = std::process::Command::new("mkfifo").arg(&file).status();
    assert!(made.unwrap().success());
    let mut processing = waiting.clone();
    processing.status = MemoryJobStatus::Processing;
    processing.attempts = 1;
    let changed = stage.store.change_job(&waiting, &processing).await;
    assert!(changed.unwrap());
    drop(stage.memories.start().await.unwrap());
    let job = async || stage.store.job(waiting.id).await.unwrap().unwrap();
    while job().await.attempts < 2 {
        tokio::task::yield_now().await;
    }
    stage.memories.stop().await;
    assert_eq!(job().await, processing);
    assert!(file.exists());
    // Lets the thread go that opens the file, whether it has come so far or not.
    let both_ends = std::fs::File::options().read(true).write(true).open(&file);
    std::fs::remove_file(&file).unwrap();
    drop(both_ends.unwrap());
}

#[tokio::test]
async fn what_is_exported_can_be_imported_and_is_the_same() {
    let stage = Stage::new().await;
    let memory = stage.import(&greetings()).await;
    let export = stage
        .memories
        .create_export(&caller(1), memory.id)
        .await
        .unwrap();
    assert!(!export.is_reused);
    assert_eq!(
        wait(&stage.memories, export.job.id).await,
        MemoryJobStatus::Exported
    );
    let again = stage.memories.create_export(&caller(1), memory.id).await;
    let again = again.unwrap();
    assert!(again.is_reused);
    assert_eq!(again.job.id, export.job.id);
    let link = stage.memories.job(&caller(1), export.job.id).await.unwrap();
    let token = link.link.unwrap();
    let mut download = stage
        .memories
        .download(export.job.id, token.expose())
        .await
        .unwrap();
    let mut bytes = Vec::new();
    while let Some(chunk) = download.next().await.unwrap() {
        bytes.extend(chunk);
    }
    assert_eq!(bytes.len() as u64, download.length());
    let copy = stage.import(std::str::from_utf8(&bytes).unwrap()).await;
    let segments = async |id| {
        let query = SegmentQuery {
            from: 0,
            most: 100,
            filter: None,
        };
        let page = stage.store.segments(id, &query).await.unwrap();
        page.segments
            .into_iter()
            .map(|segment| (segment.source, segment.targets))
            .collect::<Vec<_>>()
    };
    assert_eq!(segments(copy.id).await, segments(memory.id).await);
    assert_eq!(copy.targets, memory.targets);
}

#[tokio::test]
async fn links_and_jobs_end_when_their_time_is_over() {
    let stage = Stage::new().await;
    let file = greetings();
    let import = stage
        .memories
        .create_import(&caller(1), new_import(file.len()))
        .await
        .unwrap();
    let memory = stage.import(&file).await;
    let export = stage
        .memories
        .create_export(&caller(1), memory.id)
        .await
        .unwrap();
    wait(&stage.memories, export.job.id).await;
    stage.clock.0.store(2 * 24 * 3600, Ordering::SeqCst);
    let upload = stage
        .memories
        .upload(
            import.job.id,
            import.link.unwrap().expose(),
            Some("application/xml"),
            None,
        )
        .await;
    assert_eq!(upload.map(drop).unwrap_err().kind(), ErrorKind::NotFound);
    stage.memories.keep_up().await.unwrap();
    for job in [import.job.id, export.job.id] {
        let job = stage.memories.job(&caller(1), job).await.unwrap();
        assert_eq!(job.job.status, MemoryJobStatus::Expired);
        assert!(job.link.is_none());
    }
    assert_eq!(stage.files(), [format!("{}.db", memory.id)]);
    stage.clock.0.store(90 * 24 * 3600, Ordering::SeqCst);
    stage.memories.keep_up().await.unwrap();
    let gone = stage.memories.job(&caller(1), import.job.id).await;
    assert_eq!(gone.unwrap_err().kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn an_account_has_only_so_many_memories_and_open_jobs() {
    let stage = Stage::with(MemoryLimits {
        memories: 2,
        open_jobs: 3,
        ..MemoryLimits::default()
    })
    .await;
    let create = async |number| {
        let caller = caller(number);
        let job = stage.memories.create_import(&caller, new_import(1)).await;
        job.map_err(|error| error.kind())
    };
    let status = async |import: &MemoryJobDetails| {
        let job = stage.store.job(import.job.id).await.unwrap();
        job.unwrap().status
    };
    let other = create(2).await.unwrap();
    let mut imports = Vec::new();
    for second in 0..4 {
        stage.clock.0.store(second, Ordering::SeqCst);
        imports.push(create(1).await.unwrap());
    }
    // The oldest that nobody has used makes room, and none keeps an export waiting.
    assert_eq!(status(&imports[0]).await, MemoryJobStatus::Expired);
    for import in imports[1..].iter().chain([&other]) {
        assert_eq!(status(import).await, MemoryJobStatus::AwaitingInput);
    }
    let memory = stage.import(&greetings()).await;
    let export = stage.memories.create_export(&caller(1), memory.id).await;
    wait(&stage.memories, export.unwrap().job.id).await;
    // Those at work make none.
    for import in &imports[1..] {
        let mut processing = import.job.clone();
        processing.status = MemoryJobStatus::Processing;
        assert!(
            stage
                .store
                .change_job(&import.job, &processing)
                .await
                .unwrap()
        );
    }
    assert_eq!(create(1).await.unwrap_err(), ErrorKind::RateLimited);
    stage.import(&greetings()).await;
    let error = stage.try_import(&greetings()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
}

#[tokio::test]
async fn an_account_whose_files_do_not_arrive_leaves_places_for_others() {
    let stage = Stage::new().await;
    let begin = async |number| {
        let caller = caller(number);
        let import = stage.memories.create_import(&caller, new_import(9)).await;
        let import = import.unwrap();
        let link = import.link.unwrap();
        stage
            .memories
            .upload(import.job.id, link.expose(), Some("application/xml"), None)
            .await
            .map_err(|error| error.kind())
    };
    let mut begun = Vec::new();
    for _ in 0..2 {
        begun.push(begin(1).await.unwrap());
    }
    let third = begin(1).await.map(drop);
    assert_eq!(third, Err(ErrorKind::RateLimited));
    assert!(begin(2).await.is_ok());
    begun.pop();
    assert!(begin(1).await.is_ok());
}
