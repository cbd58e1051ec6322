//! What a translation gets of the glossaries that it names, from a real store.

use std::sync::Arc;
use std::time::Duration;

use crate::support::{FixedClock, Installation};
use dragoman_domain::{
    ErrorKind, GlossaryId, GlossaryPair, Language, LanguagePair, Scope, ScopeSet, StorageRoom,
};
use dragoman_service::{
    Caller, EntriesFault, EntriesFormat, EntryEdit, Glossaries, GlossaryError, GlossaryStorage,
    MOST_GLOSSARIES, NewDictionary, Terms,
};
use uuid::Uuid;

struct Test {
    glossaries: Glossaries,
    installation: Installation,
}

impl Test {
    async fn start() -> Self {
        let installation = Installation::new().await;
        let store = Arc::new(installation.store.clone());
        Self {
            glossaries: Glossaries::new(
                store,
                Arc::new(FixedClock),
                installation.random(),
                GlossaryStorage {
                    room: StorageRoom {
                        of_account: 2_000_000,
                        in_all: 20_000_000,
                    },
                    space: installation.disk.floor(),
                },
            ),
            installation,
        }
    }

    async fn caller(&self, account: &str, scopes: ScopeSet) -> Caller {
        self.installation.caller(account, scopes).await
    }

    async fn glossary(&self, caller: &Caller, dictionaries: &[(&str, &str, &str)]) -> GlossaryId {
        let dictionaries = dictionaries
            .iter()
            .map(|&(source, target, entries)| new(source, target, entries))
            .collect();
        self.glossaries
            .create(caller, "test".to_owned(), dictionaries)
            .await
            .unwrap()
            .id
    }
}

fn pair(source: &str, target: &str) -> LanguagePair {
    LanguagePair::new(
        Language::parse(source).unwrap(),
        Language::parse(target).unwrap(),
    )
}

fn new(source: &str, target: &str, entries: &str) -> NewDictionary {
    let pair = pair(source, target);
    NewDictionary {
        pair: GlossaryPair::new(pair.source, pair.target).unwrap(),
        entries: entries.to_owned(),
        format: EntriesFormat::Tsv,
    }
}

#[tokio::test]
async fn a_translation_gets_the_dictionaries_of_the_base_languages_in_the_order_of_the_ids() {
    let test = Test::start().await;
    let caller = test.caller("a", ScopeSet::Unrestricted).await;
    let first = test
        .glossary(&caller, &[("de", "en", "x\ty"), ("en", "de", "a\tb")])
        .await;
    let second = test.glossary(&caller, &[("en", "de", "c\td")]).await;
    // A key that may translate needs no scope for glossaries.
    let caller = test.caller("a", ScopeSet::of([Scope::TranslateText])).await;
    let ids = [second, first];
    for wanted in [pair("en", "de"), pair("en-US", "de-CH")] {
        let mut found = Vec::new();
        for id in ids {
            let dictionary = test.glossaries.dictionary_for(&caller, id, wanted).await;
            found.push(dictionary.unwrap());
        }
        let entries: Vec<_> = found.iter().map(|found| found.entries.as_tsv()).collect();
        assert_eq!(entries, ["c\td", "a\tb"]);
        let revisions = found.iter().map(|found| found.revision).collect();
        assert_eq!(
            test.glossaries.revisions_for(&caller, &ids, wanted).await,
            Ok(revisions)
        );
    }
}

#[tokio::test]
async fn what_a_translation_cannot_use_is_named() {
    let test = Test::start().await;
    let caller = test.caller("a", ScopeSet::Unrestricted).await;
    let other = test.caller("b", ScopeSet::Unrestricted).await;
    let mine = test.glossary(&caller, &[("en", "de", "a\tb")]).await;
    let theirs = test.glossary(&other, &[("en", "de", "a\tb")]).await;
    let unknown = GlossaryId(Uuid::nil());
    let not_found = |id| GlossaryError::NotFound(id);
    let not_for = |pair| GlossaryError::NotForPair { id: mine, pair };
    for (ids, wanted, error) in [
        ([mine, unknown], pair("en", "de"), not_found(unknown)),
        ([mine, theirs], pair("en", "de"), not_found(theirs)),
        ([unknown, mine], pair("en", "la"), not_found(unknown)),
        ([mine, mine], pair("de", "en"), not_for(pair("de", "en"))),
        (
            [mine, mine],
            pair("en", "pt-BR"),
            not_for(pair("en", "pt-BR")),
        ),
        // Between these there is no dictionary at all.
        ([mine, mine], pair("en", "la"), not_for(pair("en", "la"))),
        (
            [mine, mine],
            pair("en", "en-GB"),
            not_for(pair("en", "en-GB")),
        ),
    ] {
        let revisions = test.glossaries.revisions_for(&caller, &ids, wanted).await;
        assert_eq!(revisions, Err(error.clone()));
        let mut failure = None;
        for id in ids {
            let dictionary = test.glossaries.dictionary_for(&caller, id, wanted).await;
            failure = failure.or(dictionary.err());
        }
        assert_eq!(failure, Some(error));
    }
    assert_eq!(
        not_for(pair("en", "pt-BR")).to_string(),
        format!(
            "no dictionary found for language pair EN to PT-BR: the glossary {mine} has none for it"
        )
    );
}

#[tokio::test]
async fn a_dictionary_is_compiled_once_for_whoever_asks_and_with_whatever_others() {
    let test = Test::start().await;
    let caller = test.caller("a", ScopeSet::Unrestricted).await;
    let one = test.glossary(&caller, &[("en", "de", "a\tb")]).await;
    let other = test.glossary(&caller, &[("en", "de", "c\td")]).await;
    let terms = Terms::new(test.glossaries.clone());
    let of = async |ids: Vec<GlossaryId>| {
        let terms = terms.of(&caller, &ids, pair("en", "de")).await;
        terms.unwrap().unwrap().lexicons().to_vec()
    };
    let (first, second, third) = tokio::join!(of(vec![one]), of(vec![one]), of(vec![other, one]));
    assert!(Arc::ptr_eq(&first[0], &second[0]));
    assert!(Arc::ptr_eq(&first[0], &third[1]));
    assert!(!Arc::ptr_eq(&third[0], &third[1]));
}

#[tokio::test]
async fn a_compiled_dictionary_that_nobody_uses_is_let_go() {
    let test = Test::start().await;
    let caller = test.caller("a", ScopeSet::Unrestricted).await;
    let id = test.glossary(&caller, &[("en", "de", "a\tb")]).await;
    let terms = Terms::new(test.glossaries.clone());
    let found = terms.of(&caller, &[id], pair("en", "de")).await;
    let compiled = Arc::downgrade(&found.unwrap().unwrap().lexicons()[0]);
    assert!(compiled.upgrade().is_some());
    tokio::time::pause();
    for _ in 0..12 {
        tokio::time::advance(Duration::from_secs(60)).await;
        tokio::task::yield_now().await;
    }
    assert!(compiled.upgrade().is_none());
}

#[tokio::test]
async fn every_change_of_a_dictionary_gives_it_a_revision_that_was_never_there() {
    let test = Test::start().await;
    let glossaries = &test.glossaries;
    let caller = test.caller("a", ScopeSet::Unrestricted).await;
    let id = test.glossary(&caller, &[("en", "de", "a\tb")]).await;
    let same = || new("en", "de", "a\tb");
    let revision = async || {
        let revisions = glossaries
            .revisions_for(&caller, &[id], pair("en", "de"))
            .await;
        revisions.unwrap().remove(0)
    };
    let mut seen = vec![revision().await];
    glossaries
        .merge(&caller, id, None, Some(same()))
        .await
        .unwrap();
    seen.push(revision().await);
    for _ in 0..2 {
        glossaries
            .replace_dictionary(&caller, id, same())
            .await
            .unwrap();
        seen.push(revision().await);
        glossaries
            .delete_dictionary(&caller, id, same().pair)
            .await
            .unwrap();
    }
    glossaries
        .replace_dictionary(&caller, id, same())
        .await
        .unwrap();
    let last = revision().await;
    seen.push(last);
    // Another dictionary and another name are no change of this one.
    let (name, other) = (Some("new".to_owned()), Some(new("de", "en", "b\ta")));
    glossaries.merge(&caller, id, name, other).await.unwrap();
    assert_eq!(revision().await, last);

    let count = seen.len();
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), count);
}

#[tokio::test]
async fn the_thousandth_glossary_is_made_and_the_next_is_refused() {
    let test = Test::start().await;
    let caller = test.caller("a", ScopeSet::Unrestricted).await;
    for _ in 0..MOST_GLOSSARIES {
        test.glossary(&caller, &[]).await;
    }
    let one_more = test
        .glossaries
        .create(&caller, "one more".to_owned(), Vec::new())
        .await;
    assert_eq!(one_more, Err(GlossaryError::TooMany));
    let other = test.caller("b", ScopeSet::Unrestricted).await;
    test.glossary(&other, &[]).await;
}

#[tokio::test]
async fn a_glossary_for_which_there_is_no_room_is_refused_and_those_there_are_go_on() {
    let test = Test::start().await;
    let caller = test.caller("a", ScopeSet::Unrestricted).await;
    let id = test.glossary(&caller, &[("en", "de", "a\tb")]).await;
    let create = async |entries: &str| {
        let dictionaries = vec![new("en", "de", entries)];
        let created = test
            .glossaries
            .create(&caller, "test".to_owned(), dictionaries);
        let error = created.await.unwrap_err();
        (error.kind(), error.to_string())
    };
    let large: Vec<String> = (0..2_000)
        .map(|number| format!("{number}\t{}", "b".repeat(1_000)))
        .collect();
    let (kind, message) = create(&large.join("\n")).await;
    assert_eq!(kind, ErrorKind::TooLarge);
    assert_eq!(
        message,
        "the glossaries of the account would have more than 2000000 bytes, which are the most; delete one first, or some \
         of its entries"
    );
    test.installation.disk.fill();
    let (kind, message) = create("a\tb").await;
    assert_eq!(kind, ErrorKind::Overloaded);
    assert!(
        message.contains("texts are translated all the same"),
        "{message}"
    );
    let merged = test
        .glossaries
        .merge(&caller, id, None, Some(new("en", "de", "c\td")));
    assert_eq!(merged.await.unwrap_err().kind(), ErrorKind::Overloaded);
    let replaced = test
        .glossaries
        .replace_dictionary(&caller, id, new("en", "de", "c\td"));
    assert_eq!(replaced.await.unwrap_err().kind(), ErrorKind::Overloaded);
    let found = test
        .glossaries
        .dictionary_for(&caller, id, pair("en", "de"));
    assert_eq!(found.await.unwrap().entries.as_tsv(), "a\tb");
    test.glossaries.delete(&caller, id).await.unwrap();
}

fn of(source: &str, target: &str) -> (String, String) {
    (source.to_owned(), target.to_owned())
}

#[tokio::test]
async fn an_entry_is_changed_in_its_place_only_if_it_is_what_it_was_seen_to_be() {
    let test = Test::start().await;
    let caller = test.caller("a", ScopeSet::Unrestricted).await;
    let entries = "fox\tFuchs\nhen\tHuhn\ncow\tKuh";
    let id = test.glossary(&caller, &[("en", "de", entries)]).await;
    let pair = new("en", "de", "").pair;
    let edit = async |edit| test.glossaries.edit_entry(&caller, id, pair, edit).await;
    let add = |source: &str, target: &str| EntryEdit::Add(source.to_owned(), target.to_owned());
    let change = |from: (&str, &str), to: (&str, &str)| EntryEdit::Change {
        from: of(from.0, from.1),
        to: of(to.0, to.1),
    };
    let remove =
        |source: &str, target: &str| EntryEdit::Remove(source.to_owned(), target.to_owned());
    let now = async || {
        let dictionary = test.glossaries.dictionary(&caller, id, pair).await;
        dictionary.unwrap().entries.into_tsv()
    };
    edit(change(("hen", "Huhn"), (" hen ", "Henne")))
        .await
        .unwrap();
    edit(change(("cow", "Kuh"), ("cattle", "Rind")))
        .await
        .unwrap();
    edit(add("dog", "Hund")).await.unwrap();
    edit(remove("fox", "Fuchs")).await.unwrap();
    assert_eq!(now().await, "hen\tHenne\ncattle\tRind\ndog\tHund");
    for (refused, error) in [
        (add("hen", "Huhn"), GlossaryError::EntryExists),
        (
            change(("dog", "Hund"), ("hen", "Hund")),
            GlossaryError::EntryExists,
        ),
        (
            change(("hen", "Huhn"), ("hen", "Glucke")),
            GlossaryError::EntryChanged,
        ),
        (
            change(("fox", "Fuchs"), ("vixen", "Fähe")),
            GlossaryError::EntryChanged,
        ),
        (remove("hen", "Huhn"), GlossaryError::EntryChanged),
    ] {
        assert_eq!(edit(refused).await, Err(error));
    }
    for (refused, fault) in [
        (add(" ", "x"), EntriesFault::EmptyTerm),
        (add("x", ""), EntriesFault::EmptyTerm),
        (add("x", "y\tz"), EntriesFault::ControlCharacter),
        (
            change(("dog", "Hund"), ("dog", "a\nb")),
            EntriesFault::ControlCharacter,
        ),
    ] {
        match edit(refused).await {
            Err(GlossaryError::InvalidEntries { error, .. }) => assert_eq!(error.fault, fault),
            other => panic!("{other:?}"),
        }
    }
    edit(remove("hen", "Henne")).await.unwrap();
    edit(remove("dog", "Hund")).await.unwrap();
    assert_eq!(
        edit(remove("cattle", "Rind")).await,
        Err(GlossaryError::LastEntry)
    );
    assert_eq!(now().await, "cattle\tRind");
    let other = new("de", "en", "").pair;
    let none = test
        .glossaries
        .edit_entry(&caller, id, other, add("a", "b"))
        .await;
    assert_eq!(
        none,
        Err(GlossaryError::NoSuchDictionary { id, pair: other })
    );
}

#[tokio::test]
async fn entries_that_are_added_at_the_same_time_are_all_there() {
    let test = Test::start().await;
    let caller = test.caller("a", ScopeSet::Unrestricted).await;
    let id = test.glossary(&caller, &[("en", "de", "0\t0")]).await;
    let pair = new("en", "de", "").pair;
    let add = |number: u32| {
        let edit = EntryEdit::Add(number.to_string(), "x".to_owned());
        test.glossaries.edit_entry(&caller, id, pair, edit)
    };
    let outcomes = tokio::join!(add(1), add(2), add(3), add(4));
    assert_eq!(outcomes, (Ok(()), Ok(()), Ok(()), Ok(())));
    let dictionary = test.glossaries.dictionary(&caller, id, pair).await;
    assert_eq!(dictionary.unwrap().entries.len(), 5);
}
