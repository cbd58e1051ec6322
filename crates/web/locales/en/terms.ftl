## Terms: glossaries, translation memories, style rules

nav-terms = Terms
tab-glossaries = Glossaries
tab-memories = Translation memories
tab-style-rules = Style rules
name = Name
language = Language
languages = Languages
made = Made
changed = Changed
make = Make
rename = Rename
search = Search
import = Import
rows = Rows
rows-first = Back to the first
rows-before = Before
rows-next = Next
# $first and $last are the numbers of rows, $all is how many there are.
rows-which = { $first } to { $last } of { $all }

## Glossaries

glossaries-all = All glossaries
glossaries-none = There are no glossaries yet. A glossary says how terms are to be translated.
glossary-new = Make a glossary
glossary-delete = Delete the glossary
glossary-delete-question = Delete the glossary “{ $name }” with all its entries? This cannot be undone.
dictionaries = Pairs of languages
dictionaries-none = This glossary has no entries yet. Import some.
dictionary-delete = Delete these entries
# $pair is a pair of languages, such as “English → German”.
dictionary-delete-question = Delete all entries for { $pair }? This cannot be undone.
entries = Entries
entries-paste = Entries, one in each line: the term, a tab or a comma, its translation
entries-file = or a file (TSV or CSV)
entries-note = A term stands in one line only. A table that is copied from a spreadsheet has tabs. A file counts instead of what is pasted.
entries-import = Import entries
entries-none-found = Nothing is found.
import-merge = Add to the entries that are there; where a term is there already, its translation is replaced
import-replace = Replace all entries of this pair of languages
entry-add = Add
entry-remove = Remove
download-tsv = Download as TSV
download-csv = Download as CSV

## Translation memories

memories-all = All translation memories
memories-none = There are no translation memories yet. A memory has sentences with translations that are used again.
memory-import = Import a translation memory
# $megabytes is the size of the largest file.
memory-file = TMX file, up to { $megabytes } MB
memory-name-note = Without a name, it gets that of the file.
memory-importing = The file is there and is being imported.
memory-exporting = The file is being written.
memory-imported = The translation memory is imported.
memory-skipped = { $skipped ->
    [one] { $skipped } unit of the file was left out: it lacks a source or a translation in a known language, or is too long.
   *[other] { $skipped } units of the file were left out: they lack a source or a translation in a known language, or are too long.
}
memory-open = Open the translation memory
memory-export = Export as TMX
memory-download = Download the TMX file
memory-job-expired = This file is not here any more. Export the translation memory again.
memory-delete = Delete the translation memory
memory-delete-question = Delete the translation memory “{ $name }” with all its segments? This cannot be undone.
segments = Segments
segments-number = { $segments ->
    [one] { $segments } segment
   *[other] { $segments } segments
}
segments-none-found = No segments here.
translations = Translations

## Style rules

style-lists-all = All style rules
style-lists-none = There are no style rules yet. They say how translations into a language are written.
style-list-new = Make a list of style rules
style-list-language = Language of the translations
style-list-delete = Delete the style rules
style-list-delete-question = Delete the style rules “{ $name }”? This cannot be undone.
rules = Rules
rules-chosen = { $rules ->
    [0] none chosen
    [one] { $rules } chosen
   *[other] { $rules } chosen
}
rule-not-set = As it comes
rule-needs-model = Needs a language model.
rule-needs-register = The engine is asked for this form of address; not every engine can.
instructions = Custom instructions
instructions-note = Whole sentences that say what else is wanted. They need a language model.
instructions-none = There are none.
instruction-prompt = Instruction
instruction-source = For texts in
instruction-any-source = any language
instruction-add = Add
instruction-remove = Remove

## What goes wrong with them

problem-name-missing = Give it a name.
problem-name-control = A name is one line without control characters.
problem-name-too-long = The name is too long: { $most } is the most.
problem-name-taken = There is one with the name “{ $name }” already. Choose another name.
problem-no-pair = Choose both languages.
problem-no-language = Choose the language.
problem-same-language = Choose two different languages.
problem-no-entries = There are no entries. Paste some or choose a file.
problem-entries-not-utf8 = The entries are not text in UTF-8. Save the file as “CSV UTF-8” or as text in UTF-8.
problem-entries-too-large = These are more entries than a glossary can have: { $most } MiB are the most. Use several glossaries.
problem-entries-other-pairs = All lines are for other languages. Check the languages chosen, and the third and fourth column.
# $line is the number of a line of the file, from 1.
problem-entries-missing-target = Line { $line } has no translation. A tab or a comma stands between term and translation.
problem-entries-second-tab = Line { $line } has more than one tab. It has a term, a tab and a translation.
problem-entries-empty-term = In line { $line }, the term or its translation is empty.
problem-entries-long-term = In line { $line }, a term is too long: { $most } bytes are the most.
problem-entries-control = In line { $line }, a term has a tab, a line break or another control character.
# $first is the number of the earlier line.
problem-entries-duplicate = The term in line { $line } stands in line { $first } already. Keep one of them.
problem-entries-open-quote = The quotation mark in line { $line } has no end.
problem-entries-stray-quote = In line { $line }, a quotation mark stands where none may be. Put the whole field into quotation marks and double those in it.
problem-entry-exists = “{ $source }” is here already, as “{ $target }”. Change that entry.
problem-entry-changed = Somebody has changed “{ $source }” meanwhile: it is “{ $now }” now. Your “{ $wrote }” was not kept; change it again if it is right.
problem-entry-changed-not-removed = Somebody has changed “{ $source }” meanwhile: it is “{ $now }” now. It was not removed.
problem-entry-gone = Somebody has removed or renamed “{ $source }” meanwhile. Your “{ $wrote }” was not kept; add it if it is right.
problem-entry-removed-already = Somebody has removed or renamed “{ $source }” meanwhile.
problem-last-entry = This is the last entry. Delete all entries of this pair of languages instead.
problem-try-again = Somebody has changed this at the same time. Try again.
problem-glossary-gone = There is no such glossary. It may have been deleted.
problem-dictionary-gone = The glossary has no entries for these languages. They may have been deleted.
problem-memory-gone = There is no such translation memory. It may have been deleted.
problem-memory-job-gone = This file is not here any more, or this import or export is not known.
problem-memory-too-large = The file is larger than { $most } MB. Split it.
problem-no-memory-file = Choose a TMX file.
problem-style-list-gone = There are no such style rules. They may have been deleted.
problem-style-list-changed = Somebody has changed these style rules meanwhile. Nothing was done; below is what they are now.
problem-instruction-gone = There is no such instruction. It may have been removed.
problem-instruction-label = The name of an instruction has 1 to { $most } characters.
problem-instruction-prompt = An instruction has 1 to { $most } characters.
