## Documents

drop-documents = Déposez vos documents ici
# $megabytes is the size of the largest file.
drop-about = ou choisissez des fichiers : Word, PowerPoint, Excel, PDF, pages web, sous-titres, images et autres, jusqu’à { $megabytes } Mo chacun
choose-documents = Choisir des documents
documents-list = Documents
both-languages = Les deux langues
pdf-as = PDF en
pdf-as-word = Document Word
download-all = Tout télécharger
download-and-compare = Télécharger et comparer
original = Original
translation = Traduction
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

## Why a document was not translated, by the code of the failure; reasons in it are English

failure-damaged = Le fichier est endommagé : il se termine trop tôt, ou son contenu se contredit. Envoyez-le de nouveau.
failure-malformed = Le fichier n’est pas un document { $format } valide : { $reason }. Enregistrez-le de nouveau dans le programme dont il provient, puis envoyez le résultat.
failure-encrypted = Le document est protégé par un mot de passe. Retirez la protection et envoyez-le de nouveau.
failure-too-large = Le document est trop volumineux : le maximum est de { $most } ({ $what }). Divisez-le.
failure-no-filter = Les fichiers { $format } ne peuvent pas être traduits sur ce serveur. Prévenez la personne qui le gère : { $remedy }.
failure-unsupported = Le document ne peut pas être traduit : { $reason }.
failure-unknown-language = La langue du document n’a pas été reconnue. Choisissez-la et envoyez le document de nouveau.
failure-same-language = Le document est déjà dans la langue vers laquelle il devait être traduit. Choisissez-en une autre.
failure-nothing-to-translate = Le document ne contient aucun texte à traduire.
failure-nothing-translated = Rien du texte du document n’a été traduit. Vérifiez à partir de quelle langue il doit être traduit.
failure-engine-down = Le moteur de ces langues ne répond pas. Envoyez le document de nouveau plus tard.
failure-unsupported-pair = Les documents ne peuvent pas être traduits ici : { $source } → { $target }.
failure-missing-pair = Les documents ne peuvent pas encore être traduits ici : { $source } → { $target }. La personne qui gère le serveur peut y remédier.
failure-no-style = Aucun moteur de ces langues ne peut suivre toutes les règles de style : { $source } → { $target }. Renoncez à ces règles.
failure-customization = Ce qui a été choisi pour la traduction ne peut pas être utilisé : { $reason }. Choisissez autre chose et envoyez le document de nouveau.
failure-too-many-characters = Le document contient { $characters } caractères, et le maximum est de { $most }. Divisez-le.
failure-too-many-unfetched = Avec celui-ci, les documents d’aujourd’hui qui n’ont pas été téléchargés dépasseraient ensemble { $most } caractères, le maximum. Téléchargez-en d’abord, ou envoyez celui-ci demain (UTC).
failure-account-limit = Le document contient plus de caractères qu’il n’en reste au compte pour ce mois. Divisez-le, ou envoyez-le quand le décompte aura recommencé.
failure-key-limit = Le document contient plus de caractères qu’il n’en reste à cette clé pour ce mois. Divisez-le ; un administrateur peut aussi relever la limite de la clé.
failure-key-gone = La clé avec laquelle le document a été envoyé a été révoquée. Envoyez-le avec une autre clé.
failure-interrupted = La traduction a été interrompue { $attempts } fois et n’est plus tentée. Prévenez la personne qui gère le serveur ; le journal de celui-ci en indique les raisons.
failure-too-much-memory = Le document demande plus de mémoire vive que ce serveur n’en accorde à un document. Divisez-le, ou demandez à la personne qui gère le serveur d’en accorder davantage.
failure-unreadable = Le document ne peut plus être lu. Envoyez-le de nouveau.
failure-server-failed = Une erreur s’est produite sur le serveur ; son journal en indique la raison. Envoyez le document de nouveau et, si cela ne suffit pas, prévenez la personne qui gère le serveur.
failure-other = Le document n’a pas été traduit. { $detail }
