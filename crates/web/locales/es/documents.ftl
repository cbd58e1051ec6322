## Documents

drop-documents = Suelte aquí los documentos
# $megabytes is the size of the largest file.
drop-about = o elija archivos: Word, PowerPoint, Excel, PDF, páginas web, subtítulos, imágenes y otros, de hasta { $megabytes } MB cada uno
choose-documents = Elegir documentos
documents-list = Documentos
both-languages = Los dos idiomas
pdf-as = PDF como
pdf-as-word = Documento de Word
download-all = Descargar todo
download-and-compare = Descargar y comparar
original = Original
translation = Traducción
documents-stay = Una traducción se elimina del servidor cuando se ha descargado. Hasta entonces se puede obtener desde esta pestaña.
look-again = Actualizar
progress = Progreso
document-queued = en espera
document-translating = { $seconds ->
    [one] queda aproximadamente { $seconds } segundo
   *[other] quedan unos { $seconds } segundos
}
document-done = { $characters ->
    [one] { $characters } carácter
   *[other] { $characters } caracteres
}
cancel = Cancelar
remove = Quitar
document-failed = no traducido

## Why a document was not translated, by the code of the failure; reasons in it are English

failure-damaged = El archivo está dañado: termina demasiado pronto o su contenido se contradice. Envíelo de nuevo.
failure-malformed = El archivo no es un documento { $format } válido: { $reason }. Vuelva a guardarlo en el programa del que procede y envíe el resultado.
failure-encrypted = El documento está protegido con una contraseña. Quite la protección y envíelo de nuevo.
failure-too-large = El documento es demasiado grande: el máximo es { $most } ({ $what }). Divídalo.
failure-no-filter = Los archivos { $format } no se pueden traducir en este servidor. Avise a quien lo gestiona: { $remedy }.
failure-unsupported = El documento no se puede traducir: { $reason }.
failure-unknown-language = No se ha reconocido el idioma del documento. Elíjalo y envíe el documento de nuevo.
failure-same-language = El documento ya está en el idioma al que se debía traducir. Elija otro.
failure-nothing-to-translate = En el documento no hay texto que traducir.
failure-nothing-translated = No se ha traducido nada del texto del documento. Compruebe de qué idioma se debe traducir.
failure-engine-down = El motor de estos idiomas no responde. Envíe el documento de nuevo más tarde.
failure-unsupported-pair = Aquí no se pueden traducir documentos: { $source } → { $target }.
failure-missing-pair = Aquí todavía no se pueden traducir documentos: { $source } → { $target }. Quien gestiona el servidor puede añadirlo.
failure-no-style = Ningún motor de estos idiomas puede seguir todas las reglas de estilo: { $source } → { $target }. No las use.
failure-customization = Lo que se eligió para la traducción no se puede usar: { $reason }. Elija otra cosa y envíe el documento de nuevo.
failure-too-many-characters = El documento tiene { $characters } caracteres y el máximo es { $most }. Divídalo.
failure-too-many-unfetched = Con este, los documentos de hoy que no se han descargado superarían juntos los { $most } caracteres, que son el máximo. Descargue antes alguno o envíelo mañana (UTC).
failure-account-limit = El documento tiene más caracteres de los que le quedan a la cuenta para este mes. Divídalo o envíelo cuando la cuenta vuelva a empezar.
failure-key-limit = El documento tiene más caracteres de los que le quedan a esta clave para este mes. Divídalo; un administrador también puede aumentar el límite de la clave.
failure-key-gone = La clave con la que se envió el documento se ha revocado. Envíelo con otra clave.
failure-interrupted = La traducción se ha interrumpido { $attempts } veces y no se intentará más. Avise a quien gestiona el servidor; los motivos están en su registro.
failure-too-much-memory = El documento necesita más memoria RAM de la que este servidor da a un documento. Divídalo o pida a quien gestiona el servidor que permita más.
failure-unreadable = El documento ya no se puede leer. Envíelo de nuevo.
failure-server-failed = Se ha producido un error en el servidor; el motivo está en su registro. Envíe el documento de nuevo y, si no sirve, avise a quien gestiona el servidor.
failure-other = El documento no se ha traducido. { $detail }
