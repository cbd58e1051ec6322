## Documents

drop-documents = Suelte aquí los documentos
# $megabytes is the size of the largest file.
drop-about = o elija archivos: Word, PowerPoint, Excel, PDF, páginas web, subtítulos, imágenes y otros, de hasta { $megabytes } MB cada uno
choose-documents = Elegir documentos
documents-list = Documentos
download-all = Descargar todo
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
