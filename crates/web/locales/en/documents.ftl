## Documents

drop-documents = Drop documents here
# $megabytes is the size of the largest file.
drop-about = or choose files: Word, PowerPoint, Excel, PDF, web pages, subtitles, pictures and others, up to { $megabytes } MB each
choose-documents = Choose documents
documents-list = Documents
download-all = Download all
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
