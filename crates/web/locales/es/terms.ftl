## Terms: glossaries, translation memories, style rules

nav-terms = Terminología
tab-glossaries = Glosarios
tab-memories = Memorias de traducción
tab-style-rules = Reglas de estilo
name = Nombre
language = Idioma
languages = Idiomas
made = Creación
changed = Modificación
make = Crear
rename = Cambiar nombre
search = Buscar
import = Importar
rows = Filas
rows-first = Volver al principio
rows-before = Anterior
rows-next = Siguiente
# $first and $last are the numbers of rows, $all is how many there are.
rows-which = { $first } a { $last } de { $all }

## Glossaries

glossaries-all = Todos los glosarios
glossaries-none = Todavía no hay glosarios. Un glosario indica cómo se deben traducir los términos.
glossary-new = Crear un glosario
glossary-delete = Eliminar el glosario
glossary-delete-question = ¿Eliminar el glosario «{ $name }» con todas sus entradas? Esto no se puede deshacer.
dictionaries = Pares de idiomas
dictionaries-none = Este glosario todavía no tiene entradas. Importe algunas.
dictionary-delete = Eliminar estas entradas
# $pair is a pair of languages, such as “English → German”.
dictionary-delete-question = ¿Eliminar todas las entradas de { $pair }? Esto no se puede deshacer.
entries = Entradas
entries-paste = Entradas, una por línea: el término, un tabulador o una coma, su traducción
entries-file = o un archivo (TSV o CSV)
entries-note = Un término figura en una sola línea. Una tabla copiada de una hoja de cálculo tiene tabuladores. Si se elige un archivo, cuenta en lugar de lo pegado.
entries-import = Importar entradas
entries-none-found = No se ha encontrado nada.
import-merge = Añadir a las entradas existentes; si un término ya existe, se sustituye su traducción
import-replace = Sustituir todas las entradas de este par de idiomas
entry-add = Añadir
entry-remove = Quitar
download-tsv = Descargar como TSV
download-csv = Descargar como CSV

## Translation memories

memories-all = Todas las memorias de traducción
memories-none = Todavía no hay memorias de traducción. Una memoria contiene frases con traducciones que se vuelven a usar.
memory-import = Importar una memoria de traducción
# $megabytes is the size of the largest file.
memory-file = Archivo TMX, de hasta { $megabytes } MB
memory-name-note = Sin nombre, recibe el del archivo.
memory-importing = El archivo ha llegado y se está importando.
memory-exporting = Se está escribiendo el archivo.
memory-imported = La memoria de traducción se ha importado.
memory-skipped = { $skipped ->
    [one] Se omitió { $skipped } unidad del archivo: le falta un texto de origen o una traducción en un idioma conocido, o es demasiado larga.
   *[other] Se omitieron { $skipped } unidades del archivo: les falta un texto de origen o una traducción en un idioma conocido, o son demasiado largas.
}
memory-open = Abrir la memoria de traducción
memory-export = Exportar como TMX
memory-download = Descargar el archivo TMX
memory-job-expired = Este archivo ya no está aquí. Exporte de nuevo la memoria de traducción.
memory-delete = Eliminar la memoria de traducción
memory-delete-question = ¿Eliminar la memoria de traducción «{ $name }» con todos sus segmentos? Esto no se puede deshacer.
segments = Segmentos
segments-number = { $segments ->
    [one] { $segments } segmento
   *[other] { $segments } segmentos
}
segments-none-found = Aquí no hay segmentos.
translations = Traducciones

## Style rules

style-lists-all = Todas las reglas de estilo
style-lists-none = Todavía no hay reglas de estilo. Indican cómo se escriben las traducciones a un idioma.
style-list-new = Crear una lista de reglas de estilo
style-list-language = Idioma de las traducciones
style-list-delete = Eliminar las reglas de estilo
style-list-delete-question = ¿Eliminar las reglas de estilo «{ $name }»? Esto no se puede deshacer.
rules = Reglas
rules-chosen = { $rules ->
    [0] ninguna elegida
    [one] { $rules } elegida
   *[other] { $rules } elegidas
}
rule-not-set = Sin indicación
rule-needs-model = Necesita un modelo de lenguaje.
rule-needs-register = Se pide al motor esta forma de tratamiento; no todos pueden usarla.
instructions = Instrucciones propias
instructions-note = Frases completas que dicen qué más se desea. Necesitan un modelo de lenguaje.
instructions-none = No hay ninguna.
instruction-prompt = Instrucción
instruction-source = Para textos en
instruction-any-source = cualquier idioma
instruction-add = Añadir
instruction-remove = Quitar

## What goes wrong with them

problem-name-missing = Indique un nombre.
problem-name-control = Un nombre es una sola línea sin caracteres de control.
problem-name-too-long = El nombre es demasiado largo: el máximo es { $most }.
problem-name-taken = El nombre «{ $name }» ya existe. Elija otro.
problem-no-pair = Elija los dos idiomas.
problem-no-language = Elija el idioma.
problem-same-language = Elija dos idiomas distintos.
problem-no-entries = No hay entradas. Pegue algunas o elija un archivo.
problem-entries-not-utf8 = Las entradas no son texto en UTF-8. Guarde el archivo como «CSV UTF-8» o como texto en UTF-8.
problem-entries-too-large = Son más entradas de las que puede tener un glosario: el máximo es de { $most } MiB. Use varios glosarios.
problem-entries-other-pairs = Todas las líneas son de otros idiomas. Compruebe los idiomas elegidos y las columnas tercera y cuarta.
# $line is the number of a line of the file, from 1.
problem-entries-missing-target = La línea { $line } no tiene traducción. Entre el término y la traducción va un tabulador o una coma.
problem-entries-second-tab = La línea { $line } tiene más de un tabulador. Debe tener un término, un tabulador y una traducción.
problem-entries-empty-term = En la línea { $line }, el término o su traducción está vacío.
problem-entries-long-term = En la línea { $line }, un término es demasiado largo: el máximo es de { $most } bytes.
problem-entries-control = En la línea { $line }, un término tiene un tabulador, un salto de línea u otro carácter de control.
# $first is the number of the earlier line.
problem-entries-duplicate = El término de la línea { $line } ya figura en la línea { $first }. Conserve uno de los dos.
problem-entries-open-quote = Las comillas de la línea { $line } no se cierran.
problem-entries-stray-quote = En la línea { $line } hay comillas donde no puede haberlas. Ponga todo el campo entre comillas y duplique las que contiene.
problem-entry-exists = «{ $source }» ya existe, como «{ $target }». Cambie esa entrada.
problem-entry-changed = Alguien ha cambiado «{ $source }» mientras tanto: ahora es «{ $now }». Su «{ $wrote }» no se ha guardado; cámbielo de nuevo si es correcto.
problem-entry-changed-not-removed = Alguien ha cambiado «{ $source }» mientras tanto: ahora es «{ $now }». No se ha quitado.
problem-entry-gone = Alguien ha quitado o cambiado de nombre «{ $source }» mientras tanto. Su «{ $wrote }» no se ha guardado; añádalo si es correcto.
problem-entry-removed-already = Alguien ha quitado o cambiado de nombre «{ $source }» mientras tanto.
problem-last-entry = Esta es la última entrada. Elimine en su lugar todas las entradas de este par de idiomas.
problem-try-again = Alguien ha cambiado esto al mismo tiempo. Inténtelo de nuevo.
problem-glossary-gone = Este glosario no existe. Quizá se haya eliminado.
problem-dictionary-gone = El glosario no tiene entradas para estos idiomas. Quizá se hayan eliminado.
problem-memory-gone = Esta memoria de traducción no existe. Quizá se haya eliminado.
problem-memory-job-gone = Este archivo ya no está aquí, o esta importación o exportación no se conoce.
problem-memory-too-large = El archivo supera los { $most } MB. Divídalo.
problem-no-memory-file = Elija un archivo TMX.
problem-style-list-gone = Estas reglas de estilo no existen. Quizá se hayan eliminado.
problem-style-list-changed = Alguien ha cambiado estas reglas de estilo mientras tanto. No se ha hecho nada; abajo se ve cómo son ahora.
problem-instruction-gone = Esta instrucción no existe. Quizá se haya quitado.
problem-instruction-label = El nombre de una instrucción tiene de 1 a { $most } caracteres.
problem-instruction-prompt = Una instrucción tiene de 1 a { $most } caracteres.
