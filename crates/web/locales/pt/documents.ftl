## Documents

drop-documents = Solte os documentos aqui
# $megabytes is the size of the largest file.
drop-about = ou escolha-os: Word, PowerPoint, Excel, PDF, páginas web, legendas, imagens e outros, até { $megabytes } MB cada
choose-documents = Escolher documentos
documents-list = Documentos
both-languages = Ambos os idiomas
pdf-as = PDF como
pdf-as-word = Documento do Word
download-all = Fazer download de tudo
download-and-compare = Fazer download e comparar
original = Original
translation = Tradução
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

## Why a document was not translated, by the code of the failure; reasons in it are English

failure-damaged = O arquivo está danificado: termina cedo demais ou o seu conteúdo contradiz-se. Envie-o de novo.
failure-malformed = O arquivo não é um documento { $format } válido: { $reason }. Salve-o de novo no programa de onde vem e envie o resultado.
failure-encrypted = O documento está protegido por uma senha. Remova a proteção e envie-o de novo.
failure-too-large = O documento é grande demais: o máximo é { $most } ({ $what }). Divida-o.
failure-no-filter = Não é possível traduzir arquivos { $format } neste servidor. Avise o operador do servidor: { $remedy }.
failure-unsupported = Não é possível traduzir o documento: { $reason }.
failure-unknown-language = O idioma do documento não foi reconhecido. Escolha-o e envie o documento de novo.
failure-same-language = O documento já está no idioma para o qual devia ser traduzido. Escolha outro.
failure-nothing-to-translate = Não há texto para traduzir no documento.
failure-nothing-translated = Nada do texto do documento foi traduzido. Verifique de que idioma ele deve ser traduzido.
failure-engine-down = O motor para estes idiomas não responde. Envie o documento de novo mais tarde.
failure-unsupported-pair = Não é possível traduzir documentos aqui: { $source } → { $target }.
failure-missing-pair = Ainda não é possível traduzir documentos aqui: { $source } → { $target }. O operador do servidor pode adicionar este par.
failure-no-style = Nenhum motor para estes idiomas consegue seguir todas as regras de estilo: { $source } → { $target }. Não as use.
failure-customization = O que foi escolhido para a tradução não pode ser usado: { $reason }. Escolha outra coisa e envie o documento de novo.
failure-too-many-characters = O documento tem { $characters } caracteres e o máximo é { $most }. Divida-o.
failure-too-many-unfetched = Com este, os documentos de hoje ainda sem download passariam juntos de { $most } caracteres, que são o máximo. Faça antes o download de alguns ou envie-o amanhã (UTC).
failure-account-limit = O documento tem mais caracteres do que os que restam à conta neste mês. Divida-o ou envie-o quando a contagem recomeçar.
failure-key-limit = O documento tem mais caracteres do que os que restam a esta chave neste mês. Divida-o; um administrador também pode aumentar o limite da chave.
failure-key-gone = A chave com que o documento foi enviado foi revogada. Envie-o com outra chave.
failure-interrupted = A tradução foi interrompida { $attempts } vezes e não será tentada de novo. Avise o operador do servidor; os motivos estão no log.
failure-too-much-memory = O documento precisa de mais memória RAM do que este servidor dá a um documento. Divida-o ou peça ao operador do servidor que permita mais.
failure-unreadable = Já não é possível ler o documento. Envie-o de novo.
failure-server-failed = O servidor falhou; o motivo está no log. Envie o documento de novo e, se não ajudar, avise o operador do servidor.
failure-other = O documento não foi traduzido. { $detail }
