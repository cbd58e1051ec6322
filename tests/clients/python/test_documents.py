"""Documents sent and fetched by the official Python client."""

import io
import pathlib
import re
import shutil
import zipfile

import deepl
import pytest
from document_files import FIRST, FORMATS, SECOND, docx, pdf, text_of

# Office documents count as no fewer characters.
LEAST_CHARACTERS = 50_000
OFFICE = {"docx", "pptx", "xlsx"}
BILINGUAL = {"po", "xcstrings", "xliff"}


def translated(client, folder, name, content, **options):
    """The translation of a document with that content, and its status."""
    source, target = folder / name, folder / f"translated-{name}"
    source.write_bytes(content)
    status = client.translate_document_from_filepath(
        source, target, **{"source_lang": "EN", "target_lang": "ES", **options}
    )
    assert status.done and status.status == deepl.DocumentStatus.Status.DONE
    return target.read_bytes(), status


@pytest.mark.skipif(not shutil.which("soffice"), reason="LibreOffice is not installed")
def test_a_document_of_old_word_comes_back_as_docx(client, tmp_path):
    crates = pathlib.Path(__file__).parents[3] / "crates"
    content = (crates / "document-programs" / "testdata" / "sample.doc").read_bytes()
    result, status = translated(client, tmp_path, "garden.doc", content)
    assert zipfile.is_zipfile(io.BytesIO(result))
    assert "casa" in re.sub(r"<[^>]+>", "", text_of(result))
    assert status.billed_characters == LEAST_CHARACTERS


def test_a_pdf_document_comes_back_as_pdf_or_as_docx(client, tmp_path):
    result, status = translated(client, tmp_path, "houses.pdf", pdf())
    assert result.startswith(b"%PDF")
    assert FIRST.encode() not in result
    assert status.billed_characters == LEAST_CHARACTERS
    target = tmp_path / "houses.docx"
    # The client asks for the format that the target's name says.
    client.translate_document_from_filepath(
        tmp_path / "houses.pdf", target, source_lang="EN", target_lang="ES"
    )
    text = re.sub(r"<[^>]+>", "", text_of(target.read_bytes()))
    assert "La casa es grande." in text and "vieja" in text


@pytest.mark.skipif(not shutil.which("tesseract"), reason="Tesseract is not installed")
@pytest.mark.parametrize("ending", ["png", "jpg"])
def test_a_picture_comes_back_painted_anew(client, tmp_path, ending):
    crates = pathlib.Path(__file__).parents[3] / "crates"
    content = (crates / "pictures" / "testdata" / f"sample.{ending}").read_bytes()
    result, status = translated(client, tmp_path, f"sign.{ending}", content)
    assert result[:4] == content[:4] and result != content
    assert 0 < status.billed_characters < LEAST_CHARACTERS


@pytest.mark.parametrize("ending", FORMATS)
def test_a_document_of_every_format_comes_back_translated(client, tmp_path, ending):
    content = FORMATS[ending]()
    result, status = translated(client, tmp_path, f"houses.{ending}", content)
    text = re.sub(r"<[^>]+>", "", text_of(result)) if ending in OFFICE else text_of(result)
    assert "La casa es grande." in text
    assert "vieja" in text and "río" in text
    # Bilingual files keep the source.
    assert ("house is" in text) == (ending in BILINGUAL)
    if ending in OFFICE:
        assert status.billed_characters == LEAST_CHARACTERS
    else:
        assert status.billed_characters >= len(FIRST + SECOND)


def test_what_is_no_text_comes_back_as_it_was(client, tmp_path):
    content = docx()
    result, _ = translated(client, tmp_path, "houses.docx", content)
    before, after = (zipfile.ZipFile(io.BytesIO(file)) for file in (content, result))
    assert after.namelist() == before.namelist()
    for name in before.namelist():
        if name != "word/document.xml":
            assert after.read(name) == before.read(name), name
    bold = re.search(r"<w:b/></w:rPr><w:t[^>]*>([^<]*)<", after.read("word/document.xml").decode())
    assert bold[1].strip() == "vieja"


def test_a_text_file_comes_back_byte_for_byte(client, tmp_path):
    content = f"\ufeff  {FIRST}\r\n\r\n\r\n* {FIRST}".encode()
    result, _ = translated(client, tmp_path, "houses.txt", content)
    assert result == content.replace(FIRST.encode(), b"La casa es grande.")


def test_the_name_and_the_content_may_come_as_strings(client):
    output = io.BytesIO()
    status = client.translate_document(FIRST, output, target_lang="ES", filename="größe.txt")
    assert output.getvalue() == b"La casa es grande."
    assert status.billed_characters == len(FIRST)


@pytest.mark.parametrize("ending", ["html", "md", "vtt", "ass"])
def test_a_document_has_both_languages_if_that_is_wanted(client, tmp_path, ending):
    both = {"extra_body_parameters": {"bilingual": "true"}}
    result, _ = translated(client, tmp_path, f"houses.{ending}", FORMATS[ending](), **both)
    text = text_of(result)
    assert "La casa es grande." in text and "house is" in text
    with pytest.raises(deepl.DeepLException, match="'bilingual' is not supported"):
        translated(client, tmp_path, "houses.txt", FIRST.encode(), **both)


def test_a_glossary_decides_on_the_words_of_a_document(client, tmp_path):
    glossary = client.create_glossary("houses", "EN", "ES", {"house": "mansión"})
    other = client.create_glossary("rivers", "EN", "ES", {"river": "arroyo"})
    content = FORMATS["html"]()
    result, _ = translated(client, tmp_path, "houses.html", content, glossary=glossary)
    assert "mansión" in result.decode()
    both = {"glossary_ids": [glossary, other]}
    result, _ = translated(client, tmp_path, "houses.html", content, **both)
    assert "mansión" in result.decode() and "arroyo" in result.decode()


def test_characters_count_once_a_document_is_fetched(dragoman, tmp_path):
    client = dragoman.client("--account", "counted")
    handle = client.translate_document_upload(FIRST, target_lang="ES", filename="a.txt")
    status = client.translate_document_wait_until_done(handle)
    assert status.billed_characters == len(FIRST)
    assert client.get_usage().character.count == 0
    output = io.BytesIO()
    client.translate_document_download(handle, output)
    assert output.getvalue() == b"La casa es grande."
    assert client.get_usage().character.count == len(FIRST)
    with pytest.raises(deepl.DeepLException, match="Not found"):
        client.translate_document_download(handle, output)
    assert client.get_usage().character.count == len(FIRST)


def test_a_key_without_enough_characters_sends_no_document(dragoman):
    client = dragoman.client("--character-limit", "10")
    with pytest.raises(deepl.QuotaExceededException):
        client.translate_document_upload(FIRST, target_lang="ES", filename="a.txt")


def test_a_handle_that_nobody_was_given_finds_nothing(client):
    handle = client.translate_document_upload(FIRST, target_lang="ES", filename="a.txt")
    for wrong in (
        deepl.DocumentHandle("0" * 32, handle.document_key),
        deepl.DocumentHandle(handle.document_id, "0" * 64),
        deepl.DocumentHandle("wrong", "wrong"),
    ):
        for call in (client.translate_document_get_status, client.translate_document_download):
            with pytest.raises(deepl.DeepLException, match="Not found"):
                call(wrong)


def test_a_document_that_cannot_be_translated_says_why(client, tmp_path):
    source = tmp_path / "broken.docx"
    source.write_bytes(b"this is no archive")
    with pytest.raises(deepl.DocumentTranslationException, match="DOCX") as failure:
        client.translate_document_from_filepath(source, tmp_path / "out.docx", target_lang="ES")
    assert failure.value.document_handle.document_id
    assert not (tmp_path / "out.docx").exists()
    with pytest.raises(deepl.DocumentTranslationException, match="(?i)equal"):
        client.translate_document(
            FIRST, io.BytesIO(), source_lang="EN", target_lang="EN-GB", filename="a.txt"
        )


def test_what_is_refused_is_refused_when_it_is_sent(client):
    def send(**options):
        arguments = {"target_lang": "ES", "filename": "a.txt", **options}
        return client.translate_document_upload(FIRST, **arguments)

    for message, options in [
        ("(?i)file must end with", {"filename": "a.exe"}),
        ("output_format", {"output_format": "docx"}),
        ("glossary", {"source_lang": "EN", "glossary": "b2c3f7a0-0000-4000-8000-000000000000"}),
    ]:
        with pytest.raises(deepl.DeepLException, match=message):
            send(**options)
