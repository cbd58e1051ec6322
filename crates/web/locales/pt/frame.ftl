## The frame

skip-to-content = Ir para o conteúdo
nav-pages = Páginas
nav-translate = Traduzir
nav-documents = Documentos
nav-improve = Melhorar
nav-settings = Preferências
signed-in-as = Sessão iniciada como
sign-in = Entrar
sign-out = Sair
role-translator = tradutor
role-terminology = terminologia
role-administrator = administrador da conta
role-operator = operador

## Signing in

sign-in-title = Entrar no Dragoman
sign-in-about = Os textos e documentos ficam neste servidor.
sign-in-key = Chave
sign-in-key-note = A chave que lhe foi dada. Ela não fica guardada neste navegador.
sign-in-code-about = Este endereço permite entrar uma única vez.
sign-in-with-key = Entrar com uma chave
# $name is what the organisation calls its sign-in.
sign-in-open-id = Entrar com { $name }
sign-in-by-proxy = O proxy diante deste servidor diz quem é cada pessoa, e não indicou ninguém. Entre nele; se já o fez, avise o operador do servidor.

## Settings

settings-language = Idioma das páginas
settings-language-browser = O do navegador
settings-theme = Aparência
settings-from = Traduzir de
settings-to = Traduzir para
settings-kept = Estas escolhas ficam guardadas apenas neste navegador.
theme-system = Como no sistema
theme-light = Claro
theme-dark = Escuro
theme-contrast = Alto contraste
save = Guardar
