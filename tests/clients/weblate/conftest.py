"""Weblate without its server, and a Dragoman that knows what Weblate asks first."""

import tempfile
from pathlib import Path

import django
import pytest
from django.conf import settings
from installation import Dragoman

# What Weblate keeps beside its database; nothing of it is used here.
FOLDER = tempfile.TemporaryDirectory(prefix="dragoman-weblate-")

# The applications whose tables the classes of machine translation name, though no table is made or read.
APPLICATIONS = """
    weblate.auth weblate.checks weblate.formats weblate.glossary weblate.machinery weblate.trans weblate.lang
    weblate.screenshots weblate.accounts weblate.configuration weblate.utils weblate.memory weblate.vcs weblate
    weblate.metrics weblate_language_data django.contrib.auth django.contrib.contenttypes social_django
    django_otp_webauthn django_otp.plugins.otp_totp django_otp.plugins.otp_static
"""

settings.configure(
    INSTALLED_APPS=APPLICATIONS.split(),
    AUTH_USER_MODEL="weblate_auth.User",
    # None that needs a server. Caches are in memory, as Django has them.
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    DATA_DIR=FOLDER.name,
    CACHE_DIR=FOLDER.name,
    SITE_DOMAIN="weblate.example.com",
    SECRET_KEY="of the tests",
    USE_TZ=True,
    LOGGING_CONFIG=None,
    # What is kept from translation: placeholders of Python's strings, and links.
    CHECK_LIST=["weblate.checks.format.PythonFormatCheck", "weblate.checks.markup.URLCheck"],
)
django.setup()

# Weblate can be loaded only now.
from django.core.cache import cache  # noqa: E402
from weblate.checks.tests.test_checks import MockTranslation, MockUnit  # noqa: E402

MODEL = Path(__file__).parents[3] / "testdata" / "nmt" / "ende"


class DragomanWithGerman(Dragoman):
    """Weblate checks its settings with a text from English into German, which Apertium does not have."""

    def _start(self) -> None:
        self._data = self._folder / "data"
        self.run("models", "import", str(MODEL), "--from", "en", "--to", "de")
        super()._start()


@pytest.fixture(scope="session")
def dragoman(tmp_path_factory):
    dragoman = DragomanWithGerman(tmp_path_factory.mktemp("dragoman"))
    yield dragoman
    assert dragoman.stop() == 0, dragoman.log()


@pytest.fixture(autouse=True)
def nothing_remembered():
    """Languages, glossaries, translations and refusals are remembered for days."""
    cache.clear()


@pytest.fixture
def account(request, dragoman):
    """An account of the test's own: its name, and its key."""
    name = request.node.name.replace("_", "-")[:40]
    return name, dragoman.key("--account", name)


@pytest.fixture
def unit():
    """Makes a string of a project, as Weblate's own tests do it instead of reading one from the database."""

    def make(source, language="es", flags="", source_language="en"):
        unit = MockUnit(source=source, flags=flags)
        unit.translation = MockTranslation(language, source_language)
        return unit

    return make
