## Documents

drop-documents = Dokumente hier ablegen
# $megabytes is the size of the largest file.
drop-about = oder Dateien auswählen: Word, PowerPoint, Excel, PDF, Webseiten, Untertitel, Bilder und andere, jeweils bis { $megabytes } MB
choose-documents = Dokumente auswählen
documents-list = Dokumente
both-languages = Beide Sprachen
pdf-as = PDF als
pdf-as-word = Word-Dokument
download-all = Alle herunterladen
download-and-compare = Herunterladen und vergleichen
original = Original
translation = Übersetzung
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

## Why a document was not translated, by the code of the failure; reasons in it are English

failure-damaged = Die Datei ist beschädigt: Sie endet zu früh, oder ihr Inhalt widerspricht sich. Senden Sie sie noch einmal.
failure-malformed = Die Datei ist kein gültiges { $format }-Dokument: { $reason }. Speichern Sie sie in dem Programm, aus dem sie stammt, noch einmal, und senden Sie das Ergebnis.
failure-encrypted = Das Dokument ist mit einem Passwort geschützt. Heben Sie den Schutz auf und senden Sie es noch einmal.
failure-too-large = Das Dokument ist zu groß: Höchstens { $most } sind möglich ({ $what }). Teilen Sie es auf.
failure-no-filter = { $format }-Dateien können auf diesem Server nicht übersetzt werden. Wenden Sie sich an seinen Betreiber: { $remedy }.
failure-unsupported = Das Dokument kann nicht übersetzt werden: { $reason }.
failure-unknown-language = Die Sprache des Dokuments wurde nicht erkannt. Wählen Sie sie aus und senden Sie das Dokument noch einmal.
failure-same-language = Das Dokument ist schon in der Sprache, in die es übersetzt werden sollte. Wählen Sie eine andere aus.
failure-nothing-to-translate = Das Dokument enthält keinen Text, der zu übersetzen wäre.
failure-nothing-translated = Vom Text des Dokuments wurde nichts übersetzt. Prüfen Sie, aus welcher Sprache es übersetzt werden soll.
failure-engine-down = Die Übersetzungsmaschine für diese Sprachen antwortet nicht. Senden Sie das Dokument später noch einmal.
failure-unsupported-pair = Dokumente können hier nicht übersetzt werden: { $source } → { $target }.
failure-missing-pair = Dokumente können hier noch nicht übersetzt werden: { $source } → { $target }. Wer den Server betreibt, kann das ergänzen.
failure-no-style = Keine Übersetzungsmaschine für diese Sprachen kann alle Stilregeln befolgen: { $source } → { $target }. Lassen Sie sie weg.
failure-customization = Was für die Übersetzung ausgewählt war, kann nicht verwendet werden: { $reason }. Wählen Sie etwas anderes aus und senden Sie das Dokument noch einmal.
failure-too-many-characters = Das Dokument hat { $characters } Zeichen, höchstens { $most } sind möglich. Teilen Sie es auf.
failure-too-many-unfetched = Mit diesem Dokument hätten die heutigen, die nicht heruntergeladen sind, zusammen mehr als { $most } Zeichen; mehr ist nicht möglich. Laden Sie zuerst einige herunter, oder senden Sie es morgen (UTC).
failure-account-limit = Das Dokument hat mehr Zeichen, als dem Konto für diesen Monat bleiben. Teilen Sie es auf, oder senden Sie es, wenn die Zählung neu begonnen hat.
failure-key-limit = Das Dokument hat mehr Zeichen, als diesem Schlüssel für diesen Monat bleiben. Teilen Sie es auf; ein Administrator kann auch die Grenze des Schlüssels anheben.
failure-key-gone = Der Schlüssel, mit dem das Dokument gesendet wurde, ist widerrufen worden. Senden Sie es mit einem anderen Schlüssel.
failure-interrupted = Die Übersetzung wurde { $attempts }-mal unterbrochen und wird nicht noch einmal versucht. Wenden Sie sich an den Betreiber des Servers; die Gründe stehen in dessen Protokoll.
failure-too-much-memory = Das Dokument braucht mehr Arbeitsspeicher, als dieser Server einem Dokument gibt. Teilen Sie es auf, oder bitten Sie den Betreiber des Servers, Dokumenten mehr zu erlauben.
failure-unreadable = Das Dokument kann nicht mehr gelesen werden. Senden Sie es noch einmal.
failure-server-failed = Auf dem Server ist ein Fehler aufgetreten; der Grund steht in seinem Protokoll. Senden Sie das Dokument noch einmal, und wenn das nicht hilft, wenden Sie sich an den Betreiber des Servers.
failure-other = Das Dokument wurde nicht übersetzt. { $detail }
