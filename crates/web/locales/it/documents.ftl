## Documents

drop-documents = Trascinare qui i documenti
# $megabytes is the size of the largest file.
drop-about = o scegliere dei file: Word, PowerPoint, Excel, PDF, pagine web, sottotitoli, immagini e altri, fino a { $megabytes } MB ciascuno
choose-documents = Scegli documenti
documents-list = Documenti
download-all = Scarica tutto
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
