## The frame

skip-to-content = Przejdź do treści
nav-pages = Strony
nav-translate = Tłumaczenie
nav-documents = Dokumenty
nav-improve = Ulepszanie
nav-settings = Ustawienia
signed-in-as = Zalogowano jako
sign-in = Zaloguj się
sign-out = Wyloguj się
role-translator = tłumacz
role-terminology = terminologia
role-administrator = administrator konta
role-operator = operator

## Signing in

sign-in-title = Zaloguj się do Dragoman
sign-in-about = Teksty i dokumenty pozostają na tym serwerze.
sign-in-key = Klucz
sign-in-key-note = Otrzymany klucz. Nie jest zapisywany w tej przeglądarce.
sign-in-code-about = Ten adres pozwala zalogować się jeden raz.
sign-in-with-key = Zaloguj się kluczem
# $name is what the organisation calls its sign-in.
sign-in-open-id = Zaloguj się przez { $name }
sign-in-by-proxy = O tym, kto się loguje, informuje serwer proxy przed tym serwerem, ale nikogo nie wskazał. Zaloguj się tam; jeśli to już zrobiono, powiadom operatora serwera.

## Settings

settings-language = Język stron
settings-language-browser = Jak w przeglądarce
settings-theme = Wygląd
settings-from = Język źródłowy
settings-to = Język docelowy
settings-kept = Te ustawienia są zapisane tylko w tej przeglądarce.
theme-system = Jak w systemie
theme-light = Jasny
theme-dark = Ciemny
theme-contrast = Wysoki kontrast
save = Zapisz
