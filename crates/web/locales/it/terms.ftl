## Terms: glossaries, translation memories, style rules

nav-terms = Terminologia
tab-glossaries = Glossari
tab-memories = Memorie di traduzione
tab-style-rules = Regole di stile
name = Nome
language = Lingua
languages = Lingue
made = Creazione
changed = Modifica
make = Crea
rename = Rinomina
search = Cerca
import = Importa
rows = Righe
rows-first = Torna all’inizio
rows-before = Precedente
rows-next = Successivo
# $first and $last are the numbers of rows, $all is how many there are.
rows-which = { $first }–{ $last } di { $all }

## Glossaries

glossaries-all = Tutti i glossari
glossaries-none = Non ci sono ancora glossari. Un glossario indica come tradurre i termini.
glossary-new = Crea un glossario
glossary-delete = Elimina il glossario
glossary-delete-question = Eliminare il glossario «{ $name }» con tutte le sue voci? L’operazione non si può annullare.
dictionaries = Coppie di lingue
dictionaries-none = Questo glossario non ha ancora voci. Importarne alcune.
dictionary-delete = Elimina queste voci
# $pair is a pair of languages, such as “English → German”.
dictionary-delete-question = Eliminare tutte le voci per { $pair }? L’operazione non si può annullare.
entries = Voci
entries-paste = Voci, una per riga: il termine, una tabulazione o una virgola, la sua traduzione
entries-file = oppure un file (TSV o CSV)
entries-note = Un termine compare in una sola riga. Una tabella copiata da un foglio di calcolo contiene tabulazioni. Se si sceglie un file, vale al posto di ciò che è incollato.
entries-import = Importa voci
entries-none-found = Non è stato trovato nulla.
import-merge = Aggiungi alle voci esistenti; se un termine esiste già, la sua traduzione viene sostituita
import-replace = Sostituisci tutte le voci di questa coppia di lingue
entry-add = Aggiungi
entry-remove = Rimuovi
download-tsv = Scarica come TSV
download-csv = Scarica come CSV

## Translation memories

memories-all = Tutte le memorie di traduzione
memories-none = Non ci sono ancora memorie di traduzione. Una memoria contiene frasi con traduzioni che vengono riutilizzate.
memory-import = Importa una memoria di traduzione
# $megabytes is the size of the largest file.
memory-file = File TMX, fino a { $megabytes } MB
memory-name-note = Senza un nome, riceve quello del file.
memory-importing = Il file è arrivato e l’importazione è in corso.
memory-exporting = Il file è in corso di scrittura.
memory-imported = La memoria di traduzione è stata importata.
memory-skipped = { $skipped ->
    [one] { $skipped } unità del file è stata omessa: manca un testo di origine o una traduzione in una lingua nota, oppure è troppo lunga.
   *[other] { $skipped } unità del file sono state omesse: manca un testo di origine o una traduzione in una lingua nota, oppure sono troppo lunghe.
}
memory-open = Apri la memoria di traduzione
memory-export = Esporta come TMX
memory-download = Scarica il file TMX
memory-job-expired = Questo file non è più qui. Esportare di nuovo la memoria di traduzione.
memory-delete = Elimina la memoria di traduzione
memory-delete-question = Eliminare la memoria di traduzione «{ $name }» con tutti i suoi segmenti? L’operazione non si può annullare.
segments = Segmenti
segments-number = { $segments ->
    [one] { $segments } segmento
   *[other] { $segments } segmenti
}
segments-none-found = Qui non ci sono segmenti.
translations = Traduzioni

## Style rules

style-lists-all = Tutte le regole di stile
style-lists-none = Non ci sono ancora regole di stile. Indicano come si scrivono le traduzioni in una lingua.
style-list-new = Crea un elenco di regole di stile
style-list-language = Lingua delle traduzioni
style-list-delete = Elimina le regole di stile
style-list-delete-question = Eliminare le regole di stile «{ $name }»? L’operazione non si può annullare.
rules = Regole
rules-chosen = { $rules ->
    [0] nessuna scelta
    [one] { $rules } scelta
   *[other] { $rules } scelte
}
rule-not-set = Senza indicazioni
rule-needs-model = Richiede un modello linguistico.
rule-needs-register = Questa forma di cortesia viene chiesta al motore; non tutti ne sono capaci.
instructions = Istruzioni personalizzate
instructions-note = Frasi complete che dicono che cos’altro si desidera. Richiedono un modello linguistico.
instructions-none = Non ce ne sono.
instruction-prompt = Istruzione
instruction-source = Per testi in
instruction-any-source = qualsiasi lingua
instruction-add = Aggiungi
instruction-remove = Rimuovi

## What goes wrong with them

problem-name-missing = Indicare un nome.
problem-name-control = Un nome è una sola riga senza caratteri di controllo.
problem-name-too-long = Il nome è troppo lungo: al massimo { $most }.
problem-name-taken = Il nome «{ $name }» esiste già. Sceglierne un altro.
problem-no-pair = Scegliere entrambe le lingue.
problem-no-language = Scegliere la lingua.
problem-same-language = Scegliere due lingue diverse.
problem-no-entries = Non ci sono voci. Incollarne alcune o scegliere un file.
problem-entries-not-utf8 = Le voci non sono testo in UTF-8. Salvare il file come «CSV UTF-8» o come testo in UTF-8.
problem-entries-too-large = Sono più voci di quante un glossario possa contenere: al massimo { $most } MiB. Usare più glossari.
problem-entries-other-pairs = Tutte le righe riguardano altre lingue. Controllare le lingue scelte e la terza e la quarta colonna.
# $line is the number of a line of the file, from 1.
problem-entries-missing-target = La riga { $line } non ha traduzione. Tra il termine e la traduzione va una tabulazione o una virgola.
problem-entries-second-tab = La riga { $line } ha più di una tabulazione. Deve avere un termine, una tabulazione e una traduzione.
problem-entries-empty-term = Nella riga { $line } il termine o la sua traduzione è vuoto.
problem-entries-long-term = Nella riga { $line } un termine è troppo lungo: al massimo { $most } byte.
problem-entries-control = Nella riga { $line } un termine contiene una tabulazione, un’interruzione di riga o un altro carattere di controllo.
# $first is the number of the earlier line.
problem-entries-duplicate = Il termine della riga { $line } compare già nella riga { $first }. Mantenere uno dei due.
problem-entries-open-quote = Le virgolette della riga { $line } non si chiudono.
problem-entries-stray-quote = Nella riga { $line } ci sono virgolette dove non possono stare. Mettere tutto il campo tra virgolette e raddoppiare quelle al suo interno.
problem-entry-exists = «{ $source }» esiste già, come «{ $target }». Modificare quella voce.
problem-entry-changed = Nel frattempo qualcuno ha modificato «{ $source }»: ora è «{ $now }». La modifica «{ $wrote }» non è stata salvata; ripeterla se è corretta.
problem-entry-changed-not-removed = Nel frattempo qualcuno ha modificato «{ $source }»: ora è «{ $now }». La voce non è stata rimossa.
problem-entry-gone = Nel frattempo qualcuno ha rimosso o rinominato «{ $source }». La modifica «{ $wrote }» non è stata salvata; aggiungerla se è corretta.
problem-entry-removed-already = Nel frattempo qualcuno ha rimosso o rinominato «{ $source }».
problem-last-entry = Questa è l’ultima voce. Eliminare invece tutte le voci di questa coppia di lingue.
problem-try-again = Qualcuno ha modificato questo nello stesso momento. Riprovare.
problem-glossary-gone = Questo glossario non esiste. Forse è stato eliminato.
problem-dictionary-gone = Il glossario non ha voci per queste lingue. Forse sono state eliminate.
problem-memory-gone = Questa memoria di traduzione non esiste. Forse è stata eliminata.
problem-memory-job-gone = Questo file non è più qui, oppure questa importazione o esportazione non è nota.
problem-memory-too-large = Il file supera { $most } MB. Dividerlo.
problem-no-memory-file = Scegliere un file TMX.
problem-style-list-gone = Queste regole di stile non esistono. Forse sono state eliminate.
problem-style-list-changed = Nel frattempo qualcuno ha modificato queste regole di stile. Non è stato fatto nulla; sotto si vede come sono ora.
problem-instruction-gone = Questa istruzione non esiste. Forse è stata rimossa.
problem-instruction-label = Il nome di un’istruzione ha da 1 a { $most } caratteri.
problem-instruction-prompt = Un’istruzione ha da 1 a { $most } caratteri.
