## What should be known of a translated document, by the code of the warning

warning-too-long = { $translations ->
    [one] { $translations } traduction est plus longue que le document ne le permet ; raccourcissez-la à la main.
   *[other] { $translations } traductions sont plus longues que le document ne le permet ; raccourcissez-les à la main.
}
warning-damaged-part = La partie « { $part } » est endommagée et a été laissée telle quelle : { $reason }.
warning-damaged-styles = Les styles sont endommagés et ont été laissés tels quels : { $reason }.
warning-missing-parts = Il manque des parties : { $parts }, dont la première est « { $first } ».
warning-embedded-documents = Le document affiche d’autres documents qui y sont incorporés ; ils ont été laissés tels quels.
warning-detached-controls = Des contrôles de contenu affichent des données du document, qui ne sont pas traduites ; là où se trouve leur texte, ils en ont été détachés.
warning-chart-workbooks = Certains classeurs liés à des graphiques n’ont pas pu être lus et ont été laissés tels quels : si l’on modifie les données d’un tel graphique, les mots d’origine réapparaissent.
warning-hidden-layers = Le texte des calques masqués a été laissé tel quel.
warning-macros = Le document contient des macros, qui ont été laissées telles quelles, avec leurs textes.
warning-signature-invalid = Le document est signé ; la signature ne vaut pas pour sa traduction.
warning-compared-texts = Des formules du classeur recherchent ou comparent des textes : là où ces textes sont traduits, les résultats peuvent changer.
warning-value-lists = Des listes de valeurs autorisées dans les cellules figurent dans les règles du classeur ; elles ont été laissées telles quelles.
warning-named-headers = Certains en-têtes de tableaux ont été laissés tels quels, car des textes dans des formules ou des données s’en servent pour désigner les colonnes.
warning-pivot-tables = Le classeur contient des tableaux croisés dynamiques ou des segments : les noms de leurs champs ont été laissés tels quels, et leurs éléments seront traduits lors de leur actualisation.
warning-other-target = Le fichier indiquait qu’il est traduit en « { $declared } » ; il est traduit en « { $target } ».
warning-source-is-target = Le fichier indique que son texte source est en « { $source } », la langue vers laquelle il est traduit.
warning-different-sources = Les fichiers du document ont des langues source différentes : { $sources }.
warning-other-source = Un texte source indique qu’il est en « { $own } », mais son fichier indique que les textes source sont en « { $file } ».
warning-finished-translations = Les traductions marquées comme terminées dans le fichier ont été conservées : { $translations }.
warning-new-translations = Les textes sans traduction terminée ont été traduits : { $texts }.
warning-query-language = Les règles dans le langage de requête « { $language } » risquent de ne pas être comprises.
warning-outside-rules = Les règles de « { $file } » se trouvent hors du document et n’ont pas été lues.
warning-unsupported-rule = La règle pour « { $path } » a été ignorée : seuls les chemins formés de noms sont pris en charge.
warning-entities = Les textes des entités que le document déclare restent tels quels.
warning-other-language = Ce qui est dans une autre langue que le reste du document, comme en « { $language } », reste tel quel.
warning-missing-font = Aucune police de ce serveur n’a les lettres de certains paragraphes ({ $script }), qui ont été laissés tels quels : { $paragraphs }.
warning-pages-without-text = Aucun texte n’a été trouvé sur certaines pages, qui ont été laissées telles quelles : { $pages }.
warning-unrecognised-pages = Le texte de certaines pages n’a pas été reconnu, et elles ont été laissées telles quelles : { $pages } ({ $reason }).
warning-unrecognised-pictures = Le texte de certaines images n’a pas été reconnu, et elles ont été laissées telles quelles : { $pictures } ({ $reason }).
warning-formulas = Des formules ont été laissées telles quelles : { $formulas }.
warning-pictures-left-out = Certaines images sont enregistrées d’une manière que le nouveau format ne connaît pas et ont été omises : { $pictures }.
warning-recognised-pages = Certaines pages étaient des images ; le nouveau document n’en contient que le texte reconnu : { $pages }.
warning-does-not-fit = Les traductions de certains paragraphes ne tiennent pas à leur place : { $paragraphs }, sur les pages { $pages }.
