use std::sync::Arc;

use dragoman_domain::{
    AccountId, ChangeStyleListError, CreateStyleListError, CustomInstruction, CustomInstructionId,
    Language, StyleList, StyleListChange, StyleListId, StyleListInfo, StyleRule, Timestamp,
};
use uuid::Uuid;

use crate::{Backend, Ports, TestStore, account, time};

tests! {
    lists_come_back_as_they_were_kept_in_the_order_in_which_they_were_made,
    every_change_makes_a_version_and_leaves_the_rest_as_it_was,
    two_changes_in_the_same_millisecond_have_different_times,
    changes_at_the_same_time_each_make_a_version_of_their_own,
    a_change_that_cannot_be_made_changes_nothing,
    an_account_has_as_many_lists_as_it_may_and_sees_only_its_own,
    a_list_is_deleted_with_what_is_in_it
}

const MADE: &str = "2026-05-17T08:30:00.123Z";

fn id(number: u128) -> StyleListId {
    StyleListId(Uuid::from_u128(number))
}

fn instruction(number: u128, prompt: &str, source: Option<&str>) -> CustomInstruction {
    CustomInstruction {
        id: CustomInstructionId(Uuid::from_u128(number)),
        label: format!("label {number} 🦊"),
        prompt: prompt.to_owned(),
        source: source.map(|tag| Language::parse(tag).unwrap()),
    }
}

fn rule(category: &str, rule: &str, option: &str) -> StyleRule {
    StyleRule {
        category: category.to_owned(),
        rule: rule.to_owned(),
        option: option.to_owned(),
    }
}

fn list(number: u128, rules: &[StyleRule], instructions: &[CustomInstruction]) -> StyleList {
    StyleList {
        info: StyleListInfo {
            id: id(number),
            name: format!("list {number} é"),
            language: Language::parse("de").unwrap(),
            version: 1,
            created: time(MADE),
            updated: time(MADE),
        },
        rules: rules.to_vec(),
        instructions: instructions.to_vec(),
    }
}

/// A store with the account 1 and these lists.
async fn with(backend: Backend, lists: &[StyleList]) -> (TestStore, AccountId) {
    let test = TestStore::new(backend).await;
    let account = account(1);
    test.add_account(&account).await;
    for list in lists {
        let made = test.store.create_style_list(account.id, list, 10).await;
        made.unwrap();
    }
    (test, account.id)
}

async fn change(
    store: &dyn Ports,
    account: AccountId,
    change: StyleListChange,
    now: Timestamp,
) -> Result<StyleList, ChangeStyleListError> {
    store.change_style_list(account, id(1), change, now).await
}

fn sample() -> StyleList {
    list(
        1,
        &[rule("a", "same", "x"), rule("b", "same", "y")],
        &[
            instruction(7, "Be brief.", None),
            instruction(3, "Seid nett.", Some("pt-BR")),
        ],
    )
}

async fn lists_come_back_as_they_were_kept_in_the_order_in_which_they_were_made(backend: Backend) {
    let kept = [list(9, &[], &[]), sample(), list(5, &[], &[])];
    let (test, account) = with(backend, &kept).await;
    let test = test.reopen().await;
    let store = &*test.store;
    for list in &kept {
        let found = store.style_list(account, list.info.id).await.unwrap();
        assert_eq!(found.as_ref(), Some(list));
    }
    for (offset, most, expected) in [
        (0, 10, &kept[..]),
        (0, 2, &kept[..2]),
        (1, 1, &kept[1..2]),
        (2, 2, &kept[2..]),
        (3, 2, &[]),
        (u64::MAX, 2, &[]),
    ] {
        let found = store.style_lists(account, offset, most).await.unwrap();
        assert!(found.iter().eq(expected.iter().map(|list| &list.info)));
        let found = store
            .style_lists_with_content(account, offset, most)
            .await
            .unwrap();
        assert_eq!(found, expected);
    }
}

async fn every_change_makes_a_version_and_leaves_the_rest_as_it_was(backend: Backend) {
    let (test, account) = with(backend, &[sample()]).await;
    let store = &*test.store;
    let mut expected = sample();
    let mut now = time(MADE);
    let new_rules = vec![rule("a", "other", "z"), rule("b", "same", "w")];
    let added = instruction(5, "New.", None);
    let replaced = instruction(7, "Be very brief.", Some("ja"));
    for number in 0..5 {
        let next = match number {
            0 => {
                "renamed".clone_into(&mut expected.info.name);
                StyleListChange::Rename("renamed".to_owned())
            }
            1 => {
                expected.rules.clone_from(&new_rules);
                StyleListChange::ReplaceRules(new_rules.clone())
            }
            2 => {
                expected.instructions.push(added.clone());
                StyleListChange::AddInstruction {
                    instruction: added.clone(),
                    most: 3,
                }
            }
            3 => {
                expected.instructions[0] = replaced.clone();
                StyleListChange::ReplaceInstruction(replaced.clone())
            }
            _ => {
                expected.instructions.remove(1);
                StyleListChange::RemoveInstruction(instruction(3, "", None).id)
            }
        };
        now += std::time::Duration::from_secs(1);
        expected.info.version += 1;
        expected.info.updated = now;
        let changed = change(store, account, next, now).await.unwrap();
        assert_eq!(changed, expected);
        let found = store.style_list(account, id(1)).await.unwrap();
        assert_eq!(found.as_ref(), Some(&expected));
    }
    let test = test.reopen().await;
    let found = test.store.style_list(account, id(1)).await.unwrap();
    assert_eq!(found, Some(expected));
}

async fn two_changes_in_the_same_millisecond_have_different_times(backend: Backend) {
    let (test, account) = with(backend, &[sample()]).await;
    let rename = || StyleListChange::Rename("again".to_owned());
    for (now, version, updated) in [
        (MADE, 2, "2026-05-17T08:30:00.124Z"),
        (MADE, 3, "2026-05-17T08:30:00.125Z"),
        // A clock that was put back.
        ("2026-05-16T00:00:00Z", 4, "2026-05-17T08:30:00.126Z"),
        ("2026-05-17T08:30:01Z", 5, "2026-05-17T08:30:01Z"),
    ] {
        let changed = change(&*test.store, account, rename(), time(now)).await;
        let info = changed.unwrap().info;
        assert_eq!((info.version, info.updated), (version, time(updated)));
        assert_eq!(info.created, time(MADE));
    }
}

async fn changes_at_the_same_time_each_make_a_version_of_their_own(backend: Backend) {
    let (test, account) = with(backend, &[sample()]).await;
    let processes = [Arc::clone(&test.store), test.database.open().await];
    let changes: Vec<_> = (0..20)
        .map(|number| {
            let store = Arc::clone(&processes[number % 2]);
            let rename = StyleListChange::Rename(format!("name {number}"));
            tokio::spawn(async move {
                let changed = change(&*store, account, rename, time(MADE)).await.unwrap();
                assert_eq!(changed.info.name, format!("name {number}"));
                changed.info.version
            })
        })
        .collect();
    let mut versions = Vec::new();
    for change in changes {
        versions.push(change.await.unwrap());
    }
    versions.sort_unstable();
    assert_eq!(versions, (2..22).collect::<Vec<_>>());
}

async fn a_change_that_cannot_be_made_changes_nothing(backend: Backend) {
    let (test, account) = with(backend, &[sample()]).await;
    let store = &*test.store;
    let unknown = instruction(99, "Unknown.", None);
    let now = time("2026-06-01T00:00:00Z");
    for (impossible, expected) in [
        (
            StyleListChange::AddInstruction {
                instruction: unknown.clone(),
                most: 2,
            },
            ChangeStyleListError::TooManyInstructions,
        ),
        (
            StyleListChange::ReplaceInstruction(unknown.clone()),
            ChangeStyleListError::NoSuchInstruction(unknown.id),
        ),
        (
            StyleListChange::RemoveInstruction(unknown.id),
            ChangeStyleListError::NoSuchInstruction(unknown.id),
        ),
    ] {
        let refused = change(store, account, impossible, now).await;
        assert_eq!(refused, Err(expected));
    }
    let found = store.style_list(account, id(1)).await.unwrap();
    assert_eq!(found, Some(sample()));
}

async fn an_account_has_as_many_lists_as_it_may_and_sees_only_its_own(backend: Backend) {
    let (test, mine) = with(backend, &[sample()]).await;
    let store = &*test.store;
    let other = account(2);
    store
        .create_account(&other, &crate::entry(other.id))
        .await
        .unwrap();
    let theirs = list(2, &[], &[]);
    let full = store.create_style_list(mine, &theirs, 1).await;
    assert_eq!(full, Err(CreateStyleListError::TooMany));
    let made = store.create_style_list(other.id, &theirs, 1).await;
    made.unwrap();

    assert_eq!(store.style_list(other.id, id(1)).await, Ok(None));
    let found = store.style_lists(other.id, 0, 10).await.unwrap();
    assert_eq!(found, [theirs.info]);
    let rename = StyleListChange::Rename("stolen".to_owned());
    assert_eq!(
        change(store, other.id, rename, time(MADE)).await,
        Err(ChangeStyleListError::NotFound)
    );
    assert_eq!(store.delete_style_list(other.id, id(1)).await, Ok(false));
    // An instruction is found only in its own list.
    let mine_in_theirs = StyleListChange::RemoveInstruction(instruction(7, "", None).id);
    let refused = store
        .change_style_list(other.id, id(2), mine_in_theirs, time(MADE))
        .await;
    let missing = ChangeStyleListError::NoSuchInstruction(instruction(7, "", None).id);
    assert_eq!(refused, Err(missing));
    let found = store.style_list(mine, id(1)).await.unwrap();
    assert_eq!(found, Some(sample()));
}

async fn a_list_is_deleted_with_what_is_in_it(backend: Backend) {
    let (test, account) = with(backend, &[sample(), list(2, &[rule("a", "b", "c")], &[])]).await;
    assert_eq!(test.store.delete_style_list(account, id(1)).await, Ok(true));
    assert_eq!(
        test.store.delete_style_list(account, id(1)).await,
        Ok(false)
    );
    assert_eq!(test.store.style_list(account, id(1)).await, Ok(None));
    for (table, left) in [
        ("style_lists", 1),
        ("style_rules", 1),
        ("custom_instructions", 0),
    ] {
        let count = format!("SELECT count(*) FROM {table}");
        assert_eq!(test.database.numbers(&count).await, [[left]], "{table}");
    }
}
