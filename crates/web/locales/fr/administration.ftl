## The pages of administration

nav-usage = Utilisation
nav-administration = Administration
tab-keys = Clés
tab-models = Modèles
tab-health = État
no-limit = aucune
never = jamais
as-table = Sous forme de tableau
keep = Conserver
problem-day = Un jour s’écrit ainsi : 2026-05-17.
problem-scope = La clé ne peut recevoir que ce qui figure ici.
problem-number = Une limite est un nombre entier de caractères ; le champ peut aussi rester vide.

## Usage

usage-account = Le compte sur cette période
usage-own = Vous sur cette période
# $most is a number of characters, $day the day on which the count begins anew.
usage-of = sur { $most ->
    [one] { $most } caractère
   *[other] { $most } caractères
} · renouvellement le { $day }
usage-without-limit = caractères, sans limite · le décompte recommence le { $day }
usage-from = Du
usage-to = Au
usage-show = Afficher
usage-current = Cette période
usage-shares = Textes, documents, amélioration
usage-texts = Textes
usage-documents = Documents
usage-improvement = Amélioration
# $percent is a whole number, $characters how many characters that are.
usage-share = { $percent } % · { $characters ->
    [one] { $characters } caractère
   *[other] { $characters } caractères
}
usage-busiest = Clé la plus utilisée
usage-by-day = Caractères par jour
usage-by-key = Clés
usage-by-tag = Étiquettes
usage-day = Jour
usage-tag = Étiquette
usage-characters = Caractères
usage-none = Rien n’a été compté ces jours-là.
usage-more-tags = Il y a d’autres étiquettes ; le fichier les contient toutes.

## Keys

keys-programs = Clés pour les programmes
keys-none = Il n’y en a pas encore.
keys-ended = Accès révoqués
keys-back = Toutes les clés
keys-persons = Personnes
keys-persons-about = Les personnes qui se sont connectées au compte sous leur nom. Ce qu’elles font est compté pour le compte.
key-label = Libellé
key-mask = Clé
key-scopes = Autorisations
key-used = Utilisé sur cette période
key-limit = Limite
key-made = Création
key-expires = Expiration
key-ended = révocation :
person-name = Nom
person-since = Première connexion
scopes-all = tout
key-new = Créer une clé
key-scopes-about = Une clé pour laquelle rien n’est choisi peut faire tout ce que les programmes peuvent faire.
key-expires-after = Dernier jour
key-expires-about = La clé fonctionne jusqu’à la fin de ce jour, heure UTC. Sans jour indiqué, elle n’expire pas.
key-make = Créer la clé
scope-translate-text = Traduire des textes
scope-translate-document = Traduire des documents
scope-improve-text = Améliorer des textes
scope-read-glossaries = Lire les glossaires
scope-write-glossaries = Modifier les glossaires
scope-read-style-rules = Lire les règles de style
scope-write-style-rules = Modifier les règles de style
scope-read-memories = Lire les mémoires de traduction
scope-read-languages = Lister les langues
scope-read-usage = Lire l’utilisation
# $label is what the key is called.
key-made-title = La clé « { $label } » est créée
key-secret-once = Copiez-la maintenant. Elle n’est affichée que cette fois, et personne ne pourra la relire.
key-rename = Renommer
key-limit-about = Caractères par période. Si le champ est vide, il n’y a pas de limite ; 0 bloque toute utilisation.
key-set-limit = Fixer la limite
key-end = Révoquer la clé
key-end-question = Révoquer la clé « { $label } » ?
person-end = Révoquer l’accès
person-end-question = Révoquer l’accès de « { $label } » ?
end-about = L’effet est immédiat et irréversible.
end-own = C’est avec cet accès que vous êtes connecté ; vous serez déconnecté.

## Models

models-installed = Modèles installés
models-none = Aucun modèle n’est installé.
models-used = Ils occupent { $used }.
models-free = Le disque a { $free } libres.
models-fetch = Télécharger des modèles
models-fetched = Téléchargements
models-available = Modèles disponibles au téléchargement
models-back = Modèles installés
models-old-catalogue = Le catalogue est injoignable ; ceci en est une ancienne copie.
megabytes = { $number } Mo
model-pair = Langues
model-name = Nom
model-size = Taille
model-quality = COMET
model-quality-about = COMET est la qualité indiquée par l’éditeur : plus la valeur est proche de 1, mieux c’est. Les valeurs de paires de langues différentes ne sont pas comparables.
model-licence = Licence
model-origin = Origine
model-installed = Installation
model-architecture = Type
model-fetch = Télécharger
model-is-installed = installé
model-remove = Supprimer
model-remove-question = Supprimer le modèle { $name } ?
model-remove-about = Les traductions entre ces langues utiliseront alors un autre moteur ou ne seront plus possibles. Le modèle peut être téléchargé de nouveau.
# $folder is the path of a folder, $reason a sentence about what is wrong with it.
model-broken = { $folder } n’est pas un modèle : { $reason }
licence-not-stated = non indiquée
pull-beginning = démarrage
pull-checking = vérification
pull-done = installé
pull-failed = Non installé.
# $detail is a sentence of the program in English.
problem-catalogue = Le catalogue des modèles ne peut pas être lu. { $detail }
problem-no-model = Ce modèle n’est plus installé.
problem-model = { $detail }
problem-too-many-pulls = { $most } modèles sont en cours de téléchargement, le maximum à la fois. Attendez que l’un d’eux soit terminé.

## Health

health-about = Chaque partie de l’installation est mise à l’essai : le dossier de données, les moteurs, les modèles et les programmes qui accompagnent le serveur. Cela peut prendre quelques minutes.
health-check = Vérifier maintenant
health-running = La vérification est en cours.
# $time is a day and a time of it in UTC.
health-checked = Vérifié le { $time } UTC
finding-good = fonctionne
finding-missing = manquant
finding-broken = en panne
problem-check-timed-out = La vérification a été abandonnée après { $seconds } secondes. Le journal du serveur indique peut-être ce qui ne répond pas.
problem-check = La vérification n’a pas pu être faite. { $detail }

## About

nav-about = À propos de Dragoman
about-version = Version
about-licence = Licence
about-libraries = Bibliothèques
about-programs = Les derniers sont des programmes indépendants, utilisés là où ils sont installés. Les dictionnaires ont eux aussi leurs propres licences.
about-models = Licences des modèles installés
