"""What every file of tests has."""

import pytest
from installation import Dragoman
from machines import TOOLS, Machines, SharedData


@pytest.fixture(scope="session")
def shared_data(tmp_path_factory):
    """What several machines share; none if the tests have one server."""
    if not TOOLS:
        yield None
        return
    shared = SharedData(tmp_path_factory.mktemp("objects"))
    yield shared
    shared.stop()


@pytest.fixture(scope="module")
def dragoman(tmp_path_factory, shared_data):
    folder = tmp_path_factory.mktemp("dragoman")
    dragoman = Machines(folder, shared_data) if shared_data else Dragoman(folder)
    yield dragoman
    assert dragoman.stop() == 0, dragoman.log()


@pytest.fixture(scope="module")
def client(dragoman):
    return dragoman.client()
