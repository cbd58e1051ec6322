## Documents

drop-documents = Zet hier documenten neer
# $megabytes is the size of the largest file.
drop-about = of kies bestanden: Word, PowerPoint, Excel, PDF, webpagina’s, ondertitels, afbeeldingen en meer, elk tot { $megabytes } MB
choose-documents = Documenten kiezen
documents-list = Documenten
both-languages = Beide talen
pdf-as = PDF als
pdf-as-word = Word-document
download-all = Alles downloaden
download-and-compare = Downloaden en vergelijken
original = Origineel
translation = Vertaling
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

## Why a document was not translated, by the code of the failure; reasons in it are English

failure-damaged = Het bestand is beschadigd: het eindigt te vroeg of de inhoud spreekt zichzelf tegen. Verstuur het opnieuw.
failure-malformed = Het bestand is geen geldig { $format }-document: { $reason }. Sla het opnieuw op in het programma waar het vandaan komt en verstuur het resultaat.
failure-encrypted = Het document is met een wachtwoord beveiligd. Hef de beveiliging op en verstuur het opnieuw.
failure-too-large = Het document is te groot: het maximum is { $most } ({ $what }). Splits het.
failure-no-filter = { $format }-bestanden kunnen op deze server niet worden vertaald. Laat het de serverbeheerder weten: { $remedy }.
failure-unsupported = Het document kan niet worden vertaald: { $reason }.
failure-unknown-language = De taal van het document is niet herkend. Kies de taal en verstuur het document opnieuw.
failure-same-language = Het document is al in de taal waarin het moest worden vertaald. Kies een andere.
failure-nothing-to-translate = Er staat geen tekst in het document die kan worden vertaald.
failure-nothing-translated = Er is niets van de tekst van het document vertaald. Controleer uit welke taal het moet worden vertaald.
failure-engine-down = De vertaalmachine voor deze talen geeft geen antwoord. Verstuur het document later opnieuw.
failure-unsupported-pair = Documenten kunnen hier niet worden vertaald: { $source } → { $target }.
failure-missing-pair = Documenten kunnen hier nog niet worden vertaald: { $source } → { $target }. De serverbeheerder kan dit toevoegen.
failure-no-style = Geen vertaalmachine voor deze talen kan alle stijlregels volgen: { $source } → { $target }. Laat ze weg.
failure-customization = Wat voor de vertaling was gekozen, kan niet worden gebruikt: { $reason }. Kies iets anders en verstuur het document opnieuw.
failure-too-many-characters = Het document heeft { $characters } tekens en het maximum is { $most }. Splits het.
failure-too-many-unfetched = Met dit document erbij zouden de documenten van vandaag die niet zijn gedownload, samen meer dan { $most } tekens hebben, en dat is het maximum. Download er eerst enkele of verstuur het morgen (UTC).
failure-account-limit = Het document heeft meer tekens dan het account voor deze maand overheeft. Splits het of verstuur het wanneer de telling opnieuw is begonnen.
failure-key-limit = Het document heeft meer tekens dan deze sleutel voor deze maand overheeft. Splits het; een beheerder kan ook de limiet van de sleutel verhogen.
failure-key-gone = De sleutel waarmee het document is verstuurd, is ingetrokken. Verstuur het met een andere sleutel.
failure-interrupted = De vertaling is { $attempts } keer onderbroken en wordt niet opnieuw geprobeerd. Laat het de serverbeheerder weten; de oorzaken staan in het logboek van de server.
failure-too-much-memory = Het document heeft meer werkgeheugen nodig dan deze server aan één document geeft. Splits het of vraag de serverbeheerder om documenten meer toe te staan.
failure-unreadable = Het document kan niet meer worden gelezen. Verstuur het opnieuw.
failure-server-failed = Er is een fout opgetreden op de server; de oorzaak staat in het logboek. Verstuur het document opnieuw en laat het de serverbeheerder weten als dat niet helpt.
failure-other = Het document is niet vertaald. { $detail }
