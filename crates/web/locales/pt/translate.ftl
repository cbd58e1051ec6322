## Translating texts

tabs-translate = O que traduzir
tab-text = Texto
tab-documents = Documentos
panes-label = Tradução
from-label = De
into-label = Para
# Before the languages that somebody used last.
last-used = Usados recentemente
detect-language = Detectar idioma
# $language is the name of a language.
detected-language = { $language } (detectado)
swap = Trocar os idiomas
swap-title = Trocar os idiomas (Ctrl+Shift+S)
text-label = Texto
text-placeholder = Escreva ou cole um texto
length-title = Caracteres
clear = Limpar
translate = Traduzir
translation-appears = A tradução aparece aqui.
texts-stay = Os textos ficam neste servidor.
read-aloud = Ler em voz alta
copy = Copiar
copied = Copiado
download = Fazer download
alternatives = Outras formas de dizer
alternatives-title = Mostrar outras formas de dizer
alternatives-none = Aqui não há outra forma de dizer.
from-memory = Da memória de tradução
from-glossary = Do glossário
engine-basic = Tradução básica: dá só o sentido geral
engine-neural = Tradução neural
engine-language-model = Modelo de linguagem
recalled = { $number ->
    [one] { $number } frase da memória
   *[other] { $number } frases da memória
}
terms-placed = { $number ->
    [one] { $number } termo do glossário
   *[other] { $number } termos do glossário
}
chips-label = Como traduzir
chip-register = Formalidade
register-any = qualquer
register-formal = formal
register-informal = informal
chip-glossary = Glossário
chip-style = Estilo
chip-memory = Memória
chip-none = não usar

## The history of translations, which the browser keeps

history = Histórico
history-on = Guardar um histórico das minhas traduções
history-kept = O histórico fica guardado apenas neste navegador, e mais ninguém o vê. Ao ser desativado, é apagado.
# Where people translate without signing in.
history-kept-open = O histórico fica guardado apenas neste navegador. Quem usa este navegador sem entrar pode vê-lo. Ao ser desativado, é apagado.
history-refused = Este navegador não permite que a página guarde nada.
history-none = Ainda não há nada guardado.
history-again = Traduzir de novo
history-delete = Apagar o histórico
