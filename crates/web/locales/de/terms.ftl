## Terms: glossaries, translation memories, style rules

nav-terms = Terminologie
tab-glossaries = Glossare
tab-memories = Übersetzungsspeicher
tab-style-rules = Stilregeln
name = Name
language = Sprache
languages = Sprachen
made = Erstellt
changed = Geändert
make = Erstellen
rename = Umbenennen
search = Suchen
import = Importieren
rows = Zeilen
rows-first = Zum Anfang
rows-before = Zurück
rows-next = Weiter
# $first and $last are the numbers of rows, $all is how many there are.
rows-which = { $first } bis { $last } von { $all }

## Glossaries

glossaries-all = Alle Glossare
glossaries-none = Es gibt noch keine Glossare. Ein Glossar legt fest, wie Begriffe übersetzt werden.
glossary-new = Glossar erstellen
glossary-delete = Glossar löschen
glossary-delete-question = Glossar „{ $name }“ mit allen Einträgen löschen? Das lässt sich nicht rückgängig machen.
dictionaries = Sprachpaare
dictionaries-none = Dieses Glossar hat noch keine Einträge. Importieren Sie welche.
dictionary-delete = Diese Einträge löschen
# $pair is a pair of languages, such as “English → German”.
dictionary-delete-question = Alle Einträge für { $pair } löschen? Das lässt sich nicht rückgängig machen.
entries = Einträge
entries-paste = Einträge, einer pro Zeile: der Begriff, ein Tabulator oder Komma, seine Übersetzung
entries-file = oder eine Datei (TSV oder CSV)
entries-note = Ein Begriff steht nur in einer Zeile. Eine aus einer Tabellenkalkulation kopierte Tabelle hat Tabulatoren. Wenn eine Datei gewählt ist, gilt sie statt des eingefügten Textes.
entries-import = Einträge importieren
entries-none-found = Nichts gefunden.
import-merge = Zu den vorhandenen Einträgen hinzufügen; ist ein Begriff schon vorhanden, wird seine Übersetzung ersetzt
import-replace = Alle Einträge dieses Sprachpaars ersetzen
entry-add = Hinzufügen
entry-remove = Entfernen
download-tsv = Als TSV herunterladen
download-csv = Als CSV herunterladen

## Translation memories

memories-all = Alle Übersetzungsspeicher
memories-none = Es gibt noch keine Übersetzungsspeicher. Ein Übersetzungsspeicher enthält Sätze mit Übersetzungen, die wiederverwendet werden.
memory-import = Übersetzungsspeicher importieren
# $megabytes is the size of the largest file.
memory-file = TMX-Datei, bis { $megabytes } MB
memory-name-note = Ohne Namen erhält er den der Datei.
memory-importing = Die Datei ist da und wird importiert.
memory-exporting = Die Datei wird geschrieben.
memory-imported = Der Übersetzungsspeicher ist importiert.
memory-skipped = { $skipped ->
    [one] { $skipped } Einheit der Datei wurde ausgelassen: Ihr fehlt ein Ausgangstext oder eine Übersetzung in einer bekannten Sprache, oder sie ist zu lang.
   *[other] { $skipped } Einheiten der Datei wurden ausgelassen: Ihnen fehlt ein Ausgangstext oder eine Übersetzung in einer bekannten Sprache, oder sie sind zu lang.
}
memory-open = Übersetzungsspeicher öffnen
memory-export = Als TMX exportieren
memory-download = TMX-Datei herunterladen
memory-job-expired = Diese Datei ist nicht mehr hier. Exportieren Sie den Übersetzungsspeicher noch einmal.
memory-delete = Übersetzungsspeicher löschen
memory-delete-question = Übersetzungsspeicher „{ $name }“ mit allen Segmenten löschen? Das lässt sich nicht rückgängig machen.
segments = Segmente
segments-number = { $segments ->
    [one] { $segments } Segment
   *[other] { $segments } Segmente
}
segments-none-found = Hier sind keine Segmente.
translations = Übersetzungen

## Style rules

style-lists-all = Alle Stilregeln
style-lists-none = Es gibt noch keine Stilregeln. Sie legen fest, wie Übersetzungen in eine Sprache geschrieben werden.
style-list-new = Liste von Stilregeln erstellen
style-list-language = Sprache der Übersetzungen
style-list-delete = Stilregeln löschen
style-list-delete-question = Stilregeln „{ $name }“ löschen? Das lässt sich nicht rückgängig machen.
rules = Regeln
rules-chosen = { $rules ->
    [0] keine gewählt
    [one] { $rules } gewählt
   *[other] { $rules } gewählt
}
rule-not-set = Ohne Vorgabe
rule-needs-model = Erfordert ein Sprachmodell.
rule-needs-register = Die Übersetzungsmaschine wird um diese Anrede gebeten; nicht jede kann das.
instructions = Eigene Anweisungen
instructions-note = Ganze Sätze, die sagen, was sonst noch gewünscht ist. Sie erfordern ein Sprachmodell.
instructions-none = Es gibt keine.
instruction-prompt = Anweisung
instruction-source = Für Texte in
instruction-any-source = beliebiger Sprache
instruction-add = Hinzufügen
instruction-remove = Entfernen

## What goes wrong with them

problem-name-missing = Geben Sie einen Namen an.
problem-name-control = Ein Name ist eine Zeile ohne Steuerzeichen.
problem-name-too-long = Der Name ist zu lang: höchstens { $most }.
problem-name-taken = Den Namen „{ $name }“ gibt es schon. Wählen Sie einen anderen.
problem-no-pair = Wählen Sie beide Sprachen.
problem-no-language = Wählen Sie die Sprache.
problem-same-language = Wählen Sie zwei verschiedene Sprachen.
problem-no-entries = Es gibt keine Einträge. Fügen Sie welche ein oder wählen Sie eine Datei.
problem-entries-not-utf8 = Die Einträge sind kein Text in UTF-8. Speichern Sie die Datei als „CSV UTF-8“ oder als Text in UTF-8.
problem-entries-too-large = Das sind mehr Einträge, als ein Glossar haben kann: höchstens { $most } MiB. Verwenden Sie mehrere Glossare.
problem-entries-other-pairs = Alle Zeilen sind für andere Sprachen. Prüfen Sie die gewählten Sprachen und die dritte und vierte Spalte.
# $line is the number of a line of the file, from 1.
problem-entries-missing-target = Zeile { $line } hat keine Übersetzung. Zwischen Begriff und Übersetzung steht ein Tabulator oder Komma.
problem-entries-second-tab = Zeile { $line } hat mehr als einen Tabulator. Sie besteht aus Begriff, Tabulator und Übersetzung.
problem-entries-empty-term = In Zeile { $line } ist der Begriff oder seine Übersetzung leer.
problem-entries-long-term = In Zeile { $line } ist ein Begriff zu lang: höchstens { $most } Bytes.
problem-entries-control = In Zeile { $line } enthält ein Begriff einen Tabulator, einen Zeilenumbruch oder ein anderes Steuerzeichen.
# $first is the number of the earlier line.
problem-entries-duplicate = Der Begriff in Zeile { $line } steht schon in Zeile { $first }. Behalten Sie einen der beiden.
problem-entries-open-quote = Das Anführungszeichen in Zeile { $line } wird nicht geschlossen.
problem-entries-stray-quote = In Zeile { $line } steht ein Anführungszeichen, wo keines stehen darf. Setzen Sie das ganze Feld in Anführungszeichen und verdoppeln Sie die darin.
problem-entry-exists = „{ $source }“ ist schon vorhanden, als „{ $target }“. Ändern Sie diesen Eintrag.
problem-entry-changed = Inzwischen hat jemand „{ $source }“ geändert: Es ist jetzt „{ $now }“. Ihr „{ $wrote }“ wurde nicht gespeichert; ändern Sie es noch einmal, wenn es richtig ist.
problem-entry-changed-not-removed = Inzwischen hat jemand „{ $source }“ geändert: Es ist jetzt „{ $now }“. Es wurde nicht entfernt.
problem-entry-gone = Inzwischen hat jemand „{ $source }“ entfernt oder umbenannt. Ihr „{ $wrote }“ wurde nicht gespeichert; fügen Sie es hinzu, wenn es richtig ist.
problem-entry-removed-already = Inzwischen hat jemand „{ $source }“ entfernt oder umbenannt.
problem-last-entry = Das ist der letzte Eintrag. Löschen Sie stattdessen alle Einträge dieses Sprachpaars.
problem-try-again = Jemand hat das gleichzeitig geändert. Versuchen Sie es noch einmal.
problem-glossary-gone = Dieses Glossar gibt es nicht. Vielleicht wurde es gelöscht.
problem-dictionary-gone = Das Glossar hat keine Einträge für diese Sprachen. Vielleicht wurden sie gelöscht.
problem-memory-gone = Diesen Übersetzungsspeicher gibt es nicht. Vielleicht wurde er gelöscht.
problem-memory-job-gone = Diese Datei ist nicht mehr hier, oder dieser Import oder Export ist nicht bekannt.
problem-memory-too-large = Die Datei ist größer als { $most } MB. Teilen Sie sie auf.
problem-no-memory-file = Wählen Sie eine TMX-Datei.
problem-style-list-gone = Diese Stilregeln gibt es nicht. Vielleicht wurden sie gelöscht.
problem-style-list-changed = Inzwischen hat jemand diese Stilregeln geändert. Es wurde nichts getan; unten sehen Sie den jetzigen Stand.
problem-instruction-gone = Diese Anweisung gibt es nicht. Vielleicht wurde sie entfernt.
problem-instruction-label = Der Name einer Anweisung hat 1 bis { $most } Zeichen.
problem-instruction-prompt = Eine Anweisung hat 1 bis { $most } Zeichen.
