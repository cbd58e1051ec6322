"""Text improvement with the official Python client. The installation needs no dictionary for Chinese and Japanese."""

import deepl
import pytest
from deepl.api_data import WriteResult, WritingStyle, WritingTone

TRADITIONAL = "他看著那本著名的書，我們打開門。"
SIMPLIFIED = "他看着那本著名的书，我们打开门。"
JAPANESE = "今日は天気がいいので、公園を散歩しました。"


@pytest.mark.parametrize("improve", ["rephrase_text", "correct_text"])
def test_a_text_is_improved_and_converted_to_the_variant(client, improve):
    result = getattr(client, improve)(TRADITIONAL, target_lang="ZH-HANS")
    assert isinstance(result, WriteResult)
    assert result.text == SIMPLIFIED
    assert result.detected_source_language == "zh"
    assert result.target_language == "zh-Hans"


@pytest.mark.parametrize("improve", ["rephrase_text", "correct_text"])
def test_a_list_gives_a_list_in_the_same_order_and_each_language_stays(client, improve):
    texts = [JAPANESE, SIMPLIFIED]
    results = getattr(client, improve)(texts)
    assert [result.text for result in results] == texts
    assert [result.detected_source_language for result in results] == ["ja", "zh"]
    assert [result.target_language for result in results] == ["ja", "zh-Hans"]


def test_characters_count_for_improvement_and_for_the_account(dragoman):
    client = dragoman.client("--account", "improvement")
    client.correct_text([JAPANESE, SIMPLIFIED])
    assert client.get_usage().character.count == len(JAPANESE) + len(SIMPLIFIED)


def test_a_preference_is_accepted_and_a_demand_that_cannot_be_met_is_refused_by_name(client):
    for manner in (
        {"style": WritingStyle.PREFER_BUSINESS.value},
        {"tone": WritingTone.PREFER_FRIENDLY.value},
        {"style": WritingStyle.DEFAULT.value},
    ):
        assert client.rephrase_text(JAPANESE, target_lang="JA", **manner).text == JAPANESE
    with pytest.raises(deepl.DeepLException, match="writing_style"):
        client.rephrase_text(JAPANESE, style=WritingStyle.BUSINESS.value)
    with pytest.raises(deepl.DeepLException, match="tone"):
        client.rephrase_text(JAPANESE, tone=WritingTone.FRIENDLY.value)
    with pytest.raises(deepl.DeepLException, match="Both writing_style and tone defined"):
        client.rephrase_text(JAPANESE, style="simple", tone="friendly")


def test_a_text_in_another_language_is_refused_by_the_names_of_both(client):
    with pytest.raises(deepl.DeepLException, match=r"Japanese \(ja\).*Chinese \(zh\)"):
        client.rephrase_text(JAPANESE, target_lang="ZH")


def test_a_language_that_nobody_improves_is_refused_with_those_that_are(client):
    with pytest.raises(deepl.DeepLException, match="Use one of .*ja.*zh-Hans"):
        client.correct_text("Dit is een klein huis.", target_lang="NL")


def test_a_body_of_more_than_10_kib_has_its_exception(client):
    with pytest.raises(deepl.DeepLException, match="10240"):
        client.rephrase_text("好" * 4_000, target_lang="ZH")


def test_an_account_of_the_free_plan_is_refused(dragoman):
    client = dragoman.client("--account", "improvement-free", "--plan", "free")
    with pytest.raises(deepl.AuthorizationException):
        client.correct_text(JAPANESE)
