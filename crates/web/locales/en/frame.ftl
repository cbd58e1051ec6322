## The frame

skip-to-content = Skip to the content
nav-pages = Pages
nav-translate = Translate
nav-documents = Documents
nav-improve = Improve
nav-settings = Settings
signed-in-as = Signed in as
sign-in = Sign in
sign-out = Sign out
role-translator = translator
role-terminology = terminology
role-administrator = account administrator
role-operator = operator

## Signing in

sign-in-title = Sign in to Dragoman
sign-in-about = Texts and documents stay on this server.
sign-in-key = Key
sign-in-key-note = The key that you were given. It is not kept in this browser.
sign-in-code-about = This address signs you in once.
sign-in-with-key = Sign in with a key instead
# $name is what the organisation calls its sign-in.
sign-in-open-id = Sign in with { $name }
sign-in-by-proxy = The proxy in front of this server says who you are, and it has named nobody. Sign in there; if you have, tell whoever runs the server.

## Settings

settings-language = Language of the pages
settings-language-browser = As the browser asks
settings-theme = Appearance
settings-from = Translate from
settings-to = Translate into
settings-kept = These choices are kept in this browser only.
theme-system = As the system
theme-light = Light
theme-dark = Dark
theme-contrast = High contrast
save = Save
