## Translating texts

tabs-translate = Ce qu’il faut traduire
tab-text = Texte
tab-documents = Documents
panes-label = Traduction
from-label = De
into-label = Vers
# Before the languages that somebody used last.
last-used = Dernières utilisées
detect-language = Détecter la langue
# $language is the name of a language.
detected-language = { $language } (détecté)
swap = Inverser les langues
swap-title = Inverser les langues (Ctrl+Shift+S)
text-label = Texte
text-placeholder = Saisissez ou collez un texte
length-title = Caractères
clear = Effacer
translate = Traduire
translation-appears = La traduction s’affiche ici.
texts-stay = Les textes restent sur ce serveur.
read-aloud = Lire à voix haute
copy = Copier
copied = Copié
download = Télécharger
alternatives = Autres formulations
alternatives-title = Afficher d’autres formulations
alternatives-none = Il n’y a pas d’autre formulation ici.
from-memory = De la mémoire de traduction
from-glossary = Du glossaire
engine-basic = Traduction simple : ne donne que le sens général
engine-neural = Traduction neuronale
engine-language-model = Modèle de langage
recalled = { $number ->
    [one] { $number } phrase de la mémoire
   *[other] { $number } phrases de la mémoire
}
terms-placed = { $number ->
    [one] { $number } terme du glossaire
   *[other] { $number } termes du glossaire
}
chips-label = Options de traduction
chip-register = Registre
register-any = indifférent
register-formal = formel
register-informal = informel
chip-glossary = Glossaire
chip-style = Style
chip-memory = Mémoire
chip-none = sans

## The history of translations, which the browser keeps

history = Historique
history-on = Conserver un historique de mes traductions
history-kept = L’historique est conservé uniquement dans ce navigateur et personne d’autre ne le voit. Si vous désactivez cette option, il est supprimé.
# Where people translate without signing in.
history-kept-open = L’historique est conservé uniquement dans ce navigateur. Toute personne qui utilise ce navigateur sans se connecter le voit. Si vous désactivez cette option, il est supprimé.
history-refused = Ce navigateur ne permet pas à la page de conserver quoi que ce soit.
history-none = Rien n’a encore été conservé.
history-again = Traduire de nouveau
history-delete = Supprimer l’historique
