## Improving texts

improve = Mejorar
improve-panes-label = Mejora
improve-language = Idioma
improve-own-language = Idioma del texto
improve-placeholder = Escriba o pegue un texto para mejorarlo
improve-how = Qué se debe hacer
improve-correct = Corregir errores
improve-rephrase = Decirlo mejor
improve-style = Estilo
improve-style-none = cualquier estilo
style-academic = académico
style-business = profesional
style-casual = informal
style-simple = sencillo
style-confident = seguro
style-diplomatic = diplomático
style-enthusiastic = entusiasta
style-friendly = amistoso
improvement-appears = El texto mejorado aparece aquí, con los cambios.
improved-text = Texto mejorado
change-title = Deshacer este cambio o volver a aceptarlo
no-changes = No se ha cambiado nada.
changes = { $number ->
    [one] { $number } cambio
   *[other] { $number } cambios
}
use-text = Usar como texto
