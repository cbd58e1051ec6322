## What should be known of a translated document, by the code of the warning

warning-too-long = { $translations ->
    [one] { $translations } traduzione è più lunga di quanto il documento consenta; accorciarla a mano.
   *[other] { $translations } traduzioni sono più lunghe di quanto il documento consenta; accorciarle a mano.
}
warning-damaged-part = La parte «{ $part }» è danneggiata ed è stata lasciata com’era: { $reason }.
warning-damaged-styles = Gli stili sono danneggiati e sono stati lasciati com’erano: { $reason }.
warning-missing-parts = Mancano delle parti: { $parts }; la prima è «{ $first }».
warning-embedded-documents = Il documento mostra altri documenti incorporati; sono stati lasciati com’erano.
warning-detached-controls = Alcuni controlli contenuto mostrano dati del documento, che non vengono tradotti; dove si trova il loro testo, ne sono stati staccati.
warning-chart-workbooks = Alcune cartelle di lavoro collegate a grafici non erano leggibili e sono state lasciate com’erano: modificando i dati di uno di questi grafici ricompaiono le parole originali.
warning-hidden-layers = Il testo sui livelli nascosti è stato lasciato com’era.
warning-macros = Il documento contiene macro, lasciate com’erano, con i testi che contengono.
warning-signature-invalid = Il documento è firmato; la firma non vale per la sua traduzione.
warning-compared-texts = Alcune formule della cartella di lavoro cercano o confrontano testi: dove questi testi sono tradotti, i risultati possono cambiare.
warning-value-lists = Gli elenchi di valori ammessi nelle celle sono scritti nelle regole della cartella di lavoro; sono stati lasciati com’erano.
warning-named-headers = Alcune intestazioni di tabelle sono state lasciate com’erano, perché testi in formule o dati indicano così le colonne.
warning-pivot-tables = La cartella di lavoro contiene tabelle pivot o filtri dei dati: i nomi dei loro campi sono stati lasciati com’erano e i loro elementi vengono tradotti quando si aggiornano.
warning-other-target = Il file indicava di essere tradotto in «{ $declared }»; è tradotto in «{ $target }».
warning-source-is-target = Il file indica che il suo testo di origine è in «{ $source }», la lingua in cui viene tradotto.
warning-different-sources = I file nel documento hanno lingue di origine diverse: { $sources }.
warning-other-source = Un testo di origine indica di essere in «{ $own }», ma il suo file indica che i testi di origine sono in «{ $file }».
warning-finished-translations = Le traduzioni contrassegnate come terminate nel file sono state mantenute: { $translations }.
warning-new-translations = I testi senza una traduzione terminata sono stati tradotti: { $texts }.
warning-query-language = Le regole nel linguaggio di interrogazione «{ $language }» potrebbero non essere comprese.
warning-outside-rules = Le regole in «{ $file }» sono fuori dal documento e non sono state lette.
warning-unsupported-rule = La regola per «{ $path }» è stata ignorata: sono ammessi solo percorsi formati da nomi.
warning-entities = I testi delle entità dichiarate dal documento restano come sono.
warning-other-language = Ciò che è in una lingua diversa dal resto del documento, come in «{ $language }», resta com’è.
warning-missing-font = Nessun carattere tipografico su questo server ha le lettere di alcuni paragrafi ({ $script }), che sono stati lasciati com’erano: { $paragraphs }.
warning-pages-without-text = In alcune pagine non è stato trovato testo; sono state lasciate com’erano: { $pages }.
warning-unrecognised-pages = Il testo di alcune pagine non è stato riconosciuto; sono state lasciate com’erano: { $pages } ({ $reason }).
warning-unrecognised-pictures = Il testo di alcune immagini non è stato riconosciuto; sono state lasciate com’erano: { $pictures } ({ $reason }).
warning-formulas = Alcune formule sono state lasciate com’erano: { $formulas }.
warning-pictures-left-out = Alcune immagini sono salvate in un modo che il nuovo formato non conosce e sono state omesse: { $pictures }.
warning-recognised-pages = Alcune pagine erano immagini; il nuovo documento ne contiene solo il testo riconosciuto: { $pages }.
warning-does-not-fit = Le traduzioni di alcuni paragrafi non entrano al loro posto: { $paragraphs }, nelle pagine { $pages }.
