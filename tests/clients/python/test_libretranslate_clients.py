"""Published clients of LibreTranslate, unmodified, against a Dragoman of their own."""

from urllib.error import HTTPError

import pytest
from deep_translator import LibreTranslator
from deep_translator.exceptions import AuthorizationException
from installation import Dragoman
from libretranslatepy import LibreTranslateAPI


@pytest.fixture(scope="module")
def dragoman(tmp_path_factory):
    # deep-translator sends the key in the address.
    dragoman = Dragoman(tmp_path_factory.mktemp("dragoman"), KEYS__LEGACY_REQUESTS="true")
    yield dragoman
    assert dragoman.stop() == 0, dragoman.log()


@pytest.fixture(scope="module")
def key(dragoman):
    key = dragoman.key()
    dragoman.run("account", "set", "pro", "--detection", "on")
    return key


@pytest.fixture(scope="module")
def address(dragoman):
    return f"{dragoman.address}/compat/libretranslate/"


def test_libretranslatepy_translates_detects_and_lists(address, key):
    api = LibreTranslateAPI(address, key)
    assert api.translate("The house is big.", "en", "es").startswith("La casa es")
    assert api.translate("El tren llega a la estación a las ocho.", "auto", "fr")
    assert api.detect("El tren llega a la estación a las ocho de la mañana.") == [
        {"confidence": 100, "language": "es"}
    ]
    languages = {language["code"]: language for language in api.languages()}
    assert languages["en"]["name"] == "English"
    assert "es" in languages["en"]["targets"]


def test_libretranslatepy_is_told_what_is_wrong(address, key):
    for client, source, status in [
        (LibreTranslateAPI(address, "none"), "en", 403),
        (LibreTranslateAPI(address), "en", 403),
        (LibreTranslateAPI(address, key), "xx", 400),
    ]:
        with pytest.raises(HTTPError) as error:
            client.translate("The house is big.", source, "es")
        assert error.value.code == status
        assert b'"error"' in error.value.read()


def test_deep_translator_translates_texts_and_batches(address, key):
    translator = LibreTranslator(source="en", target="es", custom_url=address, api_key=key)
    assert translator.translate("The house is big.").startswith("La casa es")
    assert len(translator.translate_batch(["The house is big.", "My sister sings."])) == 2


def test_deep_translator_is_told_of_a_wrong_key(address):
    translator = LibreTranslator(source="en", target="es", custom_url=address, api_key="none")
    with pytest.raises(AuthorizationException):
        translator.translate("The house is big.")
