"""Translation memories through the official Python client, unmodified."""

import deepl
import pytest

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
