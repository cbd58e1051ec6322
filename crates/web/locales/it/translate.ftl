## Translating texts

tabs-translate = Che cosa tradurre
tab-text = Testo
tab-documents = Documenti
panes-label = Traduzione
from-label = Da
into-label = In
# Before the languages that somebody used last.
last-used = Ultime usate
detect-language = Rileva lingua
# $language is the name of a language.
detected-language = { $language } (rilevato)
swap = Scambia le lingue
swap-title = Scambia le lingue (Ctrl+Shift+S)
text-label = Testo
text-placeholder = Scrivere o incollare un testo
length-title = Caratteri
clear = Cancella
translate = Traduci
translation-appears = La traduzione appare qui.
texts-stay = I testi restano su questo server.
read-aloud = Leggi ad alta voce
copy = Copia
copied = Copiato
download = Scarica
alternatives = Altri modi di dirlo
alternatives-title = Mostra altri modi di dirlo
alternatives-none = Qui non c’è un altro modo di dirlo.
from-memory = Dalla memoria di traduzione
from-glossary = Dal glossario
engine-basic = Traduzione di base: dà solo il senso generale
engine-neural = Traduzione neurale
engine-language-model = Modello linguistico
recalled = { $number ->
    [one] { $number } frase dalla memoria
   *[other] { $number } frasi dalla memoria
}
terms-placed = { $number ->
    [one] { $number } termine del glossario
   *[other] { $number } termini del glossario
}
chips-label = Come si traduce
chip-register = Registro
register-any = qualsiasi
register-formal = formale
register-informal = informale
chip-glossary = Glossario
chip-style = Stile
chip-memory = Memoria
chip-none = non usare

## The history of translations, which the browser keeps

history = Cronologia
history-on = Conserva una cronologia delle mie traduzioni
history-kept = La cronologia viene conservata solo in questo browser e nessun altro la vede. Se si disattiva, viene eliminata.
# Where people translate without signing in.
history-kept-open = La cronologia viene conservata solo in questo browser. La vede chiunque usi questo browser senza accedere. Se si disattiva, viene eliminata.
history-refused = Questo browser non permette alla pagina di conservare nulla.
history-none = Non è ancora stato conservato nulla.
history-again = Traduci di nuovo
history-delete = Elimina la cronologia
