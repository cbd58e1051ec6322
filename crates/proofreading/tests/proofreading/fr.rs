//! French texts through all steps but the dictionary: correct texts do not change, and faulty ones are corrected.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use async_trait::async_trait;
use dragoman_domain::{
    EngineError, KeyId, Language, Proofreader, ProofreadingJob, Speller, Spelling,
};
use dragoman_proofreading::RuleProofreader;

/// A dictionary that has every word.
struct EveryWord;

#[async_trait]
impl Speller for EveryWord {
    fn languages(&self) -> Vec<Language> {
        vec![french()]
    }

    async fn look_up(
        &self,
        _language: Language,
        words: &[String],
        _: Option<KeyId>,
    ) -> Result<Vec<Spelling>, EngineError> {
        Ok(words.iter().map(|_| Spelling::Known).collect())
    }
}

fn french() -> Language {
    Language::parse("fr").unwrap()
}

async fn corrected(text: &str) -> String {
    let job = ProofreadingJob {
        language: french(),
        text: text.to_owned(),
        kept: Vec::new(),
        caller: None,
        deadline: None,
    };
    let proofreading = RuleProofreader::new(Arc::new(EveryWord));
    proofreading.proofread(job).await.unwrap()
}

#[tokio::test]
async fn texts_that_are_right_come_back_as_they_are() {
    let mut wrong = Vec::new();
    for text in RIGHT {
        let found = corrected(text).await;
        if found != *text {
            wrong.push(format!("{text:?} -> {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn mistakes_are_corrected_and_nothing_else_changes() {
    let mut wrong = Vec::new();
    for (faulty, wanted) in FAULTY {
        let found = corrected(faulty).await;
        if found != *wanted {
            wrong.push(format!("{faulty:?} -> {found:?}, not {wanted:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const RIGHT: &[&str] = &[
    "On range tout cela sans la nécessité de compter.",
    "Il dort ici sans nécessité particulière.",
    // Correct sentences that resemble a mistake.
    "Je ne connaissais pas cette chanson avant hier.",
    "Les langues basque, bretonne et corse se parlent encore.",
    "Les pôles nord et sud sont froids.",
    "Quelques années plus tard, ils se revirent.",
    "Comment vous remercier ? Pourquoi vous fâcher ?",
    "Nous n'avons fait que vous aider.",
    "Vous accompagner au quotidien",
    "N'inviter que ses cousins est une erreur.",
    "Il est rare que des gens comme le maire acceptent.",
    "Plus que les mots compte le geste.",
    "Les trains entre Brest et Rennes ont du retard.",
    "Les draps sont lavés comme des serviettes, soit à la main, soit en machine.",
    "Le temps en secondes s'affiche en haut.",
    "C'étaient de belles vacances.",
    "J'ai revu la sœur du voisin que j'avais croisée à Metz.",
    "C'est le plus têtu des ânes que j'aie jamais vu.",
    "Oh la la, ce n'est pas joli joli.",
    "Ouais ouais, on dit ça. Hop hop, au lit !",
    "«Tu pars?» dit-elle. «Oui!» dit-il. «Alors, à demain!»",
    "Tu viens? Parfait! La liste : du pain, « du bon ».",
    "filtre : nom du filtre. Il peut manquer.",
    "Les signes \"!\", \"?\" et \":\" prennent une espace.",
    "Les fonctions NB.SI et MAX.SI comptent.",
    "Ce n’est pas l'idéal, c’est-à-dire qu'il faut recommencer.",
    "Nous sommes persuadé que le lecteur comprendra.",
    // Everyday sentences.
    "Je suis allé au marché avec ma sœur et nous avons acheté des pommes.",
    "Il fait beau aujourd'hui, on pourrait se promener.",
    "Ma mère travaille à l'hôpital depuis dix ans.",
    "Les enfants jouent dans le jardin pendant que leurs parents préparent le dîner.",
    "Tu as raison, c'est une bonne idée.",
    "Elle a mangé un peu de pain et bu du café.",
    "On se retrouve à huit heures devant la gare.",
    "Il y a trois chats dans la cour.",
    "Je ne sais pas où j'ai mis mes clés.",
    "Vous êtes arrivés trop tard, le train est parti.",
    "Nous nous levons tôt tous les jours.",
    "Vous vous trompez, ce n'est pas lui.",
    "Il a plu toute la nuit.",
    "Ça m'est égal, fais ce que tu veux.",
    "Quelqu'un peut m'aider ?",
    "L'un peut venir, l'autre non.",
    "Elle le lui a donné hier.",
    "Ils les ont vus à la plage.",
    "Il la porte sur son dos.",
    "Je le note dans mon cahier.",
    "Nous la visitons demain.",
    // Homophones in their correct use.
    "Son frère et sa sœur sont là.",
    "Ce sont ses livres, et ces cahiers sont à moi.",
    "Il se demande ce qui se passe.",
    "C'est lui qui s'est trompé.",
    "On a dit qu'ils ont tout mangé.",
    "Ou tu viens, ou tu restes.",
    "Là où il va, il n'y a rien.",
    "Je leur ai dit que leurs amis étaient là.",
    "Quand il pleut, je reste ; quant à lui, il sort.",
    "Il peut venir peu après midi.",
    "Peut-être viendra-t-il, mais il peut être en retard.",
    "Qu'elle vienne quelle que soit l'heure.",
    "Il s'en va sans dire un mot.",
    "Il n'y a ni pain ni eau.",
    "Mes amis viennent, mais mes parents restent.",
    "Tous les élèves ont tout compris.",
    "Tout les oppose.",
    "Plutôt que d'attendre, il est parti plus tôt.",
    "Il est censé travailler ; c'est un homme sensé.",
    "Il est près de la porte et prêt à partir.",
    "Ceux qui partent, c'est moi qui les accompagne.",
    "Il travaille davantage et n'y voit pas d'avantage.",
    "Pense-t-il à moi ? A-t-il faim ? Va-t-on à Paris ?",
    "Elle pense à lui, et avec elle à Rome tout change.",
    "Celui qui, à la fois, rit et pleure.",
    "Je me demande si j'aurais dû venir.",
    "Il ne sait pas si elle serait contente.",
    "Voilà ce que vous avez vous-même écrit.",
    "Tu vas y arriver, allez !",
    "Le plus important est ce que l'on fait.",
    "Ce qu'il est est plus important que ce qu'il a.",
    "Pour elle, c'est important.",
    "Ces pas dans la neige sont frais.",
    "Sa marche est lente et sa voix faible.",
    // Verbs and agreement.
    "Qu'as-tu fait hier ? Qu'ai-je dit ?",
    "Dis-moi ce que je dois faire.",
    "Que fait-il ? Que dit-elle ?",
    "Il veut manger, il doit travailler et il va partir.",
    "Il se veut engagé et reste fatigué.",
    "Il s'en va fatigué.",
    "J'ai quelque chose à manger.",
    "La salle à manger est grande.",
    "Avant de manger, lave-toi les mains.",
    "Il n'y a rien de cassé.",
    "Elle s'est lavé les mains.",
    "Elles sont parties, ils sont restés.",
    "Nous sommes contentes d'être venues.",
    "La lettre que j'ai écrite est partie.",
    "Elle est fort belle et fin prête.",
    "Elle est professeur de français.",
    "Le toit de la maison est vert.",
    "Les portes de la ville sont ouvertes.",
    "Les deux portent un chapeau.",
    "Ils se parlent souvent, tu me manques, je t'aime.",
    "Il les montre, elle les garde, tu les caches.",
    "Que je parle ou qu'il parle, ils n'écoutent pas.",
    "Si j'avais su, je ne serais pas venu.",
    "Il faut que tu sois à l'heure et qu'il fasse attention.",
    "Bien qu'il soit tard, nous continuons.",
    "Je voudrais un café, s'il vous plaît.",
    "Je t'aimerai toujours.",
    "Il finit son travail et je finis le mien.",
    "Je est un autre.",
    // Nouns.
    "Un livre et une livre de beurre.",
    "Le tour de la tour, le mode de la mode.",
    "La maire a parlé, la ministre aussi.",
    "C'est une enfant sage et un enfant calme.",
    "Mon amie et son école, ton idée, mon ancienne adresse.",
    "Cet homme, cette femme, ce garçon, cet hôtel.",
    "Le héros, la haine, la hauteur, le haricot.",
    "Le bouche à oreille fonctionne bien.",
    "Le petit porte un manteau.",
    "Le vieux marche lentement.",
    "Les mille et une nuits.",
    "Vingt et un jours plus tard.",
    "Il habite 12 rue de la Paix, 75002 Paris.",
    "Voir chapitre 3 page 12.",
    "La grand-mère et le grand-père sont venus.",
    "Un tête-à-tête et un rendez-vous.",
    "Il vient de le dire et de la voir.",
    "Il commence à le comprendre, à les aimer.",
    "Beaucoup de temps, beaucoup de travail, beaucoup d'amis.",
    "Des fins de série.",
    "Les étudiant(e)s et les client(e)s.",
    // Names, titles, places.
    "Charles de Gaulle est né à Lille en 1890.",
    "M. Dupont et Mme Martin habitent à La Rochelle.",
    "J'ai lu « Le Rouge et le Noir » de Stendhal.",
    "Nous avons vu Yahoo! et la Fnac.",
    "Il écoute Les Ogres de Barback et lit Le Monde.",
    "Le Vendredi saint et le 14 Juillet sont fériés ici.",
    "La rue du 8 Mai 1945 est fermée.",
    "Les Français parlent français.",
    "Vincent van Gogh a peint « La Nuit étoilée ».",
    // Code, addresses, numbers.
    "Écrivez à jean.dupont@exemple.fr ou voyez https://exemple.fr/a?b=1;c.",
    "Ouvrez le fichier config.json, puis tapez `npm  run build`.",
    "La fonction foo(a,b) rend a==b;",
    "Il est 12:30, le score est de 3:1.",
    "Cela coûte 1 250,50 € ou 3,5 % de plus.",
    "Version 2.0.1 : corrections mineures.",
    "Utilisez Node.js et ASP.NET.",
    "Voir l'art. 3, p. 12, fig. 4, etc.",
    "Température : -5 °C ; vent : 30 km/h.",
    "Le mot-clé #vacances et le compte @jean_dupont.",
    // Dialogue, colloquial and literary texts.
    "— Où vas-tu ? demanda Pierre. — Chez moi !",
    "« Viens ici ! » cria-t-il.",
    "Bof... j'sais pas trop. T'es sûr ?",
    "T'as vu ça ? C'est trop bien !!",
    "Ah ! que c'est beau !",
    "Oui, oui, je viens. Non, non et non !",
    "Elle est très très fatiguée.",
    "La la la, chantait-elle.",
    "Ce jour-là, celui-ci et celle-là partirent.",
    "Il eut peur, prit son manteau et sortit.",
    "Puisqu'il le faut, j'irai ; sinon, tant pis.",
    // Legal, technical and formal texts.
    "Le présent contrat est soumis au droit français.",
    "Conformément à l'article 12, les parties s'engagent à respecter ces règles.",
    "Veuillez agréer, Madame, Monsieur, mes salutations distinguées.",
    "Le serveur est redémarré, les données sont sauvegardées.",
    "Cliquez sur « Enregistrer », puis sur « Fermer ».",
    "Ci-joint le document ; n'hésitez pas à me contacter.",
    "Pour chaque utilisateur, un identifiant est créé.",
    "Le taux de chômage a baissé de 0,3 point au premier trimestre.",
    "- Premier point\n- Deuxième point",
    "1.  Introduction\n2.  Méthode",
    "Nom\tPrénom\nDupont\tJean",
    "Tu leur portes les valises.",
    "Vous parler est un plaisir, vous aider aussi.",
    "Il a quitté la salle content.",
    "Le mur de la maison blanc et la porte de la maison noire.",
    "La peine que j'ai eu à le faire.",
    "Les deux heures qu'il a duré.",
    "Il a une foi profonde et une fois par an il prie.",
    // Agreement of words that are not adjacent.
    "Les chambres de l'hôtel sont propres et le petit-déjeuner est copieux.",
    "Une série de mesures sont prévues, la majorité des élèves sont absents.",
    "La moitié des invités sont partis et le reste des gens dorment.",
    "Les années où il a plu sont rares.",
    "Les personnes en charge des projets sont prévenues.",
    "Les régions est et ouest sont touchées.",
    "Les photos sont en noir et blanc, les rideaux bleu foncé.",
    "Elle a acheté des produits haut de gamme et des robes orange.",
    "L'un des livres qui a été vendu est ici, la liste des noms qui a paru aussi.",
    "Le prix des maisons est élevé, le prix des maisons élevé étonne.",
    "La couleur de la porte est vert clair et la valeur est vrai.",
    "Elles se sont rendu compte de leur erreur et se sont parlé longtemps.",
    "Elle s'est mis une écharpe, elles se sont lavé les mains.",
    "Je sais bien qu'il est malade, je vois bien que tu as froid.",
    "Si l'on pourrait croire le contraire, il n'en est rien.",
    "La confiance que nous accordent nos clients nous honore.",
    "Le père et la mère sont venus, ma sœur et mon frère aussi.",
    "Les voitures qu'il a fait réparer sont là, celles qu'il a vu passer aussi.",
    "Un livre et un cahier bleus, une veste et un pantalon noirs.",
    "Il a trouvé les enfants endormis et la porte ouverte.",
    "Ils ne veulent que ce qu'ils ont, et tout ce qu'il dit a du sens.",
    "Celui qui parle a la parole, ce qu'elle porte a cette couleur.",
    "Une robe simple et élégante, la date et le lieu sont connus.",
    "Une note « à lire » et le mot « les enfant » ne changent pas.",
    "Il écrit « tu va » au lieu de « tu vas ».",
    "Les arcs-en-ciel sont beaux et les grands-mères sont contentes.",
    "La Banque Française du Commerce est fermée.",
    "Le vôtre est là, le nôtre aussi.",
    "Ne pas fumer ; ne jamais laisser la porte ouverte.",
    "Les unités valides pour ce paramètre sont indiquées.",
    "Adressage des données indépendant de la position.",
    "Elle la sait perdue et la laisse partir.",
    "Objet : demande de congés",
    "une simple ligne sans majuscule",
];

const FAULTY: &[(&str, &str)] = &[
    ("Les enfant jouent.", "Les enfants jouent."),
    (
        "J'ai deux chat et trois chien.",
        "J'ai deux chats et trois chiens.",
    ),
    ("C'est un belle maison.", "C'est une belle maison."),
    ("J'ai une problème.", "J'ai un problème."),
    ("Il monte dans le voiture.", "Il monte dans la voiture."),
    ("Cette homme est gentil.", "Cet homme est gentil."),
    ("Ce histoire est longue.", "Cette histoire est longue."),
    ("Ma école est loin.", "Mon école est loin."),
    ("Je vais à le marché.", "Je vais au marché."),
    ("Il parle de les enfants.", "Il parle des enfants."),
    ("Il va au école.", "Il va à l'école."),
    ("Le hôtel est plein.", "L'hôtel est plein."),
    ("Quel heure est-il ?", "Quelle heure est-il ?"),
    ("Il attend 3 jour.", "Il attend 3 jours."),
    ("Chaque jours, il court.", "Chaque jour, il court."),
    ("Il a manger une pomme.", "Il a mangé une pomme."),
    ("J'ai pas aimer ce film.", "J'ai pas aimé ce film."),
    ("Je suis aller au cinéma.", "Je suis allé au cinéma."),
    ("Elle est aller à Paris.", "Elle est allée à Paris."),
    (
        "Je vais mangé au restaurant.",
        "Je vais manger au restaurant.",
    ),
    (
        "Il faut payé avant d'entrer.",
        "Il faut payer avant d'entrer.",
    ),
    ("Elle vient pour mangé.", "Elle vient pour manger."),
    (
        "Elle est content de te voir.",
        "Elle est contente de te voir.",
    ),
    ("Ils sont parti hier.", "Ils sont partis hier."),
    ("La voiture est vert.", "La voiture est verte."),
    ("Tu parle trop vite.", "Tu parles trop vite."),
    ("Ils parle de toi.", "Ils parlent de toi."),
    ("Je me demandait pourquoi.", "Je me demandais pourquoi."),
    (
        "Les gens pense que c'est vrai.",
        "Les gens pensent que c'est vrai.",
    ),
    ("Je ne sait pas.", "Je ne sais pas."),
    ("Il prends le train.", "Il prend le train."),
    ("Tu peut venir ?", "Tu peux venir ?"),
    ("Il à faim.", "Il a faim."),
    ("Il y à du pain.", "Il y a du pain."),
    ("Salut, sa va ?", "Salut, ça va ?"),
    ("Ils ont était malades.", "Ils ont été malades."),
    ("Il c'est levé tôt.", "Il s'est levé tôt."),
    ("Se n'est pas grave.", "Ce n'est pas grave."),
    ("Demain, ont va à la mer.", "Demain, on va à la mer."),
    ("Ils son partis.", "Ils sont partis."),
    ("Je leurs ai dit.", "Je leur ai dit."),
    ("Quand à moi, je reste.", "Quant à moi, je reste."),
    (
        "Il viendra peut être demain.",
        "Il viendra peut-être demain.",
    ),
    ("Il est peut être malade.", "Il est peut-être malade."),
    ("C'est un peut cher.", "C'est un peu cher."),
    ("Tout les jours, il court.", "Tous les jours, il court."),
    (
        "Si j'aurais su, je serais resté.",
        "Si j'avais su, je serais resté.",
    ),
    (
        "Il faut que tu fais attention.",
        "Il faut que tu fasses attention.",
    ),
    (
        "Bien qu'il est tard, il reste.",
        "Bien qu'il soit tard, il reste.",
    ),
    ("Il est entrain de lire.", "Il est en train de lire."),
    ("Qu'est ce que tu fais ?", "Qu'est-ce que tu fais ?"),
    ("Celui là me plaît.", "Celui-là me plaît."),
    ("Il est sensé venir.", "Il est censé venir."),
    ("Il fait parti de l'équipe.", "Il fait partie de l'équipe."),
    ("Il faut mieux partir.", "Il vaut mieux partir."),
    ("Elle a prit le bus.", "Elle a pris le bus."),
    ("J'aurais du venir.", "J'aurais dû venir."),
    (
        "Je viendrai si il fait beau.",
        "Je viendrai s'il fait beau.",
    ),
    ("Donne moi ton stylo.", "Donne-moi ton stylo."),
    ("Du pain, du lait, etc...", "Du pain, du lait, etc."),
    ("Tu viens?Je t'attends.", "Tu viens\u{a0}? Je t'attends."),
    ("Il  pleut , je reste.", "Il pleut, je reste."),
    ("Il vient le Lundi.", "Il vient le lundi."),
    (
        "Elle a mis le le livre sur la table.",
        "Elle a mis le livre sur la table.",
    ),
    (
        "Merci pour ta réponse,je t'appelle.",
        "Merci pour ta réponse, je t'appelle.",
    ),
    (
        "Au moment ou il arrive, elle part.",
        "Au moment où il arrive, elle part.",
    ),
    (
        "Les fleurs que j'ai acheté.",
        "Les fleurs que j'ai achetées.",
    ),
    ("Elle porte une robe noir.", "Elle porte une robe noire."),
    ("Vous parler bien français.", "Vous parlez bien français."),
    ("Ils aiment leur enfants.", "Ils aiment leurs enfants."),
    ("Il reste quelque minutes.", "Il reste quelques minutes."),
    ("Quel questions poses-tu ?", "Quelles questions poses-tu ?"),
    (
        "Il habite à coté de la gare.",
        "Il habite à côté de la gare.",
    ),
    ("Tout le monde sont là.", "Tout le monde est là."),
    (
        "Les résultats de l'enquête sera publié demain.",
        "Les résultats de l'enquête seront publiés demain.",
    ),
    ("Mes deux sœurs habite ici.", "Mes deux sœurs habitent ici."),
    (
        "Les gens qui travaille ici sont gentils.",
        "Les gens qui travaillent ici sont gentils.",
    ),
    ("Le train pars à midi.", "Le train part à midi."),
    ("Toute l'équipe sont là.", "Toute l'équipe est là."),
    ("Je te tiendrez au courant.", "Je te tiendrai au courant."),
    ("Il mets la table.", "Il met la table."),
    ("Je vous contact demain.", "Je vous contacte demain."),
    ("N'oublies pas ton sac.", "N'oublie pas ton sac."),
    (
        "Ne laisser pas la porte ouverte.",
        "Ne laissez pas la porte ouverte.",
    ),
    (
        "Il faut que je vais à la banque.",
        "Il faut que j'aille à la banque.",
    ),
    (
        "Nous souhaitons que le chantier est terminé.",
        "Nous souhaitons que le chantier soit terminé.",
    ),
    (
        "Si tu voudrais, tu pourrais.",
        "Si tu voulais, tu pourrais.",
    ),
    ("Ma grand-mère est né ici.", "Ma grand-mère est née ici."),
    (
        "Les murs de la chambre ont été repeint.",
        "Les murs de la chambre ont été repeints.",
    ),
    (
        "Elles se sont rencontré à Lille.",
        "Elles se sont rencontrées à Lille.",
    ),
    (
        "Ils se sont encore disputer.",
        "Ils se sont encore disputés.",
    ),
    (
        "Elle porte des jupes long.",
        "Elle porte des jupes longues.",
    ),
    (
        "Les fenêtres sont restées ouverte.",
        "Les fenêtres sont restées ouvertes.",
    ),
    (
        "La lettre que tu m'as écrit est là.",
        "La lettre que tu m'as écrite est là.",
    ),
    (
        "Quels sont vos principal défauts ?",
        "Quels sont vos principaux défauts ?",
    ),
    (
        "Elle a reçu de nombreuse propositions.",
        "Elle a reçu de nombreuses propositions.",
    ),
    (
        "C'est une très beau maison.",
        "C'est une très belle maison.",
    ),
    ("Leur deux filles sont là.", "Leurs deux filles sont là."),
    (
        "Le directeur et absent depuis lundi.",
        "Le directeur est absent depuis lundi.",
    ),
    ("Le chien la mordu hier.", "Le chien l'a mordu hier."),
    ("Il habitera a la campagne.", "Il habitera à la campagne."),
    ("J'ai reçu vôtre message.", "J'ai reçu votre message."),
    (
        "Ici, les français votent dimanche.",
        "Ici, les Français votent dimanche.",
    ),
    (
        "Il aime les artistes Russes de son temps.",
        "Il aime les artistes russes de son temps.",
    ),
    (
        "Mon fils c'est cassé le bras.",
        "Mon fils s'est cassé le bras.",
    ),
];
