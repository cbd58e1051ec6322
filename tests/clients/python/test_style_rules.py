"""Style rule lists through the official Python client, unmodified, against a Dragoman of its own."""

import datetime
import uuid

import deepl
import pytest
from deepl.api_data import CustomInstruction

RULES = {
    "punctuation": {"quotation_mark": "use_guillemets"},
    "dates_and_times": {"calendar_era": "use_bc_and_ad"},
}


@pytest.fixture(autouse=True)
def no_style_rules(client):
    """Each test begins without any."""
    for style_rule in client.get_all_style_rules(page_size=25):
        client.delete_style_rule(style_rule)


def described(value):
    """All that is told of a list or an instruction, for comparing."""
    if isinstance(value, list):
        return [described(one) for one in value]
    if hasattr(value, "__dict__"):
        return {name: described(one) for name, one in vars(value).items()}
    return value


def test_a_list_is_made_found_and_deleted(client):
    before = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(seconds=1)
    made = client.create_style_rule(
        "house style 🦊",
        "de",
        configured_rules=RULES,
        custom_instructions=[
            {"label": "short", "prompt": "Be brief."},
            {"label": "kind", "prompt": "Be kind.", "source_language": "en"},
        ],
    )
    assert (made.name, made.language, made.version) == ("house style 🦊", "de", 1)
    assert made.creation_time > before and made.updated_time == made.creation_time
    labels = [(one.label, one.prompt, one.source_language) for one in made.custom_instructions]
    assert labels == [("short", "Be brief.", None), ("kind", "Be kind.", "en")]
    found = client.get_style_rule(made.style_id)
    assert described(found) == described(made)
    assert found.configured_rules.punctuation == RULES["punctuation"]
    client.delete_style_rule(made)
    assert client.get_all_style_rules() == []
    with pytest.raises(deepl.DeepLException, match="no style rule list"):
        client.get_style_rule(made)


def test_lists_come_in_pages_with_and_without_details(client):
    instructions = [{"label": "short", "prompt": "Be brief."}]
    made = [client.create_style_rule(f"list {n}", "en", RULES, instructions) for n in range(3)]
    names = [found.name for found in client.get_all_style_rules()]
    assert names == ["list 0", "list 1", "list 2"]
    (second,) = client.get_all_style_rules(page=1, page_size=1)
    assert second.style_id == made[1].style_id
    assert second.configured_rules is None and not second.custom_instructions
    detailed = client.get_all_style_rules(page=0, page_size=25, detailed=True)
    assert described(detailed) == described(made)
    for wrong in (0, 26):
        with pytest.raises(deepl.DeepLException, match="from 1 to 25"):
            client.get_all_style_rules(page_size=wrong)


def test_a_list_is_renamed_and_its_rules_are_replaced(client):
    made = client.create_style_rule("old", "fr", configured_rules=RULES)
    renamed = client.update_style_rule_name(made, "new")
    assert (renamed.name, renamed.version) == ("new", 2)
    assert renamed.updated_time > made.updated_time
    new = {"punctuation": {"apostrophe": "use_curly_apostrophes"}}
    changed = client.update_style_rule_configured_rules(made, new)
    assert changed.version == 3
    assert changed.configured_rules.punctuation == new["punctuation"]
    assert changed.configured_rules.dates_and_times == {}
    with pytest.raises(deepl.DeepLException, match="has no option 'none'"):
        client.update_style_rule_configured_rules(made, {"punctuation": {"apostrophe": "none"}})
    assert client.get_style_rule(made).version == 3


def test_an_instruction_is_added_read_changed_and_removed(client):
    made = client.create_style_rule("list", "ja")
    added = client.create_style_rule_custom_instruction(made, "short", "Be brief.", "de")
    assert isinstance(added, CustomInstruction)
    assert (added.label, added.prompt, added.source_language) == ("short", "Be brief.", "de")
    found = client.get_style_rule_custom_instruction(made, added.id)
    assert described(found) == described(added)
    changed = client.update_style_rule_custom_instruction(made, added.id, "kind", "Be kind.")
    assert (changed.id, changed.label, changed.source_language) == (added.id, "kind", None)
    now = client.get_style_rule(made)
    assert described(now.custom_instructions) == described([changed])
    assert now.version == 3
    client.delete_style_rule_custom_instruction(made, added.id)
    assert not client.get_style_rule(made).custom_instructions
    with pytest.raises(deepl.DeepLException, match="no custom instruction"):
        client.get_style_rule_custom_instruction(made, added.id)


def test_a_translation_names_a_list_of_its_target_language(client):
    percent = {"numbers": {"percentage_format": "use_spanish_word_por_ciento"}}
    made = client.create_style_rule("list", "es", configured_rules=percent)
    text = "The house is 20 % green."
    plain = client.translate_text(text, source_lang="EN", target_lang="ES")
    assert "20 %" in plain.text
    styled = client.translate_text(text, source_lang="EN", target_lang="ES", style_rule=made)
    assert styled.text == plain.text.replace("20 %", "20 por ciento")
    with pytest.raises(deepl.DeepLException, match="is for 'de' and cannot be used"):
        # By its id: of a list that it knows the client itself refuses another language.
        german = client.create_style_rule("German", "de").style_id
        client.translate_text(text, source_lang="EN", target_lang="ES", style_rule=german)
    with pytest.raises(deepl.DeepLException, match="no style rule list"):
        unknown = str(uuid.uuid4())
        client.translate_text(text, source_lang="EN", target_lang="ES", style_rule=unknown)


def test_the_lists_of_another_account_do_not_exist(dragoman, client):
    made = client.create_style_rule("mine", "de")
    other = dragoman.client("--account", "another")
    assert other.get_all_style_rules() == []
    with pytest.raises(deepl.DeepLException, match="no style rule list"):
        other.get_style_rule(made)
