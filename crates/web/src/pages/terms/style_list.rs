//! A style rule list: its rules, its custom instructions, its end.

use axum::Router;
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::{get, post};
use dragoman_domain::{CustomInstructionId, Language, StyleList, StyleListId};
use dragoman_service::{
    Caller, LONGEST_STYLE_LIST_NAME, MOST_STYLE_LISTS, NewInstruction, StyleListError,
};
use dragoman_style::{ConfiguredRules, Mechanism, RuleChoice, StyleLanguage, example};
use maud::{Markup, html};

use super::instructions::instructions;
use super::parts::{can_write, deletion, new_name, page, renaming, see, style_list_path as path};
use super::rule_words::{Rule, about, category_words, option_words, rules};
use crate::Pages;
use crate::admission::Member;
use crate::form::{Form, Posted};
use crate::layout::{self, Place};
use crate::problem::Problem;
use crate::visit::Visit;

pub(super) fn routes() -> Router<Pages> {
    Router::new()
        .route("/ui/style-rules/{id}", get(show))
        .route("/ui/style-rules/{id}/rules", post(save_rules))
        .route("/ui/style-rules/{id}/instructions", post(save_instruction))
        .route("/ui/style-rules/{id}/rename", post(rename))
        .route("/ui/style-rules/{id}/delete", post(delete))
}

fn id(text: &str) -> Result<StyleListId, Problem> {
    text.parse().map_err(|_| Problem::not_found())
}

async fn show(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Path(id): Path<String>,
) -> Response {
    match found(&pages, &caller, &id).await {
        Ok(list) => one(&visit, &list, None, &Form::default()),
        Err(problem) => problem.into_response_for(&visit),
    }
}

async fn found(pages: &Pages, caller: &Caller, id: &str) -> Result<StyleList, Problem> {
    let id = self::id(id)?;
    Ok(pages.cases.style_lists.get(caller, id).await?)
}

/// The page, with what somebody wrote that was not done.
fn one(visit: &Visit, list: &StyleList, problem: Option<&Problem>, typed: &Form) -> Response {
    let info = &list.info;
    let content = html! {
        p.note {
            a href="/ui/style-rules" { (visit.text("style-lists-all")) } " · " (visit.locale.language(info.language)) " · "
            (visit.text("made")) " " (layout::day(info.created)) " · " (visit.text("changed")) " " (layout::day(info.updated))
        }
        @if let Some(language) = StyleLanguage::of(info.language) { (rules_form(visit, list, language)) }
        (instructions(visit, list, typed))
        @if can_write(visit) { (whole(visit, list)) }
    };
    page(visit, Place::StyleRules, &info.name, problem, content)
}

fn rules_form(visit: &Visit, list: &StyleList, language: StyleLanguage) -> Markup {
    let can_write = can_write(visit);
    html! {
        form.card.stack method="post" action={ (path(list.info.id)) "/rules" } {
            (layout::token(visit))
            input type="hidden" name="version" value=(list.info.version);
            h2 { (visit.text("rules")) }
            @for (category, rules) in rules(language) {
                @let chosen = list.rules.iter().filter(|rule| rule.category == category).count() as u64;
                details.rules open[chosen > 0] {
                    summary { b { (category_words(visit.locale, category)) } " " span.note { (visit.text_with("rules-chosen", [("rules", chosen.into())])) } }
                    @for rule in &rules { (one_rule(visit, list, language, rule, can_write)) }
                }
            }
            @if can_write { button.primary { (visit.text("save")) } }
        }
    }
}

fn one_rule(
    visit: &Visit,
    list: &StyleList,
    language: StyleLanguage,
    rule: &Rule,
    can_write: bool,
) -> Markup {
    let field = rule.field();
    let mut stored = list.rules.iter();
    let stored = stored.find(|one| one.category == rule.category && one.rule == rule.name);
    let is_chosen = |choice: &RuleChoice| stored.is_some_and(|one| one.option == choice.option);
    html! {
        fieldset.rule disabled[!can_write] {
            legend { (about(visit.locale, rule)) }
            label.option { input type="radio" name=(field) value="" checked[stored.is_none()]; span { (visit.text("rule-not-set")) } }
            @for (choice, mechanism) in &rule.options {
                label.option {
                    input type="radio" name=(field) value=(choice.option) checked[is_chosen(choice)];
                    span {
                        span dir="auto" { (option_words(*choice, language)) }
                        (what_it_does(visit, *choice, language, *mechanism))
                    }
                }
            }
        }
    }
}

/// An example of an edit, or what else than this server's own edits it needs.
fn what_it_does(
    visit: &Visit,
    choice: RuleChoice,
    language: StyleLanguage,
    mechanism: Mechanism,
) -> Markup {
    html! {
        @match mechanism {
            Mechanism::Edits => @if let Some(example) = example(choice, language) {
                span.example lang=(language.tag()) {
                    samp dir="auto" { (example.before) } " → " samp dir="auto" { (example.after) }
                }
            },
            Mechanism::Register => span.example { (visit.text("rule-needs-register")) },
            Mechanism::Instruction => span.example { (visit.text("rule-needs-model")) },
        }
    }
}

/// What is done with a list as a whole.
fn whole(visit: &Visit, list: &StyleList) -> Markup {
    let path = path(list.info.id);
    let name = &list.info.name;
    let question = visit.text_with("style-list-delete-question", [("name", name.into())]);
    html! {
        section.card.stack {
            (renaming(visit, &format!("{path}/rename"), name, LONGEST_STYLE_LIST_NAME))
            (deletion(visit, &format!("{path}/delete"), &question, &visit.text("style-list-delete"), html! {}))
        }
    }
}

/// Answers a form: with where it leads, or with the page and what went wrong.
async fn answer(
    pages: &Pages,
    visit: &Visit,
    caller: &Caller,
    id: &str,
    outcome: Result<Response, Problem>,
    typed: &Form,
) -> Response {
    let problem = match outcome {
        Ok(response) => return response,
        Err(problem) => problem,
    };
    match found(pages, caller, id).await {
        Ok(list) => one(visit, &list, Some(&problem), typed),
        Err(_) => problem.into_response_for(visit),
    }
}

/// The list, if it is still as it was when the form was made.
async fn unchanged(
    pages: &Pages,
    caller: &Caller,
    id: &str,
    form: &Form,
) -> Result<StyleList, Problem> {
    let list = found(pages, caller, id).await?;
    if form.text("version") == list.info.version.to_string() {
        Ok(list)
    } else {
        Err(Problem::style_list_changed())
    }
}

async fn save_rules(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Path(id): Path<String>,
    Posted(form): Posted,
) -> Response {
    let saved = async {
        let list = unchanged(&pages, &caller, &id, &form).await?;
        let rules = chosen(&list, &form)?;
        let lists = &pages.cases.style_lists;
        lists.replace_rules(&caller, list.info.id, &rules).await?;
        Ok::<_, Problem>(see(&path(list.info.id)))
    };
    let saved = saved.await;
    answer(&pages, &visit, &caller, &id, saved, &Form::default()).await
}

/// The rules of the form. Those that the list has and the page does not show, since they mean nothing in its language,
/// stay.
fn chosen(list: &StyleList, form: &Form) -> Result<ConfiguredRules, Problem> {
    let mut chosen = ConfiguredRules::default();
    let mut set = |category: &str, rule: &str, option: &str| {
        let set = chosen.set(category, rule, option);
        set.map_err(|error| Problem::from(StyleListError::from(error)))
    };
    let shown = StyleLanguage::of(list.info.language)
        .map(rules)
        .unwrap_or_default();
    let shown: Vec<&Rule> = shown.values().flatten().collect();
    for rule in &shown {
        let field = rule.field();
        let offered = |option: &&str| {
            rule.options
                .iter()
                .any(|(choice, _)| choice.option == *option)
        };
        if let Some(option) = form.get(&field).filter(offered) {
            set(rule.category, rule.name, option)?;
        }
    }
    for stored in &list.rules {
        let is_shown = |rule: &&Rule| rule.category == stored.category && rule.name == stored.rule;
        if !shown.iter().any(is_shown) {
            set(&stored.category, &stored.rule, &stored.option)?;
        }
    }
    Ok(chosen)
}

/// Adds, changes or removes a custom instruction.
async fn save_instruction(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Path(id): Path<String>,
    Posted(form): Posted,
) -> Response {
    let saved = async {
        let list = unchanged(&pages, &caller, &id, &form).await?.info.id;
        let lists = &pages.cases.style_lists;
        let instruction = || form.text("instruction").parse::<CustomInstructionId>();
        let instruction = || instruction().map_err(|_| Problem::not_found());
        let new = NewInstruction {
            label: form.text("label").trim().to_owned(),
            prompt: form.text("prompt").trim().to_owned(),
            source: form.get("source").and_then(|tag| Language::parse(tag).ok()),
        };
        match form.text("do") {
            "add" => drop(lists.add_instruction(&caller, list, new).await?),
            "remove" => {
                let id = instruction()?;
                lists.delete_instruction(&caller, list, id).await?;
            }
            _ => {
                let id = instruction()?;
                drop(lists.replace_instruction(&caller, list, id, new).await?);
            }
        }
        Ok::<_, Problem>(see(&format!("{}#instructions", path(list))))
    };
    let saved = saved.await;
    answer(&pages, &visit, &caller, &id, saved, &form).await
}

async fn rename(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Path(id): Path<String>,
    Posted(form): Posted,
) -> Response {
    let renamed = async {
        let id = self::id(&id)?;
        let lists = &pages.cases.style_lists;
        let all = lists.list(&caller, 0, MOST_STYLE_LISTS).await?;
        let others = all.iter().filter(|list| list.id != id);
        let name = new_name(form.text("name"), others.map(|list| &*list.name))?;
        lists.rename(&caller, id, name).await?;
        Ok::<_, Problem>(see(&path(id)))
    };
    let renamed = renamed.await;
    answer(&pages, &visit, &caller, &id, renamed, &Form::default()).await
}

async fn delete(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Path(id): Path<String>,
    Posted(_): Posted,
) -> Response {
    let deleted = async {
        pages
            .cases
            .style_lists
            .delete(&caller, self::id(&id)?)
            .await?;
        Ok::<_, Problem>(see("/ui/style-rules"))
    };
    let deleted = deleted.await;
    answer(&pages, &visit, &caller, &id, deleted, &Form::default()).await
}
