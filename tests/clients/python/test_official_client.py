"""The official Python client, unmodified, against a Dragoman of its own."""

import json
import os
import signal
import subprocess
from pathlib import Path

import deepl
import pytest

ENGLISH = "The old house near the river is very big."


class Dragoman:
    """An installation with a running server."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("DRAGOMAN_", "DEEPL_"))
        }
        self._log = open(folder / "log", "w+")
        self._environment["DRAGOMAN_MODELS__OFFLINE"] = "true"
        self._server = subprocess.Popen(
            self._command("serve", "--listen", "127.0.0.1:0"),
            cwd=folder,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )
        first_line = self._server.stdout.readline()
        assert first_line.startswith("Dragoman listens on http://"), self.log()
        self.address = first_line.split()[-1]

    def _command(self, *arguments: str) -> list[str]:
        return [os.environ["DRAGOMAN"], *arguments, "--data-dir", str(self._folder / "data")]

    def run(self, *arguments: str) -> str:
        """Runs a command on the installation and gives what it prints."""
        return subprocess.run(
            self._command(*arguments),
            cwd=self._folder,
            env=self._environment,
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    def client(self, *options: str) -> deepl.DeepLClient:
        """A client with a key made with these options of "keys create"."""
        key = json.loads(self.run("keys", "create", "--json", *options))["key"]
        return deepl.DeepLClient(key, server_url=self.address)

    def log(self) -> str:
        self._log.seek(0)
        return self._log.read()

    def stop(self) -> int:
        self._server.send_signal(signal.SIGTERM)
        self._server.communicate()
        return self._server.returncode


@pytest.fixture(scope="module")
def dragoman(tmp_path_factory):
    dragoman = Dragoman(tmp_path_factory.mktemp("dragoman"))
    yield dragoman
    assert dragoman.stop() == 0, dragoman.log()


@pytest.fixture(scope="module")
def client(dragoman):
    return dragoman.client()


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


@pytest.mark.parametrize("tags", ["xml", "html"])
def test_what_is_not_available_is_refused_by_name(client, tags):
    with pytest.raises(deepl.DeepLException, match="tag_handling"):
        client.translate_text(
            "<p>The house.</p>", source_lang="EN", target_lang="ES", tag_handling=tags
        )


TMX = """<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4"><header srclang="en" datatype="plaintext"/><body>
<tu><tuv xml:lang="en"><seg>Good morning, Paul</seg></tuv>
<tuv xml:lang="es"><seg>Buenos días, Paul</seg></tuv>
<tuv xml:lang="de"><seg>Guten Morgen, Paul</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>Nobody translated this</seg></tuv></tu>
</body></tmx>"""


@pytest.fixture
def memory(dragoman, tmp_path, monkeypatch):
    """A client with a translation memory, and the job that imported it."""
    # The client asks for a job every five seconds.
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    client = dragoman.client("--account", tmp_path.name)
    file = tmp_path / "morning.tmx"
    file.write_text(TMX, encoding="utf-8")
    job = client.import_translation_memory_from_filepath(file, display_name="Morning")
    return client, job


def test_a_translation_memory_is_imported_read_and_deleted(memory):
    client, job = memory
    assert (job.status, job.operation, job.display_name) == ("completed", "import", "Morning")
    assert job.result.skipped_segment_count == 1
    [listed] = client.list_translation_memories(page=0, page_size=25)
    read = client.get_translation_memory(job.result.translation_memory_id)
    for info in (listed, read):
        assert info.translation_memory_id == job.result.translation_memory_id
        assert (info.name, info.source_language, info.segment_count) == ("Morning", "en", 1)
        assert sorted(info.target_languages) == ["de", "es"]
        assert info.creation_time is not None
    page = client.list_translation_memory_segments(read, page_size=1, filter_text="PAUL")
    [segment] = page
    assert segment.source_text == "Good morning, Paul"
    assert {target.target_language: target.target_text for target in segment.targets} == {
        "es": "Buenos días, Paul",
        "de": "Guten Morgen, Paul",
    }
    assert page.segment_count == 1 and page.next_page_cursor is None
    assert not list(
        client.list_translation_memory_segments(
            read, filter_text="PAUL", filter_case_sensitive=True
        )
    )
    client.delete_translation_memory(read)
    with pytest.raises(deepl.DeepLException, match="404|Not found|translation memory"):
        client.get_translation_memory(read)
    assert client.list_translation_memories() == []


def test_a_translation_memory_is_exported_to_a_file(memory, tmp_path):
    client, imported = memory
    copy = tmp_path / "copy.tmx"
    job = client.export_translation_memory_to_filepath(
        imported.result.translation_memory_id, copy
    )
    assert job.operation == "export" and job.ok
    assert "<seg>Buenos días, Paul</seg>" in copy.read_text(encoding="utf-8")
    again = client.create_translation_memory_export(imported.result.translation_memory_id)
    assert again.reused_existing and again.job_id == job.job_id
    assert client.get_translation_memory_job(again.job_id).status == "downloaded"


def test_a_file_that_is_no_translation_memory_is_refused_with_the_line(client, tmp_path, monkeypatch):
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    file = tmp_path / "broken.tmx"
    file.write_text(TMX[:-20], encoding="utf-8")
    with pytest.raises(deepl.DeepLException, match="line [0-9]+"):
        client.import_translation_memory_from_filepath(file)
