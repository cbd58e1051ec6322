## Translating texts

tabs-translate = Wat er vertaald wordt
tab-text = Tekst
tab-documents = Documenten
panes-label = Vertaling
from-label = Uit
into-label = Naar
# Before the languages that somebody used last.
last-used = Laatst gebruikt
detect-language = Taal herkennen
# $language is the name of a language.
detected-language = { $language } (herkend)
swap = De talen omwisselen
swap-title = De talen omwisselen (Ctrl+Shift+S)
text-label = Tekst
text-placeholder = Typ of plak een tekst
length-title = Tekens
clear = Wissen
translate = Vertalen
translation-appears = Hier verschijnt de vertaling.
texts-stay = Teksten blijven op deze server.
read-aloud = Voorlezen
copy = Kopiëren
copied = Gekopieerd
download = Downloaden
alternatives = Andere formuleringen
alternatives-title = Andere formuleringen tonen
alternatives-none = Er is hier geen andere formulering.
from-memory = Uit het vertaalgeheugen
from-glossary = Uit de woordenlijst
engine-basic = Basisvertaling: geeft alleen de strekking
engine-neural = Neurale vertaling
engine-language-model = Taalmodel
recalled = { $number ->
    [one] { $number } zin uit het geheugen
   *[other] { $number } zinnen uit het geheugen
}
terms-placed = { $number ->
    [one] { $number } term uit de woordenlijst
   *[other] { $number } termen uit de woordenlijst
}
chips-label = Hoe er vertaald wordt
chip-register = Aanspreekvorm
register-any = geen voorkeur
register-formal = formeel
register-informal = informeel
chip-glossary = Woordenlijst
chip-style = Stijl
chip-memory = Geheugen
chip-none = geen

## The history of translations, which the browser keeps

history = Geschiedenis
history-on = Een geschiedenis van mijn vertalingen bewaren
history-kept = De geschiedenis wordt alleen in deze browser bewaard en niemand anders ziet die. Bij het uitschakelen wordt die verwijderd.
# Where people translate without signing in.
history-kept-open = De geschiedenis wordt alleen in deze browser bewaard. Wie deze browser zonder in te loggen gebruikt, ziet die. Bij het uitschakelen wordt die verwijderd.
history-refused = Deze browser laat de pagina niets bewaren.
history-none = Er is nog niets bewaard.
history-again = Opnieuw vertalen
history-delete = De geschiedenis verwijderen
