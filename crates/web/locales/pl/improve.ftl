## Improving texts

improve = Ulepsz
improve-panes-label = Ulepszanie tekstu
improve-language = Język
improve-own-language = Język tekstu
improve-placeholder = Wpisz lub wklej tekst do ulepszenia
improve-how = Co zrobić
improve-correct = Popraw błędy
improve-rephrase = Wyraź lepiej
improve-style = Styl
improve-style-none = dowolny styl
style-academic = akademicki
style-business = biznesowy
style-casual = swobodny
style-simple = prosty
style-confident = pewny siebie
style-diplomatic = dyplomatyczny
style-enthusiastic = entuzjastyczny
style-friendly = przyjazny
improvement-appears = Tutaj pojawi się ulepszony tekst z zaznaczonymi zmianami.
improved-text = Ulepszony tekst
change-title = Cofnij tę zmianę lub przyjmij ją ponownie
no-changes = Nic nie zmieniono.
changes = { $number ->
    [one] { $number } zmiana
    [few] { $number } zmiany
    [many] { $number } zmian
   *[other] { $number } zmiany
}
use-text = Użyj jako tekstu
