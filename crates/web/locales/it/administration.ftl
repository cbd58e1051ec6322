## The pages of administration

nav-usage = Utilizzo
nav-administration = Amministrazione
tab-keys = Chiavi
tab-models = Modelli
tab-health = Stato
no-limit = nessuno
never = mai
as-table = Come tabella
keep = Mantieni
problem-day = Un giorno si scrive così: 2026-05-17.
problem-scope = Alla chiave si può assegnare solo ciò che è elencato qui.
problem-number = Un limite è un numero intero di caratteri, oppure il campo resta vuoto.

## Usage

usage-account = L’account in questo periodo
usage-own = Utilizzo personale in questo periodo
# $most is a number of characters, $day the day on which the count begins anew.
usage-of = di { $most ->
    [one] { $most } carattere
   *[other] { $most } caratteri
} · si rinnova il { $day }
usage-without-limit = caratteri, senza limite · il conteggio ricomincia il { $day }
usage-from = Dal
usage-to = Al
usage-show = Mostra
usage-current = Questo periodo
usage-shares = Testi, documenti, miglioramento
usage-texts = Testi
usage-documents = Documenti
usage-improvement = Miglioramento
# $percent is a whole number, $characters how many characters that are.
usage-share = { $percent }% · { $characters ->
    [one] { $characters } carattere
   *[other] { $characters } caratteri
}
usage-busiest = Chiave più usata
usage-by-day = Caratteri per giorno
usage-by-key = Chiavi
usage-by-tag = Tag
usage-day = Giorno
usage-tag = Tag
usage-characters = Caratteri
usage-none = In questi giorni non è stato contato nulla.
usage-more-tags = Ci sono altri tag; il file li contiene tutti.

## Keys

keys-programs = Chiavi per programmi
keys-none = Non ce ne sono ancora.
keys-ended = Accessi revocati
keys-back = Tutte le chiavi
keys-persons = Persone
keys-persons-about = Chi ha eseguito l’accesso all’account con il proprio nome. Ciò che queste persone fanno conta per l’account.
key-label = Etichetta
key-mask = Chiave
key-scopes = Che cosa può fare
key-used = Usati in questo periodo
key-limit = Limite
key-made = Creazione
key-expires = Scadenza
key-ended = revoca:
person-name = Nome
person-since = Primo accesso
scopes-all = tutto
key-new = Crea una chiave
key-scopes-about = Una chiave per cui non è scelto nulla può fare tutto ciò che possono fare i programmi.
key-expires-after = Ultimo giorno
key-expires-about = La chiave funziona fino alla fine di questo giorno in UTC. Senza un giorno non scade.
key-make = Crea la chiave
scope-translate-text = Tradurre testi
scope-translate-document = Tradurre documenti
scope-improve-text = Migliorare testi
scope-read-glossaries = Leggere i glossari
scope-write-glossaries = Modificare i glossari
scope-read-style-rules = Leggere le regole di stile
scope-write-style-rules = Modificare le regole di stile
scope-read-memories = Leggere le memorie di traduzione
scope-read-languages = Elencare le lingue
scope-read-usage = Leggere l’utilizzo
# $label is what the key is called.
key-made-title = La chiave «{ $label }» è stata creata
key-secret-once = Copiarla ora. Viene mostrata solo questa volta e nessuno potrà più leggerla.
key-rename = Rinomina
key-limit-about = Caratteri per periodo. Se il campo è vuoto non c’è limite; 0 blocca ogni utilizzo.
key-set-limit = Imposta il limite
key-end = Revoca la chiave
key-end-question = Revocare la chiave «{ $label }»?
person-end = Revoca l’accesso
person-end-question = Revocare l’accesso di «{ $label }»?
end-about = L’effetto è immediato e non si può annullare.
end-own = È l’accesso attualmente in uso: la sessione verrà chiusa.

## Models

models-installed = Modelli installati
models-none = Nessun modello è installato.
models-used = Occupano { $used }.
models-free = Il disco ha { $free } liberi.
models-fetch = Scarica modelli
models-fetched = Download
models-available = Modelli che si possono scaricare
models-back = Modelli installati
models-old-catalogue = Il catalogo non è raggiungibile; questa è una vecchia copia.
megabytes = { $number } MB
model-pair = Lingue
model-name = Nome
model-size = Dimensioni
model-quality = COMET
model-quality-about = COMET è la qualità dichiarata da chi pubblica il modello: più è vicina a 1, meglio è. I valori di coppie di lingue diverse non sono confrontabili.
model-licence = Licenza
model-origin = Origine
model-installed = Installazione
model-architecture = Tipo
model-fetch = Scarica
model-is-installed = installato
model-remove = Rimuovi
model-remove-question = Rimuovere il modello { $name }?
model-remove-about = Le traduzioni di queste lingue useranno allora un altro motore o non saranno possibili. Il modello si può scaricare di nuovo.
# $folder is the path of a folder, $reason a sentence about what is wrong with it.
model-broken = { $folder } non è un modello: { $reason }
licence-not-stated = non indicata
pull-beginning = avvio
pull-checking = verifica in corso
pull-done = installato
pull-failed = Non installato.
# $detail is a sentence of the program in English.
problem-catalogue = Il catalogo dei modelli non si può leggere. { $detail }
problem-no-model = Questo modello non è più installato.
problem-model = { $detail }
problem-too-many-pulls = È in corso il download di { $most } modelli, il massimo alla volta. Attendere che uno sia terminato.

## Health

health-about = Viene provata ogni parte dell’installazione: la cartella dei dati, i motori, i modelli e i programmi accanto al server. Può richiedere alcuni minuti.
health-check = Verifica ora
health-running = La verifica è in corso.
# $time is a day and a time of it in UTC.
health-checked = Verificato il { $time } UTC
finding-good = funziona
finding-missing = mancante
finding-broken = guasto
problem-check-timed-out = La verifica è stata interrotta dopo { $seconds } secondi. Il registro del server può indicare che cosa non risponde.
problem-check = Non è stato possibile eseguire la verifica. { $detail }

## About

nav-about = Informazioni su Dragoman
about-version = Versione
about-licence = Licenza
about-libraries = Librerie
about-programs = Gli ultimi sono programmi a sé, usati dove sono installati. Anche i dizionari hanno licenze proprie.
about-models = Licenze dei modelli installati
