"""A small grammar that says the same thing in English, German and French, with the word alignment.

A sentence is drawn once as meanings and then put into words in each language. Every word carries the *concept* it expresses; words of
two languages are aligned when they share a concept. The word order differs between the languages (German puts participles, infinitives
and the verbs of subordinate clauses last, French puts most adjectives after the noun), so the alignment is not all diagonal.

Each direction is a function: a sentence has exactly one translation, so a model can be held to exact matches.
"""
from __future__ import annotations

import random
from dataclasses import dataclass

LANGUAGES = ("en", "de", "fr")

# English singular, plural; German article (nominative), singular, plural; French gender, singular, plural.
THINGS = [
    ("apple", "apples", "der", "Apfel", "Äpfel", "f", "pomme", "pommes"),
    ("house", "houses", "das", "Haus", "Häuser", "f", "maison", "maisons"),
    ("car", "cars", "das", "Auto", "Autos", "f", "voiture", "voitures"),
    ("book", "books", "das", "Buch", "Bücher", "m", "livre", "livres"),
    ("key", "keys", "der", "Schlüssel", "Schlüssel", "f", "clé", "clés"),
    ("lamp", "lamps", "die", "Lampe", "Lampen", "f", "lampe", "lampes"),
    ("table", "tables", "der", "Tisch", "Tische", "f", "table", "tables"),
    ("chair", "chairs", "der", "Stuhl", "Stühle", "f", "chaise", "chaises"),
    ("door", "doors", "die", "Tür", "Türen", "f", "porte", "portes"),
    ("window", "windows", "das", "Fenster", "Fenster", "f", "fenêtre", "fenêtres"),
    ("bird", "birds", "der", "Vogel", "Vögel", "m", "oiseau", "oiseaux"),
    ("dog", "dogs", "der", "Hund", "Hunde", "m", "chien", "chiens"),
    ("cat", "cats", "die", "Katze", "Katzen", "m", "chat", "chats"),
    ("horse", "horses", "das", "Pferd", "Pferde", "m", "cheval", "chevaux"),
    ("flower", "flowers", "die", "Blume", "Blumen", "f", "fleur", "fleurs"),
    ("tree", "trees", "der", "Baum", "Bäume", "m", "arbre", "arbres"),
    ("ship", "ships", "das", "Schiff", "Schiffe", "m", "bateau", "bateaux"),
    ("bridge", "bridges", "die", "Brücke", "Brücken", "m", "pont", "ponts"),
    ("letter", "letters", "der", "Brief", "Briefe", "f", "lettre", "lettres"),
    ("picture", "pictures", "das", "Bild", "Bilder", "f", "image", "images"),
    ("bottle", "bottles", "die", "Flasche", "Flaschen", "f", "bouteille", "bouteilles"),
    ("clock", "clocks", "die", "Uhr", "Uhren", "f", "horloge", "horloges"),
    ("hat", "hats", "der", "Hut", "Hüte", "m", "chapeau", "chapeaux"),
    ("garden", "gardens", "der", "Garten", "Gärten", "m", "jardin", "jardins"),
]

# English; German stem; French masculine and feminine; whether the French adjective stands before the noun.
ADJECTIVES = [
    ("red", "rot", "rouge", "rouge", False),
    ("green", "grün", "vert", "verte", False),
    ("blue", "blau", "bleu", "bleue", False),
    ("yellow", "gelb", "jaune", "jaune", False),
    ("white", "weiß", "blanc", "blanche", False),
    ("black", "schwarz", "noir", "noire", False),
    ("small", "klein", "petit", "petite", True),
    ("big", "groß", "grand", "grande", True),
    ("pretty", "hübsch", "joli", "jolie", True),
    ("heavy", "schwer", "lourd", "lourde", False),
    ("light", "leicht", "léger", "légère", False),
    ("expensive", "teuer", "cher", "chère", False),
]

# English infinitive and past; German infinitive and participle; French infinitive and participle.
ACTIONS = [
    ("buy", "bought", "kaufen", "gekauft", "acheter", "acheté"),
    ("sell", "sold", "verkaufen", "verkauft", "vendre", "vendu"),
    ("find", "found", "finden", "gefunden", "trouver", "trouvé"),
    ("lose", "lost", "verlieren", "verloren", "perdre", "perdu"),
    ("see", "saw", "sehen", "gesehen", "voir", "vu"),
    ("draw", "drew", "zeichnen", "gezeichnet", "dessiner", "dessiné"),
    ("clean", "cleaned", "putzen", "geputzt", "nettoyer", "nettoyé"),
    ("repair", "repaired", "reparieren", "repariert", "réparer", "réparé"),
    ("bring", "brought", "bringen", "gebracht", "apporter", "apporté"),
    ("hide", "hid", "verstecken", "versteckt", "cacher", "caché"),
    ("show", "showed", "zeigen", "gezeigt", "montrer", "montré"),
    ("forget", "forgot", "vergessen", "vergessen", "oublier", "oublié"),
]

NAMES = "Anna Peter Maria Thomas Julia Martin Laura David Sophie Daniel Clara Simon Eva Oscar Nina Felix".split()
# English, German (with its article), French (with its article).
PEOPLE = [
    ("the teacher", "der Lehrer", "le professeur"),
    ("the doctor", "die Ärztin", "la docteure"),
    ("the driver", "der Fahrer", "le chauffeur"),
    ("the baker", "die Bäckerin", "la boulangère"),
    ("my brother", "mein Bruder", "mon frère"),
    ("my sister", "meine Schwester", "ma sœur"),
]
PLACES = [
    ("Berlin", "Berlin", "Berlin"), ("Paris", "Paris", "Paris"), ("Rome", "Rom", "Rome"), ("Vienna", "Wien", "Vienne"),
    ("Munich", "München", "Munich"), ("Cologne", "Köln", "Cologne"), ("Geneva", "Genf", "Genève"), ("Madrid", "Madrid", "Madrid"),
    ("Hamburg", "Hamburg", "Hambourg"), ("London", "London", "Londres"),
]
TIMES = [
    ("yesterday", "gestern", "hier", "past"), ("today", "heute", "aujourd'hui", "any"), ("tomorrow", "morgen", "demain", "future"),
    ("on Monday", "am Montag", "lundi", "any"), ("on Friday", "am Freitag", "vendredi", "any"), ("on Sunday", "am Sonntag", "dimanche", "any"),
]
NUMERALS = [
    ("two", "zwei", "deux"), ("three", "drei", "trois"), ("four", "vier", "quatre"), ("five", "fünf", "cinq"), ("six", "sechs", "six"),
    ("seven", "sieben", "sept"), ("eight", "acht", "huit"), ("nine", "neun", "neuf"), ("ten", "zehn", "dix"), ("twelve", "zwölf", "douze"),
]
SURNAMES = "meier smith rossi martin novak jensen garcia moreau".split()
DOMAINS = "example.org example.com example.net".split()

GERMAN_DEFINITE = {"nom": ("der", "die", "das"), "acc": ("den", "die", "das"), "dat": ("dem", "der", "dem")}
GERMAN_INDEFINITE = {"nom": ("ein", "eine", "ein"), "acc": ("einen", "eine", "ein"), "dat": ("einem", "einer", "einem")}
GERMAN_WEAK = {"nom": ("e", "e", "e"), "acc": ("en", "e", "e"), "dat": ("en", "en", "en")}
GERMAN_MIXED = {"nom": ("er", "e", "es"), "acc": ("en", "e", "es"), "dat": ("en", "en", "en")}
GERMAN_GENDER = {"der": 0, "die": 1, "das": 2}


@dataclass(frozen=True)
class Word:
    """One word or punctuation mark of a sentence."""

    text: str
    concept: int
    helper: bool = False  # an auxiliary: aligned from, but not to, when a full word of the same concept stands beside it
    glued: bool = False  # stands without a space after the word before it


@dataclass(frozen=True)
class Sentence:
    """One meaning in every language: language code -> words."""

    words: dict[str, list[Word]]

    def text(self, language: str) -> str:
        """The sentence as a reader sees it."""
        return "".join(("" if i == 0 or w.glued else " ") + w.text for i, w in enumerate(self.words[language]))


class Speaker:
    """Draws sentences. The same seed gives the same sentences."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.concepts = 0

    def sentence(self) -> Sentence:
        """One sentence: one clause, or two joined by a comma and a conjunction."""
        self.concepts = 0
        words = self.clause()
        end = "."
        roll = self.random.random()
        if roll < 0.25:
            words = self.joined(words, self.clause())
        elif roll < 0.35:
            end = "!"
        elif roll < 0.5:
            words, end = self.request(), self.random.choice(".!")
        elif roll < 0.57:
            words, end = self.question(), "?"
        mark = self.concept()
        for language in LANGUAGES:
            first = words[language][0]
            words[language][0] = Word(first.text[0].upper() + first.text[1:], first.concept, first.helper)
            # French sets a space before the question and the exclamation mark.
            words[language].append(Word(end, mark, glued=not (language == "fr" and end in "?!")))
        return Sentence(words)

    # Parts of a sentence ------------------------------------------------------------------------------------------------------------

    def concept(self) -> int:
        self.concepts += 1
        return self.concepts

    def clause(self) -> dict[str, list[Word]]:
        roll = self.random.random()
        if roll < 0.30:
            return self.deed("past")
        if roll < 0.52:
            return self.deed("future")
        if roll < 0.64:
            return self.price()
        if roll < 0.74:
            return self.position()
        if roll < 0.84:
            return self.departure()
        return self.reported()

    def joined(self, left: dict, right: dict) -> dict[str, list[Word]]:
        english, german, french = self.random.choice([("and", "und", "et"), ("but", "aber", "mais"), ("or", "oder", "ou")])
        comma, link = self.concept(), self.concept()
        return {
            language: left[language] + [Word(",", comma, glued=True), Word(text, link)] + right[language]
            for language, text in zip(LANGUAGES, (english, german, french))
        }

    def subject(self) -> dict[str, list[Word]]:
        if self.random.random() < 0.6:
            name, concept = self.random.choice(NAMES), self.concept()
            return {language: [Word(name, concept)] for language in LANGUAGES}
        return self.phrase(self.random.choice(PEOPLE))

    def phrase(self, texts: tuple[str, ...]) -> dict[str, list[Word]]:
        """A set phrase; its words are paired off one by one, what is left over belongs to the last pair."""
        split = [text.split() for text in texts[:3]]
        concepts = [self.concept() for _ in range(max(map(len, split)))]
        out = {}
        for language, parts in zip(LANGUAGES, split):
            shift = max(map(len, split)) - len(parts)
            out[language] = [Word(part, concepts[i + shift]) for i, part in enumerate(parts)]
        return out

    def things(self, case: str, plural: bool = True) -> dict[str, list[Word]]:
        """A noun phrase: `the red apple`, `a small dog`, `seven white birds`, `45 keys`."""
        en1, en2, article, de1, de2, gender, fr1, fr2 = self.random.choice(THINGS)
        g, feminine = GERMAN_GENDER[article], gender == "f"
        kind = self.random.choice(["the", "the", "a", "number", "digits"]) if plural else self.random.choice(["the", "a"])
        many = kind in ("number", "digits")
        d, a, n = self.concept(), self.concept(), self.concept()
        adjective = self.random.choice(ADJECTIVES) if self.random.random() < 0.6 else None
        if kind == "number":
            determiners = self.random.choice(NUMERALS)
        elif kind == "digits":
            determiners = (str(self.random.randint(13, 999)),) * 3
        elif kind == "the":
            determiners = ("the", GERMAN_DEFINITE[case][g], "la" if feminine else "le")
        else:
            determiners = ("a", GERMAN_INDEFINITE[case][g], "une" if feminine else "un")
        english, german = [Word(determiners[0], d)], [Word(determiners[1], d)]
        french = [Word(determiners[2], d)]
        noun = Word(fr2 if many else fr1, n)
        if adjective is None:
            french.append(noun)
        else:
            text, stem, masculine_form, feminine_form, before = adjective
            english.append(Word(text, a))
            ending = "e" if many else (GERMAN_WEAK if kind == "the" else GERMAN_MIXED)[case][g]
            german.append(Word((stem if stem != "teuer" else "teur") + ending, a))
            form = Word((feminine_form if feminine else masculine_form) + ("s" if many else ""), a)
            french += [form, noun] if before else [noun, form]
        english.append(Word(en2 if many else en1, n))
        german.append(Word(de2 if many else de1, n))
        if determiners[0] == "a" and english[1].text[0] in "aeiou":
            english[0] = Word("an", d)
        if determiners[2] in ("le", "la") and french[1].text[0] in "aeiouhé":
            french[0] = Word("l'", d)
            french[1] = Word(french[1].text, french[1].concept, glued=True)
        return {"en": english, "de": german, "fr": french}

    def deed(self, tense: str, subordinate: bool = False) -> dict[str, list[Word]]:
        """`Anna bought seven red apples in Berlin yesterday`; German: second verb last, and in a subordinate clause both."""
        who, what = self.subject(), self.things("acc")
        english, english_past, german, german_past, french, french_past = self.random.choice(ACTIONS)
        verb, helper = self.concept(), self.concept()
        place = self.place() if self.random.random() < 0.4 else {language: [] for language in LANGUAGES}
        when, front = None, False
        if self.random.random() < 0.45:
            when = self.phrase(self.random.choice([t for t in TIMES if t[3] in ("any", tense)]))
            front = not subordinate and self.random.random() < 0.5
        time = when or {language: [] for language in LANGUAGES}
        if tense == "past":
            verbs = [Word(english_past, verb)]
            finite, infinite = Word("hat", verb, helper=True), Word(german_past, verb)
            phrase = [Word("a", verb, helper=True), Word(french_past, verb)]
        else:
            verbs = [Word("will", helper), Word(english, verb)]
            finite, infinite = Word("wird", helper), Word(german, verb)
            phrase = [Word("va", helper), Word(french, verb)]
        tail = {language: [] if front else time[language] for language in LANGUAGES}
        out = {
            "en": who["en"] + verbs + what["en"] + place["en"] + tail["en"],
            "fr": who["fr"] + phrase + what["fr"] + place["fr"] + tail["fr"],
        }
        middle = tail["de"] + place["de"] + what["de"]
        if subordinate:
            out["de"] = who["de"] + middle + [infinite, finite]
        elif front:
            out["de"] = time["de"] + [finite] + who["de"] + middle + [infinite]
        else:
            out["de"] = who["de"] + [finite] + middle + [infinite]
        if front:
            out["en"], out["fr"] = time["en"] + out["en"], time["fr"] + out["fr"]
        return out

    def place(self) -> dict[str, list[Word]]:
        english, german, french = self.random.choice(PLACES)
        return self.phrase((f"in {english}", f"in {german}", f"à {french}"))

    def price(self) -> dict[str, list[Word]]:
        what = self.things("nom", plural=False)
        cost, amount, money = self.concept(), self.concept(), self.concept()
        number = str(self.random.randint(2, 9999))
        return {
            language: what[language] + [Word(verb, cost), Word(number, amount), Word(euro, money)]
            for language, verb, euro in (("en", "costs", "euros"), ("de", "kostet", "Euro"), ("fr", "coûte", "euros"))
        }

    def position(self) -> dict[str, list[Word]]:
        what, where = self.things("nom", plural=False), self.things("dat", plural=False)
        relation = self.random.choice(
            [("under", "unter", "sous"), ("on", "auf", "sur"), ("behind", "hinter", "derrière"), ("in front of", "vor", "devant")]
        )
        stands, relative = self.concept(), self.concept()
        return {
            language: what[language] + [Word(verb, stands)] + [Word(part, relative) for part in text.split()] + where[language]
            for language, verb, text in zip(LANGUAGES, ("is", "ist", "est"), relation)
        }

    def departure(self) -> dict[str, list[Word]]:
        """`The train leaves at 9:45`; German: a separable verb, `Der Zug fährt um 9:45 Uhr ab`."""
        english, german, french = self.random.choice(
            [("the train", "der Zug", "le train"), ("the bus", "der Bus", "le bus"), ("the boat", "das Boot", "le navire")]
        )
        what = self.phrase((english, german, french))
        leave, at, clock = self.concept(), self.concept(), self.concept()
        time = f"{self.random.randint(0, 23)}:{self.random.randint(0, 59):02}"
        place = self.place() if self.random.random() < 0.3 else {language: [] for language in LANGUAGES}
        return {
            "en": what["en"] + [Word("leaves", leave), Word("at", at), Word(time, clock)] + place["en"],
            "de": what["de"] + [Word("fährt", leave), Word("um", at), Word(time, clock), Word("Uhr", clock, helper=True)]
            + place["de"] + [Word("ab", leave, helper=True)],
            "fr": what["fr"] + [Word("part", leave), Word("à", at), Word(time, clock)] + place["fr"],
        }

    def reported(self) -> dict[str, list[Word]]:
        """`Anna says that Peter lost the key`; German: `Anna sagt, dass Peter den Schlüssel verloren hat`."""
        who, said = self.subject(), self.deed(self.random.choice(["past", "future"]), subordinate=True)
        verbs = self.random.choice([("says", "sagt", "dit"), ("knows", "weiß", "sait"), ("writes", "schreibt", "écrit")])
        verb, link = self.concept(), self.concept()
        return {
            "en": who["en"] + [Word(verbs[0], verb), Word("that", link)] + said["en"],
            "de": who["de"] + [Word(verbs[1], verb), Word(",", link, helper=True, glued=True), Word("dass", link)] + said["de"],
            "fr": who["fr"] + [Word(verbs[2], verb), Word("que", link)] + said["fr"],
        }

    def request(self) -> dict[str, list[Word]]:
        """`Please send the 25 letters to anna.meier@example.org on Friday`."""
        please, verb, to, address = (self.concept() for _ in range(4))
        mail = f"{self.random.choice(NAMES).lower()}.{self.random.choice(SURNAMES)}@{self.random.choice(DOMAINS)}"
        what, time = self.things("acc"), {language: [] for language in LANGUAGES}
        if self.random.random() < 0.5:
            time = self.phrase(self.random.choice([t for t in TIMES if t[3] != "past"]))
        english, german, french = self.random.choice([("send", "schicken", "envoyer"), ("show", "zeigen", "montrer")])
        return {
            "en": [Word("please", please), Word(english, verb)] + what["en"] + [Word("to", to), Word(mail, address)] + time["en"],
            "de": [Word("bitte", please), Word(german, verb), Word("Sie", verb, helper=True)] + time["de"] + what["de"]
            + [Word("an", to), Word(mail, address)],
            "fr": [Word("veuillez", please), Word(french, verb)] + what["fr"] + [Word("à", to), Word(mail, address)] + time["fr"],
        }

    def question(self) -> dict[str, list[Word]]:
        """`Do you see the red birds in Rome?`; German: `Sehen Sie in Rom die roten Vögel?`."""
        you, verb = self.concept(), self.concept()
        what, where = self.things("acc"), self.place() if self.random.random() < 0.5 else {language: [] for language in LANGUAGES}
        english, _, german, _, french, _ = self.random.choice(ACTIONS)
        return {
            "en": [Word("can", verb, helper=True), Word("you", you), Word(english, verb)] + what["en"] + where["en"],
            "de": [Word("können", verb, helper=True), Word("Sie", you)] + where["de"] + what["de"] + [Word(german, verb)],
            "fr": [Word("pouvez-vous", you), Word(french, verb)] + what["fr"] + where["fr"],
        }


def links(sentence: Sentence, source: str, target: str) -> list[int]:
    """For each target word the index of the source word it is aligned to.

    A target word goes to the source word of its concept, a full word before a helper. One whose concept no source word shares
    (German `Uhr` has no English word) goes where the word before it goes.
    """
    best: dict[int, int] = {}
    for i, word in enumerate(sentence.words[source]):
        if word.concept not in best or not word.helper:
            best[word.concept] = i
    out: list[int] = []
    for word in sentence.words[target]:
        out.append(best.get(word.concept, out[-1] if out else 0))
    return out


if __name__ == "__main__":
    speaker = Speaker(1)
    for _ in range(20):
        drawn = speaker.sentence()
        print("\n".join(drawn.text(language) for language in LANGUAGES), links(drawn, "en", "de"), "", sep="\n")
