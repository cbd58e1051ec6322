## Documents

drop-documents = Solte os documentos aqui
# $megabytes is the size of the largest file.
drop-about = ou escolha-os: Word, PowerPoint, Excel, PDF, páginas web, legendas, imagens e outros, até { $megabytes } MB cada
choose-documents = Escolher documentos
documents-list = Documentos
download-all = Fazer download de tudo
documents-stay = A tradução é removida do servidor depois do download. Até lá, fica disponível nesta janela.
look-again = Verificar de novo
progress = Progresso
document-queued = em espera
document-translating = { $seconds ->
    [one] falta cerca de { $seconds } segundo
   *[other] faltam cerca de { $seconds } segundos
}
document-done = { $characters ->
    [one] { $characters } caractere
   *[other] { $characters } caracteres
}
cancel = Cancelar
remove = Remover
document-failed = não traduzido
