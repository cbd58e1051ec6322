## Improving texts

improve = Melhorar
improve-panes-label = Melhoria do texto
improve-language = Idioma
improve-own-language = Idioma do texto
improve-placeholder = Escreva ou cole um texto para melhorar
improve-how = O que fazer
improve-correct = Corrigir erros
improve-rephrase = Dizer melhor
improve-style = Estilo
improve-style-none = qualquer estilo
style-academic = científico
style-business = profissional
style-casual = descontraído
style-simple = simples
style-confident = confiante
style-diplomatic = diplomático
style-enthusiastic = entusiasmado
style-friendly = amigável
improvement-appears = O texto melhorado aparece aqui, com as alterações assinaladas.
improved-text = Texto melhorado
change-title = Desfazer esta alteração ou aceitá-la de novo
no-changes = Nada foi alterado.
changes = { $number ->
    [one] { $number } alteração
   *[other] { $number } alterações
}
use-text = Usar como texto
