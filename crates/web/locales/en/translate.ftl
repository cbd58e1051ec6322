## Translating texts

tabs-translate = What is to be translated
tab-text = Text
tab-documents = Documents
panes-label = Translation
from-label = From
into-label = Into
# Before the languages that somebody used last.
last-used = Last used
detect-language = Detect language
# $language is the name of a language.
detected-language = { $language } (detected)
swap = Swap the languages
swap-title = Swap the languages (Ctrl+Shift+S)
text-label = Text
text-placeholder = Type or paste a text
length-title = Characters
clear = Clear
translate = Translate
translation-appears = The translation appears here.
texts-stay = Texts stay on this server.
read-aloud = Read aloud
copy = Copy
copied = Copied
download = Download
alternatives = Other ways to say it
alternatives-title = Show other ways to say it
alternatives-none = There is no other way to say it here.
from-memory = From the translation memory
from-glossary = From the glossary
engine-basic = Basic translation: gives the gist
engine-neural = Neural translation
engine-language-model = Language model
recalled = { $number ->
    [one] { $number } sentence from the memory
   *[other] { $number } sentences from the memory
}
terms-placed = { $number ->
    [one] { $number } term of the glossary
   *[other] { $number } terms of the glossary
}
chips-label = How it is translated
chip-register = Formality
register-any = any
register-formal = formal
register-informal = informal
chip-glossary = Glossary
chip-style = Style
chip-memory = Memory
chip-none = none

## The history of translations, which the browser keeps

history = History
history-on = Keep a history of my translations
history-kept = The history is kept in this browser only, and nobody else sees it. Switching it off deletes it.
# Where people translate without signing in.
history-kept-open = The history is kept in this browser only. Whoever uses this browser without signing in sees it. Switching it off deletes it.
history-refused = This browser does not let the page keep anything.
history-none = Nothing has been kept yet.
history-again = Translate again
history-delete = Delete the history
