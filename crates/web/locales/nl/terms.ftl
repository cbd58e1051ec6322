## Terms: glossaries, translation memories, style rules

nav-terms = Terminologie
tab-glossaries = Woordenlijsten
tab-memories = Vertaalgeheugens
tab-style-rules = Stijlregels
name = Naam
language = Taal
languages = Talen
made = Aangemaakt
changed = Gewijzigd
make = Aanmaken
rename = Naam wijzigen
search = Zoeken
import = Importeren
rows = Rijen
rows-first = Terug naar het begin
rows-before = Vorige
rows-next = Volgende
# $first and $last are the numbers of rows, $all is how many there are.
rows-which = { $first } tot { $last } van { $all }

## Glossaries

glossaries-all = Alle woordenlijsten
glossaries-none = Er zijn nog geen woordenlijsten. Een woordenlijst zegt hoe termen moeten worden vertaald.
glossary-new = Een woordenlijst aanmaken
glossary-delete = De woordenlijst verwijderen
glossary-delete-question = De woordenlijst “{ $name }” met alle termen verwijderen? Dit kan niet ongedaan worden gemaakt.
dictionaries = Taalparen
dictionaries-none = Deze woordenlijst heeft nog geen termen. Importeer er een paar.
dictionary-delete = Deze termen verwijderen
# $pair is a pair of languages, such as “English → German”.
dictionary-delete-question = Alle termen voor { $pair } verwijderen? Dit kan niet ongedaan worden gemaakt.
entries = Termen
entries-paste = Termen, één per regel: de term, een tab of komma, de vertaling
entries-file = of een bestand (TSV of CSV)
entries-note = Een term staat op één regel. Een tabel die uit een rekenblad is gekopieerd, bevat tabs. Een bestand gaat voor op wat is geplakt.
entries-import = Termen importeren
entries-none-found = Niets gevonden.
import-merge = Toevoegen aan de bestaande termen; bij een term die er al is, wordt de vertaling vervangen
import-replace = Alle termen van dit taalpaar vervangen
entry-add = Toevoegen
entry-remove = Verwijderen
download-tsv = Downloaden als TSV
download-csv = Downloaden als CSV

## Translation memories

memories-all = Alle vertaalgeheugens
memories-none = Er zijn nog geen vertaalgeheugens. Een geheugen bevat zinnen met vertalingen die opnieuw worden gebruikt.
memory-import = Een vertaalgeheugen importeren
# $megabytes is the size of the largest file.
memory-file = TMX-bestand, tot { $megabytes } MB
memory-name-note = Zonder naam krijgt het die van het bestand.
memory-importing = Het bestand is er en wordt geïmporteerd.
memory-exporting = Het bestand wordt geschreven.
memory-imported = Het vertaalgeheugen is geïmporteerd.
memory-skipped = { $skipped ->
    [one] { $skipped } eenheid van het bestand is weggelaten: er ontbreekt een brontekst of een vertaling in een bekende taal, of de tekst is te lang.
   *[other] { $skipped } eenheden van het bestand zijn weggelaten: er ontbreekt een brontekst of een vertaling in een bekende taal, of de tekst is te lang.
}
memory-open = Het vertaalgeheugen openen
memory-export = Exporteren als TMX
memory-download = Het TMX-bestand downloaden
memory-job-expired = Dit bestand is hier niet meer. Exporteer het vertaalgeheugen opnieuw.
memory-delete = Het vertaalgeheugen verwijderen
memory-delete-question = Het vertaalgeheugen “{ $name }” met alle segmenten verwijderen? Dit kan niet ongedaan worden gemaakt.
segments = Segmenten
segments-number = { $segments ->
    [one] { $segments } segment
   *[other] { $segments } segmenten
}
segments-none-found = Geen segmenten gevonden.
translations = Vertalingen

## Style rules

style-lists-all = Alle stijlregels
style-lists-none = Er zijn nog geen stijlregels. Ze zeggen hoe vertalingen in een taal worden geschreven.
style-list-new = Een lijst met stijlregels aanmaken
style-list-language = Taal van de vertalingen
style-list-delete = De stijlregels verwijderen
style-list-delete-question = De stijlregels “{ $name }” verwijderen? Dit kan niet ongedaan worden gemaakt.
rules = Regels
rules-chosen = { $rules ->
    [0] geen gekozen
    [one] { $rules } gekozen
   *[other] { $rules } gekozen
}
rule-not-set = Geen regel
rule-needs-model = Vereist een taalmodel.
rule-needs-register = Deze aanspreekvorm wordt aan de vertaalmachine gevraagd; niet elke kan dat.
instructions = Eigen instructies
instructions-note = Hele zinnen die zeggen wat er verder gewenst is. Ze vereisen een taalmodel.
instructions-none = Er zijn er geen.
instruction-prompt = Instructie
instruction-source = Voor teksten in
instruction-any-source = elke taal
instruction-add = Toevoegen
instruction-remove = Verwijderen

## What goes wrong with them

problem-name-missing = Geef een naam op.
problem-name-control = Een naam is één regel zonder stuurtekens.
problem-name-too-long = De naam is te lang: het maximum is { $most }.
problem-name-taken = De naam “{ $name }” bestaat al. Kies een andere naam.
problem-no-pair = Kies beide talen.
problem-no-language = Kies de taal.
problem-same-language = Kies twee verschillende talen.
problem-no-entries = Er zijn geen termen. Plak er een paar of kies een bestand.
problem-entries-not-utf8 = De termen zijn geen tekst in UTF-8. Sla het bestand op als “CSV UTF-8” of als tekst in UTF-8.
problem-entries-too-large = Dit zijn meer termen dan een woordenlijst kan bevatten: het maximum is { $most } MiB. Gebruik meer woordenlijsten.
problem-entries-other-pairs = Alle regels zijn voor andere talen. Controleer de gekozen talen en de derde en vierde kolom.
# $line is the number of a line of the file, from 1.
problem-entries-missing-target = Regel { $line } heeft geen vertaling. Tussen term en vertaling staat een tab of een komma.
problem-entries-second-tab = Regel { $line } heeft meer dan één tab. Een regel heeft een term, een tab en een vertaling.
problem-entries-empty-term = In regel { $line } is de term of de vertaling leeg.
problem-entries-long-term = In regel { $line } is een term te lang: het maximum is { $most } bytes.
problem-entries-control = In regel { $line } bevat een term een tab, een regeleinde of een ander stuurteken.
# $first is the number of the earlier line.
problem-entries-duplicate = De term in regel { $line } staat al in regel { $first }. Behoud een van beide.
problem-entries-open-quote = Het aanhalingsteken in regel { $line } wordt niet gesloten.
problem-entries-stray-quote = In regel { $line } staat een aanhalingsteken waar dat niet mag. Zet het hele veld tussen aanhalingstekens en verdubbel die erbinnen.
problem-entry-exists = “{ $source }” is er al, als “{ $target }”. Wijzig die term.
problem-entry-changed = Iemand heeft “{ $source }” intussen gewijzigd: het is nu “{ $now }”. Uw “{ $wrote }” is niet bewaard; wijzig het opnieuw als het klopt.
problem-entry-changed-not-removed = Iemand heeft “{ $source }” intussen gewijzigd: het is nu “{ $now }”. Het is niet verwijderd.
problem-entry-gone = Iemand heeft “{ $source }” intussen verwijderd of hernoemd. Uw “{ $wrote }” is niet bewaard; voeg het toe als het klopt.
problem-entry-removed-already = Iemand heeft “{ $source }” intussen verwijderd of hernoemd.
problem-last-entry = Dit is de laatste term. Verwijder in plaats daarvan alle termen van dit taalpaar.
problem-try-again = Iemand heeft dit tegelijk gewijzigd. Probeer het opnieuw.
problem-glossary-gone = Deze woordenlijst bestaat niet. Misschien is ze verwijderd.
problem-dictionary-gone = De woordenlijst heeft geen termen voor deze talen. Misschien zijn ze verwijderd.
problem-memory-gone = Dit vertaalgeheugen bestaat niet. Misschien is het verwijderd.
problem-memory-job-gone = Dit bestand is hier niet meer, of deze import of export is niet bekend.
problem-memory-too-large = Het bestand is groter dan { $most } MB. Splits het.
problem-no-memory-file = Kies een TMX-bestand.
problem-style-list-gone = Deze stijlregels bestaan niet. Misschien zijn ze verwijderd.
problem-style-list-changed = Iemand heeft deze stijlregels intussen gewijzigd. Er is niets gedaan; hieronder staat hoe ze nu zijn.
problem-instruction-gone = Deze instructie bestaat niet. Misschien is ze verwijderd.
problem-instruction-label = De naam van een instructie heeft 1 tot { $most } tekens.
problem-instruction-prompt = Een instructie heeft 1 tot { $most } tekens.
