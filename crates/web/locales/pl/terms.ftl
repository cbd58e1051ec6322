## Terms: glossaries, translation memories, style rules

nav-terms = Terminologia
tab-glossaries = Glosariusze
tab-memories = Pamięci tłumaczeniowe
tab-style-rules = Reguły stylu
name = Nazwa
language = Język
languages = Języki
made = Utworzono
changed = Zmieniono
make = Utwórz
rename = Zmień nazwę
search = Szukaj
import = Importuj
rows = Wiersze
rows-first = Wróć na początek
rows-before = Poprzednie
rows-next = Następne
# $first and $last are the numbers of rows, $all is how many there are.
rows-which = { $first }–{ $last } z { $all }

## Glossaries

glossaries-all = Wszystkie glosariusze
glossaries-none = Nie ma jeszcze glosariuszy. Glosariusz określa, jak tłumaczyć terminy.
glossary-new = Utwórz glosariusz
glossary-delete = Usuń glosariusz
glossary-delete-question = Usunąć glosariusz „{ $name }” ze wszystkimi wpisami? Tego nie można cofnąć.
dictionaries = Pary języków
dictionaries-none = Ten glosariusz nie ma jeszcze wpisów. Zaimportuj je.
dictionary-delete = Usuń te wpisy
# $pair is a pair of languages, such as “English → German”.
dictionary-delete-question = Usunąć wszystkie wpisy dla { $pair }? Tego nie można cofnąć.
entries = Wpisy
entries-paste = Wpisy, po jednym w wierszu: termin, tabulator lub przecinek, tłumaczenie
entries-file = lub plik (TSV albo CSV)
entries-note = Termin zajmuje tylko jeden wiersz. Tabela skopiowana z arkusza kalkulacyjnego zawiera tabulatory. Jeśli wybrano plik, liczy się on, a nie wklejony tekst.
entries-import = Importuj wpisy
entries-none-found = Nic nie znaleziono.
import-merge = Dodaj do istniejących wpisów; jeśli termin już istnieje, jego tłumaczenie zostanie zastąpione
import-replace = Zastąp wszystkie wpisy tej pary języków
entry-add = Dodaj
entry-remove = Usuń
download-tsv = Pobierz jako TSV
download-csv = Pobierz jako CSV

## Translation memories

memories-all = Wszystkie pamięci tłumaczeniowe
memories-none = Nie ma jeszcze pamięci tłumaczeniowych. Pamięć zawiera zdania z tłumaczeniami, które są używane ponownie.
memory-import = Importuj pamięć tłumaczeniową
# $megabytes is the size of the largest file.
memory-file = Plik TMX, do { $megabytes } MB
memory-name-note = Bez nazwy otrzyma nazwę pliku.
memory-importing = Plik dotarł i jest importowany.
memory-exporting = Plik jest zapisywany.
memory-imported = Pamięć tłumaczeniowa została zaimportowana.
memory-skipped = { $skipped ->
    [one] Pominięto { $skipped } jednostkę z pliku: brakuje w niej tekstu źródłowego lub tłumaczenia w znanym języku albo jest za długa.
    [few] Pominięto { $skipped } jednostki z pliku: brakuje w nich tekstu źródłowego lub tłumaczenia w znanym języku albo są za długie.
    [many] Pominięto { $skipped } jednostek z pliku: brakuje w nich tekstu źródłowego lub tłumaczenia w znanym języku albo są za długie.
   *[other] Pominięto { $skipped } jednostki z pliku: brakuje w nich tekstu źródłowego lub tłumaczenia w znanym języku albo są za długie.
}
memory-open = Otwórz pamięć tłumaczeniową
memory-export = Eksportuj jako TMX
memory-download = Pobierz plik TMX
memory-job-expired = Tego pliku już tu nie ma. Wyeksportuj pamięć tłumaczeniową ponownie.
memory-delete = Usuń pamięć tłumaczeniową
memory-delete-question = Usunąć pamięć tłumaczeniową „{ $name }” ze wszystkimi segmentami? Tego nie można cofnąć.
segments = Segmenty
segments-number = { $segments ->
    [one] { $segments } segment
    [few] { $segments } segmenty
    [many] { $segments } segmentów
   *[other] { $segments } segmentu
}
segments-none-found = Brak segmentów.
translations = Tłumaczenia

## Style rules

style-lists-all = Wszystkie reguły stylu
style-lists-none = Nie ma jeszcze reguł stylu. Określają one, jak pisać tłumaczenia na dany język.
style-list-new = Utwórz listę reguł stylu
style-list-language = Język tłumaczeń
style-list-delete = Usuń reguły stylu
style-list-delete-question = Usunąć reguły stylu „{ $name }”? Tego nie można cofnąć.
rules = Reguły
rules-chosen = { $rules ->
    [0] nie wybrano żadnej
    [one] wybrano { $rules } regułę
    [few] wybrano { $rules } reguły
    [many] wybrano { $rules } reguł
   *[other] wybrano { $rules } reguły
}
rule-not-set = Bez reguły
rule-needs-model = Wymaga modelu językowego.
rule-needs-register = Silnik jest proszony o tę formę zwracania się; nie każdy to potrafi.
instructions = Własne instrukcje
instructions-note = Pełne zdania, które mówią, co jeszcze jest oczekiwane. Wymagają modelu językowego.
instructions-none = Nie ma żadnych.
instruction-prompt = Instrukcja
instruction-source = Dla tekstów w języku
instruction-any-source = dowolny język
instruction-add = Dodaj
instruction-remove = Usuń

## What goes wrong with them

problem-name-missing = Podaj nazwę.
problem-name-control = Nazwa to jeden wiersz bez znaków sterujących.
problem-name-too-long = Nazwa jest za długa: limit to { $most }.
problem-name-taken = Nazwa „{ $name }” już istnieje. Wybierz inną.
problem-no-pair = Wybierz oba języki.
problem-no-language = Wybierz język.
problem-same-language = Wybierz dwa różne języki.
problem-no-entries = Nie ma wpisów. Wklej je lub wybierz plik.
problem-entries-not-utf8 = Wpisy nie są tekstem w UTF-8. Zapisz plik jako „CSV UTF-8” lub jako tekst w UTF-8.
problem-entries-too-large = To więcej wpisów, niż może mieć glosariusz: limit to { $most } MiB. Użyj kilku glosariuszy.
problem-entries-other-pairs = Wszystkie wiersze dotyczą innych języków. Sprawdź wybrane języki oraz trzecią i czwartą kolumnę.
# $line is the number of a line of the file, from 1.
problem-entries-missing-target = W wierszu { $line } nie ma tłumaczenia. Między terminem a tłumaczeniem stoi tabulator lub przecinek.
problem-entries-second-tab = W wierszu { $line } jest więcej niż jeden tabulator. Wiersz zawiera termin, tabulator i tłumaczenie.
problem-entries-empty-term = W wierszu { $line } termin lub jego tłumaczenie jest puste.
problem-entries-long-term = W wierszu { $line } termin jest za długi: limit bajtów to { $most }.
problem-entries-control = W wierszu { $line } termin zawiera tabulator, koniec wiersza lub inny znak sterujący.
# $first is the number of the earlier line.
problem-entries-duplicate = Termin z wiersza { $line } jest już w wierszu { $first }. Zachowaj jeden z nich.
problem-entries-open-quote = Cudzysłów w wierszu { $line } nie jest zamknięty.
problem-entries-stray-quote = W wierszu { $line } cudzysłów stoi w niedozwolonym miejscu. Ujmij całe pole w cudzysłów, a cudzysłowy wewnątrz podwój.
problem-entry-exists = „{ $source }” już tu jest, jako „{ $target }”. Zmień tamten wpis.
problem-entry-changed = W międzyczasie ktoś zmienił „{ $source }”: teraz jest to „{ $now }”. Wpisane „{ $wrote }” nie zostało zapisane; jeśli jest poprawne, wprowadź zmianę ponownie.
problem-entry-changed-not-removed = W międzyczasie ktoś zmienił „{ $source }”: teraz jest to „{ $now }”. Wpis nie został usunięty.
problem-entry-gone = W międzyczasie ktoś usunął „{ $source }” lub zmienił jego nazwę. Wpisane „{ $wrote }” nie zostało zapisane; jeśli jest poprawne, dodaj je.
problem-entry-removed-already = W międzyczasie ktoś usunął „{ $source }” lub zmienił jego nazwę.
problem-last-entry = To ostatni wpis. Zamiast tego usuń wszystkie wpisy tej pary języków.
problem-try-again = Ktoś zmienił to w tym samym czasie. Spróbuj ponownie.
problem-glossary-gone = Nie ma takiego glosariusza. Być może został usunięty.
problem-dictionary-gone = Glosariusz nie ma wpisów dla tych języków. Być może zostały usunięte.
problem-memory-gone = Nie ma takiej pamięci tłumaczeniowej. Być może została usunięta.
problem-memory-job-gone = Tego pliku już tu nie ma albo ten import lub eksport nie jest znany.
problem-memory-too-large = Plik ma więcej niż { $most } MB. Podziel go.
problem-no-memory-file = Wybierz plik TMX.
problem-style-list-gone = Nie ma takich reguł stylu. Być może zostały usunięte.
problem-style-list-changed = W międzyczasie ktoś zmienił te reguły stylu. Nic nie zostało zrobione; poniżej widać ich obecny stan.
problem-instruction-gone = Nie ma takiej instrukcji. Być może została usunięta.
problem-instruction-label = Nazwa instrukcji ma od 1 do { $most } znaków.
problem-instruction-prompt = Instrukcja ma od 1 do { $most } znaków.
