## The pages of administration

nav-usage = Gebruik
nav-administration = Beheer
tab-keys = Sleutels
tab-models = Modellen
tab-health = Toestand
no-limit = geen
never = nooit
as-table = Als tabel
keep = Behouden
problem-day = Een dag wordt geschreven zoals 2026-05-17.
problem-scope = De sleutel kan alleen krijgen wat hier staat.
problem-number = Een limiet is een heel aantal tekens, of blijft leeg.

## Usage

usage-account = Het account in deze periode
usage-own = U in deze periode
# $most is a number of characters, $day the day on which the count begins anew.
usage-of = van { $most ->
    [one] { $most } teken
   *[other] { $most } tekens
} · begint opnieuw op { $day }
usage-without-limit = tekens, zonder limiet · de telling begint opnieuw op { $day }
usage-from = Van
usage-to = Tot en met
usage-show = Tonen
usage-current = Deze periode
usage-shares = Teksten, documenten, verbetering
usage-texts = Teksten
usage-documents = Documenten
usage-improvement = Verbetering
# $percent is a whole number, $characters how many characters that are.
usage-share = { $percent }% · { $characters ->
    [one] { $characters } teken
   *[other] { $characters } tekens
}
usage-busiest = Drukst gebruikte sleutel
usage-by-day = Tekens per dag
usage-by-key = Sleutels
usage-by-tag = Labels
usage-day = Dag
usage-tag = Label
usage-characters = Tekens
usage-none = Op deze dagen is niets geteld.
usage-more-tags = Er zijn meer labels; het bestand bevat ze allemaal.

## Keys

keys-programs = Sleutels voor programma’s
keys-none = Er zijn er nog geen.
keys-ended = Niet meer actief
keys-back = Alle sleutels
keys-persons = Personen
keys-persons-about = Wie met een eigen naam bij het account is ingelogd. Wat zij doen, telt mee voor het account.
key-label = Naam
key-mask = Sleutel
key-scopes = Wat hij mag
key-used = Gebruikt in deze periode
key-limit = Limiet
key-made = Aangemaakt
key-expires = Verloopt
key-ended = ingetrokken
person-name = Naam
person-since = Eerste keer ingelogd
scopes-all = alles
key-new = Een sleutel aanmaken
key-scopes-about = Een sleutel waarvoor niets is gekozen, mag alles wat programma’s mogen.
key-expires-after = Laatste dag
key-expires-about = De sleutel werkt tot het einde van deze dag in UTC. Zonder dag verloopt hij niet.
key-make = De sleutel aanmaken
scope-translate-text = Teksten vertalen
scope-translate-document = Documenten vertalen
scope-improve-text = Teksten verbeteren
scope-read-glossaries = Woordenlijsten lezen
scope-write-glossaries = Woordenlijsten wijzigen
scope-read-style-rules = Stijlregels lezen
scope-write-style-rules = Stijlregels wijzigen
scope-read-memories = Vertaalgeheugens lezen
scope-read-languages = Talen opvragen
scope-read-usage = Gebruik lezen
# $label is what the key is called.
key-made-title = De sleutel “{ $label }” is aangemaakt
key-secret-once = Kopieer hem nu. Hij wordt alleen deze keer getoond en niemand kan hem nog eens lezen.
key-rename = Naam wijzigen
key-limit-about = Tekens per periode. Leeg betekent geen limiet; 0 blokkeert elk gebruik.
key-set-limit = De limiet instellen
key-end = De sleutel intrekken
key-end-question = De sleutel “{ $label }” intrekken?
person-end = De toegang intrekken
person-end-question = De toegang van “{ $label }” intrekken?
end-about = Dit gaat meteen in en kan niet worden teruggedraaid.
end-own = U bent hiermee zelf ingelogd en wordt erdoor uitgelogd.

## Models

models-installed = Geïnstalleerde modellen
models-none = Er zijn geen modellen geïnstalleerd.
models-used = Ze nemen { $used } in.
models-free = Op de schijf is { $free } vrij.
models-fetch = Modellen ophalen
models-fetched = Opgehaalde modellen
models-available = Modellen die kunnen worden opgehaald
models-back = Geïnstalleerde modellen
models-old-catalogue = De catalogus is niet bereikbaar; dit is een oude kopie ervan.
megabytes = { $number } MB
model-pair = Talen
model-name = Naam
model-size = Grootte
model-quality = COMET
model-quality-about = COMET is de kwaliteit die de uitgever opgeeft: hoe dichter bij 1, hoe beter. Getallen van verschillende taalparen zijn niet te vergelijken.
model-licence = Licentie
model-origin = Herkomst
model-installed = Geïnstalleerd
model-architecture = Soort
model-fetch = Ophalen
model-is-installed = geïnstalleerd
model-remove = Verwijderen
model-remove-question = Het model { $name } verwijderen?
model-remove-about = Vertalingen voor deze talen gebruiken dan een andere vertaalmachine of worden niet gemaakt. Het model kan opnieuw worden opgehaald.
# $folder is the path of a folder, $reason a sentence about what is wrong with it.
model-broken = { $folder } is geen model: { $reason }
licence-not-stated = niet vermeld
pull-beginning = begint
pull-checking = wordt gecontroleerd
pull-done = geïnstalleerd
pull-failed = Niet geïnstalleerd.
# $detail is a sentence of the program in English.
problem-catalogue = De catalogus van modellen kan niet worden gelezen. { $detail }
problem-no-model = Dit model is niet meer geïnstalleerd.
problem-model = { $detail }
problem-too-many-pulls = Er worden { $most } modellen opgehaald, het maximum tegelijk. Wacht tot er een klaar is.

## Health

health-about = Elk onderdeel van de installatie wordt getest: de gegevensmap, de vertaalmachines, de modellen en de programma’s naast de server. Dit duurt hooguit enkele minuten.
health-check = Nu controleren
health-running = De controle loopt.
# $time is a day and a time of it in UTC.
health-checked = Gecontroleerd op { $time } UTC
finding-good = werkt
finding-missing = ontbreekt
finding-broken = defect
problem-check-timed-out = De controle is na { $seconds } seconden afgebroken. In het logboek van de server staat misschien wat niet reageert.
problem-check = De controle kon niet worden uitgevoerd. { $detail }

## About

nav-about = Over Dragoman
about-version = Versie
about-licence = Licentie
about-libraries = De bibliotheken
about-programs = De laatste zijn zelfstandige programma’s die worden gebruikt waar ze zijn geïnstalleerd. Ook woordenboeken hebben eigen licenties.
about-models = Licenties van de geïnstalleerde modellen
