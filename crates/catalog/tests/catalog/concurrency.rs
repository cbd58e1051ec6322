//! Several who want the same.

use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use dragoman_catalog::{InstallError, Selection, Silent};
use tokio::sync::Semaphore;

use crate::fixtures::{Model, Setup, pair};
use crate::server::Fault;

#[tokio::test]
async fn many_who_want_a_pair_share_one_download() {
    let model = Model::new("en-de", "tiny");
    let setup = Setup::with(std::slice::from_ref(&model)).await;
    let path = format!("database/{}", model.path("model"));
    let gate = Arc::new(Semaphore::new(0));
    setup.server.always(&path, Fault::Gate(Arc::clone(&gate)));
    let installer = setup.installer();
    let catalogue = installer.catalogue().await.unwrap();
    let entry = catalogue
        .find(pair("en-de"), &Selection::default())
        .unwrap();
    let pulls = futures_util::future::join_all((0..8).map(|_| {
        let installer = installer.clone();
        async move { installer.pull(entry, Arc::new(Silent)).await }
    }));
    let open = async {
        // All of them are polled before this; a permit for each that should not ask.
        gate.add_permits(8);
    };
    let (results, ()) = tokio::join!(pulls, open);
    for result in results {
        assert_eq!(result.unwrap().label(), "en-de/tiny");
    }
    assert_eq!(setup.server.requests(&path).len(), 1);
    assert_eq!(setup.check.checked.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_failure_is_shared_and_the_next_one_tries_again() {
    let model = Model::new("en-de", "tiny");
    let setup = Setup::with(std::slice::from_ref(&model)).await;
    let path = format!("database/{}", model.path("model"));
    setup.server.always(&path, Fault::Status(404));
    let installer = setup.installer();
    let catalogue = installer.catalogue().await.unwrap();
    let entry = catalogue
        .find(pair("en-de"), &Selection::default())
        .unwrap();
    let both = futures_util::future::join(
        installer.pull(entry, Arc::new(Silent)),
        installer.pull(entry, Arc::new(Silent)),
    );
    let (first, second) = both.await;
    assert!(first.is_err() && second.is_err());
    assert_eq!(setup.server.requests(&path).len(), 1);
    setup.server.heal();
    installer.pull(entry, Arc::new(Silent)).await.unwrap();
}

#[tokio::test]
async fn a_pull_goes_on_without_the_one_who_asked_for_it() {
    let model = Model::new("en-de", "tiny");
    let setup = Setup::with(std::slice::from_ref(&model)).await;
    let path = format!("database/{}", model.path("model"));
    let gate = Arc::new(Semaphore::new(0));
    setup.server.always(&path, Fault::Gate(Arc::clone(&gate)));
    let installer = setup.installer();
    let catalogue = installer.catalogue().await.unwrap();
    let entry = catalogue
        .find(pair("en-de"), &Selection::default())
        .unwrap();
    let impatient = installer.pull(entry, Arc::new(Silent));
    assert!(futures_util::FutureExt::now_or_never(impatient).is_none());
    gate.add_permits(1);
    let model = installer.pull(entry, Arc::new(Silent)).await.unwrap();
    assert_eq!(model.label(), "en-de/tiny");
    assert_eq!(setup.server.requests(&path).len(), 1);
}

#[tokio::test]
async fn two_processes_do_not_write_the_same_download() {
    let setup = Setup::with(&[Model::new("en-de", "tiny")]).await;
    let partial = setup.folder().path().join(".partial");
    std::fs::create_dir_all(&partial).unwrap();
    // What another process would hold.
    let lock = File::create(partial.join("en-de-tiny.lock")).unwrap();
    lock.lock().unwrap();
    let error = setup.pull("en-de").await.unwrap_err();
    assert!(matches!(error, InstallError::Busy { .. }), "{error}");
    drop(lock);
    setup.pull("en-de").await.unwrap();
}
