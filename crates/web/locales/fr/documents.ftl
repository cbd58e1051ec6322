## Documents

drop-documents = Déposez vos documents ici
# $megabytes is the size of the largest file.
drop-about = ou choisissez des fichiers : Word, PowerPoint, Excel, PDF, pages web, sous-titres, images et autres, jusqu’à { $megabytes } Mo chacun
choose-documents = Choisir des documents
documents-list = Documents
download-all = Tout télécharger
documents-stay = Une traduction est supprimée du serveur une fois téléchargée. D’ici là, elle peut être récupérée depuis cet onglet.
look-again = Actualiser
progress = Progression
document-queued = en attente
document-translating = { $seconds ->
    [one] encore { $seconds } seconde environ
   *[other] encore { $seconds } secondes environ
}
document-done = { $characters ->
    [one] { $characters } caractère
   *[other] { $characters } caractères
}
cancel = Annuler
remove = Retirer
document-failed = non traduit
