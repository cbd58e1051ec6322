## Translating texts

tabs-translate = Was übersetzt werden soll
tab-text = Text
tab-documents = Dokumente
panes-label = Übersetzung
from-label = Von
into-label = Nach
# Before the languages that somebody used last.
last-used = Zuletzt verwendet
detect-language = Sprache erkennen
# $language is the name of a language.
detected-language = { $language } (erkannt)
swap = Sprachen tauschen
swap-title = Sprachen tauschen (Ctrl+Shift+S)
text-label = Text
text-placeholder = Text eingeben oder einfügen
length-title = Zeichen
clear = Löschen
translate = Übersetzen
translation-appears = Hier erscheint die Übersetzung.
texts-stay = Texte bleiben auf diesem Server.
read-aloud = Vorlesen
copy = Kopieren
copied = Kopiert
download = Herunterladen
alternatives = Andere Formulierungen
alternatives-title = Andere Formulierungen zeigen
alternatives-none = Hier gibt es keine andere Formulierung.
from-memory = Aus dem Übersetzungsspeicher
from-glossary = Aus dem Glossar
engine-basic = Einfache Übersetzung: gibt nur ungefähr den Sinn wieder
engine-neural = Neuronale Übersetzung
engine-language-model = Sprachmodell
recalled = { $number ->
    [one] { $number } Satz aus dem Speicher
   *[other] { $number } Sätze aus dem Speicher
}
terms-placed = { $number ->
    [one] { $number } Begriff aus dem Glossar
   *[other] { $number } Begriffe aus dem Glossar
}
chips-label = Wie übersetzt wird
chip-register = Anrede
register-any = beliebig
register-formal = formell
register-informal = informell
chip-glossary = Glossar
chip-style = Stil
chip-memory = Speicher
chip-none = ohne

## The history of translations, which the browser keeps

history = Verlauf
history-on = Verlauf meiner Übersetzungen speichern
history-kept = Der Verlauf wird nur in diesem Browser gespeichert, und niemand sonst sieht ihn. Beim Ausschalten wird er gelöscht.
# Where people translate without signing in.
history-kept-open = Der Verlauf wird nur in diesem Browser gespeichert. Wer diesen Browser ohne Anmeldung benutzt, sieht ihn. Beim Ausschalten wird er gelöscht.
history-refused = Dieser Browser lässt nicht zu, dass die Seite etwas speichert.
history-none = Noch ist nichts gespeichert.
history-again = Noch einmal übersetzen
history-delete = Verlauf löschen
