## Translating texts

tabs-translate = Qué se debe traducir
tab-text = Texto
tab-documents = Documentos
panes-label = Traducción
from-label = De
into-label = A
# Before the languages that somebody used last.
last-used = Últimos usados
detect-language = Detectar idioma
# $language is the name of a language.
detected-language = { $language } (detectado)
swap = Intercambiar los idiomas
swap-title = Intercambiar los idiomas (Ctrl+Shift+S)
text-label = Texto
text-placeholder = Escriba o pegue un texto
length-title = Caracteres
clear = Borrar
translate = Traducir
translation-appears = La traducción aparece aquí.
texts-stay = Los textos permanecen en este servidor.
read-aloud = Leer en voz alta
copy = Copiar
copied = Copiado
download = Descargar
alternatives = Otras formas de decirlo
alternatives-title = Mostrar otras formas de decirlo
alternatives-none = Aquí no hay otra forma de decirlo.
from-memory = De la memoria de traducción
from-glossary = Del glosario
engine-basic = Traducción básica: solo da una idea general
engine-neural = Traducción neuronal
engine-language-model = Modelo de lenguaje
recalled = { $number ->
    [one] { $number } frase de la memoria
   *[other] { $number } frases de la memoria
}
terms-placed = { $number ->
    [one] { $number } término del glosario
   *[other] { $number } términos del glosario
}
chips-label = Cómo se traduce
chip-register = Registro
register-any = cualquiera
register-formal = formal
register-informal = informal
chip-glossary = Glosario
chip-style = Estilo
chip-memory = Memoria
chip-none = no usar

## The history of translations, which the browser keeps

history = Historial
history-on = Guardar un historial de mis traducciones
history-kept = El historial se guarda solo en este navegador y nadie más lo ve. Al desactivarlo, se elimina.
# Where people translate without signing in.
history-kept-open = El historial se guarda solo en este navegador. Lo ve cualquiera que use este navegador sin iniciar sesión. Al desactivarlo, se elimina.
history-refused = Este navegador no permite que la página guarde nada.
history-none = Todavía no se ha guardado nada.
history-again = Traducir de nuevo
history-delete = Eliminar el historial
