## The pages of administration

nav-usage = Uso
nav-administration = Administración
tab-keys = Claves
tab-models = Modelos
tab-health = Estado
no-limit = ninguno
never = nunca
as-table = Como tabla
keep = Conservar
problem-day = Un día se escribe así: 2026-05-17.
problem-scope = A la clave solo se le puede dar lo que figura aquí.
problem-number = Un límite es un número entero de caracteres, o se deja vacío.

## Usage

usage-account = La cuenta en este periodo
usage-own = Usted en este periodo
# $most is a number of characters, $day the day on which the count begins anew.
usage-of = de { $most ->
    [one] { $most } carácter
   *[other] { $most } caracteres
} · se renueva el { $day }
usage-without-limit = caracteres, sin límite · la cuenta vuelve a empezar el { $day }
usage-from = Desde
usage-to = Hasta
usage-show = Mostrar
usage-current = Este periodo
usage-shares = Textos, documentos, mejora
usage-texts = Textos
usage-documents = Documentos
usage-improvement = Mejora
# $percent is a whole number, $characters how many characters that are.
usage-share = { $percent } % · { $characters ->
    [one] { $characters } carácter
   *[other] { $characters } caracteres
}
usage-busiest = Clave más usada
usage-by-day = Caracteres por día
usage-by-key = Claves
usage-by-tag = Etiquetas
usage-day = Día
usage-tag = Etiqueta
usage-characters = Caracteres
usage-none = No se contó nada en estos días.
usage-more-tags = Hay más etiquetas; el archivo las tiene todas.

## Keys

keys-programs = Claves para programas
keys-none = Todavía no hay ninguna.
keys-ended = Accesos revocados
keys-back = Todas las claves
keys-persons = Personas
keys-persons-about = Quienes han iniciado sesión en la cuenta con su nombre. Lo que hacen cuenta para la cuenta.
key-label = Nombre
key-mask = Clave
key-scopes = Qué puede hacer
key-used = Usado en este periodo
key-limit = Límite
key-made = Creación
key-expires = Caducidad
key-ended = revocación:
person-name = Nombre
person-since = Primer inicio de sesión
scopes-all = todo
key-new = Crear una clave
key-scopes-about = Una clave para la que no se elige nada puede hacer todo lo que pueden hacer los programas.
key-expires-after = Último día
key-expires-about = La clave funciona hasta el final de este día en UTC. Sin día, no caduca.
key-make = Crear la clave
scope-translate-text = Traducir textos
scope-translate-document = Traducir documentos
scope-improve-text = Mejorar textos
scope-read-glossaries = Leer glosarios
scope-write-glossaries = Cambiar glosarios
scope-read-style-rules = Leer reglas de estilo
scope-write-style-rules = Cambiar reglas de estilo
scope-read-memories = Leer memorias de traducción
scope-read-languages = Listar idiomas
scope-read-usage = Leer el uso
# $label is what the key is called.
key-made-title = Se ha creado la clave «{ $label }»
key-secret-once = Cópiela ahora. Se muestra solo esta vez y nadie podrá volver a leerla.
key-rename = Cambiar nombre
key-limit-about = Caracteres por periodo. Si se deja vacío, no hay límite; 0 bloquea todo uso.
key-set-limit = Fijar el límite
key-end = Revocar la clave
key-end-question = ¿Revocar la clave «{ $label }»?
person-end = Revocar el acceso
person-end-question = ¿Revocar el acceso de «{ $label }»?
end-about = Tiene efecto inmediato y no se puede deshacer.
end-own = Es el acceso con el que ha iniciado sesión; su sesión se cerrará.

## Models

models-installed = Modelos instalados
models-none = No hay modelos instalados.
models-used = Ocupan { $used }.
models-free = El disco tiene { $free } libres.
models-fetch = Descargar modelos
models-fetched = Descargas
models-available = Modelos que se pueden descargar
models-back = Modelos instalados
models-old-catalogue = No se puede conectar con el catálogo; esta es una copia antigua.
megabytes = { $number } MB
model-pair = Idiomas
model-name = Nombre
model-size = Tamaño
model-quality = COMET
model-quality-about = COMET es la calidad que indica el editor: cuanto más cerca de 1, mejor. Los valores de pares de idiomas distintos no se pueden comparar.
model-licence = Licencia
model-origin = Origen
model-installed = Instalación
model-architecture = Tipo
model-fetch = Descargar
model-is-installed = instalado
model-remove = Quitar
model-remove-question = ¿Quitar el modelo { $name }?
model-remove-about = Las traducciones de estos idiomas usarán entonces otro motor o no se harán. El modelo se puede volver a descargar.
# $folder is the path of a folder, $reason a sentence about what is wrong with it.
model-broken = { $folder } no es un modelo: { $reason }
licence-not-stated = no indicada
pull-beginning = empezando
pull-checking = comprobando
pull-done = instalado
pull-failed = No instalado.
# $detail is a sentence of the program in English.
problem-catalogue = No se puede leer el catálogo de modelos. { $detail }
problem-no-model = Este modelo ya no está instalado.
problem-model = { $detail }
problem-too-many-pulls = Se están descargando { $most } modelos, el máximo a la vez. Espere a que termine uno de ellos.

## Health

health-about = Se prueba cada parte de la instalación: la carpeta de datos, los motores, los modelos y los programas que acompañan al servidor. Esto puede tardar algunos minutos.
health-check = Comprobar ahora
health-running = La comprobación está en curso.
# $time is a day and a time of it in UTC.
health-checked = Comprobado el { $time } UTC
finding-good = funciona
finding-missing = falta
finding-broken = averiado
problem-check-timed-out = La comprobación se abandonó después de { $seconds } segundos. Quizá el registro del servidor diga qué no responde.
problem-check = No se pudo hacer la comprobación. { $detail }

## About

nav-about = Acerca de Dragoman
about-version = Versión
about-licence = Licencia
about-libraries = Bibliotecas
about-programs = Los últimos son programas independientes, que se usan donde están instalados. Los diccionarios también tienen sus propias licencias.
about-models = Licencias de los modelos instalados
