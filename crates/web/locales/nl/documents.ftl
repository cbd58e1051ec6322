## Documents

drop-documents = Zet hier documenten neer
# $megabytes is the size of the largest file.
drop-about = of kies bestanden: Word, PowerPoint, Excel, PDF, webpagina’s, ondertitels, afbeeldingen en meer, elk tot { $megabytes } MB
choose-documents = Documenten kiezen
documents-list = Documenten
download-all = Alles downloaden
documents-stay = Een vertaling wordt van de server verwijderd zodra die is gedownload. Tot die tijd kunt u die op dit tabblad ophalen.
look-again = Opnieuw kijken
progress = Voortgang
document-queued = in de wachtrij
document-translating = { $seconds ->
    [one] nog ongeveer { $seconds } seconde
   *[other] nog ongeveer { $seconds } seconden
}
document-done = { $characters ->
    [one] { $characters } teken
   *[other] { $characters } tekens
}
cancel = Annuleren
remove = Verwijderen
document-failed = niet vertaald
