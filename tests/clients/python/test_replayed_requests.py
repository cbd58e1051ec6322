"""Requests of applications that are not run here, as their sources make them, and what they read from the answers.

Each test names the source that it was read from, with the commit.
"""

import http.client
import json
from urllib.parse import quote_plus, urlsplit

import pytest
import requests
from installation import Dragoman, plant

SPANISH = "El tren llega a la estación a las ocho de la mañana."


class DragomanForAll(Dragoman):
    """One that takes keys in addresses, and has a key for those who cannot send one."""

    def _start(self) -> None:
        self._data = self._folder / "data"
        # So that there is a key before the server starts, which is told its name.
        self._data.mkdir()
        made = json.loads(self.run("keys", "create", "--json"))
        self.secret = made["key"]
        plant(self.secret)
        self.run("account", "set", "pro", "--detection", "on")
        self._environment |= {
            "DRAGOMAN_KEYS__LEGACY_REQUESTS": "true",
            "DRAGOMAN_COMPAT__KEYLESS": made["key_id"],
        }
        super()._start()


@pytest.fixture(scope="module")
def dragoman(tmp_path_factory):
    dragoman = DragomanForAll(tmp_path_factory.mktemp("dragoman"))
    yield dragoman
    assert dragoman.stop() == 0, dragoman.log()


@pytest.fixture(scope="module")
def key(dragoman):
    return dragoman.secret


@pytest.fixture(scope="module")
def libretranslate(dragoman):
    """What is entered as the address of LibreTranslate."""
    return f"{dragoman.address}/compat/libretranslate"


def answer(response, status=200):
    assert response.status_code == status, response.text
    return response.json()


def get_as_it_stands(address):
    """Of an address in which nothing is escaped that is not so already: OmegaT leaves the bar as it is."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.netloc)
    connection.request("GET", f"{parts.path}?{parts.query}")
    response = connection.getresponse()
    body = json.loads(response.read())
    connection.close()
    return response.status, body


# omegat-org/omegat, 26d8de920a8f, machinetranslators/apertium/…/ApertiumTranslate.java: it never asks for the pairs, and
# where languages have a country, the code has an underscore. A status that is not 200 is "server not found" to it.
def omegat(dragoman, key, text, pair):
    query = f"q={quote_plus(text)}&markUnknown=no&langpair={pair}&key={key}"
    return get_as_it_stands(f"{dragoman.address}/compat/apertium/translate?{query}")


@pytest.mark.parametrize(
    "pair",
    [
        "en|es",
        "en_US|es",
        "es|pt_BR",
        "en_GB|es_ES",
    ],
)
def test_omegat(dragoman, key, pair):
    text = "The house is big & old." if pair.startswith("en") else "La casa es grande y vieja."
    status, body = omegat(dragoman, key, text, pair)
    assert (status, body.get("responseStatus")) == (200, 200), body
    assert "casa" in body["responseData"]["translatedText"]


def test_omegat_without_a_key(dragoman):
    status, body = omegat(dragoman, "", "The house is big.", "en|es")
    assert (status, body["responseStatus"]) == (200, 200)


# Its connector is not public. What it asks is in the stand-in that its own tests have: mattermost/mattermost-mobile,
# 1fbbe68668e3, detox/mock_libre_translate.js; that there is a key, in the documentation of autotranslation (11.5).
def test_mattermost(libretranslate, key):
    languages = answer(requests.get(f"{libretranslate}/languages"))
    assert all(language["code"] and language["name"] for language in languages)
    (found, *_) = answer(
        requests.post(f"{libretranslate}/detect", json={"q": SPANISH, "api_key": key})
    )
    assert found["language"] == "es" and 0 <= found["confidence"] <= 100
    wish = {"q": SPANISH, "source": "auto", "target": "en", "format": "text", "api_key": key}
    translated = answer(requests.post(f"{libretranslate}/translate", json=wish))
    assert "train" in translated["translatedText"]
    assert translated["detectedLanguage"] == {"language": "es", "confidence": 100}


# discourse/discourse-translator, 093466693d7f, app/services/discourse_translator/provider/libre_translate.rb. Its codes are
# in SUPPORTED_LANG_MAPPING; a source or a target that is not listed under the same code is not asked for.
def test_discourse(libretranslate, key):
    (found, *_) = answer(
        requests.post(f"{libretranslate}/detect", data={"q": SPANISH, "api_key": key})
    )
    codes = {language["code"] for language in answer(requests.get(f"{libretranslate}/languages"))}
    assert {found["language"], "en", "fr", "ca", "pt"} <= codes
    wish = {
        "q": '<p>El <a href="https://example.com/?a=1&amp;b=2">tren</a> llega.</p>',
        "source": found["language"],
        "target": "en",
        "format": "html",
        "api_key": key,
    }
    text = answer(requests.post(f"{libretranslate}/translate", data=wish))["translatedText"]
    assert (
        text.startswith("<p>")
        and '<a href="https://example.com/?a=1&amp;b=2">' in text
        and "train" in text
    )


def test_discourse_cuts_long_posts_anywhere(libretranslate, key):
    cut = '<p>El <b>tren</b> llega a la estación.</p><p>La <a href="https://exam'
    wish = {"q": cut, "source": "es", "target": "en", "format": "html", "api_key": key}
    text = answer(requests.post(f"{libretranslate}/translate", data=wish))["translatedText"]
    assert "<b>train</b>" in text


def test_discourse_is_told_of_a_wrong_key(libretranslate):
    wish = {"q": SPANISH, "source": "es", "target": "en", "format": "html", "api_key": "none"}
    assert "key" in answer(requests.post(f"{libretranslate}/translate", data=wish), 403)["error"]


# mastodon/mastodon, bcba029ae2be, app/lib/translation_service/libre_translate.rb: a list of texts; the language that was
# found is read for each text where a post names none; the languages' own codes are taken out of their targets.
@pytest.mark.parametrize("source", ["auto", "es"])
def test_mastodon(libretranslate, key, source):
    headers = {"Content-Type": "application/json"}
    body = {
        "q": [f"<p>{SPANISH} #tren</p>", "", "La casa &lt;3"],
        "source": source,
        "target": "en",
        "format": "html",
        "api_key": key,
    }
    response = requests.post(f"{libretranslate}/translate", data=json.dumps(body), headers=headers)
    data = answer(response)
    first, nothing, last = data["translatedText"]
    assert first.startswith("<p>") and "train" in first and nothing == "" and "house &lt;3" in last
    if source == "auto":
        assert data["detectedLanguage"][0]["language"] == "es"
    for language in answer(requests.get(f"{libretranslate}/languages", headers=headers)):
        assert isinstance(language["targets"], list)


def test_mastodon_without_a_key(libretranslate):
    body = {"q": [SPANISH], "source": "es", "target": "en", "format": "html", "api_key": None}
    assert (
        "train"
        in answer(requests.post(f"{libretranslate}/translate", json=body))["translatedText"][0]
    )


# SubtitleEdit/subtitleedit, f25119bd4ca5, src/libse/AutoTranslate/LibreTranslate.cs. With a key it leaves out the comma before
# it, which is no JSON, so it is replayed without one. "translate" is resolved against the address: that must end with a slash.
def test_subtitle_edit_for_libretranslate(libretranslate):
    body = '{"q": "The house is big.\\nMy sister sings.", "source": "en", "target": "es"}'
    headers = {"Content-Type": "application/json", "accept": "application/json"}
    text = answer(requests.post(f"{libretranslate}/translate", data=body, headers=headers))[
        "translatedText"
    ]
    assert "casa" in text and "\n" in text and "hermana" in text


# The same, 001b3fa5a9b9, src/libse/AutoTranslate/DeepLTranslate.cs: a form, and a path of its own behind the host.
def test_subtitle_edit_for_the_contract(dragoman, key):
    form = {
        "text": "The house is big.\r\nMy sister sings.",
        "target_lang": "es",
        "source_lang": "en",
        "formality": "default",
    }
    headers = {"Authorization": f"DeepL-Auth-Key {key}"}
    translations = answer(
        requests.post(f"{dragoman.address}/v2/translate", data=form, headers=headers)
    )["translations"]
    assert [set(translation) >= {"text"} for translation in translations] == [True]
    assert "casa" in translations[0]["text"] and "hermana" in translations[0]["text"]


# immersivetranslate.com/en/docs/services/custom, as it was in autumn 2026. Placeholders are tags or braces.
def test_immersive_translate(dragoman, key):
    body = {
        "source_lang": "auto",
        "target_lang": "es",
        "text_list": ["The <b0>house</b0> is big.", "My sister sings {0}."],
    }
    headers = {"Authorization": f"Bearer {key}"}
    response = requests.post(f"{dragoman.address}/compat/immersive", json=body, headers=headers)
    first, second = answer(response)["translations"]
    assert first["detected_source_lang"] == "en" and "<b0>casa</b0>" in first["text"]
    assert "hermana" in second["text"] and "{0}" in second["text"]


# fishjar/kiss-translator, f7fc9560d5dd, src/apis/trans.js, genCustom and parseTransRes.
def test_kiss_translator(dragoman, key):
    headers = {"Content-type": "application/json", "Authorization": f"Bearer {key}"}
    body = {"texts": ["The house is big.", "My sister sings."], "from": "auto", "to": "es"}
    response = requests.post(
        f"{dragoman.address}/compat/kiss", data=json.dumps(body), headers=headers
    )
    first, second = answer(response)["translations"]
    assert first["text"].startswith("La casa es") and first["src"] == "en"
    assert second["text"].startswith("Mi hermana")


# The same, genDeepl and genDeeplX. Without a language to translate from, the first sends an empty one.
def test_kiss_translator_for_the_contract_and_for_deeplx(dragoman, key):
    body = {"text": ["The house is big."], "target_lang": "ES", "source_lang": ""}
    headers = {"Content-type": "application/json", "Authorization": f"DeepL-Auth-Key {key}"}
    contract = answer(
        requests.post(f"{dragoman.address}/v2/translate", data=json.dumps(body), headers=headers)
    )
    assert contract["translations"][0]["detected_source_language"] == "EN"
    body = {"text": "The house is big.", "target_lang": "ES", "source_lang": "EN"}
    headers["Authorization"] = f"Bearer {key}"
    deeplx = answer(
        requests.post(
            f"{dragoman.address}/compat/deeplx/translate", data=json.dumps(body), headers=headers
        )
    )
    assert deeplx["data"].startswith("La casa es") and deeplx["source_lang"] == "EN"


# LibreOffice/core, 045bef390a02, linguistic/source/translate.cxx, with the address and the paragraph as in 0c2e24594ed2,
# sw/source/ui/misc/translatelangselect.cxx, and 0315e3bfac27, sw/source/uibase/shells/translatehelper.cxx.
def test_libreoffice(dragoman, key):
    paragraph = (
        '<span style="margin-bottom: 0cm">The <b>house</b> is big.<br/>My sister sings.</span>'
    )
    form = f"auth_key={key}&target_lang=ES&text={quote_plus(paragraph)}"
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    address = f"{dragoman.address}/v2/translate?tag_handling=html"
    (translation,) = answer(requests.post(address, data=form, headers=headers))["translations"]
    assert "<b>casa</b>" in translation["text"] and translation["text"].startswith("<span style=")


# jefs42/libretranslate, 1a6f4ecb41c2, src/LibreTranslate.php, which the application integration_libretranslate of Nextcloud has:
# curl sends a list of fields as multipart/form-data, and a list without any as an empty one, with GET, too.
EMPTY = {"data": "--x--\r\n", "headers": {"Content-Type": "multipart/form-data; boundary=x"}}


def test_nextcloud_asks_for_the_languages(libretranslate):
    assert "charLimit" in answer(requests.get(f"{libretranslate}/frontend/settings", **EMPTY))
    languages = answer(requests.get(f"{libretranslate}/languages", **EMPTY))
    assert {"code", "name"} <= set(languages[0])


def test_nextcloud_detects(libretranslate, key):
    query = {"q": SPANISH, "api_key": key}
    found = answer(requests.post(f"{libretranslate}/detect", params=query, **EMPTY))
    assert found[0]["language"] == "es"


def test_nextcloud_translates(libretranslate, key):
    fields = {
        "q": "The house is big.",
        "format": "html",
        "source": "en",
        "target": "es",
        "api_key": key,
    }
    multipart = {name: (None, value) for name, value in fields.items()}
    translated = answer(requests.post(f"{libretranslate}/translate", files=multipart))
    assert translated["translatedText"].startswith("La casa es")
