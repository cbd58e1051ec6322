## The frame

skip-to-content = Aller au contenu
nav-pages = Pages
nav-translate = Traduire
nav-documents = Documents
nav-improve = Améliorer
nav-settings = Paramètres
signed-in-as = Connecté en tant que
sign-in = Se connecter
sign-out = Se déconnecter
role-translator = traduction
role-terminology = terminologie
role-administrator = gestion du compte
role-operator = gestion du serveur

## Signing in

sign-in-title = Connexion à Dragoman
sign-in-about = Les textes et les documents restent sur ce serveur.
sign-in-key = Clé
sign-in-key-note = La clé qui vous a été remise. Elle n’est pas conservée dans ce navigateur.
sign-in-code-about = Cette adresse permet de vous connecter une seule fois.
sign-in-with-key = Se connecter plutôt avec une clé
# $name is what the organisation calls its sign-in.
sign-in-open-id = Se connecter avec { $name }
sign-in-by-proxy = Le proxy placé devant ce serveur indique qui vous êtes, mais il n’a nommé personne. Connectez-vous auprès de lui ; si c’est déjà fait, prévenez la personne qui gère le serveur.

## Settings

settings-language = Langue de l’interface
settings-language-browser = Celle du navigateur
settings-theme = Apparence
settings-from = Traduire depuis
settings-to = Traduire vers
settings-kept = Ces choix sont conservés uniquement dans ce navigateur.
theme-system = Comme le système
theme-light = Clair
theme-dark = Sombre
theme-contrast = Contraste élevé
save = Enregistrer
