## Terms: glossaries, translation memories, style rules

nav-terms = Terminologia
tab-glossaries = Glossários
tab-memories = Memórias de tradução
tab-style-rules = Regras de estilo
name = Nome
language = Idioma
languages = Idiomas
made = Criação
changed = Alteração
make = Criar
rename = Mudar o nome
search = Pesquisar
import = Importar
rows = Linhas
rows-first = Voltar ao início
rows-before = Anteriores
rows-next = Seguintes
# $first and $last are the numbers of rows, $all is how many there are.
rows-which = { $first } a { $last } de { $all }

## Glossaries

glossaries-all = Todos os glossários
glossaries-none = Ainda não há glossários. Um glossário diz como os termos devem ser traduzidos.
glossary-new = Criar um glossário
glossary-delete = Apagar o glossário
glossary-delete-question = Apagar o glossário “{ $name }” com todas as suas entradas? Não é possível desfazer.
dictionaries = Pares de idiomas
dictionaries-none = Este glossário ainda não tem entradas. Importe algumas.
dictionary-delete = Apagar estas entradas
# $pair is a pair of languages, such as “English → German”.
dictionary-delete-question = Apagar todas as entradas de { $pair }? Não é possível desfazer.
entries = Entradas
entries-paste = Entradas, uma por linha: o termo, uma tabulação ou vírgula, a tradução
entries-file = ou um arquivo (TSV ou CSV)
entries-note = Um termo ocupa uma só linha. Uma tabela copiada de uma planilha tem tabulações. Se houver um arquivo, vale o arquivo e não o que foi colado.
entries-import = Importar entradas
entries-none-found = Nada encontrado.
import-merge = Juntar às entradas existentes; se um termo já existir, a sua tradução é substituída
import-replace = Substituir todas as entradas deste par de idiomas
entry-add = Adicionar
entry-remove = Remover
download-tsv = Fazer download como TSV
download-csv = Fazer download como CSV

## Translation memories

memories-all = Todas as memórias de tradução
memories-none = Ainda não há memórias de tradução. Uma memória guarda frases com traduções que voltam a ser usadas.
memory-import = Importar uma memória de tradução
# $megabytes is the size of the largest file.
memory-file = Arquivo TMX, até { $megabytes } MB
memory-name-note = Sem nome, fica com o do arquivo.
memory-importing = O arquivo chegou e está em importação.
memory-exporting = O arquivo está em preparação.
memory-imported = A memória de tradução foi importada.
memory-skipped = { $skipped ->
    [one] { $skipped } unidade do arquivo ficou de fora: falta-lhe o original ou uma tradução num idioma conhecido, ou é longa demais.
   *[other] { $skipped } unidades do arquivo ficaram de fora: falta-lhes o original ou uma tradução num idioma conhecido, ou são longas demais.
}
memory-open = Abrir a memória de tradução
memory-export = Exportar como TMX
memory-download = Fazer download do arquivo TMX
memory-job-expired = Este arquivo já não está aqui. Exporte de novo a memória de tradução.
memory-delete = Apagar a memória de tradução
memory-delete-question = Apagar a memória de tradução “{ $name }” com todos os seus segmentos? Não é possível desfazer.
segments = Segmentos
segments-number = { $segments ->
    [one] { $segments } segmento
   *[other] { $segments } segmentos
}
segments-none-found = Não há segmentos aqui.
translations = Traduções

## Style rules

style-lists-all = Todas as regras de estilo
style-lists-none = Ainda não há regras de estilo. Elas dizem como se escrevem as traduções para um idioma.
style-list-new = Criar uma lista de regras de estilo
style-list-language = Idioma das traduções
style-list-delete = Apagar as regras de estilo
style-list-delete-question = Apagar as regras de estilo “{ $name }”? Não é possível desfazer.
rules = Regras
rules-chosen = { $rules ->
    [0] nenhuma escolhida
    [one] { $rules } escolhida
   *[other] { $rules } escolhidas
}
rule-not-set = Sem regra
rule-needs-model = Precisa de um modelo de linguagem.
rule-needs-register = Esta forma de tratamento é pedida ao motor; nem todos a oferecem.
instructions = Instruções próprias
instructions-note = Frases completas que dizem o que mais se pretende. Precisam de um modelo de linguagem.
instructions-none = Não há nenhuma.
instruction-prompt = Instrução
instruction-source = Para textos em
instruction-any-source = qualquer idioma
instruction-add = Adicionar
instruction-remove = Remover

## What goes wrong with them

problem-name-missing = Indique um nome.
problem-name-control = Um nome é uma só linha sem caracteres de controle.
problem-name-too-long = O nome é longo demais: o máximo é { $most }.
problem-name-taken = O nome “{ $name }” já existe. Escolha outro.
problem-no-pair = Escolha os dois idiomas.
problem-no-language = Escolha o idioma.
problem-same-language = Escolha dois idiomas diferentes.
problem-no-entries = Não há entradas. Cole algumas ou escolha um arquivo.
problem-entries-not-utf8 = As entradas não são texto em UTF-8. Guarde o arquivo como “CSV UTF-8” ou como texto em UTF-8.
problem-entries-too-large = São mais entradas do que um glossário pode ter: o máximo é { $most } MiB. Use vários glossários.
problem-entries-other-pairs = Todas as linhas são de outros idiomas. Verifique os idiomas escolhidos e a terceira e a quarta colunas.
# $line is the number of a line of the file, from 1.
problem-entries-missing-target = A linha { $line } não tem tradução. Entre o termo e a tradução há uma tabulação ou uma vírgula.
problem-entries-second-tab = A linha { $line } tem mais de uma tabulação. Ela deve ter um termo, uma tabulação e uma tradução.
problem-entries-empty-term = Na linha { $line }, o termo ou a tradução está em branco.
problem-entries-long-term = Na linha { $line }, um termo é longo demais: o máximo são { $most } bytes.
problem-entries-control = Na linha { $line }, um termo tem uma tabulação, uma quebra de linha ou outro caractere de controle.
# $first is the number of the earlier line.
problem-entries-duplicate = O termo da linha { $line } já está na linha { $first }. Mantenha só um deles.
problem-entries-open-quote = As aspas da linha { $line } não são fechadas.
problem-entries-stray-quote = Na linha { $line } há aspas onde não pode haver. Ponha o campo inteiro entre aspas e duplique as que estão dentro dele.
problem-entry-exists = “{ $source }” já está aqui, como “{ $target }”. Altere essa entrada.
problem-entry-changed = Entretanto, alguém alterou “{ $source }”: agora é “{ $now }”. O seu “{ $wrote }” não foi guardado; altere de novo se estiver certo.
problem-entry-changed-not-removed = Entretanto, alguém alterou “{ $source }”: agora é “{ $now }”. A entrada não foi removida.
problem-entry-gone = Entretanto, alguém removeu “{ $source }” ou mudou-lhe o nome. O seu “{ $wrote }” não foi guardado; adicione-o se estiver certo.
problem-entry-removed-already = Entretanto, alguém removeu “{ $source }” ou mudou-lhe o nome.
problem-last-entry = Esta é a última entrada. Em vez disso, apague todas as entradas deste par de idiomas.
problem-try-again = Alguém alterou isto ao mesmo tempo. Tente de novo.
problem-glossary-gone = Este glossário não existe. Talvez tenha sido apagado.
problem-dictionary-gone = O glossário não tem entradas para estes idiomas. Talvez tenham sido apagadas.
problem-memory-gone = Esta memória de tradução não existe. Talvez tenha sido apagada.
problem-memory-job-gone = Este arquivo já não está aqui, ou esta importação ou exportação não é conhecida.
problem-memory-too-large = O arquivo tem mais de { $most } MB. Divida-o.
problem-no-memory-file = Escolha um arquivo TMX.
problem-style-list-gone = Estas regras de estilo não existem. Talvez tenham sido apagadas.
problem-style-list-changed = Entretanto, alguém alterou estas regras de estilo. Nada foi feito; abaixo está o estado atual.
problem-instruction-gone = Esta instrução não existe. Talvez tenha sido removida.
problem-instruction-label = O nome de uma instrução tem de 1 a { $most } caracteres.
problem-instruction-prompt = Uma instrução tem de 1 a { $most } caracteres.
