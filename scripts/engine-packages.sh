# shellcheck shell=bash disable=SC2034
# The Debian packages of the programs and dictionaries that Dragoman works with where they are there. Sourced by what
# installs them (install.sh) and by what recommends them (package/deb.sh); deploy/Containerfile is compared with it.
apertium=(
  apertium apertium-eng-spa apertium-eng-cat apertium-fra-cat apertium-cat-ita apertium-por-cat
  apertium-spa-cat apertium-fr-es apertium-spa-ita apertium-es-pt apertium-es-ro apertium-swe-dan
  apertium-dan-nor apertium-swe-nor apertium-rus-ukr
)
dictionaries=(
  hunspell hunspell-de-de hunspell-en-gb hunspell-en-us hunspell-es hunspell-fr hunspell-it
  hunspell-pt-br hunspell-pt-pt
)
# Documents of old Word; with the fonts that they name most, or the like.
office=(libreoffice-writer-nogui fonts-dejavu fonts-liberation)
# Text in pictures, and letters to paint it with.
recognition=(tesseract-ocr tesseract-ocr-eng tesseract-ocr-osd fonts-dejavu fonts-liberation)
# Its other languages, and letters of all scripts.
scripts_of_the_world=(
  fonts-noto-cjk fonts-noto-core tesseract-ocr-ara tesseract-ocr-chi-sim tesseract-ocr-deu tesseract-ocr-fra
  tesseract-ocr-heb tesseract-ocr-jpn tesseract-ocr-kor tesseract-ocr-rus tesseract-ocr-spa tesseract-ocr-vie
)
# What is used as soon as it is there, and what an installation has besides.
recommended=("${apertium[@]}" "${dictionaries[@]}" "${recognition[@]}" "${office[@]}" fonts-noto-core ca-certificates)
