"""Weblate's class for LibreTranslate, unmodified, against a Dragoman of its own."""

import pytest
from weblate.lang.models import Language
from weblate.machinery.base import MachineTranslationError, UnsupportedLanguageError
from weblate.machinery.libretranslate import LibreTranslateTranslation


def settings(dragoman, key):
    return {"key": key, "url": f"{dragoman.address}/compat/libretranslate"}


@pytest.fixture
def machine(dragoman, account):
    return LibreTranslateTranslation(settings(dragoman, account[1]))


def text(translations):
    """Of a string with one form."""
    ((translation,),) = translations
    return translation["text"]


@pytest.mark.parametrize("end", ["", "/"])
def test_the_form_of_the_settings_finds_them_right(dragoman, account, end):
    entered = settings(dragoman, account[1])
    entered["url"] += end
    form = LibreTranslateTranslation.settings_form(LibreTranslateTranslation, entered)
    assert form.is_valid(), form.errors


@pytest.mark.parametrize("key", ["wrong", ""])
def test_the_form_tells_what_is_wrong(dragoman, key):
    # The languages are told to everybody; the translation is not.
    form = LibreTranslateTranslation.settings_form(
        LibreTranslateTranslation, settings(dragoman, key)
    )
    assert not form.is_valid()
    (error,) = form.errors["__all__"]
    assert "Could not fetch translation: 403" in error
    assert "key" in error


@pytest.mark.parametrize(
    "source, target, codes",
    [
        ("en", "es", ("en", "es")),
        ("en_devel", "es_MX", ("en", "es")),
        ("es", "en_US", ("es", "en-US")),
        ("en", "pt_BR", ("en", "pt-BR")),
        ("pt", "es", ("pt", "es")),
    ],
)
def test_languages_are_found(machine, source, target, codes):
    assert machine.get_languages(Language(code=source), Language(code=target)) == codes


def test_a_language_that_is_not_listed_is_not_asked_for(machine):
    with pytest.raises(UnsupportedLanguageError):
        machine.get_languages(Language(code="en"), Language(code="tlh"))


def test_a_pair_without_an_engine_is_told(machine, unit):
    # Weblate does not read which targets a language has.
    with pytest.raises(MachineTranslationError, match="400.*EN.*UK"):
        machine.translate(unit("The house is big.", "uk"))


def test_strings_are_translated(machine, unit):
    units = [unit(["The house is big.", "The houses are big."])]
    units += [unit(f"The house number {number} is big.") for number in range(40)]
    machine.batch_translate(units)
    assert units[0].machinery["translation"][0].startswith("La casa es")
    assert "casas" in units[0].machinery["translation"][1]
    for number, each in enumerate(units[1:]):
        (translation,) = each.machinery["translation"]
        assert "casa" in translation and str(number) in translation


def test_placeholders_come_back(machine, unit):
    source = "The house of %(name)s is big & old: <%s>."
    translation = text(machine.translate(unit(source, flags="python-format")))
    assert "casa" in translation
    for kept in ("%(name)s", "<%s>", "&"):
        assert kept in translation, translation


def test_a_used_up_limit_is_told_and_stops_weblate(dragoman, account, machine, unit):
    dragoman.run("account", "set", account[0], "--character-limit", "10")
    with pytest.raises(MachineTranslationError, match="(?i)quota|limit"):
        machine.translate(unit("The house is big."))
    assert machine.is_rate_limited()
    assert machine.translate(unit("The river is long.")) == [[]]


def test_a_wrong_key_is_told(dragoman, unit):
    machine = LibreTranslateTranslation(settings(dragoman, "wrong"))
    with pytest.raises(MachineTranslationError, match="403"):
        machine.translate(unit("The house is big."))
