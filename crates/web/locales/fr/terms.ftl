## Terms: glossaries, translation memories, style rules

nav-terms = Terminologie
tab-glossaries = Glossaires
tab-memories = Mémoires de traduction
tab-style-rules = Règles de style
name = Nom
language = Langue
languages = Langues
made = Création
changed = Modification
make = Créer
rename = Renommer
search = Rechercher
import = Importer
rows = Lignes
rows-first = Revenir au début
rows-before = Précédent
rows-next = Suivant
# $first and $last are the numbers of rows, $all is how many there are.
rows-which = { $first } à { $last } sur { $all }

## Glossaries

glossaries-all = Tous les glossaires
glossaries-none = Il n’y a pas encore de glossaires. Un glossaire indique comment traduire des termes.
glossary-new = Créer un glossaire
glossary-delete = Supprimer le glossaire
glossary-delete-question = Supprimer le glossaire « { $name } » avec toutes ses entrées ? Cette action est irréversible.
dictionaries = Paires de langues
dictionaries-none = Ce glossaire n’a pas encore d’entrées. Importez-en.
dictionary-delete = Supprimer ces entrées
# $pair is a pair of languages, such as “English → German”.
dictionary-delete-question = Supprimer toutes les entrées pour { $pair } ? Cette action est irréversible.
entries = Entrées
entries-paste = Entrées, une par ligne : le terme, une tabulation ou une virgule, sa traduction
entries-file = ou un fichier (TSV ou CSV)
entries-note = Un terme ne figure que sur une seule ligne. Un tableau copié depuis un tableur contient des tabulations. Si un fichier est choisi, il remplace ce qui est collé.
entries-import = Importer des entrées
entries-none-found = Rien n’a été trouvé.
import-merge = Ajouter aux entrées existantes ; si un terme existe déjà, sa traduction est remplacée
import-replace = Remplacer toutes les entrées de cette paire de langues
entry-add = Ajouter
entry-remove = Retirer
download-tsv = Télécharger en TSV
download-csv = Télécharger en CSV

## Translation memories

memories-all = Toutes les mémoires de traduction
memories-none = Il n’y a pas encore de mémoires de traduction. Une mémoire contient des phrases et leurs traductions, qui sont réutilisées.
memory-import = Importer une mémoire de traduction
# $megabytes is the size of the largest file.
memory-file = Fichier TMX, jusqu’à { $megabytes } Mo
memory-name-note = Sans nom, elle prend celui du fichier.
memory-importing = Le fichier est arrivé et est en cours d’importation.
memory-exporting = Le fichier est en cours d’écriture.
memory-imported = La mémoire de traduction est importée.
memory-skipped = { $skipped ->
    [one] { $skipped } unité du fichier a été omise : il lui manque un texte source ou une traduction dans une langue connue, ou elle est trop longue.
   *[other] { $skipped } unités du fichier ont été omises : il leur manque un texte source ou une traduction dans une langue connue, ou elles sont trop longues.
}
memory-open = Ouvrir la mémoire de traduction
memory-export = Exporter en TMX
memory-download = Télécharger le fichier TMX
memory-job-expired = Ce fichier n’est plus ici. Exportez de nouveau la mémoire de traduction.
memory-delete = Supprimer la mémoire de traduction
memory-delete-question = Supprimer la mémoire de traduction « { $name } » avec tous ses segments ? Cette action est irréversible.
segments = Segments
segments-number = { $segments ->
    [one] { $segments } segment
   *[other] { $segments } segments
}
segments-none-found = Aucun segment ici.
translations = Traductions

## Style rules

style-lists-all = Toutes les règles de style
style-lists-none = Il n’y a pas encore de règles de style. Elles indiquent comment rédiger les traductions vers une langue.
style-list-new = Créer une liste de règles de style
style-list-language = Langue des traductions
style-list-delete = Supprimer les règles de style
style-list-delete-question = Supprimer les règles de style « { $name } » ? Cette action est irréversible.
rules = Règles
rules-chosen = { $rules ->
    [0] aucune choisie
    [one] { $rules } choisie
   *[other] { $rules } choisies
}
rule-not-set = Sans consigne
rule-needs-model = Nécessite un modèle de langage.
rule-needs-register = Cette forme d’adresse est demandée au moteur ; tous n’en sont pas capables.
instructions = Instructions personnalisées
instructions-note = Des phrases complètes qui disent ce qui est souhaité en plus. Elles nécessitent un modèle de langage.
instructions-none = Il n’y en a pas.
instruction-prompt = Instruction
instruction-source = Pour les textes en
instruction-any-source = toute langue
instruction-add = Ajouter
instruction-remove = Retirer

## What goes wrong with them

problem-name-missing = Donnez un nom.
problem-name-control = Un nom tient sur une ligne, sans caractères de contrôle.
problem-name-too-long = Le nom est trop long : { $most } au maximum.
problem-name-taken = Le nom « { $name } » existe déjà. Choisissez-en un autre.
problem-no-pair = Choisissez les deux langues.
problem-no-language = Choisissez la langue.
problem-same-language = Choisissez deux langues différentes.
problem-no-entries = Il n’y a pas d’entrées. Collez-en ou choisissez un fichier.
problem-entries-not-utf8 = Les entrées ne sont pas du texte en UTF-8. Enregistrez le fichier au format « CSV UTF-8 » ou comme texte en UTF-8.
problem-entries-too-large = C’est plus d’entrées qu’un glossaire ne peut en contenir : { $most } Mio au maximum. Utilisez plusieurs glossaires.
problem-entries-other-pairs = Toutes les lignes concernent d’autres langues. Vérifiez les langues choisies ainsi que les troisième et quatrième colonnes.
# $line is the number of a line of the file, from 1.
problem-entries-missing-target = La ligne { $line } n’a pas de traduction. Une tabulation ou une virgule sépare le terme et la traduction.
problem-entries-second-tab = La ligne { $line } contient plus d’une tabulation. Elle doit contenir un terme, une tabulation et une traduction.
problem-entries-empty-term = À la ligne { $line }, le terme ou sa traduction est vide.
problem-entries-long-term = À la ligne { $line }, un terme est trop long : { $most } octets au maximum.
problem-entries-control = À la ligne { $line }, un terme contient une tabulation, un saut de ligne ou un autre caractère de contrôle.
# $first is the number of the earlier line.
problem-entries-duplicate = Le terme de la ligne { $line } figure déjà à la ligne { $first }. Gardez l’un des deux.
problem-entries-open-quote = Le guillemet de la ligne { $line } n’est pas fermé.
problem-entries-stray-quote = À la ligne { $line }, un guillemet est mal placé. Mettez tout le champ entre guillemets et doublez ceux qu’il contient.
problem-entry-exists = « { $source } » existe déjà, traduit par « { $target } ». Modifiez cette entrée.
problem-entry-changed = Quelqu’un a modifié « { $source } » entre-temps : c’est maintenant « { $now } ». Votre « { $wrote } » n’a pas été conservé ; modifiez-le de nouveau s’il est correct.
problem-entry-changed-not-removed = Quelqu’un a modifié « { $source } » entre-temps : c’est maintenant « { $now } ». L’entrée n’a pas été retirée.
problem-entry-gone = Quelqu’un a retiré ou renommé « { $source } » entre-temps. Votre « { $wrote } » n’a pas été conservé ; ajoutez-le s’il est correct.
problem-entry-removed-already = Quelqu’un a retiré ou renommé « { $source } » entre-temps.
problem-last-entry = C’est la dernière entrée. Supprimez plutôt toutes les entrées de cette paire de langues.
problem-try-again = Quelqu’un a modifié cela en même temps. Réessayez.
problem-glossary-gone = Ce glossaire n’existe pas. Il a peut-être été supprimé.
problem-dictionary-gone = Le glossaire n’a pas d’entrées pour ces langues. Elles ont peut-être été supprimées.
problem-memory-gone = Cette mémoire de traduction n’existe pas. Elle a peut-être été supprimée.
problem-memory-job-gone = Ce fichier n’est plus ici, ou cette importation ou exportation n’est pas connue.
problem-memory-too-large = Le fichier dépasse { $most } Mo. Divisez-le.
problem-no-memory-file = Choisissez un fichier TMX.
problem-style-list-gone = Ces règles de style n’existent pas. Elles ont peut-être été supprimées.
problem-style-list-changed = Quelqu’un a modifié ces règles de style entre-temps. Rien n’a été fait ; leur état actuel figure ci-dessous.
problem-instruction-gone = Cette instruction n’existe pas. Elle a peut-être été retirée.
problem-instruction-label = Le nom d’une instruction compte de 1 à { $most } caractères.
problem-instruction-prompt = Une instruction compte de 1 à { $most } caractères.
