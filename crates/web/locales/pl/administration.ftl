## The pages of administration

nav-usage = Użycie
nav-administration = Administracja
tab-keys = Klucze
tab-models = Modele
tab-health = Stan
no-limit = brak
never = nigdy
as-table = Jako tabela
keep = Zachowaj
problem-day = Dzień zapisuje się jak w 2026-05-17.
problem-scope = Klucz może otrzymać tylko to, co tu wymieniono.
problem-number = Limit to całkowita liczba znaków albo puste pole.

## Usage

usage-account = Konto w tym okresie
usage-own = Własne użycie w tym okresie
# $most is a number of characters, $day the day on which the count begins anew.
usage-of = z { $most ->
    [one] { $most } znaku
    [few] { $most } znaków
    [many] { $most } znaków
   *[other] { $most } znaku
} · odnowienie { $day }
usage-without-limit = znaków, bez limitu · liczenie zacznie się od nowa { $day }
usage-from = Od
usage-to = Do
usage-show = Pokaż
usage-current = Ten okres
usage-shares = Teksty, dokumenty, ulepszanie
usage-texts = Teksty
usage-documents = Dokumenty
usage-improvement = Ulepszanie
# $percent is a whole number, $characters how many characters that are.
usage-share = { $percent }% · { $characters ->
    [one] { $characters } znak
    [few] { $characters } znaki
    [many] { $characters } znaków
   *[other] { $characters } znaku
}
usage-busiest = Najczęściej używany klucz
usage-by-day = Znaki według dni
usage-by-key = Klucze
usage-by-tag = Etykiety
usage-day = Dzień
usage-tag = Etykieta
usage-characters = Znaki
usage-none = W tych dniach niczego nie zliczono.
usage-more-tags = Etykiet jest więcej; plik zawiera wszystkie.

## Keys

keys-programs = Klucze dla programów
keys-none = Nie ma jeszcze żadnych.
keys-ended = Nieaktywne
keys-back = Wszystkie klucze
keys-persons = Osoby
keys-persons-about = Osoby, które zalogowały się do konta imiennie. Ich użycie wlicza się do konta.
key-label = Nazwa
key-mask = Klucz
key-scopes = Dozwolone działania
key-used = Użyto w tym okresie
key-limit = Limit
key-made = Utworzono
key-expires = Wygasa
key-ended = unieważniono
person-name = Imię i nazwisko
person-since = Pierwsze logowanie
scopes-all = wszystko
key-new = Utwórz klucz
key-scopes-about = Klucz, dla którego nic nie wybrano, może robić wszystko, co wolno programom.
key-expires-after = Ostatni dzień
key-expires-about = Klucz działa do końca tego dnia w UTC. Bez podanego dnia nie wygasa.
key-make = Utwórz klucz
scope-translate-text = Tłumaczenie tekstów
scope-translate-document = Tłumaczenie dokumentów
scope-improve-text = Ulepszanie tekstów
scope-read-glossaries = Odczyt glosariuszy
scope-write-glossaries = Zmiana glosariuszy
scope-read-style-rules = Odczyt reguł stylu
scope-write-style-rules = Zmiana reguł stylu
scope-read-memories = Odczyt pamięci tłumaczeniowych
scope-read-languages = Lista języków
scope-read-usage = Odczyt użycia
# $label is what the key is called.
key-made-title = Utworzono klucz „{ $label }”
key-secret-once = Skopiuj go teraz. Jest pokazywany tylko ten jeden raz i nikt nie może go później odczytać.
key-rename = Zmień nazwę
key-limit-about = Znaki na okres. Puste pole oznacza brak limitu; 0 blokuje wszelkie użycie.
key-set-limit = Ustaw limit
key-end = Unieważnij klucz
key-end-question = Unieważnić klucz „{ $label }”?
person-end = Odbierz dostęp
person-end-question = Odebrać dostęp osobie „{ $label }”?
end-about = Dzieje się to od razu i nie można tego cofnąć.
end-own = To dostęp, z którego teraz korzystasz; nastąpi wylogowanie.

## Models

models-installed = Zainstalowane modele
models-none = Brak zainstalowanych modeli.
models-used = Zajmują { $used }.
models-free = Wolne miejsce na dysku: { $free }.
models-fetch = Pobierz modele
models-fetched = Pobrane modele
models-available = Modele do pobrania
models-back = Zainstalowane modele
models-old-catalogue = Katalog jest niedostępny; to jego starsza kopia.
megabytes = { $number } MB
model-pair = Języki
model-name = Nazwa
model-size = Rozmiar
model-quality = COMET
model-quality-about = COMET to jakość podana przez wydawcę: im bliżej 1, tym lepiej. Liczb dla różnych par języków nie można porównywać.
model-licence = Licencja
model-origin = Pochodzenie
model-installed = Zainstalowano
model-architecture = Rodzaj
model-fetch = Pobierz
model-is-installed = zainstalowany
model-remove = Usuń
model-remove-question = Usunąć model { $name }?
model-remove-about = Tłumaczenia dla tych języków będą wtedy korzystać z innego silnika albo nie będą dostępne. Model można pobrać ponownie.
# $folder is the path of a folder, $reason a sentence about what is wrong with it.
model-broken = { $folder } nie jest modelem: { $reason }
licence-not-stated = nie podano
pull-beginning = rozpoczyna się
pull-checking = sprawdzanie
pull-done = zainstalowano
pull-failed = Nie zainstalowano.
# $detail is a sentence of the program in English.
problem-catalogue = Nie można odczytać katalogu modeli. { $detail }
problem-no-model = Ten model nie jest już zainstalowany.
problem-model = { $detail }
problem-too-many-pulls = Osiągnięto limit modeli pobieranych naraz ({ $most }). Poczekaj na zakończenie jednego z nich.

## Health

health-about = Sprawdzana jest każda część instalacji: folder danych, silniki, modele i programy obok serwera. Może to potrwać kilka minut.
health-check = Sprawdź teraz
health-running = Trwa sprawdzanie.
# $time is a day and a time of it in UTC.
health-checked = Sprawdzono { $time } UTC
finding-good = działa
finding-missing = brak
finding-broken = nie działa
problem-check-timed-out = Sprawdzanie przerwano; minęło sekund: { $seconds }. Dziennik serwera może wskazać, co nie odpowiada.
problem-check = Nie można było przeprowadzić sprawdzenia. { $detail }

## About

nav-about = O Dragoman
about-version = Wersja
about-licence = Licencja
about-libraries = Użyte biblioteki
about-programs = Ostatnie z nich to odrębne programy, używane tam, gdzie są zainstalowane. Słowniki także mają własne licencje.
about-models = Licencje zainstalowanych modeli
