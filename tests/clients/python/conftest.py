"""What every file of tests has."""

import pytest
from installation import Dragoman


@pytest.fixture(scope="module")
def dragoman(tmp_path_factory):
    dragoman = Dragoman(tmp_path_factory.mktemp("dragoman"))
    yield dragoman
    assert dragoman.stop() == 0, dragoman.log()


@pytest.fixture(scope="module")
def client(dragoman):
    return dragoman.client()
