"""Glossaries through the official Python client, unmodified, against a Dragoman of its own."""

import datetime
import uuid

import deepl
import pytest
from deepl.api_data import MultilingualGlossaryDictionaryEntries as Entries

MANY = {f'term {number} 🦊 "a", \'b\' & <c>': f"Begriff {number} é" for number in range(10_000)}


@pytest.fixture(autouse=True)
def no_glossaries(client):
    """Each test begins without any."""
    for glossary in client.list_multilingual_glossaries():
        client.delete_multilingual_glossary(glossary)


def described(glossary):
    """What is told of a glossary of either kind, for comparing."""
    return {name: str(value) for name, value in vars(glossary).items() if name != "_dictionaries"}


def entries_of(client, glossary, source="en", target="de"):
    response = client.get_multilingual_glossary_entries(glossary, source, target)
    (dictionary,) = response.dictionaries
    return deepl.convert_tsv_to_dict(dictionary.entries)


def test_a_glossary_is_made_found_and_deleted(client):
    before = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(seconds=1)
    made = client.create_glossary("my terms", "EN", "DE", {"fox": "Fuchs", "dog": "Hund"})
    assert (made.name, made.source_lang, made.target_lang) == ("my terms", "EN", "DE")
    assert made.ready and made.entry_count == 2
    assert made.creation_time > before
    assert described(client.get_glossary(made.glossary_id)) == described(made)
    assert [described(found) for found in client.list_glossaries()] == [described(made)]
    assert client.get_glossary_entries(made) == {"fox": "Fuchs", "dog": "Hund"}
    client.delete_glossary(made)
    assert client.list_glossaries() == []
    with pytest.raises(deepl.GlossaryNotFoundException):
        client.get_glossary(made.glossary_id)


def test_many_entries_come_back_in_their_order(client):
    made = client.create_glossary("many", "EN", "DE", MANY)
    assert made.entry_count == len(MANY)
    assert list(client.get_glossary_entries(made).items()) == list(MANY.items())


@pytest.mark.parametrize("source, target", [("en-US", "pt-BR"), ("EN", "pt"), ("En", "PT-PT")])
def test_variants_and_any_case_name_the_base_languages(client, source, target):
    made = client.create_glossary("variants", source, target, {"a": "b"})
    assert (made.source_lang, made.target_lang) == ("EN", "PT")


def test_a_glossary_is_made_from_csv(client):
    csv = '"fox, red","""Rot""fuchs",en,de\r\nfox,Fuchs\r\nx,y,de,en\r\n'
    made = client.create_glossary_from_csv("csv", "EN", "DE", csv)
    expected = {"fox, red": '"Rot"fuchs', "fox": "Fuchs"}
    assert client.get_glossary_entries(made) == expected
    # This call reads the table itself, and does not look at the languages.
    ours = csv.replace("x,y,de,en\r\n", "")
    made = client.create_multilingual_glossary_from_csv("csv", "en", "de", ours)
    assert entries_of(client, made) == expected


def test_a_multilingual_glossary_is_made_found_and_deleted(client):
    made = client.create_multilingual_glossary(
        "two directions",
        [Entries("EN", "de", {"fox": "Fuchs"}), Entries("de", "en-GB", {"Fuchs": "fox", "ä": "ae"})],
    )
    pairs = [(info.source_lang, info.target_lang, info.entry_count) for info in made.dictionaries]
    assert pairs == [("EN", "DE", 1), ("DE", "EN", 2)]
    assert described(client.get_multilingual_glossary(made.glossary_id)) == described(made)
    (found,) = client.list_multilingual_glossaries()
    assert described(found) == described(made)
    assert entries_of(client, made) == {"fox": "Fuchs"}
    assert entries_of(client, made, "DE", "EN-US") == {"Fuchs": "fox", "ä": "ae"}
    client.delete_multilingual_glossary(made)
    assert client.list_multilingual_glossaries() == []


def test_a_multilingual_glossary_is_edited(client):
    made = client.create_multilingual_glossary("old", [Entries("EN", "DE", {"fox": "Fuchs", "a": "b"})])
    renamed = client.update_multilingual_glossary_name(made, "new")
    assert renamed.name == "new" and renamed.dictionaries[0].entry_count == 2

    client.update_multilingual_glossary_dictionary(made, Entries("EN", "DE", {"a": "c", "dog": "Hund"}))
    assert entries_of(client, made) == {"fox": "Fuchs", "a": "c", "dog": "Hund"}
    client.update_multilingual_glossary_dictionary_from_csv(made, "EN", "DE", "cat,Katze")
    assert entries_of(client, made)["cat"] == "Katze"
    added = client.update_multilingual_glossary_dictionary(made, Entries("DE", "FR", {"Hund": "chien"}))
    assert len(added.dictionaries) == 2

    info = client.replace_multilingual_glossary_dictionary(made, Entries("EN", "DE", {"x": "y"}))
    assert (info.source_lang, info.target_lang, info.entry_count) == ("EN", "DE", 1)
    client.replace_multilingual_glossary_dictionary_from_csv(made, "DE", "FR", "Katze,chat")
    assert entries_of(client, made) == {"x": "y"}
    assert entries_of(client, made, "de", "fr") == {"Katze": "chat"}

    client.delete_multilingual_glossary_dictionary(made, info)
    client.delete_multilingual_glossary_dictionary(made, source_lang="DE", target_lang="FR")
    assert client.get_multilingual_glossary(made.glossary_id).dictionaries == []
    with pytest.raises(deepl.GlossaryNotFoundException):
        client.get_multilingual_glossary_entries(made, "EN", "DE")


def test_the_older_calls_see_what_the_newer_make_and_the_other_way_round(client):
    old = client.create_glossary("old", "EN", "DE", {"a": "b"})
    new = client.create_multilingual_glossary("new", [Entries("EN", "DE", {"c": "d"})])
    ids = [old.glossary_id, new.glossary_id]
    assert [found.glossary_id for found in client.list_glossaries()] == ids
    assert [found.glossary_id for found in client.list_multilingual_glossaries()] == ids
    assert client.get_glossary_entries(new.glossary_id) == {"c": "d"}
    assert entries_of(client, old.glossary_id) == {"a": "b"}
    client.update_multilingual_glossary_name(old.glossary_id, "edited")
    with pytest.raises(deepl.DeepLException, match="DELETE /v3/glossaries"):
        client.delete_glossary(old)


def test_what_does_not_exist_has_its_exception_and_what_is_no_id_another(client):
    unknown = str(uuid.uuid4())
    for call in (
        client.get_glossary,
        client.get_glossary_entries,
        client.delete_glossary,
        client.get_multilingual_glossary,
        client.delete_multilingual_glossary,
        lambda glossary: client.get_multilingual_glossary_entries(glossary, "EN", "DE"),
        lambda glossary: client.update_multilingual_glossary_name(glossary, "x"),
    ):
        with pytest.raises(deepl.GlossaryNotFoundException):
            call(unknown)
        with pytest.raises(deepl.DeepLException, match="GUID") as refused:
            call("no-id")
        assert not isinstance(refused.value, deepl.GlossaryNotFoundException)


def test_faulty_entries_are_told_with_their_place(client):
    with pytest.raises(deepl.DeepLException, match=r"same source term.*index 1 \(at character 4\)"):
        client.create_glossary_from_csv("twice", "EN", "DE", "a,b\na,c")
    with pytest.raises(deepl.DeepLException, match="two different languages"):
        client.create_glossary("same", "EN-US", "EN-GB", {"a": "b"})
    assert client.list_glossaries() == []


def test_the_glossaries_of_another_account_do_not_exist(dragoman, client):
    made = client.create_glossary("mine", "EN", "DE", {"a": "b"})
    other = dragoman.client("--account", "another")
    assert other.list_glossaries() == []
    with pytest.raises(deepl.GlossaryNotFoundException):
        other.get_glossary(made.glossary_id)


def test_every_pair_of_glossary_languages_is_listed(client):
    pairs = {(pair.source_lang, pair.target_lang) for pair in client.get_glossary_languages()}
    assert len(pairs) == 33 * 32
    assert {("en", "de"), ("ja", "zh")} <= pairs
