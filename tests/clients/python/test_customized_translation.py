"""Tags, glossaries and translation memories in translations asked for by the official Python client."""

import deepl
import pytest
from deepl.api_data import MultilingualGlossaryDictionaryEntries as Entries


def translate(client, text, **options):
    return client.translate_text(text, source_lang="EN", target_lang="ES", **options)


def test_tags_stand_around_the_words_that_correspond(client):
    result = translate(client, "The <b>old</b> house is <i>big</i>.", tag_handling="html")
    assert "<b>vieja</b>" in result.text
    assert "<i>grande</i>" in result.text
    assert result.billed_characters == len("The old house is big.")


def test_xml_parameters_reach_the_server(client):
    result = translate(
        client,
        "<doc><title>The house</title><par>Open <x>Settings</x>.</par></doc>",
        tag_handling="xml",
        outline_detection=False,
        splitting_tags=["title", "par"],
        non_splitting_tags="i",
        ignore_tags=["x"],
    )
    assert "<title>La casa</title>" in result.text
    assert "<x>Settings</x>" in result.text


def test_the_new_tag_handling_refuses_what_is_not_well_formed(client):
    broken = "<p>This tag is not closed properly</a>"
    with pytest.raises(deepl.DeepLException, match="Tag handling parsing failed"):
        translate(client, broken, tag_handling="xml", tag_handling_version="v2")
    assert translate(client, broken, tag_handling="xml", tag_handling_version="v1").text
    assert translate(client, broken, tag_handling="html", tag_handling_version="v2").text


def test_a_glossary_decides_on_words(client):
    glossary = client.create_glossary("houses", "EN", "ES", {"house": "mansión"})
    multilingual = client.create_multilingual_glossary(
        "rivers", [Entries("EN", "ES", {"river": "arroyo"})]
    )
    text = "The house is near the river."
    assert "mansión" not in translate(client, text).text
    assert "mansión" in translate(client, text, glossary=glossary).text
    assert "arroyo" in translate(client, text, glossary=multilingual).text
    both = translate(client, text, glossary_ids=[glossary, multilingual]).text
    assert "mansión" in both and "arroyo" in both
    with_glossary = client.translate_text_with_glossary(text, glossary)
    assert "mansión" in with_glossary.text


def test_a_glossary_without_the_pair_is_refused(client):
    glossary = client.create_glossary("houses", "EN", "FR", {"house": "manoir"})
    with pytest.raises(deepl.DeepLException, match="(?i)no dictionary found for language pair"):
        translate(client, "The house.", glossary=glossary.glossary_id)


def test_an_unknown_glossary_is_refused(client):
    with pytest.raises(deepl.DeepLException, match="there is no glossary|There is no glossary"):
        translate(client, "The house.", glossary="3fa85f64-5717-4562-b3fc-2c963f66afa6")


def test_a_memory_takes_the_place_of_a_similar_text(client, tmp_path, monkeypatch):
    # The client asks for a job every five seconds.
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    memory = tmp_path / "greetings.tmx"
    memory.write_text(
        """<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4"><header creationtool="test" creationtoolversion="1" segtype="sentence"
 o-tmf="test" adminlang="en" srclang="en" datatype="plaintext"/><body>
<tu><tuv xml:lang="en"><seg>Hello world!</seg></tuv><tuv xml:lang="es"><seg>¡Hola, mundo mío!</seg></tuv></tu>
</body></tmx>""",
        encoding="utf-8",
    )
    imported = client.import_translation_memory_from_filepath(memory)
    imported = imported.result.translation_memory_id
    exact = translate(client, "Hello world!", translation_memory=imported)
    assert exact.text == "¡Hola, mundo mío!"
    similar = translate(client, "Helloo world!", translation_memory=imported)
    assert similar.text == "¡Hola, mundo mío!"
    strict = translate(
        client, "Helloo world!", translation_memory=imported, translation_memory_threshold=100
    )
    assert strict.text != "¡Hola, mundo mío!"
