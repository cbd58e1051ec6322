## What should be known of a translated document, by the code of the warning

warning-too-long = { $translations ->
    [one] { $translations } traducción es más larga de lo que permite el documento; acórtela a mano.
   *[other] { $translations } traducciones son más largas de lo que permite el documento; acórtelas a mano.
}
warning-damaged-part = La parte «{ $part }» está dañada y se dejó como estaba: { $reason }.
warning-damaged-styles = Los estilos están dañados y se dejaron como estaban: { $reason }.
warning-missing-parts = Faltan partes: { $parts }; la primera es «{ $first }».
warning-embedded-documents = El documento muestra otros documentos incrustados en él; se dejaron como estaban.
warning-detached-controls = Hay controles de contenido que muestran datos del documento, los cuales no se traducen; donde está su texto, se separaron de él.
warning-chart-workbooks = Algunos libros asociados a gráficos no se pudieron leer y se dejaron como estaban: al editar los datos de uno de esos gráficos vuelven a aparecer las palabras originales.
warning-hidden-layers = El texto de las capas ocultas se dejó como estaba.
warning-macros = El documento contiene macros, que se dejaron como estaban, con los textos que contienen.
warning-signature-invalid = El documento está firmado; la firma no es válida para su traducción.
warning-compared-texts = Hay fórmulas del libro que buscan o comparan textos: donde esos textos se traducen, los resultados pueden ser otros.
warning-value-lists = Las listas de valores que pueden tener las celdas están escritas en las reglas del libro; se dejaron como estaban.
warning-named-headers = Algunos encabezados de tablas se dejaron como estaban, porque hay textos en fórmulas o datos que nombran así las columnas.
warning-pivot-tables = El libro tiene tablas dinámicas o segmentaciones de datos: los nombres de sus campos se dejaron como estaban y sus elementos se traducen al actualizarlas.
warning-other-target = El archivo indicaba que está traducido al «{ $declared }»; está traducido al «{ $target }».
warning-source-is-target = El archivo indica que su texto de origen está en «{ $source }», el idioma al que se traduce.
warning-different-sources = Los archivos del documento tienen idiomas de origen distintos: { $sources }.
warning-other-source = Un texto de origen indica que está en «{ $own }», pero su archivo indica que los textos de origen están en «{ $file }».
warning-finished-translations = Se conservaron las traducciones marcadas como terminadas en el archivo: { $translations }.
warning-new-translations = Se tradujeron los textos que no tenían una traducción terminada: { $texts }.
warning-query-language = Es posible que no se entiendan las reglas en el lenguaje de consulta «{ $language }».
warning-outside-rules = Las reglas de «{ $file }» están fuera del documento y no se leyeron.
warning-unsupported-rule = La regla para «{ $path }» se omitió: solo se admiten rutas formadas por nombres.
warning-entities = Los textos de las entidades que declara el documento se quedan como están.
warning-other-language = Lo que está en un idioma distinto del resto del documento, como en «{ $language }», se queda como está.
warning-missing-font = Ninguna fuente de este servidor tiene las letras de algunos párrafos ({ $script }), que se dejaron como estaban: { $paragraphs }.
warning-pages-without-text = No se encontró texto en algunas páginas, que se dejaron como estaban: { $pages }.
warning-unrecognised-pages = No se reconoció el texto de algunas páginas, que se dejaron como estaban: { $pages } ({ $reason }).
warning-unrecognised-pictures = No se reconoció el texto de algunas imágenes, que se dejaron como estaban: { $pictures } ({ $reason }).
warning-formulas = Se dejaron fórmulas como estaban: { $formulas }.
warning-pictures-left-out = Algunas imágenes están guardadas de un modo que el nuevo formato no conoce y se omitieron: { $pictures }.
warning-recognised-pages = Algunas páginas eran imágenes; el nuevo documento solo tiene de ellas el texto reconocido: { $pages }.
warning-does-not-fit = Las traducciones de algunos párrafos no caben en su lugar: { $paragraphs }, en las páginas { $pages }.
