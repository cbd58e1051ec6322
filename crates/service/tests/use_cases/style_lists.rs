//! What a translation gets of the style rule list that it names, from a real store.

use std::sync::Arc;

use crate::support::{FixedClock, Installation};
use dragoman_domain::{ErrorKind, Language, Scope, ScopeSet, StyleListId};
use dragoman_service::{
    Caller, ChosenStyle, MOST_STYLE_LISTS, NewInstruction, NewStyleList, StyleInstruction,
    StyleListError, StyleLists,
};
use dragoman_style::ConfiguredRules;

fn language(tag: &str) -> Language {
    Language::parse(tag).unwrap()
}

fn rules(option: &str) -> ConfiguredRules {
    let mut rules = ConfiguredRules::default();
    rules.set("punctuation", "apostrophe", option).unwrap();
    rules
}

fn new(prompts: &[&str]) -> NewStyleList {
    let instruction = |prompt: &&str| NewInstruction {
        label: "a label".to_owned(),
        prompt: (*prompt).to_owned(),
        source: Some(language("en")),
    };
    NewStyleList {
        name: "test".to_owned(),
        language: language("de"),
        rules: rules("use_curly_apostrophes"),
        instructions: prompts.iter().map(instruction).collect(),
    }
}

struct Test {
    lists: StyleLists,
    installation: Installation,
}

impl Test {
    async fn start() -> Self {
        let installation = Installation::new().await;
        let store = Arc::new(installation.store.clone());
        Self {
            lists: StyleLists::new(
                store,
                Arc::new(FixedClock),
                installation.random(),
                installation.disk.floor(),
            ),
            installation,
        }
    }

    async fn caller(&self, account: &str, scopes: ScopeSet) -> Caller {
        self.installation.caller(account, scopes).await
    }

    async fn chosen(&self, caller: &Caller, id: StyleListId) -> ChosenStyle {
        let chosen = self.lists.chosen(caller, id, language("de-CH"));
        chosen.await.unwrap()
    }
}

#[tokio::test]
async fn a_translation_gets_rules_that_are_made_ready_once_for_each_version() {
    let test = Test::start().await;
    let caller = test.caller("a", ScopeSet::Unrestricted).await;
    let id = test.lists.create(&caller, new(&["Be brief."])).await;
    let id = id.unwrap().info.id;
    let to_translate = ScopeSet::of([Scope::TranslateText]);
    let caller_of_translation = test.caller("a", to_translate).await;
    let first = test.chosen(&caller_of_translation, id).await;
    let expected = StyleInstruction {
        prompt: "Be brief.".to_owned(),
        source: Some(language("en")),
    };
    assert_eq!(first.instructions, [expected]);
    let again = test.chosen(&caller_of_translation, id).await;
    assert!(Arc::ptr_eq(&first.rules, &again.rules));

    let changed = rules("use_straight_apostrophes");
    let replaced = test.lists.replace_rules(&caller, id, &changed).await;
    assert_eq!(replaced.unwrap().info.version, 2);
    let after = test.chosen(&caller_of_translation, id).await;
    assert!(!Arc::ptr_eq(&first.rules, &after.rules));

    // What is kept ready is for nobody else.
    let other = test.caller("b", ScopeSet::Unrestricted).await;
    let refused = test.lists.chosen(&other, id, language("de")).await;
    assert_eq!(refused.unwrap_err(), StyleListError::NotFound(id));
}

#[tokio::test]
async fn the_thousandth_list_is_made_and_the_next_is_refused() {
    let test = Test::start().await;
    let caller = test.caller("a", ScopeSet::Unrestricted).await;
    for _ in 0..MOST_STYLE_LISTS {
        test.lists.create(&caller, new(&[])).await.unwrap();
    }
    let one_more = test.lists.create(&caller, new(&[])).await;
    assert_eq!(one_more, Err(StyleListError::TooMany));
    let other = test.caller("b", ScopeSet::Unrestricted).await;
    test.lists.create(&other, new(&[])).await.unwrap();
}

#[tokio::test]
async fn with_the_disk_almost_full_lists_are_used_and_do_not_grow() {
    let test = Test::start().await;
    let caller = test.caller("a", ScopeSet::Unrestricted).await;
    let id = test.lists.create(&caller, new(&["Be brief."])).await;
    let id = id.unwrap().info.id;
    test.installation.disk.fill();
    let created = test.lists.create(&caller, new(&[])).await;
    assert_eq!(created.unwrap_err().kind(), ErrorKind::Overloaded);
    let instruction = NewInstruction {
        label: "more".to_owned(),
        prompt: "Be kind.".to_owned(),
        source: None,
    };
    let added = test.lists.add_instruction(&caller, id, instruction).await;
    assert_eq!(added.unwrap_err().kind(), ErrorKind::Overloaded);
    test.chosen(&caller, id).await;
    test.lists.delete(&caller, id).await.unwrap();
}
