"""Weblate's class for the contract's interface, unmodified, against a Dragoman of its own."""

import deepl
import pytest
from django.core.cache import cache
from weblate.lang.models import Language
from weblate.machinery.base import MachineTranslationError, UnsupportedLanguageError
from weblate.machinery.deepl import DeepLTranslation


class FewGlossaries(DeepLTranslation):
    """As for a service with room for two glossaries."""

    glossary_count_limit = 3


def settings(dragoman, key, **more):
    # Weblate's form suggests an address of this kind, with the slash.
    return {"key": key, "url": f"{dragoman.address}/v2/", "formality": "default"} | more


@pytest.fixture
def machine(dragoman, account):
    return DeepLTranslation(settings(dragoman, account[1]))


def texts(translations):
    """Of a string with one form."""
    ((translation,),) = translations
    return translation["text"], translation["source"]


def glossary_of(terms):
    """Lets Weblate find these terms where it keeps what it has read from its database."""
    lines = "\n".join(f"{source}\t{target}" for source, target in terms.items())
    cache.set("project-glossary-tsv-test-en-es", lines)


def test_the_form_of_the_settings_finds_them_right(dragoman, account):
    for more in (
        {},
        {"formality": "prefer_more", "context": "A house by a river.", "next_gen": True},
    ):
        form = DeepLTranslation.settings_form(
            DeepLTranslation, settings(dragoman, account[1], **more)
        )
        assert form.is_valid(), form.errors


def test_the_form_tells_what_is_wrong(dragoman):
    form = DeepLTranslation.settings_form(DeepLTranslation, settings(dragoman, "wrong"))
    assert not form.is_valid()
    (error,) = form.errors["__all__"]
    assert "Could not fetch supported languages: 403" in error
    assert "key" in error


@pytest.mark.parametrize(
    "source, target, codes",
    [
        ("en", "es", ("EN", "ES")),
        ("en_devel", "es_MX", ("EN", "ES")),
        ("es", "en", ("ES", "EN")),
        ("es", "en_US", ("ES", "EN-US")),
        ("en_GB", "pt_BR", ("EN", "PT-BR")),
        ("es", "pt", ("ES", "PT-PT")),
        ("pt", "es", ("PT", "ES")),
    ],
)
def test_languages_are_found(machine, source, target, codes):
    assert machine.get_languages(Language(code=source), Language(code=target)) == codes


def test_a_language_that_is_not_listed_is_not_asked_for(machine, unit):
    with pytest.raises(UnsupportedLanguageError):
        machine.get_languages(Language(code="en"), Language(code="tlh"))
    assert machine.translate(unit("The house is big.", "tlh")) == []


def test_a_pair_without_an_engine_is_told(machine, unit):
    # Weblate takes every listed source for one of every listed target.
    with pytest.raises(MachineTranslationError, match="EN.*UK") as refused:
        machine.translate(unit("The house is big.", "uk"))
    assert "HTTPError" not in str(refused.value)


def test_a_string_is_translated(machine, unit):
    ((translation,),) = machine.translate(unit("The house is big."))
    assert translation["text"].startswith("La casa es")
    assert translation["source"] == "The house is big."


def test_placeholders_come_back(machine, unit):
    source = "The house of %(name)s is big & old: <%s>, see https://example.com/?a=1&b=2 there."
    translation, back = texts(machine.translate(unit(source, flags="python-format,url")))
    assert back == source
    for kept in ("%(name)s", "<%s>", "&"):
        assert kept in translation
    assert "casa" in translation and "<x" not in translation and "&amp;" not in translation


def test_what_looks_like_markup_comes_back_as_it_was(machine, unit):
    for source in (
        "The <b>house</b> is big.",
        'If 1 < 2 & 3 > 2, "the house" is big.',
        "The house isn't big.",
    ):
        translation, back = texts(machine.translate(unit(source)))
        assert back == source
        assert [translation.count(sign) for sign in "<>&"] == [source.count(sign) for sign in "<>&"]
        assert "casa" in translation


def test_plural_forms_and_many_strings_go_together(machine, unit):
    singular, plural = "The house is big.", "The %d houses are big."
    units = [unit([singular, plural], flags="python-format")]
    units += [unit(f"The house number {number} is big.") for number in range(40)]
    machine.batch_translate(units)
    first = units[0].machinery["translation"]
    assert first[0].startswith("La casa es") and "%d" in first[1] and "casas" in first[1]
    for number, each in enumerate(units[1:]):
        (translation,) = each.machinery["translation"]
        assert "casa" in translation and str(number) in translation
        assert each.machinery["quality"] == [machine.max_score]


def test_more_strings_at_once_than_the_contract_allows_are_refused(machine, unit):
    # Weblate itself takes 20 strings at a time; a string has several forms at most.
    units = [unit(f"The house number {number} is big.") for number in range(51)]
    with pytest.raises(MachineTranslationError, match="50"):
        machine.batch_translate(units)


def test_a_glossary_is_made_used_and_replaced(dragoman, account, machine, unit):
    client = deepl.DeepLClient(account[1], server_url=dragoman.address)
    glossary_of({"house": "mansión", "river": "arroyo"})
    translation, _ = texts(machine.translate(unit("The house is near the river.")))
    assert "mansión" in translation and "arroyo" in translation
    (first,) = client.list_glossaries()
    assert first.name.startswith("weblate:1:EN:ES:") and first.entry_count == 2
    texts(machine.translate(unit("The river is near the house.")))
    assert [glossary.glossary_id for glossary in client.list_glossaries()] == [first.glossary_id]

    glossary_of({"house": "vivienda"})
    translation, _ = texts(machine.translate(unit("The house is near the river.")))
    assert "vivienda" in translation and "arroyo" not in translation
    (second,) = client.list_glossaries()
    assert second.glossary_id != first.glossary_id and second.entry_count == 1


def test_a_glossary_of_a_variant_is_one_of_its_language(dragoman, account, machine, unit):
    client = deepl.DeepLClient(account[1], server_url=dragoman.address)
    cache.set("project-glossary-tsv-test-es-en_US", "casa\tmansion")
    translation, _ = texts(
        machine.translate(unit("La casa es grande.", "en_US", source_language="es"))
    )
    assert "mansion" in translation
    (made,) = client.list_glossaries()
    assert made.name.startswith("weblate:1:ES:EN-US:")
    assert (made.source_lang, made.target_lang) == ("ES", "EN")


def test_the_oldest_glossary_gives_way_where_there_are_too_many(dragoman, account, unit):
    client = deepl.DeepLClient(account[1], server_url=dragoman.address)
    oldest = client.create_glossary("oldest", "EN", "FR", {"house": "manoir"})
    newest = client.create_glossary("newest", "EN", "FR", {"house": "maison"})
    glossary_of({"house": "mansión"})
    texts(FewGlossaries(settings(dragoman, account[1])).translate(unit("The house is big.")))
    names = [glossary.name for glossary in client.list_glossaries()]
    assert oldest.name not in names and newest.name in names and len(names) == 2


def test_a_glossary_that_is_gone_is_no_failure(machine):
    with pytest.raises(Exception) as gone:
        machine.delete_glossary("3fa85f64-5717-4562-b3fc-2c963f66afa6")
    assert type(gone.value).__name__ == "GlossaryDoesNotExistError"


def test_formality_is_asked_for_where_a_language_has_it(machine, unit):
    # The model of the tests has none: a wish changes nothing, and a demand is refused by name.
    machine.settings["formality"] = "prefer_less"
    assert texts(machine.translate(unit("The house is big.")))[0].startswith("La casa es")
    with pytest.raises(Exception, match="formality"):
        machine.download_multiple_translations("EN", "ES@FORMAL", [("The house is big.", None)])


def test_a_used_up_limit_is_told_and_stops_weblate(dragoman, account, machine, unit):
    dragoman.run("account", "set", account[0], "--character-limit", "10")
    with pytest.raises(MachineTranslationError, match="(?i)quota|limit"):
        machine.translate(unit("The house is big."))
    assert machine.is_rate_limited()
    assert machine.translate(unit("The river is long.")) == [[]]


def test_a_wrong_key_is_told(dragoman, unit):
    machine = DeepLTranslation(settings(dragoman, "wrong"))
    with pytest.raises(MachineTranslationError, match="403"):
        machine.translate(unit("The house is big."))
