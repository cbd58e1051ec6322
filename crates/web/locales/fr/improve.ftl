## Improving texts

improve = Améliorer
improve-panes-label = Amélioration
improve-language = Langue
improve-own-language = Langue du texte
improve-placeholder = Saisissez ou collez un texte à améliorer
improve-how = Ce qu’il faut faire
improve-correct = Corriger les fautes
improve-rephrase = Mieux le dire
improve-style = Style
improve-style-none = style indifférent
style-academic = universitaire
style-business = professionnel
style-casual = décontracté
style-simple = simple
style-confident = assuré
style-diplomatic = diplomatique
style-enthusiastic = enthousiaste
style-friendly = amical
improvement-appears = Le texte amélioré s’affiche ici, avec les modifications.
improved-text = Texte amélioré
change-title = Annuler cette modification ou la rétablir
no-changes = Rien n’a été modifié.
changes = { $number ->
    [one] { $number } modification
   *[other] { $number } modifications
}
use-text = Reprendre comme texte
