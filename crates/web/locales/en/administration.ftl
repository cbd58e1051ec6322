## The pages of administration

nav-usage = Usage
nav-administration = Administration
tab-keys = Keys
tab-models = Models
tab-health = Health
no-limit = none
never = never
as-table = As a table
keep = Keep
problem-day = A day is written as in 2026-05-17.
problem-scope = The key can be given only what is listed here.
problem-number = A limit is a whole number of characters, or left empty.

## Usage

usage-account = The account in this period
usage-own = You in this period
# $most is a number of characters, $day the day on which the count begins anew.
usage-of = of { $most ->
    [one] { $most } character
   *[other] { $most } characters
} · renews on { $day }
usage-without-limit = characters, without a limit · the count begins anew on { $day }
usage-from = From
usage-to = To
usage-show = Show
usage-current = This period
usage-shares = Texts, documents, improvement
usage-texts = Texts
usage-documents = Documents
usage-improvement = Improvement
# $percent is a whole number, $characters how many characters that are.
usage-share = { $percent } % · { $characters ->
    [one] { $characters } character
   *[other] { $characters } characters
}
usage-busiest = Busiest key
usage-by-day = Characters by day
usage-by-key = Keys
usage-by-tag = Tags
usage-day = Day
usage-tag = Tag
usage-characters = Characters
usage-none = Nothing was counted on these days.
usage-more-tags = There are more tags; the file has all of them.

## Keys

keys-programs = Keys for programs
keys-none = There are none yet.
keys-ended = Ended
keys-back = All keys
keys-persons = Persons
keys-persons-about = Those who have signed in to the account by name. What they do counts for the account.
key-label = Label
key-mask = Key
key-scopes = What it may do
key-used = Used this period
key-limit = Limit
key-made = Made
key-expires = Expires
key-ended = ended
person-name = Name
person-since = First signed in
scopes-all = everything
key-new = Make a key
key-scopes-about = A key for which nothing is chosen may do everything that programs may.
key-expires-after = Last day
key-expires-about = The key works to the end of this day in UTC. Without a day it does not expire.
key-make = Make the key
scope-translate-text = Translate texts
scope-translate-document = Translate documents
scope-improve-text = Improve texts
scope-read-glossaries = Read glossaries
scope-write-glossaries = Change glossaries
scope-read-style-rules = Read style rules
scope-write-style-rules = Change style rules
scope-read-memories = Read translation memories
scope-read-languages = List languages
scope-read-usage = Read usage
# $label is what the key is called.
key-made-title = The key “{ $label }” is made
key-secret-once = Copy it now. It is shown this once, and nobody can read it again.
key-rename = Rename
key-limit-about = Characters in a period. Left empty there is no limit; 0 blocks all use.
key-set-limit = Set the limit
key-end = End the key
key-end-question = End the key “{ $label }”?
person-end = End the access
person-end-question = End the access of “{ $label }”?
end-about = It ends at once and cannot be given back.
end-own = You are signed in under this one, and are signed out by it.

## Models

models-installed = Installed models
models-none = No models are installed.
models-used = They take { $used }.
models-free = The disk has { $free } free.
models-fetch = Fetch models
models-fetched = Fetched models
models-available = Models that can be fetched
models-back = Installed models
models-old-catalogue = The catalogue cannot be reached; this is an old copy of it.
megabytes = { $number } MB
model-pair = Languages
model-name = Name
model-size = Size
model-quality = COMET
model-quality-about = COMET is the quality that the publisher states: the nearer to 1, the better. Numbers of different pairs cannot be compared.
model-licence = Licence
model-origin = From
model-installed = Installed
model-architecture = Kind
model-fetch = Fetch
model-is-installed = installed
model-remove = Remove
model-remove-question = Remove the model { $name }?
model-remove-about = Translations of these languages use another engine then, or are not made. The model can be fetched again.
# $folder is the path of a folder, $reason a sentence about what is wrong with it.
model-broken = { $folder } is no model: { $reason }
licence-not-stated = not stated
pull-beginning = beginning
pull-checking = checking
pull-done = installed
pull-failed = Not installed.
# $detail is a sentence of the program in English.
problem-catalogue = The catalogue of models cannot be read. { $detail }
problem-no-model = This model is not installed any more.
problem-model = { $detail }
problem-too-many-pulls = { $most } models are being fetched, which is the most at a time. Wait for one of them.

## Health

health-about = Every part of the installation is tried: the data folder, the engines, the models, and the programs beside the server. This takes up to some minutes.
health-check = Check now
health-running = The check is running.
# $time is a day and a time of it in UTC.
health-checked = Checked on { $time } UTC
finding-good = works
finding-missing = missing
finding-broken = broken
problem-check-timed-out = The check was given up after { $seconds } seconds. The log of the server may say what does not answer.
problem-check = The check could not be made. { $detail }

## About

nav-about = About Dragoman
about-version = Version
about-licence = Licence
about-libraries = Its libraries
about-programs = The last ones are programs of their own, used where they are installed. Dictionaries have licences of their own, too.
about-models = Licences of the installed models
