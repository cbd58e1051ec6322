"""The official Python client, unmodified, against a Dragoman of its own."""

import deepl
import pytest

ENGLISH = "The old house near the river is very big."


def test_a_text_is_translated(client):
    result = client.translate_text("The house is big.", source_lang="EN", target_lang="ES")
    assert isinstance(result, deepl.TextResult)
    assert result.text.startswith("La casa es")
    assert result.detected_source_lang == "EN"
    assert result.billed_characters == len("The house is big.")


def test_a_list_gives_a_list_in_the_same_order(client):
    texts = ["The house is big.", "My sister sings.", "The house is big."]
    results = client.translate_text(texts, source_lang="en", target_lang="es")
    assert len(results) == len(texts)
    assert results[0].text == results[2].text
    assert results[1].text.startswith("Mi hermana")
    assert [result.billed_characters for result in results] == [len(text) for text in texts]


def test_characters_outside_ascii_come_through(client):
    text = "¿Dónde está la niña? 🦊 «Aquí»"
    result = client.translate_text(text, source_lang="ES", target_lang="EN-GB")
    assert "🦊" in result.text
    assert result.billed_characters == len(text)


def test_the_language_is_detected_where_it_is_not_given(client):
    results = client.translate_text(
        [ENGLISH, "El tren llega a la estación a las ocho de la mañana."],
        target_lang="FR",
    )
    assert [result.detected_source_lang for result in results] == ["EN", "ES"]
    assert all(result.text for result in results)


@pytest.mark.parametrize(
    "source, target", [("ES", "EN-GB"), ("ES", "EN-US"), ("ES", "PT-BR"), ("EN", "PT-PT")]
)
def test_variants_are_targets(client, source, target):
    text = "La casa es grande." if source == "ES" else "The house is big."
    result = client.translate_text(text, source_lang=source, target_lang=target)
    assert result.text and result.text != text


def test_a_preference_for_a_register_is_accepted(client):
    for formality in (deepl.Formality.PREFER_MORE, deepl.Formality.PREFER_LESS):
        result = client.translate_text(
            ENGLISH, source_lang="EN", target_lang="ES", formality=formality
        )
        assert result.text


def test_a_demand_for_a_register_is_refused_by_name(client):
    with pytest.raises(deepl.DeepLException, match="formality"):
        client.translate_text(
            ENGLISH, source_lang="EN", target_lang="ES", formality=deepl.Formality.MORE
        )


def test_formatting_can_be_preserved(client):
    result = client.translate_text(
        "the house is big", source_lang="EN", target_lang="ES", preserve_formatting=True
    )
    assert result.text.startswith("la casa es")
    assert not result.text.endswith(".")


@pytest.mark.parametrize("splitting", list(deepl.SplitSentences))
def test_every_way_to_split_sentences_is_accepted(client, splitting):
    result = client.translate_text(
        "The house is big.\nMy sister sings.",
        source_lang="EN",
        target_lang="ES",
        split_sentences=splitting,
    )
    assert "casa" in result.text and "hermana" in result.text


def test_the_model_type_that_was_used_is_told(client):
    result = client.translate_text(
        ENGLISH,
        source_lang="EN",
        target_lang="ES",
        model_type=deepl.ModelType.PREFER_QUALITY_OPTIMIZED,
    )
    assert result.model_type_used == "latency_optimized"


def test_a_context_is_not_billed(client):
    result = client.translate_text(
        "It is big.", source_lang="EN", target_lang="ES", context="We speak of a house."
    )
    assert result.billed_characters == len("It is big.")


def test_languages_are_listed(client):
    sources = {language.code: language for language in client.get_source_languages()}
    targets = {language.code: language for language in client.get_target_languages()}
    assert sources["EN"].name == "English"
    assert {"ES", "FR", "PT"} <= sources.keys()
    assert {"EN-GB", "EN-US", "ES", "PT-BR", "PT-PT"} <= targets.keys()
    assert "EN-GB" not in sources
    assert targets["ES"].supports_formality is False


def test_glossary_languages_are_listed(client):
    pairs = client.get_glossary_languages()
    assert pairs and all(pair.source_lang and pair.target_lang for pair in pairs)


def test_the_usage_of_a_pro_key_grows_by_what_is_billed(dragoman):
    client = dragoman.client("--account", "usage-pro")
    assert client.get_usage().character.count == 0
    result = client.translate_text(ENGLISH, source_lang="EN", target_lang="ES")
    usage = client.get_usage()
    assert usage.character.valid
    assert usage.character.count == result.billed_characters == len(ENGLISH)
    assert usage.character.limit == 1_000_000_000_000
    assert not usage.any_limit_reached


def test_the_usage_of_a_free_key_has_its_limit(dragoman):
    client = dragoman.client("--account", "usage-free", "--plan", "free")
    dragoman.run("account", "set", "usage-free", "--character-limit", "500")
    client.translate_text(ENGLISH, source_lang="EN", target_lang="ES")
    usage = client.get_usage()
    assert (usage.character.count, usage.character.limit) == (len(ENGLISH), 500)
    assert not usage.document.valid


def test_an_exceeded_quota_has_its_exception(dragoman):
    client = dragoman.client("--account", "quota")
    dragoman.run("account", "set", "quota", "--character-limit", "10")
    with pytest.raises(deepl.QuotaExceededException):
        client.translate_text(ENGLISH, source_lang="EN", target_lang="ES")
    assert client.get_usage().character.count == 0


def test_a_wrong_key_has_its_exception(dragoman):
    client = deepl.DeepLClient("wrong", server_url=dragoman.address)
    for call in (
        client.get_usage,
        client.get_source_languages,
        lambda: client.translate_text(ENGLISH, target_lang="ES"),
    ):
        with pytest.raises(deepl.AuthorizationException):
            call()


def test_a_pair_that_is_not_there_is_named(client):
    with pytest.raises(deepl.DeepLException, match="EN.*JA"):
        client.translate_text(ENGLISH, source_lang="EN", target_lang="JA")


def test_a_language_that_does_not_exist_is_named(client):
    with pytest.raises(deepl.DeepLException, match="target_lang"):
        client.translate_text(ENGLISH, source_lang="EN", target_lang="XX")


def test_what_is_not_available_is_refused_by_name(client):
    with pytest.raises(deepl.DeepLException, match="custom_instructions"):
        client.translate_text(
            ENGLISH, source_lang="EN", target_lang="ES", custom_instructions=["Be brief."]
        )
