## Documents

drop-documents = Upuść dokumenty tutaj
# $megabytes is the size of the largest file.
drop-about = lub wybierz pliki: Word, PowerPoint, Excel, PDF, strony internetowe, napisy, obrazy i inne, każdy do { $megabytes } MB
choose-documents = Wybierz dokumenty
documents-list = Dokumenty
download-all = Pobierz wszystko
documents-stay = Tłumaczenie jest usuwane z serwera po pobraniu. Do tego czasu można je pobrać w tej karcie.
look-again = Sprawdź ponownie
progress = Postęp
document-queued = czeka
document-translating = { $seconds ->
    [one] jeszcze około { $seconds } sekundy
    [few] jeszcze około { $seconds } sekund
    [many] jeszcze około { $seconds } sekund
   *[other] jeszcze około { $seconds } sekundy
}
document-done = { $characters ->
    [one] { $characters } znak
    [few] { $characters } znaki
    [many] { $characters } znaków
   *[other] { $characters } znaku
}
cancel = Anuluj
remove = Usuń
document-failed = nie przetłumaczono
