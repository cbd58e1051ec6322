//! The end of an account: what goes with it, and what stays.

use dragoman_domain::{
    Account, Act, ApiKey, AuditEntry, AuditFilter, CustomInstruction, CustomInstructionId,
    DayRange, DeletedAccount, Dictionary, DictionaryInfo, DictionaryRevision, DocumentOutcome,
    Glossary, GlossaryEntries, GlossaryId, GlossaryPair, GlossaryRoom, Language, Person, Product,
    Role, Session, SessionDigest, SignInCode, StorageRoom, StyleList, StyleListId, StyleListInfo,
    StyleRule,
};
use uuid::Uuid;

use crate::document_counts::reservation_for;
use crate::documents::{document, minute};
use crate::{Backend, TestStore, account, day, entry, key};

tests! {
    what_is_an_accounts_own_goes_with_it_and_its_counts_and_log_stay,
    what_an_account_had_set_aside_is_not_counted_after_its_end,
    who_works_on_a_document_of_a_deleted_account_learns_it
}

fn deletion(account: &Account) -> AuditEntry {
    AuditEntry {
        act: Act::DeleteAccount {
            name: account.name.clone(),
        },
        ..entry(account.id)
    }
}

pub(crate) fn glossary(number: u128) -> (Glossary, Dictionary) {
    let pair = GlossaryPair::new(
        Language::parse("en").unwrap(),
        Language::parse("de").unwrap(),
    );
    let dictionary = Dictionary {
        pair: pair.unwrap(),
        revision: DictionaryRevision(Uuid::from_u128(number)),
        entries: GlossaryEntries::from_tsv("a\tb".to_owned()).unwrap(),
    };
    let glossary = Glossary {
        id: GlossaryId(Uuid::from_u128(number)),
        name: format!("glossary {number}"),
        created: minute(0),
        edited: false,
        dictionaries: vec![DictionaryInfo {
            pair: dictionary.pair,
            entry_count: 1,
        }],
    };
    (glossary, dictionary)
}

pub(crate) const fn glossary_room() -> GlossaryRoom {
    GlossaryRoom {
        glossaries: 9,
        storage: StorageRoom::UNLIMITED,
    }
}

pub(crate) fn style_list(number: u128) -> StyleList {
    StyleList {
        info: StyleListInfo {
            id: StyleListId(Uuid::from_u128(number)),
            name: format!("list {number}"),
            language: Language::parse("de").unwrap(),
            version: 1,
            created: minute(0),
            updated: minute(0),
        },
        rules: vec![StyleRule {
            category: "a".to_owned(),
            rule: "b".to_owned(),
            option: "c".to_owned(),
        }],
        instructions: vec![CustomInstruction {
            id: CustomInstructionId(Uuid::from_u128(number)),
            label: "a label".to_owned(),
            prompt: "Be brief.".to_owned(),
            source: None,
        }],
    }
}

/// An account with a number, and one of everything.
async fn furnish(test: &TestStore, number: u128) -> (Account, ApiKey) {
    let mut account = account(number);
    account.contacts = vec!["team@example.com".parse().unwrap()];
    let (mut key, digest) = key(&account, number);
    key.limits.characters = Some(200);
    test.add_account(&account).await;
    test.add_key(&key, &digest).await;
    let (glossary, dictionary) = glossary(number);
    test.store
        .create_glossary(account.id, &glossary, vec![dictionary], glossary_room())
        .await
        .unwrap();
    test.store
        .create_style_list(account.id, &style_list(number), 9)
        .await
        .unwrap();
    // One is counted, which makes a notice due, and one is at work.
    let sent = [number * 2, number * 2 + 1].map(|number| document(key.id, number));
    for document in &sent {
        let reservation = reservation_for(key.id, document);
        test.store.reserve(&reservation).await.unwrap();
        test.send(document).await;
        let (_, lease) = test.claim(1, 0).await.unwrap();
        if *document == sent[0] {
            let outcome = DocumentOutcome::Translated(Vec::new());
            assert!(test.finish(lease, &outcome).await);
            test.settle(document.id).await.unwrap();
        }
    }
    let session = Session {
        key: key.id,
        roles: [Role::Translator].into_iter().collect(),
        created: minute(0),
        last_used: minute(0),
        expires: minute(100),
    };
    let secret = SessionDigest(digest.0);
    test.store
        .create_session(&session, &secret, 9)
        .await
        .unwrap();
    let code = SignInCode {
        account: account.id,
        person: Person {
            identity: "zoe".to_owned(),
            name: "Zoë".to_owned(),
        },
        roles: session.roles.clone(),
        expires: minute(100),
    };
    test.store
        .create_sign_in_code(&code, &secret, &entry(account.id))
        .await
        .unwrap();
    (account, key)
}

/// What an account that was furnished has, each as a number.
async fn belongings(test: &TestStore, account: &Account, key: &ApiKey) -> [usize; 8] {
    let store = &test.store;
    let (_, digest) = crate::key(account, key.id.key.as_u128());
    let number = key.id.key.as_u128();
    let mut documents = 0;
    for number in [number * 2, number * 2 + 1] {
        let found = test.found(document(key.id, number).id, 0).await;
        documents += usize::from(found.is_some());
    }
    let secret = SessionDigest(digest.0);
    let by_name = store.account_by_name(&account.name).await.unwrap();
    [
        usize::from(by_name.is_some()),
        usize::from(store.key_by_digest(&digest).await.unwrap().is_some()),
        store.glossaries(account.id).await.unwrap().len(),
        store.style_lists(account.id, 0, 9).await.unwrap().len(),
        documents,
        usize::from(store.session(&secret).await.unwrap().is_some()),
        usize::from(store.take_sign_in_code(&secret).await.unwrap().is_some()),
        usize::try_from(test.counted(key).await).unwrap(),
    ]
}

async fn what_is_an_accounts_own_goes_with_it_and_its_counts_and_log_stay(backend: Backend) {
    let test = TestStore::new(backend).await;
    let (gone, gone_key) = furnish(&test, 1).await;
    let (other, other_key) = furnish(&test, 2).await;
    let deleted = test.store.delete_account(gone.id, &deletion(&gone)).await;
    let mut deleted = deleted.unwrap().unwrap();
    deleted.documents.sort_unstable();
    let documents = [2, 3].map(|number| document(gone_key.id, number).id);
    assert_eq!(
        deleted,
        DeletedAccount {
            keys: 1,
            glossaries: 1,
            style_lists: 1,
            documents: documents.to_vec(),
        }
    );
    let again = test.store.delete_account(gone.id, &deletion(&gone)).await;
    assert_eq!(again, Ok(None));

    let test = test.reopen().await;
    assert_eq!(
        belongings(&test, &gone, &gone_key).await,
        [0, 0, 0, 0, 0, 0, 0, 100]
    );
    assert_eq!(
        belongings(&test, &other, &other_key).await,
        [1, 1, 1, 1, 2, 1, 1, 100]
    );
    let accounts = test.store.accounts().await;
    assert_eq!(accounts.as_deref(), Ok(std::slice::from_ref(&other)));
    let notices = test.store.take_due(minute(0), 9).await.unwrap();
    assert!(notices.iter().all(|notice| notice.account == other));
    for table in ["style_rules", "custom_instructions", "dictionaries"] {
        let count = format!("SELECT count(*) FROM {table}");
        assert_eq!(test.database.numbers(&count).await, [[1]], "{table}");
    }
    let year = DayRange {
        first: day("2026-01-01"),
        last: day("2026-12-31"),
    };
    let usages = test.store.usage_by_key(gone.id, year, false).await.unwrap();
    assert_eq!(usages[0].consumption.of(Product::DocumentTranslation), 100);
    let filter = AuditFilter {
        account: Some(gone.id),
        ..AuditFilter::default()
    };
    let log = test.store.audit_log(filter).await.unwrap();
    assert_eq!(&*log.last().unwrap().act, deletion(&gone).act.name());

    // Its name is free.
    let mut new = account(3);
    new.name = gone.name;
    test.add_account(&new).await;
}

async fn what_an_account_had_set_aside_is_not_counted_after_its_end(backend: Backend) {
    let test = TestStore::new(backend).await;
    let (gone, key) = furnish(&test, 1).await;
    let working = document(key.id, 3).id;
    let deleted = test.store.delete_account(gone.id, &deletion(&gone)).await;
    assert!(deleted.unwrap().is_some());
    assert!(test.settle(working).await.is_err());
    test.store.adjust(working, 50).await.unwrap();
    assert!(test.settle(working).await.is_err());
    assert_eq!(test.counted(&key).await, 100);
}

async fn who_works_on_a_document_of_a_deleted_account_learns_it(backend: Backend) {
    let test = TestStore::new(backend).await;
    let (gone, gone_key) = furnish(&test, 1).await;
    test.send(&document(gone_key.id, 9)).await;
    let (_, lease) = test.claim(7, 1).await.unwrap();
    let deleted = test.store.delete_account(gone.id, &deletion(&gone)).await;
    assert_eq!(deleted.unwrap().unwrap().documents.len(), 3);
    assert!(!test.lengthen(lease, 20, 1).await);
    let outcome = DocumentOutcome::Translated(Vec::new());
    assert!(!test.finish(lease, &outcome).await);
    assert_eq!(test.claimed_id(8, 2).await, None);
}
