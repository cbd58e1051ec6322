## Improving texts

improve = Verbeteren
improve-panes-label = Verbetering
improve-language = Taal
improve-own-language = Taal van de tekst
improve-placeholder = Typ of plak een tekst om te verbeteren
improve-how = Wat er moet gebeuren
improve-correct = Fouten verbeteren
improve-rephrase = Beter verwoorden
improve-style = Stijl
improve-style-none = elke stijl
style-academic = academisch
style-business = zakelijk
style-casual = losjes
style-simple = eenvoudig
style-confident = zelfverzekerd
style-diplomatic = diplomatiek
style-enthusiastic = enthousiast
style-friendly = vriendelijk
improvement-appears = Hier verschijnt de verbeterde tekst, met de wijzigingen.
improved-text = Verbeterde tekst
change-title = Deze wijziging ongedaan maken of weer aannemen
no-changes = Er is niets gewijzigd.
changes = { $number ->
    [one] { $number } wijziging
   *[other] { $number } wijzigingen
}
use-text = Als tekst gebruiken
