## The pages of administration

nav-usage = Utilização
nav-administration = Administração
tab-keys = Chaves
tab-models = Modelos
tab-health = Estado
no-limit = sem limite
never = nunca
as-table = Como tabela
keep = Manter
problem-day = Um dia escreve-se como em 2026-05-17.
problem-scope = A chave só pode receber o que está listado aqui.
problem-number = Um limite é um número inteiro de caracteres, ou fica em branco.

## Usage

usage-account = A conta neste período
usage-own = O seu uso neste período
# $most is a number of characters, $day the day on which the count begins anew.
usage-of = de { $most ->
    [one] { $most } caractere
   *[other] { $most } caracteres
} · recomeça em { $day }
usage-without-limit = caracteres, sem limite · a contagem recomeça em { $day }
usage-from = De
usage-to = Até
usage-show = Mostrar
usage-current = Este período
usage-shares = Textos, documentos, melhoria
usage-texts = Textos
usage-documents = Documentos
usage-improvement = Melhoria
# $percent is a whole number, $characters how many characters that are.
usage-share = { $percent }% · { $characters ->
    [one] { $characters } caractere
   *[other] { $characters } caracteres
}
usage-busiest = Chave mais usada
usage-by-day = Caracteres por dia
usage-by-key = Chaves
usage-by-tag = Etiquetas
usage-day = Dia
usage-tag = Etiqueta
usage-characters = Caracteres
usage-none = Nada foi contado nestes dias.
usage-more-tags = Há mais etiquetas; o arquivo contém todas.

## Keys

keys-programs = Chaves para programas
keys-none = Ainda não há nenhuma.
keys-ended = Inativas
keys-back = Todas as chaves
keys-persons = Pessoas
keys-persons-about = Quem entrou na conta com o seu nome. O que essas pessoas fazem é somado na conta.
key-label = Nome
key-mask = Chave
key-scopes = O que pode fazer
key-used = Usado neste período
key-limit = Limite
key-made = Criação
key-expires = Validade
key-ended = sem efeito desde
person-name = Nome
person-since = Primeira entrada
scopes-all = tudo
key-new = Criar uma chave
key-scopes-about = Uma chave para a qual nada é escolhido pode fazer tudo o que os programas podem.
key-expires-after = Último dia
key-expires-about = A chave funciona até ao fim deste dia em UTC. Sem um dia, não expira.
key-make = Criar a chave
scope-translate-text = Traduzir textos
scope-translate-document = Traduzir documentos
scope-improve-text = Melhorar textos
scope-read-glossaries = Ler glossários
scope-write-glossaries = Alterar glossários
scope-read-style-rules = Ler regras de estilo
scope-write-style-rules = Alterar regras de estilo
scope-read-memories = Ler memórias de tradução
scope-read-languages = Listar idiomas
scope-read-usage = Ler a utilização
# $label is what the key is called.
key-made-title = A chave “{ $label }” foi criada
key-secret-once = Copie-a agora. Só é mostrada esta vez, e ninguém a pode ler de novo.
key-rename = Mudar o nome
key-limit-about = Caracteres por período. Em branco, não há limite; 0 bloqueia qualquer uso.
key-set-limit = Definir o limite
key-end = Revogar a chave
key-end-question = Revogar a chave “{ $label }”?
person-end = Revogar o acesso
person-end-question = Revogar o acesso de “{ $label }”?
end-about = Termina de imediato e não é possível reativar.
end-own = É com este acesso que entrou; a sua sessão também termina.

## Models

models-installed = Modelos instalados
models-none = Não há modelos instalados.
models-used = Ocupam { $used }.
models-free = O disco tem { $free } livres.
models-fetch = Obter modelos
models-fetched = Modelos obtidos
models-available = Modelos que se podem obter
models-back = Modelos instalados
models-old-catalogue = O catálogo não está acessível; esta é uma cópia antiga.
megabytes = { $number } MB
model-pair = Idiomas
model-name = Nome
model-size = Tamanho
model-quality = COMET
model-quality-about = COMET é a qualidade que o editor indica: quanto mais perto de 1, melhor. Os números de pares diferentes não são comparáveis.
model-licence = Licença
model-origin = Origem
model-installed = Instalação
model-architecture = Tipo
model-fetch = Obter
model-is-installed = instalado
model-remove = Remover
model-remove-question = Remover o modelo { $name }?
model-remove-about = As traduções destes idiomas passam a usar outro motor ou deixam de ser feitas. O modelo pode ser obtido de novo.
# $folder is the path of a folder, $reason a sentence about what is wrong with it.
model-broken = { $folder } não é um modelo: { $reason }
licence-not-stated = não indicada
pull-beginning = início
pull-checking = verificação
pull-done = instalado
pull-failed = Não instalado.
# $detail is a sentence of the program in English.
problem-catalogue = Não é possível ler o catálogo de modelos. { $detail }
problem-no-model = Este modelo já não está instalado.
problem-model = { $detail }
problem-too-many-pulls = Há { $most } modelos em transferência, o máximo ao mesmo tempo. Espere que um deles termine.

## Health

health-about = São testadas todas as partes da instalação: a pasta de dados, os motores, os modelos e os programas junto do servidor. Pode demorar alguns minutos.
health-check = Verificar agora
health-running = A verificação está em curso.
# $time is a day and a time of it in UTC.
health-checked = Verificado em { $time } UTC
finding-good = funciona
finding-missing = falta
finding-broken = com defeito
problem-check-timed-out = A verificação foi interrompida após { $seconds } segundos. O log do servidor pode dizer o que não responde.
problem-check = Não foi possível fazer a verificação. { $detail }

## About

nav-about = Sobre o Dragoman
about-version = Versão
about-licence = Licença
about-libraries = As suas bibliotecas
about-programs = As últimas são programas independentes, usados onde estão instalados. Os dicionários também têm licenças próprias.
about-models = Licenças dos modelos instalados
