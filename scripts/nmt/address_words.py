"""The words and the sentence patterns of `address.py`.

In a pattern, `text@C` is text that expresses the concept C; `$N` and the like are filled in from the tables. A pattern of a language is
one text, or that in the formal and that in the informal register.
"""
from __future__ import annotations

TARGETS = ("de", "fr", "es", "it", "nl", "pl", "pt", "ru")

# English; then the noun of each target. German, Dutch: article first. Others: f, m or n first. Polish and Russian: also the accusative.
NOUNS = [
    ("book", "das Buch", "m livre", "m libro", "m libro", "het boek", "f książka książkę", "m livro", "f книга книгу"),
    ("letter", "der Brief", "f lettre", "f carta", "f lettera", "de brief", "m list list", "f carta", "n письмо письмо"),
    ("key", "der Schlüssel", "f clé", "f llave", "f chiave", "de sleutel", "m klucz klucz", "f chave", "m ключ ключ"),
    ("box", "die Kiste", "f boîte", "f caja", "f scatola", "de doos", "n pudełko pudełko", "f caixa", "f коробка коробку"),
    ("window", "das Fenster", "f fenêtre", "f ventana", "f finestra", "het raam", "n okno okno", "f janela", "n окно окно"),
    ("suitcase", "der Koffer", "f valise", "f maleta", "f valigia", "de koffer", "f walizka walizkę", "f mala", "m чемодан чемодан"),
    ("photo", "das Foto", "f photo", "f foto", "f foto", "de foto", "n zdjęcie zdjęcie", "f foto", "n фото фото"),
    ("table", "der Tisch", "f table", "f mesa", "m tavolo", "de tafel", "m stół stół", "f mesa", "m стол стол"),
    ("bottle", "die Flasche", "f bouteille", "f botella", "f bottiglia", "de fles", "f butelka butelkę", "f garrafa", "f бутылка бутылку"),
    ("lamp", "die Lampe", "f lampe", "f lámpara", "f lampada", "de lamp", "f lampa lampę", "f lâmpada", "f лампа лампу"),
]

# English, with the third person; then for each target: infinitive, formal and informal imperative, third person.
VERBS = [
    ("open opens", "öffnen öffnen öffne öffnet", "ouvrir ouvrez ouvre ouvre", "abrir abra abre abre", "aprire apra apri apre",
     "openen open open opent", "otworzyć otworzyć otwórz otwiera", "abrir abra abre abre", "открыть откройте открой открывает"),
    ("close closes", "schließen schließen schließe schließt", "fermer fermez ferme ferme", "cerrar cierre cierra cierra",
     "chiudere chiuda chiudi chiude", "sluiten sluit sluit sluit", "zamknąć zamknąć zamknij zamyka", "fechar feche fecha fecha",
     "закрыть закройте закрой закрывает"),
    ("send sends", "schicken schicken schicke schickt", "envoyer envoyez envoie envoie", "enviar envíe envía envía",
     "mandare mandi manda manda", "sturen stuur stuur stuurt", "wysłać wysłać wyślij wysyła", "enviar envie envia envia",
     "отправить отправьте отправь отправляет"),
    ("show shows", "zeigen zeigen zeige zeigt", "montrer montrez montre montre", "mostrar muestre muestra muestra",
     "mostrare mostri mostra mostra", "tonen toon toon toont", "pokazać pokazać pokaż pokazuje", "mostrar mostre mostra mostra",
     "показать покажите покажи показывает"),
    ("bring brings", "bringen bringen bringe bringt", "apporter apportez apporte apporte", "traer traiga trae trae",
     "portare porti porta porta", "brengen breng breng brengt", "przynieść przynieść przynieś przynosi", "trazer traga traz traz",
     "принести принесите принеси приносит"),
    ("sell sells", "verkaufen verkaufen verkaufe verkauft", "vendre vendez vends vend", "vender venda vende vende",
     "vendere venda vendi vende", "verkopen verkoop verkoop verkoopt", "sprzedać sprzedać sprzedaj sprzedaje", "vender venda vende vende",
     "продать продайте продай продаёт"),
    ("buy buys", "kaufen kaufen kaufe kauft", "acheter achetez achète achète", "comprar compre compra compra",
     "comprare compri compra compra", "kopen koop koop koopt", "kupić kupić kup kupuje", "comprar compre compra compra",
     "купить купите купи покупает"),
    ("clean cleans", "putzen putzen putze putzt", "nettoyer nettoyez nettoie nettoie", "limpiar limpie limpia limpia",
     "pulire pulisca pulisci pulisce", "poetsen poets poets poetst", "umyć umyć umyj myje", "limpar limpe limpa limpa",
     "вымыть вымойте вымой моет"),
    ("repair repairs", "reparieren reparieren repariere repariert", "réparer réparez répare répare", "reparar repare repara repara",
     "riparare ripari ripara ripara", "repareren repareer repareer repareert", "naprawić naprawić napraw naprawia",
     "reparar repare repara repara", "починить почините почини чинит"),
    ("check checks", "prüfen prüfen prüfe prüft", "vérifier vérifiez vérifie vérifie", "revisar revise revisa revisa",
     "controllare controlli controlla controlla", "controleren controleer controleer controleert", "sprawdzić sprawdzić sprawdź sprawdza",
     "verificar verifique verifica verifica", "проверить проверьте проверь проверяет"),
]

NAMES = [("Anna", "Анна"), ("Peter", "Петер"), ("Maria", "Мария"), ("Thomas", "Томас"), ("Laura", "Лаура"), ("Martin", "Мартин")]

# English, then each target.
PLACES = [
    ("in Berlin", "in Berlin", "à Berlin", "en Berlín", "a Berlino", "in Berlijn", "w Berlinie", "em Berlim", "в Берлине"),
    ("in Paris", "in Paris", "à Paris", "en París", "a Parigi", "in Parijs", "w Paryżu", "em Paris", "в Париже"),
    ("in Rome", "in Rom", "à Rome", "en Roma", "a Roma", "in Rome", "w Rzymie", "em Roma", "в Риме"),
    ("in London", "in London", "à Londres", "en Londres", "a Londra", "in Londen", "w Londynie", "em Londres", "в Лондоне"),
]
TIMES = [
    ("today", "heute", "aujourd'hui", "hoy", "oggi", "vandaag", "dzisiaj", "hoje", "сегодня"),
    ("tomorrow", "morgen", "demain", "mañana", "domani", "morgen", "jutro", "amanhã", "завтра"),
    ("on Monday", "am Montag", "lundi", "el lunes", "lunedì", "op maandag", "w poniedziałek", "na segunda-feira", "в понедельник"),
]

# Determiners by gender: the article in the nominative and in the accusative; `your`, formal and informal, likewise.
THE = {
    "de": {"m": ("der", "den"), "f": ("die", "die"), "n": ("das", "das")},
    "fr": {"m": ("le", "le"), "f": ("la", "la")},
    "es": {"m": ("el", "el"), "f": ("la", "la")},
    "it": {"m": ("il", "il"), "f": ("la", "la")},
    "nl": {"m": ("de", "de"), "n": ("het", "het")},
    "pt": {"m": ("o", "o"), "f": ("a", "a")},
}
YOUR = {
    "de": ({"m": ("Ihr", "Ihren"), "f": ("Ihre", "Ihre"), "n": ("Ihr", "Ihr")},
           {"m": ("dein", "deinen"), "f": ("deine", "deine"), "n": ("dein", "dein")}),
    "fr": ({"m": ("votre",) * 2, "f": ("votre",) * 2}, {"m": ("ton",) * 2, "f": ("ta",) * 2}),
    "es": ({"m": ("su",) * 2, "f": ("su",) * 2}, {"m": ("tu",) * 2, "f": ("tu",) * 2}),
    "it": ({"m": ("il Suo",) * 2, "f": ("la Sua",) * 2}, {"m": ("il tuo",) * 2, "f": ("la tua",) * 2}),
    "nl": ({"m": ("uw",) * 2, "n": ("uw",) * 2}, {"m": ("je",) * 2, "n": ("je",) * 2}),
    "pl": ({gender: ("Pana",) * 2 for gender in "mfn"}, {"m": ("twój", "twój"), "f": ("twoja", "twoją"), "n": ("twoje", "twoje")}),
    "pt": ({"m": ("o seu",) * 2, "f": ("a sua",) * 2}, {"m": ("o teu",) * 2, "f": ("a tua",) * 2}),
    "ru": ({"m": ("ваш", "ваш"), "f": ("ваша", "вашу"), "n": ("ваше", "ваше")},
           {"m": ("твой", "твой"), "f": ("твоя", "твою"), "n": ("твоё", "твоё")}),
}
# The possessive of an object that belongs to the subject, where it says nothing about the register.
OWN = {"pl": {"m": "swój", "f": "swoją", "n": "swoje"}, "ru": {"m": "свой", "f": "свою", "n": "своё"}}

ADDRESSING = {
    "order": {
        "en": "$imp@V $obj $time",
        "de": ("$imp@V Sie@V $time $obj", "$imp@V $time $obj"),
        "pl": ("proszę@V $imp@V $obj $time", "$imp@V $obj $time"),
        "else": "$imp@V $obj $time",
    },
    "please": {
        "en": "please@L $imp@V $obj $place",
        "de": ("bitte@L $imp@V Sie@V $place $obj", "bitte@L $imp@V $place $obj"),
        "fr": ("$imp@V $obj $place ,@L s'il@L vous@L plaît@L", "$imp@V $obj $place ,@L s'il@L te@L plaît@L"),
        "es": "por@L favor@L ,@L $imp@V $obj $place", "it": "per@L favore@L $imp@V $obj $place",
        "nl": ("$imp@V $obj $place alstublieft@L", "$imp@V $obj $place alsjeblieft@L"),
        "pl": "proszę@L $imp@V $obj $place", "pt": "por@L favor@L ,@L $imp@V $obj $place",
        "ru": "пожалуйста@L ,@L $imp@V $obj $place",
    },
    "two orders": {
        "en": "$imp@V $obj and@A $imp2@W $obj2",
        "de": ("$imp@V Sie@V $obj und@A $imp2@W Sie@W $obj2", "$imp@V $obj und@A $imp2@W $obj2"),
        "fr": "$imp@V $obj et@A $imp2@W $obj2", "es": "$imp@V $obj y@A $imp2@W $obj2", "it": "$imp@V $obj e@A $imp2@W $obj2",
        "nl": "$imp@V $obj en@A $imp2@W $obj2", "pl": ("proszę@V $imp@V $obj i@A $imp2@W $obj2", "$imp@V $obj i@A $imp2@W $obj2"),
        "pt": "$imp@V $obj e@A $imp2@W $obj2", "ru": "$imp@V $obj и@A $imp2@W $obj2",
    },
    "can": {
        "en": "you@Y can@C $inf@V $obj $time",
        "de": ("Sie@Y können@C $time $obj $inf@V", "du@Y kannst@C $time $obj $inf@V"),
        "fr": ("vous@Y pouvez@C $inf@V $obj $time", "tu@Y peux@C $inf@V $obj $time"),
        "es": ("puede@C $inf@V $obj $time", "puedes@C $inf@V $obj $time"), "it": ("può@C $inf@V $obj $time", "puoi@C $inf@V $obj $time"),
        "nl": ("u@Y kunt@C $time $obj $inf@V", "je@Y kunt@C $time $obj $inf@V"),
        "pl": ("może@C Pan@Y $inf@V $obj $time", "możesz@C $inf@V $obj $time"), "pt": ("pode@C $inf@V $obj $time", "podes@C $inf@V $obj $time"),
        "ru": ("вы@Y можете@C $inf@V $obj $time", "ты@Y можешь@C $inf@V $obj $time"),
    },
    "must": {
        "en": "you@Y must@C $inf@V $obj",
        "de": ("Sie@Y müssen@C $obj $inf@V", "du@Y musst@C $obj $inf@V"), "fr": ("vous@Y devez@C $inf@V $obj", "tu@Y dois@C $inf@V $obj"),
        "es": ("usted@Y debe@C $inf@V $obj", "debes@C $inf@V $obj"), "it": ("deve@C $inf@V $obj", "devi@C $inf@V $obj"),
        "nl": ("u@Y moet@C $obj $inf@V", "je@Y moet@C $obj $inf@V"), "pl": ("musi@C Pan@Y $inf@V $obj", "musisz@C $inf@V $obj"),
        "pt": ("deve@C $inf@V $obj", "deves@C $inf@V $obj"), "ru": ("вы@Y должны@C $inf@V $obj", "ты@Y должен@C $inf@V $obj"),
    },
    "can?": {
        "en": "can@C you@Y $inf@V $obj",
        "de": ("können@C Sie@Y $obj $inf@V", "kannst@C du@Y $obj $inf@V"), "fr": ("pouvez-vous@C $inf@V $obj", "peux-tu@C $inf@V $obj"),
        "es": ("puede@C $inf@V $obj", "puedes@C $inf@V $obj"), "it": ("può@C $inf@V $obj", "puoi@C $inf@V $obj"),
        "nl": ("kunt@C u@Y $obj $inf@V", "kun@C je@Y $obj $inf@V"), "pl": ("czy@C może@C Pan@Y $inf@V $obj", "czy@C możesz@C $inf@V $obj"),
        "pt": ("pode@C $inf@V $obj", "podes@C $inf@V $obj"), "ru": ("вы@Y можете@C $inf@V $obj", "ты@Y можешь@C $inf@V $obj"),
    },
    "have?": {
        "en": "do@H you@Y have@H $obj $time",
        "de": ("haben@H Sie@Y $obj $time", "hast@H du@Y $obj $time"), "fr": ("avez-vous@H $obj $time", "as-tu@H $obj $time"),
        "es": ("tiene@H $obj $time", "tienes@H $obj $time"), "it": ("ha@H $obj $time", "hai@H $obj $time"), "nl": ("heeft@H u@Y $obj $time", "heb@H je@Y $obj $time"),
        "pl": ("czy@H ma@H Pan@Y $obj $time", "czy@H masz@H $obj $time"), "pt": ("tem@H $obj $time", "tens@H $obj $time"),
        "ru": ("у@H вас@Y есть@H $nomobj $time", "у@H тебя@Y есть@H $nomobj $time"),
    },
    "yours": {
        "en": "$yours is@B $place $time", "de": "$yours ist@B $place $time", "fr": "$yours est@B $place $time", "es": "$yours está@B $place $time",
        "it": "$yours è@B $place $time", "nl": "$yours is@B $place $time", "pl": "$yours jest@B $place $time", "pt": "$yours está@B $place $time", "ru": "$yours $place $time",
    },
    "thanks": {
        "en": "thank@T you@T for@F $your $time", "de": "vielen@T Dank@T für@F $your $time", "fr": "merci@T pour@F $your $time", "es": "gracias@T por@F $your $time",
        "it": "grazie@T per@F $your $time", "nl": "bedankt@T voor@F $your $time", "pl": "dziękuję@T za@F $your $time", "pt": "obrigado@T por@F $your $time",
        "ru": "спасибо@T за@F $your $time",
    },
    "says": {
        "en": "$name says@S that@D you@Y have@H $obj",
        "de": ("$name sagt@S ,@D dass@D Sie@Y $obj haben@H", "$name sagt@S ,@D dass@D du@Y $obj hast@H"),
        "fr": ("$name dit@S que@D vous@Y avez@H $obj", "$name dit@S que@D tu@Y as@H $obj"),
        "es": ("$name dice@S que@D usted@Y tiene@H $obj", "$name dice@S que@D tienes@H $obj"),
        "it": ("$name dice@S che@D Lei@Y ha@H $obj", "$name dice@S che@D hai@H $obj"),
        "nl": ("$name zegt@S dat@D u@Y $obj heeft@H", "$name zegt@S dat@D je@Y $obj hebt@H"),
        "pl": ("$name mówi@S ,@D że@D ma@H Pan@Y $obj", "$name mówi@S ,@D że@D masz@H $obj"),
        "pt": ("$name diz@S que@D você@Y tem@H $obj", "$name diz@S que@D tens@H $obj"),
        "ru": ("$name говорит@S ,@D что@D у@H вас@Y есть@H $nomobj", "$name говорит@S ,@D что@D у@H тебя@Y есть@H $nomobj"),
    },
}
QUESTIONS = {"can?", "have?"}

NEUTRAL = {
    "deed": {"en": "$name $does@V $thing $place", "de": "$name $does@V $place $thing", "else": "$name $does@V $thing $place"},
    "place": {
        "en": "$the is@B $place", "de": "$the ist@B $place", "fr": "$the est@B $place", "es": "$the está@B $place", "it": "$the è@B $place",
        "nl": "$the is@B $place", "pl": "$the jest@B $place", "pt": "$the está@B $place", "ru": "$the $place",
    },
    "price": {
        "en": "$the costs@P $number@Q euros@R", "de": "$the kostet@P $number@Q Euro@R", "fr": "$the coûte@P $number@Q euros@R",
        "es": "$the cuesta@P $number@Q euros@R", "it": "$the costa@P $number@Q euro@R", "nl": "$the kost@P $number@Q euro@R",
        "pl": "$the kosztuje@P $number@Q euro@R", "pt": "$the custa@P $number@Q euros@R", "ru": "$the стоит@P $number@Q евро@R",
    },
    "says": {
        "en": "$name says@S that@D $name2 $does@V $thing", "de": "$name sagt@S ,@D dass@D $name2 $thing $does@V",
        "fr": "$name dit@S que@D $name2 $does@V $thing", "es": "$name dice@S que@D $name2 $does@V $thing",
        "it": "$name dice@S che@D $name2 $does@V $thing", "nl": "$name zegt@S dat@D $name2 $thing $does@V",
        "pl": "$name mówi@S ,@D że@D $name2 $does@V $thing", "pt": "$name diz@S que@D $name2 $does@V $thing",
        "ru": "$name говорит@S ,@D что@D $name2 $does@V $thing",
    },
}
