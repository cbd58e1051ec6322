## What should be known of a translated document, by the code of the warning

warning-too-long = { $translations ->
    [one] { $translations } Übersetzung ist länger, als das Dokument erlaubt; kürzen Sie sie von Hand.
   *[other] { $translations } Übersetzungen sind länger, als das Dokument erlaubt; kürzen Sie sie von Hand.
}
warning-damaged-part = Der Teil „{ $part }“ ist beschädigt und blieb unverändert: { $reason }.
warning-damaged-styles = Die Formatvorlagen sind beschädigt und blieben unverändert: { $reason }.
warning-missing-parts = Es fehlen Teile: { $parts }, der erste davon „{ $first }“.
warning-embedded-documents = Das Dokument zeigt andere Dokumente, die darin eingebettet sind; sie blieben unverändert.
warning-detached-controls = Inhaltssteuerelemente zeigen Daten des Dokuments, die nicht übersetzt werden; dort, wo ihr Text steht, wurden sie von ihm gelöst.
warning-chart-workbooks = Einige Arbeitsmappen hinter Diagrammen waren nicht lesbar und blieben unverändert: Wer die Daten eines solchen Diagramms bearbeitet, erhält wieder die ursprünglichen Wörter.
warning-hidden-layers = Text auf ausgeblendeten Ebenen blieb unverändert.
warning-macros = Das Dokument enthält Makros. Sie blieben unverändert, samt den Texten darin.
warning-signature-invalid = Das Dokument ist signiert; für die Übersetzung gilt die Signatur nicht.
warning-compared-texts = Formeln der Arbeitsmappe suchen oder vergleichen Texte: Wo diese Texte übersetzt sind, können die Ergebnisse andere sein.
warning-value-lists = Listen erlaubter Zellwerte stehen in den Regeln der Arbeitsmappe; sie blieben unverändert.
warning-named-headers = Einige Tabellenüberschriften blieben unverändert, weil Texte in Formeln oder Daten die Spalten mit ihnen benennen.
warning-pivot-tables = Die Arbeitsmappe hat Pivot-Tabellen oder Datenschnitte: Die Namen ihrer Felder blieben unverändert, und ihre Elemente werden beim Aktualisieren übersetzt.
warning-other-target = In der Datei stand, dass sie in „{ $declared }“ übersetzt ist; sie ist in „{ $target }“ übersetzt.
warning-source-is-target = In der Datei steht, dass ihr Ausgangstext in „{ $source }“ ist – in diese Sprache wird aber übersetzt.
warning-different-sources = Die Dateien in dem Dokument haben verschiedene Ausgangssprachen: { $sources }.
warning-other-source = Ein Ausgangstext ist laut eigener Angabe in „{ $own }“, laut seiner Datei sind Ausgangstexte aber in „{ $file }“.
warning-finished-translations = Übersetzungen, die in der Datei als fertig markiert sind, wurden beibehalten: { $translations }.
warning-new-translations = Texte ohne fertige Übersetzung wurden übersetzt: { $texts }.
warning-query-language = Regeln in der Abfragesprache „{ $language }“ werden möglicherweise nicht verstanden.
warning-outside-rules = Die Regeln in „{ $file }“ liegen außerhalb des Dokuments und wurden nicht gelesen.
warning-unsupported-rule = Die Regel für „{ $path }“ wurde übergangen: Nur Pfade aus Namen werden unterstützt.
warning-entities = Die Texte der Entitäten, die das Dokument deklariert, bleiben unverändert.
warning-other-language = Was in einer anderen Sprache ist als der Rest des Dokuments, etwa in „{ $language }“, bleibt unverändert.
warning-missing-font = Keine Schrift auf diesem Server hat die Buchstaben einiger Absätze ({ $script }); sie blieben unverändert: { $paragraphs }.
warning-pages-without-text = Auf einigen Seiten wurde kein Text gefunden; sie blieben unverändert: { $pages }.
warning-unrecognised-pages = Der Text einiger Seiten wurde nicht erkannt; sie blieben unverändert: { $pages } ({ $reason }).
warning-unrecognised-pictures = Der Text einiger Bilder wurde nicht erkannt; sie blieben unverändert: { $pictures } ({ $reason }).
warning-formulas = Formeln blieben unverändert: { $formulas }.
warning-pictures-left-out = Einige Bilder sind auf eine Weise gepackt, die das neue Format nicht kennt, und wurden weggelassen: { $pictures }.
warning-recognised-pages = Einige Seiten waren Bilder; von ihnen enthält das neue Dokument nur den erkannten Text: { $pages }.
warning-does-not-fit = Die Übersetzungen einiger Absätze passen nicht an ihren Platz: { $paragraphs }, auf den Seiten { $pages }.
