## Documents

drop-documents = Trascinare qui i documenti
# $megabytes is the size of the largest file.
drop-about = o scegliere dei file: Word, PowerPoint, Excel, PDF, pagine web, sottotitoli, immagini e altri, fino a { $megabytes } MB ciascuno
choose-documents = Scegli documenti
documents-list = Documenti
both-languages = Entrambe le lingue
pdf-as = PDF come
pdf-as-word = Documento Word
download-all = Scarica tutto
download-and-compare = Scarica e confronta
original = Originale
translation = Traduzione
documents-stay = Una traduzione viene eliminata dal server dopo essere stata scaricata. Fino ad allora è disponibile in questa scheda.
look-again = Aggiorna
progress = Avanzamento
document-queued = in attesa
document-translating = { $seconds ->
    [one] ancora circa { $seconds } secondo
   *[other] ancora circa { $seconds } secondi
}
document-done = { $characters ->
    [one] { $characters } carattere
   *[other] { $characters } caratteri
}
cancel = Annulla
remove = Rimuovi
document-failed = non tradotto

## Why a document was not translated, by the code of the failure; reasons in it are English

failure-damaged = Il file è danneggiato: finisce troppo presto o il suo contenuto si contraddice. Inviarlo di nuovo.
failure-malformed = Il file non è un documento { $format } valido: { $reason }. Salvarlo di nuovo nel programma da cui proviene e inviare il risultato.
failure-encrypted = Il documento è protetto da una password. Rimuovere la protezione e inviarlo di nuovo.
failure-too-large = Il documento è troppo grande: il massimo è { $most } ({ $what }). Dividerlo.
failure-no-filter = I file { $format } non possono essere tradotti su questo server. Avvisare chi lo gestisce: { $remedy }.
failure-unsupported = Il documento non può essere tradotto: { $reason }.
failure-unknown-language = La lingua del documento non è stata riconosciuta. Sceglierla e inviare di nuovo il documento.
failure-same-language = Il documento è già nella lingua in cui doveva essere tradotto. Sceglierne un’altra.
failure-nothing-to-translate = Nel documento non c’è testo da tradurre.
failure-nothing-translated = Nulla del testo del documento è stato tradotto. Controllare da quale lingua deve essere tradotto.
failure-engine-down = Il motore per queste lingue non risponde. Inviare di nuovo il documento più tardi.
failure-unsupported-pair = Qui non è possibile tradurre documenti: { $source } → { $target }.
failure-missing-pair = Qui non è ancora possibile tradurre documenti: { $source } → { $target }. Chi gestisce il server può aggiungere questa combinazione.
failure-no-style = Nessun motore per queste lingue può seguire tutte le regole di stile: { $source } → { $target }. Non usarle.
failure-customization = Ciò che è stato scelto per la traduzione non può essere usato: { $reason }. Scegliere altro e inviare di nuovo il documento.
failure-too-many-characters = Il documento ha { $characters } caratteri e il massimo è { $most }. Dividerlo.
failure-too-many-unfetched = Con questo, i documenti di oggi non ancora scaricati supererebbero insieme i { $most } caratteri, che sono il massimo. Scaricarne prima alcuni o inviarlo domani (UTC).
failure-account-limit = Il documento ha più caratteri di quanti ne restino all’account per questo mese. Dividerlo o inviarlo quando il conteggio sarà ricominciato.
failure-key-limit = Il documento ha più caratteri di quanti ne restino a questa chiave per questo mese. Dividerlo; un amministratore può anche aumentare il limite della chiave.
failure-key-gone = La chiave con cui è stato inviato il documento è stata revocata. Inviarlo con un’altra chiave.
failure-interrupted = La traduzione è stata interrotta { $attempts } volte e non viene più tentata. Avvisare chi gestisce il server; i motivi sono nel suo registro.
failure-too-much-memory = Il documento richiede più memoria RAM di quanta questo server ne conceda a un documento. Dividerlo o chiedere a chi gestisce il server di consentirne di più.
failure-unreadable = Il documento non è più leggibile. Inviarlo di nuovo.
failure-server-failed = Si è verificato un errore sul server; il motivo è nel suo registro. Inviare di nuovo il documento e, se non serve, avvisare chi gestisce il server.
failure-other = Il documento non è stato tradotto. { $detail }
