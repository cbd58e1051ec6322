## Documents

drop-documents = Upuść dokumenty tutaj
# $megabytes is the size of the largest file.
drop-about = lub wybierz pliki: Word, PowerPoint, Excel, PDF, strony internetowe, napisy, obrazy i inne, każdy do { $megabytes } MB
choose-documents = Wybierz dokumenty
documents-list = Dokumenty
both-languages = Oba języki
pdf-as = PDF jako
pdf-as-word = Dokument Word
download-all = Pobierz wszystko
download-and-compare = Pobierz i porównaj
original = Oryginał
translation = Tłumaczenie
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

## Why a document was not translated, by the code of the failure; reasons in it are English

failure-damaged = Plik jest uszkodzony: kończy się zbyt wcześnie lub jego zawartość jest sprzeczna. Wyślij go ponownie.
failure-malformed = Plik nie jest prawidłowym dokumentem { $format }: { $reason }. Zapisz go ponownie w programie, z którego pochodzi, i wyślij nowy plik.
failure-encrypted = Dokument jest chroniony hasłem. Usuń ochronę i wyślij go ponownie.
failure-too-large = Dokument jest za duży: limit to { $most } ({ $what }). Podziel go.
failure-no-filter = Plików { $format } nie można tłumaczyć na tym serwerze. Powiadom operatora serwera: { $remedy }.
failure-unsupported = Dokumentu nie można przetłumaczyć: { $reason }.
failure-unknown-language = Nie rozpoznano języka dokumentu. Wybierz go i wyślij dokument ponownie.
failure-same-language = Dokument jest już w języku, na który miał zostać przetłumaczony. Wybierz inny.
failure-nothing-to-translate = W dokumencie nie ma tekstu do przetłumaczenia.
failure-nothing-translated = Nic z tekstu dokumentu nie zostało przetłumaczone. Sprawdź, z jakiego języka ma być tłumaczony.
failure-engine-down = Silnik dla tych języków nie odpowiada. Wyślij dokument ponownie później.
failure-unsupported-pair = Dokumentów nie można tu tłumaczyć w tym kierunku: { $source } → { $target }.
failure-missing-pair = Dokumentów nie można tu jeszcze tłumaczyć w tym kierunku: { $source } → { $target }. Może go dodać operator serwera.
failure-no-style = Żaden silnik dla tych języków nie może zastosować wszystkich reguł stylu: { $source } → { $target }. Zrezygnuj z nich.
failure-customization = Nie można użyć tego, co wybrano do tłumaczenia: { $reason }. Wybierz coś innego i wyślij dokument ponownie.
failure-too-many-characters = Liczba znaków w dokumencie to { $characters }, a limit to { $most }. Podziel go.
failure-too-many-unfetched = Z tym dokumentem dzisiejsze dokumenty, których nie pobrano, przekroczyłyby razem limit znaków ({ $most }). Najpierw pobierz niektóre z nich albo wyślij ten jutro (UTC).
failure-account-limit = Dokument ma więcej znaków, niż pozostało na koncie w tym miesiącu. Podziel go albo wyślij, gdy liczenie zacznie się od nowa.
failure-key-limit = Dokument ma więcej znaków, niż pozostało dla tego klucza w tym miesiącu. Podziel go; administrator może też podnieść limit klucza.
failure-key-gone = Klucz, którego użyto do wysłania dokumentu, został unieważniony. Wyślij dokument z innym kluczem.
failure-interrupted = Liczba przerwań tłumaczenia: { $attempts }. Nie będzie więcej prób. Powiadom operatora serwera; przyczyny są w dzienniku serwera.
failure-too-much-memory = Dokument wymaga więcej pamięci operacyjnej, niż ten serwer przydziela jednemu dokumentowi. Podziel go albo poproś operatora serwera o zwiększenie przydziału.
failure-unreadable = Dokumentu nie można już odczytać. Wyślij go ponownie.
failure-server-failed = Wystąpił błąd serwera; przyczyna jest w jego dzienniku. Wyślij dokument ponownie, a jeśli to nie pomoże, powiadom operatora serwera.
failure-other = Dokument nie został przetłumaczony. { $detail }
