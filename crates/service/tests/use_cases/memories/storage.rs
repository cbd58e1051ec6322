//! How many bytes memories and their files may take, and what is left of imports that come to nothing.

use dragoman_domain::StorageRoom;
use dragoman_service::LinkToken;

use super::*;

/// Far more than a small file and the memory that it becomes.
const AMPLE: u64 = 10_000_000;

fn storage(of_account: u64, in_all: u64) -> MemoryLimits {
    MemoryLimits {
        storage: StorageRoom { of_account, in_all },
        ..MemoryLimits::default()
    }
}

impl Stage {
    async fn create(&self, number: u128, length: usize) -> Result<MemoryJobDetails, MemoryError> {
        self.memories
            .create_import(&caller(number), new_import(length))
            .await
    }

    async fn begin(
        &self,
        id: dragoman_domain::MemoryJobId,
        link: &LinkToken,
    ) -> Result<dragoman_service::Upload, MemoryError> {
        self.memories
            .upload(id, link.expose(), Some("application/xml"), None)
            .await
    }

    /// Imports the file over a link, for account 1.
    async fn send(&self, file: &str) -> MemoryJobStatus {
        let import = self.create(1, file.len()).await.unwrap();
        let (id, link) = (import.job.id, import.link.unwrap());
        let mut upload = self.begin(id, &link).await.unwrap();
        upload.write(file.as_bytes()).await.unwrap();
        upload.finish().await.unwrap();
        wait(&self.memories, id).await
    }

    fn size(&self, memory: MemoryId) -> u64 {
        let file = self.folder.path().join("memories");
        let file = file.join(format!("{memory}.db"));
        file.metadata().unwrap().len()
    }
}

#[tokio::test]
async fn files_on_their_way_take_room_until_they_are_memories() {
    let stage = Stage::with(storage(AMPLE, 5 * AMPLE / 2)).await;
    let length = usize::try_from(AMPLE).unwrap();
    let error = stage.create(1, length + 1).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert_eq!(
        error.to_string(),
        "the files of imports and exports of the account would have more than 10000000 bytes, which are the most; wait \
         until imports are done and exports have expired"
    );
    let mut begun = Vec::new();
    let import = stage.create(1, length - 10).await.unwrap();
    let link = import.link.unwrap();
    begun.push(stage.begin(import.job.id, &link).await.unwrap());
    assert_eq!(
        stage.create(1, 11).await.unwrap_err().kind(),
        ErrorKind::TooLarge
    );
    // Both were made before the room was taken by one of them.
    let other = [
        stage.create(2, length).await.unwrap(),
        stage.create(2, 1).await.unwrap(),
    ];
    for (import, is_room) in other.iter().zip([true, false]) {
        let link = import.link.as_ref().unwrap();
        let upload = stage.begin(import.job.id, link).await;
        match upload {
            Ok(upload) => {
                assert!(is_room);
                begun.push(upload);
            }
            Err(error) => {
                assert!(!is_room);
                assert_eq!(error.kind(), ErrorKind::TooLarge);
            }
        }
    }
    let third = stage.create(3, length).await.unwrap_err();
    assert_eq!(third.kind(), ErrorKind::Overloaded, "{third}");
    begun.clear();
    stage.create(3, length).await.unwrap();
    assert!(stage.files().is_empty());
}

#[tokio::test]
async fn an_import_that_grows_beyond_its_room_fails_and_says_what_to_do() {
    let probe = Stage::new().await;
    let size = probe.size(probe.import(&greetings()).await.id);
    let stage = Stage::with(storage(2 * size, AMPLE)).await;
    for _ in 0..2 {
        let status = stage.send(&greetings()).await;
        assert!(
            matches!(status, MemoryJobStatus::Imported { .. }),
            "{status:?}"
        );
    }
    let kept = stage.store.memory_storage(account(1)).await.unwrap();
    assert_eq!(kept.contents.of_account, 2 * size);
    assert_eq!(kept.files.of_account, 0);
    let refused = stage.create(1, greetings().len()).await.unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::TooLarge);
    // A file that seems to fit and becomes more than it is.
    let first = stage.memories.list(&caller(1), 0, 1).await.unwrap();
    let first = first.memories[0].id;
    stage.memories.delete(&caller(1), first).await.unwrap();
    let long = greetings().replace("Hallo Welt!", &"Hallo, schöne neue Welt! ".repeat(200));
    let MemoryJobStatus::Failed { message } = stage.send(&long).await else {
        panic!("there is no room");
    };
    assert_eq!(
        message,
        format!(
            "The translation memories of the account would have more than {} bytes, which are the most; delete one first.",
            2 * size
        )
    );
    // The files are removed a moment after the job is done.
    while stage.files().len() > 1 {
        tokio::task::yield_now().await;
    }
    // An operator may.
    stage.import(&long).await;
}

#[tokio::test]
async fn exports_have_room_of_their_own_and_no_more() {
    let probe = Stage::new().await;
    let memory = probe.import(&greetings()).await;
    let size = probe.size(memory.id);
    let export = async |stage: &Stage| {
        let memory = stage.import(&greetings()).await;
        let export = stage.memories.create_export(&caller(1), memory.id).await;
        wait(&stage.memories, export.unwrap().job.id).await
    };
    let stage = Stage::with(storage(size, AMPLE)).await;
    assert_eq!(export(&stage).await, MemoryJobStatus::Exported);
    let kept = stage.store.memory_storage(account(1)).await.unwrap();
    assert!(kept.files.of_account > 500, "{kept:?}");
    let stage = Stage::with(storage(500, AMPLE)).await;
    let MemoryJobStatus::Failed { message } = export(&stage).await else {
        panic!("there is no room");
    };
    assert!(
        message.contains("would have more than 500 bytes"),
        "{message}"
    );
    assert!(stage.files().iter().all(|name| name.ends_with(".db")));
}

#[tokio::test]
async fn with_the_disk_almost_full_nothing_comes_in_and_what_is_there_is_used() {
    let stage = Stage::new().await;
    let memory = stage.import(&greetings()).await;
    let import = stage.create(1, 1_000_000).await.unwrap();
    let link = import.link.unwrap();
    let mut upload = stage.begin(import.job.id, &link).await.unwrap();
    upload.write(&[b' '; 300_000]).await.unwrap();
    stage.disk.fill();
    let broken_off = upload.write(&[b' '; 300_000]).await.unwrap_err();
    assert_eq!(broken_off.kind(), ErrorKind::Overloaded);
    drop(upload);
    for error in [
        stage.begin(import.job.id, &link).await.map(drop),
        stage.create(1, 1).await.map(drop),
        stage
            .memories
            .create_export(&caller(1), memory.id)
            .await
            .map(drop),
    ] {
        assert_eq!(error.unwrap_err().kind(), ErrorKind::Overloaded);
    }
    let found = stage.lookup(&memory, "en", "Hallo Welt!", 100).await;
    assert_eq!(found, Some(("Hello world!".to_owned(), 100)));
    // The file, and the memory that it becomes.
    stage.disk.leave(1_999_999);
    let error = stage.create(1, 1_000_000).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Overloaded);
    stage.disk.leave(2_000_000);
    stage.create(1, 1_000_000).await.unwrap();
}

#[tokio::test]
async fn imports_whose_files_do_not_come_leave_nothing() {
    let stage = Stage::new().await;
    let file = greetings();
    let imported = stage.create(1, file.len()).await.unwrap();
    let link = imported.link.unwrap();
    let mut upload = stage.begin(imported.job.id, &link).await.unwrap();
    upload.write(file.as_bytes()).await.unwrap();
    upload.finish().await.unwrap();
    wait(&stage.memories, imported.job.id).await;
    // One whose upload breaks off, and one that nobody sends.
    let broken_off = stage.create(1, file.len()).await.unwrap();
    let link = broken_off.link.unwrap();
    let mut upload = stage.begin(broken_off.job.id, &link).await.unwrap();
    upload.write(&file.as_bytes()[..10]).await.unwrap();
    drop(upload);
    let abandoned = [broken_off.job.id, stage.create(1, 1).await.unwrap().job.id];
    let keep_up = async |hours: u64| {
        stage.clock.0.store(hours * 3600, Ordering::SeqCst);
        stage.memories.keep_up().await.unwrap();
    };
    keep_up(2).await;
    for id in abandoned {
        let job = stage.memories.job(&caller(1), id).await.unwrap().job;
        assert_eq!(job.status, MemoryJobStatus::Expired);
    }
    keep_up(27).await;
    for id in abandoned {
        assert_eq!(stage.store.job(id).await.unwrap(), None);
    }
    // What has come to something is remembered for longer.
    assert!(stage.store.job(imported.job.id).await.unwrap().is_some());
    assert_eq!(stage.files().len(), 1);
}

#[tokio::test]
async fn however_many_imports_are_made_few_are_remembered() {
    let stage = Stage::with(MemoryLimits {
        open_jobs: 3,
        ended_jobs: 5,
        ..MemoryLimits::default()
    })
    .await;
    let other = stage.create(2, 1).await.unwrap().job.id;
    let remembered = async |ids: &[dragoman_domain::MemoryJobId]| {
        let mut remembered = Vec::new();
        for &id in ids {
            if let Some(job) = stage.store.job(id).await.unwrap() {
                remembered.push(job.status);
            }
        }
        remembered
    };
    let mut ids = Vec::new();
    for second in 0..20 {
        stage.clock.0.store(second, Ordering::SeqCst);
        ids.push(stage.create(1, 1).await.unwrap().job.id);
    }
    use MemoryJobStatus::{AwaitingInput, Expired};
    let expected = [
        Expired,
        Expired,
        Expired,
        AwaitingInput,
        AwaitingInput,
        AwaitingInput,
    ];
    assert_eq!(remembered(&ids).await, expected);
    // Those that end otherwise, too: these files are no TMX.
    let mut failed = Vec::new();
    for second in 20..30 {
        stage.clock.0.store(second, Ordering::SeqCst);
        let import = stage.create(1, 1).await.unwrap();
        failed.push(import.job.id);
        let link = import.link.unwrap();
        let mut upload = stage.begin(import.job.id, &link).await.unwrap();
        upload.write(b"x").await.unwrap();
        upload.finish().await.unwrap();
        wait(&stage.memories, import.job.id).await;
    }
    stage.create(1, 1).await.unwrap();
    assert_eq!(remembered(&failed).await.len(), 5);
    assert_eq!(remembered(&[other]).await, [AwaitingInput]);
}
