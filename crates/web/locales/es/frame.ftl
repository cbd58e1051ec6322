## The frame

skip-to-content = Ir al contenido
nav-pages = Páginas
nav-translate = Traducir
nav-documents = Documentos
nav-improve = Mejorar
nav-settings = Ajustes
signed-in-as = Sesión iniciada como
sign-in = Iniciar sesión
sign-out = Cerrar sesión
role-translator = traducción
role-terminology = terminología
role-administrator = administración de la cuenta
role-operator = gestión del servidor

## Signing in

sign-in-title = Iniciar sesión en Dragoman
sign-in-about = Los textos y documentos permanecen en este servidor.
sign-in-key = Clave
sign-in-key-note = La clave que se le ha dado. No se guarda en este navegador.
sign-in-code-about = Esta dirección permite iniciar sesión una sola vez.
sign-in-with-key = Iniciar sesión con una clave
# $name is what the organisation calls its sign-in.
sign-in-open-id = Iniciar sesión con { $name }
sign-in-by-proxy = El proxy que hay delante de este servidor indica quién es usted, pero no ha nombrado a nadie. Inicie sesión allí; si ya lo ha hecho, avise a quien gestiona el servidor.

## Settings

settings-language = Idioma de la interfaz
settings-language-browser = El del navegador
settings-theme = Apariencia
settings-from = Traducir desde
settings-to = Traducir a
settings-kept = Estas opciones se guardan solo en este navegador.
theme-system = Como el sistema
theme-light = Claro
theme-dark = Oscuro
theme-contrast = Alto contraste
save = Guardar
