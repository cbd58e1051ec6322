## The frame

skip-to-content = Vai al contenuto
nav-pages = Pagine
nav-translate = Traduci
nav-documents = Documenti
nav-improve = Migliora
nav-settings = Impostazioni
signed-in-as = Accesso eseguito come
sign-in = Accedi
sign-out = Esci
role-translator = traduzione
role-terminology = terminologia
role-administrator = amministrazione dell’account
role-operator = gestione del server

## Signing in

sign-in-title = Accedi a Dragoman
sign-in-about = Testi e documenti restano su questo server.
sign-in-key = Chiave
sign-in-key-note = La chiave ricevuta. Non viene conservata in questo browser.
sign-in-code-about = Questo indirizzo consente di accedere una sola volta.
sign-in-with-key = Accedi invece con una chiave
# $name is what the organisation calls its sign-in.
sign-in-open-id = Accedi con { $name }
sign-in-by-proxy = Il proxy davanti a questo server indica chi accede, ma non ha indicato nessuno. Eseguire l’accesso lì; se è già stato fatto, avvisare chi gestisce il server.

## Settings

settings-language = Lingua dell’interfaccia
settings-language-browser = Come nel browser
settings-theme = Aspetto
settings-from = Traduci da
settings-to = Traduci in
settings-kept = Queste scelte vengono conservate solo in questo browser.
theme-system = Come il sistema
theme-light = Chiaro
theme-dark = Scuro
theme-contrast = Contrasto elevato
save = Salva
