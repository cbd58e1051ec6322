"""The official SDK of the Model Context Protocol, unmodified, as an assistant uses it: in both ways."""

import asyncio
import base64
import json
import os

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

TOOLS = {
    "correct_text",
    "detect_language",
    "list_glossaries",
    "list_languages",
    "rephrase_text",
    "translate_document",
    "translate_text",
}


@pytest.fixture(scope="module")
def key(dragoman):
    key = dragoman.key("--account", "assistants")
    dragoman.run("account", "set", "assistants", "--detection", "on")
    return key


def beside_files(dragoman, key, *arguments):
    """The assistant starts the program."""
    return StdioServerParameters(
        command=os.environ["DRAGOMAN"],
        args=["mcp", "--server", dragoman.address, *arguments],
        env={"DRAGOMAN_API_KEY": key},
    )


def over_http(dragoman, key):
    """The assistant reaches the server."""
    headers = {"Authorization": f"Bearer {key}"}
    return streamable_http_client(f"{dragoman.address}/mcp", http_client=create_mcp_http_client(headers=headers))


WAYS = pytest.mark.parametrize("way", [beside_files, over_http])


def call(transport, name, arguments):
    """The answer of one tool."""

    async def ask():
        async with Client(transport) as client:
            return await client.call_tool(name, arguments)

    return asyncio.run(ask())


def text(answer):
    return answer.content[0].text


@WAYS
def test_the_tools_say_what_they_take(dragoman, key, way):
    async def ask():
        async with Client(way(dragoman, key)) as client:
            return (await client.list_tools()).tools

    tools = {tool.name: tool for tool in asyncio.run(ask())}
    assert set(tools) == TOOLS
    assert all(tool.description for tool in tools.values())
    schema = tools["translate_text"].input_schema
    assert set(schema["required"]) == {"text", "target_lang"}
    document = tools["translate_document"].input_schema["properties"]
    assert ("path" in document) == (way is beside_files)
    assert "target_lang" in document


@WAYS
def test_texts_are_translated_corrected_and_detected(dragoman, key, way):
    texts = {"text": ["The house is big.", "My sister sings."], "source_lang": "en", "target_lang": "es"}
    answer = call(way(dragoman, key), "translate_text", texts)
    assert not answer.is_error, text(answer)
    assert json.loads(text(answer))["translations"][0]["text"].startswith("La casa es")
    answer = call(way(dragoman, key), "correct_text", {"text": ["I has a apple."], "target_lang": "en-US"})
    assert json.loads(text(answer))["improvements"][0]["text"] == "I have an apple."
    answer = call(way(dragoman, key), "detect_language", {"text": ["El tren llega a la estación a las ocho."]})
    assert json.loads(text(answer))["results"][0]["detected_language"] == "es"
    answer = call(way(dragoman, key), "list_languages", {})
    languages = {language["lang"].lower() for language in json.loads(text(answer))["languages"]}
    assert {"en", "es"} <= languages
    answer = call(way(dragoman, key), "list_glossaries", {})
    assert json.loads(text(answer)) == {"glossaries": []}


@WAYS
def test_an_assistant_is_told_what_is_wrong(dragoman, key, way):
    answer = call(way(dragoman, key), "translate_text", {"text": ["The house."], "target_lang": "xx"})
    assert answer.is_error
    assert "'target_lang' not supported" in text(answer)
    answer = call(way(dragoman, key), "rephrase_text", {"text": ["A."], "tone": "friendly", "writing_style": "simple"})
    assert answer.is_error
    assert "Both writing_style and tone defined" in text(answer)


def test_a_document_is_translated_beside_its_file(dragoman, key, tmp_path):
    document = tmp_path / 'The "house".txt'
    document.write_text("The house is big.\n")
    asked = {"path": str(document), "source_lang": "en", "target_lang": "es"}
    answer = call(beside_files(dragoman, key), "translate_document", asked)
    assert not answer.is_error, text(answer)
    written = tmp_path / 'The "house".es.txt'
    assert json.loads(text(answer))["path"] == str(written)
    assert written.read_text().startswith("La casa es")
    # Nothing is overwritten, and what is no file is not read.
    written.write_text("mine")
    answer = call(beside_files(dragoman, key), "translate_document", asked)
    assert answer.is_error and "output_path" in text(answer)
    assert written.read_text() == "mine"
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    for path in [tmp_path / "nothing.txt", tmp_path, pipe]:
        answer = call(beside_files(dragoman, key), "translate_document", asked | {"path": str(path)})
        assert answer.is_error and "cannot be read" in text(answer)
    other = {"output_path": str(tmp_path / "other.txt")}
    answer = call(beside_files(dragoman, key), "translate_document", asked | other)
    assert json.loads(text(answer))["path"] == other["output_path"]
    # Nothing is left of what fails, and nothing is sent that could not be written.
    wrong = {"target_lang": "xx"}
    answer = call(beside_files(dragoman, key), "translate_document", asked | wrong)
    assert answer.is_error and not (tmp_path / 'The "house".xx.txt').exists()
    nowhere = {"output_path": str(tmp_path / "nowhere" / "other.txt")}
    answer = call(beside_files(dragoman, key), "translate_document", asked | nowhere)
    assert answer.is_error and "cannot be written" in text(answer)


def test_a_document_comes_and_goes_with_the_call(dragoman, key):
    content = base64.b64encode(b"<p>The house is big.</p>").decode()
    asked = {"file_name": "house.html", "content_base64": content, "source_lang": "en", "target_lang": "es"}
    answer = call(over_http(dragoman, key), "translate_document", asked)
    assert not answer.is_error, text(answer)
    assert json.loads(text(answer))["file_name"] == "house.html"
    translation = base64.b64decode(answer.content[1].resource.blob).decode()
    assert translation.startswith("<p>La casa es")
    for wrong, reason in [
        ({"content_base64": "%"}, "content_base64"),
        ({"file_name": "house.exe"}, "file extension"),
    ]:
        answer = call(over_http(dragoman, key), "translate_document", asked | wrong)
        assert answer.is_error and reason in text(answer)


@WAYS
def test_a_used_up_limit_is_told(dragoman, way):
    key = dragoman.key("--account", f"little-{way.__name__}", "--character-limit", "10")
    answer = call(way(dragoman, key), "translate_text", {"text": ["The house is big."], "target_lang": "es"})
    assert answer.is_error
    assert "Quota exceeded" in text(answer)


def test_wrong_keys_and_addresses_are_told(dragoman, key, tmp_path):
    asked = {"text": ["The house is big."], "target_lang": "es"}
    answer = call(beside_files(dragoman, "none"), "translate_text", asked)
    assert answer.is_error and "Authorization failed" in text(answer)
    nowhere = StdioServerParameters(
        command=os.environ["DRAGOMAN"],
        args=["mcp", "--server", "http://127.0.0.1:1"],
        env={"DRAGOMAN_API_KEY": key},
    )
    answer = call(nowhere, "translate_text", asked)
    assert answer.is_error and "does not answer" in text(answer)
    file = tmp_path / "key"
    file.write_text(f"{key}\n")
    answer = call(beside_files(dragoman, "none", "--key-file", str(file)), "translate_text", asked)
    assert not answer.is_error, text(answer)
    with pytest.raises(Exception):
        call(over_http(dragoman, "none"), "translate_text", asked)
