## Improving texts

improve = Migliora
improve-panes-label = Miglioramento
improve-language = Lingua
improve-own-language = Lingua del testo
improve-placeholder = Scrivere o incollare un testo da migliorare
improve-how = Che cosa fare
improve-correct = Correggi gli errori
improve-rephrase = Esprimi meglio
improve-style = Stile
improve-style-none = qualsiasi stile
style-academic = accademico
style-business = professionale
style-casual = informale
style-simple = semplice
style-confident = sicuro
style-diplomatic = diplomatico
style-enthusiastic = entusiasta
style-friendly = amichevole
improvement-appears = Il testo migliorato appare qui, con le modifiche.
improved-text = Testo migliorato
change-title = Annulla questa modifica o accettala di nuovo
no-changes = Non è stato modificato nulla.
changes = { $number ->
    [one] { $number } modifica
   *[other] { $number } modifiche
}
use-text = Usa come testo
