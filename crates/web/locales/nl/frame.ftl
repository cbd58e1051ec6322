## The frame

skip-to-content = Naar de inhoud
nav-pages = Pagina’s
nav-translate = Vertalen
nav-documents = Documenten
nav-improve = Verbeteren
nav-settings = Instellingen
signed-in-as = Ingelogd als
sign-in = Inloggen
sign-out = Uitloggen
role-translator = vertaler
role-terminology = terminologie
role-administrator = accountbeheerder
role-operator = serverbeheerder

## Signing in

sign-in-title = Inloggen bij Dragoman
sign-in-about = Teksten en documenten blijven op deze server.
sign-in-key = Sleutel
sign-in-key-note = De sleutel die u hebt gekregen. Hij wordt niet in deze browser bewaard.
sign-in-code-about = Met dit adres kunt u één keer inloggen.
sign-in-with-key = Inloggen met een sleutel
# $name is what the organisation calls its sign-in.
sign-in-open-id = Inloggen met { $name }
sign-in-by-proxy = De proxy voor deze server zegt wie u bent, maar heeft niemand genoemd. Log daar in; hebt u dat al gedaan, laat het dan de serverbeheerder weten.

## Settings

settings-language = Taal van de pagina’s
settings-language-browser = Zoals in de browser
settings-theme = Weergave
settings-from = Vertalen uit
settings-to = Vertalen naar
settings-kept = Deze keuzes worden alleen in deze browser bewaard.
theme-system = Zoals in het systeem
theme-light = Licht
theme-dark = Donker
theme-contrast = Hoog contrast
save = Opslaan
