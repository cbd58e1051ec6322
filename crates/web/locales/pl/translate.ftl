## Translating texts

tabs-translate = Co przetłumaczyć
tab-text = Tekst
tab-documents = Dokumenty
panes-label = Tłumaczenie
from-label = Z języka
into-label = Na język
# Before the languages that somebody used last.
last-used = Ostatnio używane
detect-language = Wykryj język
# $language is the name of a language.
detected-language = { $language } (wykryto)
swap = Zamień języki
swap-title = Zamień języki (Ctrl+Shift+S)
text-label = Tekst
text-placeholder = Wpisz lub wklej tekst
length-title = Znaki
clear = Wyczyść
translate = Przetłumacz
translation-appears = Tutaj pojawi się tłumaczenie.
texts-stay = Teksty pozostają na tym serwerze.
read-aloud = Czytaj na głos
copy = Kopiuj
copied = Skopiowano
download = Pobierz
alternatives = Inne sformułowania
alternatives-title = Pokaż inne sformułowania
alternatives-none = Nie ma tu innego sformułowania.
from-memory = Z pamięci tłumaczeniowej
from-glossary = Z glosariusza
engine-basic = Tłumaczenie podstawowe: oddaje tylko ogólny sens
engine-neural = Tłumaczenie neuronowe
engine-language-model = Model językowy
recalled = { $number ->
    [one] { $number } zdanie z pamięci
    [few] { $number } zdania z pamięci
    [many] { $number } zdań z pamięci
   *[other] { $number } zdania z pamięci
}
terms-placed = { $number ->
    [one] { $number } termin z glosariusza
    [few] { $number } terminy z glosariusza
    [many] { $number } terminów z glosariusza
   *[other] { $number } terminu z glosariusza
}
chips-label = Sposób tłumaczenia
chip-register = Formalność
register-any = dowolna
register-formal = formalnie
register-informal = nieformalnie
chip-glossary = Glosariusz
chip-style = Styl
chip-memory = Pamięć
chip-none = brak

## The history of translations, which the browser keeps

history = Historia
history-on = Zapisuj historię moich tłumaczeń
history-kept = Historia jest zapisywana tylko w tej przeglądarce i nikt inny jej nie widzi. Wyłączenie ją usuwa.
# Where people translate without signing in.
history-kept-open = Historia jest zapisywana tylko w tej przeglądarce. Widzi ją każdy, kto korzysta z tej przeglądarki bez logowania. Wyłączenie ją usuwa.
history-refused = Ta przeglądarka nie pozwala stronie niczego zapisać.
history-none = Nic jeszcze nie zapisano.
history-again = Przetłumacz ponownie
history-delete = Usuń historię
