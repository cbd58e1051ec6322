## Improving texts

improve = Verbessern
improve-panes-label = Verbesserung
improve-language = Sprache
improve-own-language = Sprache des Textes
improve-placeholder = Text eingeben oder einfügen, der verbessert werden soll
improve-how = Was getan werden soll
improve-correct = Fehler korrigieren
improve-rephrase = Besser formulieren
improve-style = Stil
improve-style-none = beliebiger Stil
style-academic = akademisch
style-business = geschäftlich
style-casual = locker
style-simple = einfach
style-confident = selbstbewusst
style-diplomatic = diplomatisch
style-enthusiastic = begeistert
style-friendly = freundlich
improvement-appears = Hier erscheint der verbesserte Text mit allen Änderungen.
improved-text = Verbesserter Text
change-title = Diese Änderung zurücknehmen oder wieder übernehmen
no-changes = Es wurde nichts geändert.
changes = { $number ->
    [one] { $number } Änderung
   *[other] { $number } Änderungen
}
use-text = Als Text übernehmen
