## The pages of administration

nav-usage = Nutzung
nav-administration = Verwaltung
tab-keys = Schlüssel
tab-models = Modelle
tab-health = Zustand
no-limit = keine
never = nie
as-table = Als Tabelle
keep = Behalten
problem-day = Ein Tag wird so geschrieben: 2026-05-17.
problem-scope = Dem Schlüssel kann nur gegeben werden, was hier aufgeführt ist.
problem-number = Eine Grenze ist eine ganze Zahl von Zeichen, oder das Feld bleibt leer.

## Usage

usage-account = Das Konto in diesem Zeitraum
usage-own = Sie in diesem Zeitraum
# $most is a number of characters, $day the day on which the count begins anew.
usage-of = von { $most ->
    [one] { $most } Zeichen
   *[other] { $most } Zeichen
} · beginnt neu am { $day }
usage-without-limit = Zeichen, ohne Grenze · die Zählung beginnt neu am { $day }
usage-from = Von
usage-to = Bis
usage-show = Anzeigen
usage-current = Dieser Zeitraum
usage-shares = Texte, Dokumente, Verbesserung
usage-texts = Texte
usage-documents = Dokumente
usage-improvement = Verbesserung
# $percent is a whole number, $characters how many characters that are.
usage-share = { $percent } % · { $characters ->
    [one] { $characters } Zeichen
   *[other] { $characters } Zeichen
}
usage-busiest = Meistgenutzter Schlüssel
usage-by-day = Zeichen nach Tagen
usage-by-key = Schlüssel
usage-by-tag = Tags
usage-day = Tag
usage-tag = Tag
usage-characters = Zeichen
usage-none = An diesen Tagen wurde nichts gezählt.
usage-more-tags = Es gibt weitere Tags; die Datei enthält alle.

## Keys

keys-programs = Schlüssel für Programme
keys-none = Es gibt noch keine.
keys-ended = Widerrufen
keys-back = Alle Schlüssel
keys-persons = Personen
keys-persons-about = Wer sich mit eigenem Namen beim Konto angemeldet hat. Was diese Personen tun, zählt für das Konto.
key-label = Bezeichnung
key-mask = Schlüssel
key-scopes = Darf
key-used = Genutzt in diesem Zeitraum
key-limit = Grenze
key-made = Erstellt
key-expires = Läuft ab
key-ended = widerrufen
person-name = Name
person-since = Erste Anmeldung
scopes-all = alles
key-new = Schlüssel erstellen
key-scopes-about = Ein Schlüssel, für den nichts ausgewählt ist, darf alles, was Programme dürfen.
key-expires-after = Letzter Tag
key-expires-about = Der Schlüssel gilt bis zum Ende dieses Tages in UTC. Ohne Tag läuft er nicht ab.
key-make = Schlüssel erstellen
scope-translate-text = Texte übersetzen
scope-translate-document = Dokumente übersetzen
scope-improve-text = Texte verbessern
scope-read-glossaries = Glossare lesen
scope-write-glossaries = Glossare ändern
scope-read-style-rules = Stilregeln lesen
scope-write-style-rules = Stilregeln ändern
scope-read-memories = Übersetzungsspeicher lesen
scope-read-languages = Sprachen auflisten
scope-read-usage = Nutzung lesen
# $label is what the key is called.
key-made-title = Der Schlüssel „{ $label }“ ist erstellt
key-secret-once = Kopieren Sie ihn jetzt. Er wird nur dieses eine Mal angezeigt, und niemand kann ihn später lesen.
key-rename = Umbenennen
key-limit-about = Zeichen in einem Zeitraum. Ist das Feld leer, gibt es keine Grenze; 0 sperrt jede Nutzung.
key-set-limit = Grenze festlegen
key-end = Schlüssel widerrufen
key-end-question = Schlüssel „{ $label }“ widerrufen?
person-end = Zugang widerrufen
person-end-question = Zugang von „{ $label }“ widerrufen?
end-about = Das gilt sofort und lässt sich nicht rückgängig machen.
end-own = Sie sind selbst damit angemeldet und werden dadurch abgemeldet.

## Models

models-installed = Installierte Modelle
models-none = Es sind keine Modelle installiert.
models-used = Sie belegen { $used }.
models-free = Auf dem Datenträger sind { $free } frei.
models-fetch = Modelle herunterladen
models-fetched = Downloads
models-available = Modelle, die heruntergeladen werden können
models-back = Installierte Modelle
models-old-catalogue = Der Katalog ist nicht erreichbar; dies ist eine alte Kopie davon.
megabytes = { $number } MB
model-pair = Sprachen
model-name = Name
model-size = Größe
model-quality = COMET
model-quality-about = COMET ist die Qualität, die der Herausgeber angibt: je näher an 1, desto besser. Werte verschiedener Sprachpaare lassen sich nicht vergleichen.
model-licence = Lizenz
model-origin = Herkunft
model-installed = Installiert
model-architecture = Art
model-fetch = Herunterladen
model-is-installed = installiert
model-remove = Entfernen
model-remove-question = Modell { $name } entfernen?
model-remove-about = Übersetzungen dieser Sprachen nutzen dann eine andere Übersetzungsmaschine oder sind nicht mehr möglich. Das Modell kann wieder heruntergeladen werden.
# $folder is the path of a folder, $reason a sentence about what is wrong with it.
model-broken = { $folder } ist kein Modell: { $reason }
licence-not-stated = nicht angegeben
pull-beginning = beginnt
pull-checking = wird geprüft
pull-done = installiert
pull-failed = Nicht installiert.
# $detail is a sentence of the program in English.
problem-catalogue = Der Katalog der Modelle kann nicht gelesen werden. { $detail }
problem-no-model = Dieses Modell ist nicht mehr installiert.
problem-model = { $detail }
problem-too-many-pulls = Es werden gerade { $most } Modelle heruntergeladen, mehr sind gleichzeitig nicht möglich. Warten Sie, bis eines fertig ist.

## Health

health-about = Jeder Teil der Installation wird ausprobiert: der Datenordner, die Übersetzungsmaschinen, die Modelle und die Programme neben dem Server. Das dauert bis zu einigen Minuten.
health-check = Jetzt prüfen
health-running = Die Prüfung läuft.
# $time is a day and a time of it in UTC.
health-checked = Geprüft am { $time } UTC
finding-good = funktioniert
finding-missing = fehlt
finding-broken = defekt
problem-check-timed-out = Die Prüfung wurde nach { $seconds } Sekunden abgebrochen. Im Protokoll des Servers steht vielleicht, was nicht antwortet.
problem-check = Die Prüfung war nicht möglich. { $detail }

## About

nav-about = Über Dragoman
about-version = Version
about-licence = Lizenz
about-libraries = Bibliotheken
about-programs = Die letzten sind eigenständige Programme, die genutzt werden, wo sie installiert sind. Auch Wörterbücher haben eigene Lizenzen.
about-models = Lizenzen der installierten Modelle
