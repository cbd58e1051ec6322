//! The custom instructions of a style rule list.

use dragoman_domain::{CustomInstruction, Language, StyleList};
use dragoman_service::{LONGEST_INSTRUCTION_LABEL, LONGEST_INSTRUCTION_PROMPT};
use dragoman_style::StyleLanguage;
use maud::{Markup, html};

use super::parts::{can_write, style_list_path};
use crate::form::Form;
use crate::layout;
use crate::visit::Visit;

/// All of them, each a form, and a form for another, with what somebody wrote that was not done.
pub(super) fn instructions(visit: &Visit, list: &StyleList, typed: &Form) -> Markup {
    let is_addition = typed.text("do") == "add";
    html! {
        section.card.stack id="instructions" {
            h2 { (visit.text("instructions")) }
            p.note { (visit.text("instructions-note")) }
            @for instruction in &list.instructions {
                @if can_write(visit) {
                    @let id = instruction.id.to_string();
                    @let typed = (!is_addition && typed.text("instruction") == id).then_some(typed);
                    (instruction_form(visit, list, Some(instruction), typed))
                } @else {
                    div { b { bdi { (instruction.label) } } p { (instruction.prompt) } }
                }
            }
            @if list.instructions.is_empty() && !can_write(visit) { p { (visit.text("instructions-none")) } }
            @if can_write(visit) {
                (instruction_form(visit, list, None, is_addition.then_some(typed)))
            }
        }
    }
}

fn instruction_form(
    visit: &Visit,
    list: &StyleList,
    instruction: Option<&CustomInstruction>,
    typed: Option<&Form>,
) -> Markup {
    let of = |field, kept: fn(&CustomInstruction) -> &str| match typed {
        Some(typed) => typed.text(field),
        None => instruction.map_or("", kept),
    };
    let source = of("source", |one| {
        one.source.map_or("", |language| language.tag())
    });
    html! {
        form.card.stack.wide method="post" action={ (style_list_path(list.info.id)) "/instructions" } {
            (layout::token(visit))
            input type="hidden" name="version" value=(list.info.version);
            @if let Some(instruction) = instruction { input type="hidden" name="instruction" value=(instruction.id); }
            label { (visit.text("name"))
                input name="label" required maxlength=(LONGEST_INSTRUCTION_LABEL) value=(of("label", |one| &one.label));
            }
            label { (visit.text("instruction-prompt"))
                textarea name="prompt" required rows="2" maxlength=(LONGEST_INSTRUCTION_PROMPT) { "\n" (of("prompt", |one| &one.prompt)) }
            }
            label { (visit.text("instruction-source")) (source_field(visit, source)) }
            div.row {
                @if instruction.is_some() {
                    button name="do" value="change" { (visit.text("save")) }
                    button.plain name="do" value="remove" formnovalidate { (visit.text("instruction-remove")) }
                } @else {
                    button name="do" value="add" { (visit.text("instruction-add")) }
                }
            }
        }
    }
}

/// The language of the texts that an instruction is for.
fn source_field(visit: &Visit, chosen: &str) -> Markup {
    let all = StyleLanguage::ALL.iter().map(|language| language.tag());
    let mut languages: Vec<Language> = all.filter_map(|tag| Language::parse(tag).ok()).collect();
    // One that was chosen over the interface is offered, too.
    let other = Language::parse(chosen)
        .ok()
        .filter(|language| !languages.contains(language));
    languages.extend(other);
    languages.sort_by_key(|language| visit.locale.order(*language));
    html! {
        select name="source" {
            option value="" { (visit.text("instruction-any-source")) }
            @for language in languages {
                option value=(language.tag()) selected[language.tag() == chosen] { (visit.locale.language(language)) }
            }
        }
    }
}
