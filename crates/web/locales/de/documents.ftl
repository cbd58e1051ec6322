## Documents

drop-documents = Dokumente hier ablegen
# $megabytes is the size of the largest file.
drop-about = oder Dateien auswählen: Word, PowerPoint, Excel, PDF, Webseiten, Untertitel, Bilder und andere, jeweils bis { $megabytes } MB
choose-documents = Dokumente auswählen
documents-list = Dokumente
download-all = Alle herunterladen
documents-stay = Eine Übersetzung wird vom Server gelöscht, sobald sie heruntergeladen ist. Bis dahin kann sie in diesem Tab abgerufen werden.
look-again = Aktualisieren
progress = Fortschritt
document-queued = wartet
document-translating = { $seconds ->
    [one] noch etwa { $seconds } Sekunde
   *[other] noch etwa { $seconds } Sekunden
}
document-done = { $characters ->
    [one] { $characters } Zeichen
   *[other] { $characters } Zeichen
}
cancel = Abbrechen
remove = Entfernen
document-failed = nicht übersetzt
