## Documents

drop-documents = Drop documents here
# $megabytes is the size of the largest file.
drop-about = or choose files: Word, PowerPoint, Excel, PDF, web pages, subtitles, pictures and others, up to { $megabytes } MB each
choose-documents = Choose documents
documents-list = Documents
both-languages = Both languages
pdf-as = PDF as
pdf-as-word = Word document
download-all = Download all
download-and-compare = Download and compare
original = Original
translation = Translation
documents-stay = A translation is removed from the server when it has been downloaded. Until then it can be fetched from this tab.
look-again = Look again
progress = Progress
document-queued = waiting
document-translating = { $seconds ->
    [one] about { $seconds } second left
   *[other] about { $seconds } seconds left
}
document-done = { $characters ->
    [one] { $characters } character
   *[other] { $characters } characters
}
cancel = Cancel
remove = Remove
document-failed = not translated

## Why a document was not translated, by the code of the failure; reasons in it are English

failure-damaged = The file is damaged: it ends too early, or what is in it contradicts itself. Send it again.
failure-malformed = The file is not a valid { $format } document: { $reason }. Save it again in the program that it comes from, and send that.
failure-encrypted = The document is protected by a password. Remove the protection and send it again.
failure-too-large = The document is too large: it may have { $most } { $what } at most. Split it.
failure-no-filter = { $format } files cannot be translated on this server: { $remedy }.
failure-unsupported = The document cannot be translated: { $reason }.
failure-unknown-language = The language of the document was not recognised. Choose it and send the document again.
failure-same-language = The document is already in the language into which it was to be translated. Choose another one.
failure-nothing-to-translate = There is no text to translate in the document.
failure-nothing-translated = Nothing of the text of the document was translated. Check from which language it is to be translated.
failure-engine-down = The engine for these languages does not answer. Send the document again later.
failure-unsupported-pair = Documents cannot be translated here: { $source } → { $target }.
failure-missing-pair = Documents cannot be translated here yet: { $source } → { $target }. Whoever runs the server can add it.
failure-no-style = No engine for these languages can follow all of the style rules: { $source } → { $target }. Leave them out.
failure-customization = What was chosen for the translation cannot be used: { $reason }. Choose something else and send the document again.
failure-too-many-characters = The document has { $characters } characters, and { $most } are the most. Split it.
failure-too-many-unfetched = With this one, today’s documents that are not downloaded would have more than { $most } characters, which are the most. Download some first, or send it tomorrow (UTC).
failure-account-limit = The document has more characters than the account has left for this month. Split it, or send it when the count begins anew.
failure-key-limit = The document has more characters than this key has left for this month. Split it; an administrator can also raise the limit of the key.
failure-key-gone = The key with which the document was sent has been deactivated. Send it with another key.
failure-interrupted = The translation was interrupted { $attempts } times and is not tried again. Tell whoever runs the server; its log has the reasons.
failure-too-much-memory = The document needs more memory than this server gives to one. Split it, or ask whoever runs the server to allow documents more.
failure-unreadable = The document can no longer be read. Send it again.
failure-server-failed = The server failed; its log has the reason. Send the document again, and tell whoever runs the server if that does not help.
failure-other = The document was not translated. { $detail }
