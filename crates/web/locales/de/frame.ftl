## The frame

skip-to-content = Zum Inhalt springen
nav-pages = Seiten
nav-translate = Übersetzen
nav-documents = Dokumente
nav-improve = Verbessern
nav-settings = Einstellungen
signed-in-as = Angemeldet als
sign-in = Anmelden
sign-out = Abmelden
role-translator = Übersetzung
role-terminology = Terminologie
role-administrator = Kontoverwaltung
role-operator = Serverbetrieb

## Signing in

sign-in-title = Bei Dragoman anmelden
sign-in-about = Texte und Dokumente bleiben auf diesem Server.
sign-in-key = Schlüssel
sign-in-key-note = Der Schlüssel, den Sie erhalten haben. Er wird nicht in diesem Browser gespeichert.
sign-in-code-about = Mit dieser Adresse können Sie sich einmal anmelden.
sign-in-with-key = Stattdessen mit einem Schlüssel anmelden
# $name is what the organisation calls its sign-in.
sign-in-open-id = Anmelden mit { $name }
sign-in-by-proxy = Der Proxy vor diesem Server gibt an, wer Sie sind, hat aber niemanden genannt. Melden Sie sich dort an; wenn Sie das schon getan haben, wenden Sie sich an den Betreiber des Servers.

## Settings

settings-language = Sprache der Oberfläche
settings-language-browser = Wie im Browser
settings-theme = Darstellung
settings-from = Übersetzen aus
settings-to = Übersetzen in
settings-kept = Diese Einstellungen werden nur in diesem Browser gespeichert.
theme-system = Wie im System
theme-light = Hell
theme-dark = Dunkel
theme-contrast = Hoher Kontrast
save = Speichern
