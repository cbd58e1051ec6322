//! What somebody may do with the keys of an account who administers it on the pages.

use std::sync::Arc;

use dragoman_domain::{KeyKind, Role, ScopeSet};
use dragoman_service::{Administration, AdministrationError, Forbidden, KeyError, ReportUsage};

use crate::support::{FixedClock, Installation};

const ADMINISTRATOR: &[Role] = &[Role::AccountAdministrator];

#[tokio::test]
async fn keys_and_persons_are_told_apart_and_changed_each_in_their_way() {
    let installation = Installation::new().await;
    let administration = Administration::new(installation.keys().clone());
    let program = installation.caller("one", ScopeSet::Unrestricted).await;
    let anna = installation.person("one", "Anna", ADMINISTRATOR).await;
    let bert = installation
        .person("one", "Bert", &[Role::Translator])
        .await;

    let keys = administration.keys(&anna).await.unwrap();
    let persons = administration.persons(&anna).await.unwrap();
    assert!(keys.iter().all(|key| key.kind == KeyKind::Developer));
    assert_eq!(keys.len(), 1);
    let mut names: Vec<&str> = persons.iter().map(|key| &*key.label).collect();
    names.sort_unstable();
    assert_eq!(names, ["Anna", "Bert"]);

    let limited = administration.limit_person(&anna, bert.key.id, Some(7));
    assert_eq!(limited.await.unwrap().limits.characters, Some(7));
    let ended = administration.deactivate_person(&anna, bert.key.id).await;
    assert!(ended.unwrap().deactivated.is_some());

    // What is for keys of programs does nothing to persons, and the other way round.
    let unknown = |id| AdministrationError::Key(KeyError::UnknownKey(id));
    let person = anna.key.id;
    let wrong = administration.deactivate_key(&anna, person).await;
    assert_eq!(wrong.unwrap_err(), unknown(person));
    let wrong = administration.limit_person(&anna, program.key.id, None);
    assert_eq!(wrong.await.unwrap_err(), unknown(program.key.id));
}

#[tokio::test]
async fn persons_of_another_account_are_unknown_and_a_role_is_needed() {
    let installation = Installation::new().await;
    let administration = Administration::new(installation.keys().clone());
    let anna = installation.person("one", "Anna", ADMINISTRATOR).await;
    let bert = installation
        .person("one", "Bert", &[Role::Translator, Role::Operator])
        .await;
    let other = installation
        .person("two", "Anna", &[Role::Translator])
        .await;
    let id = other.key.id;
    let wrong = administration.deactivate_person(&anna, id).await;
    assert_eq!(wrong.unwrap_err(), KeyError::UnknownKey(id).into());

    let refused = Forbidden::MissingRole(Role::AccountAdministrator);
    let persons = administration.persons(&bert).await;
    assert_eq!(persons.unwrap_err(), refused.into());
    let store = Arc::new(installation.store.clone());
    let reports = ReportUsage::new(Arc::clone(&store) as _, store, Arc::new(FixedClock));
    assert_eq!(reports.for_admin(&bert).err(), Some(refused));
    assert!(reports.for_admin(&anna).is_ok());
}
