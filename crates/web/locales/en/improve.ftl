## Improving texts

improve = Improve
improve-panes-label = Improvement
improve-language = Language
improve-own-language = Language of the text
improve-placeholder = Type or paste a text to improve
improve-how = What is to be done
improve-correct = Correct mistakes
improve-rephrase = Say it better
improve-style = Style
improve-style-none = any style
style-academic = academic
style-business = business
style-casual = casual
style-simple = simple
style-confident = confident
style-diplomatic = diplomatic
style-enthusiastic = enthusiastic
style-friendly = friendly
improvement-appears = The improved text appears here, with what was changed.
improved-text = Improved text
change-title = Take this change back, or accept it again
no-changes = Nothing was changed.
changes = { $number ->
    [one] { $number } change
   *[other] { $number } changes
}
use-text = Use as text
