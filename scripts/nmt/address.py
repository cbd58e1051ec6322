"""A second small grammar: sentences that address their reader, in English and, in both registers, in eight other languages.

As in real corpora, nothing in the English says which register the translation has. `grammar.Sentence` holds one meaning as words by
language; here those of a target stand under `de formal` and `de informal`. A sentence that addresses nobody has the same words in both.
"""
from __future__ import annotations

import random

from address_words import (ADDRESSING, NAMES, NEUTRAL, NOUNS, OWN, PLACES, QUESTIONS, TARGETS, THE, TIMES, VERBS, YOUR)
from grammar import Sentence, Word

REGISTERS = ("formal", "informal")
GERMANIC = {"der": "m", "die": "f", "das": "n", "de": "m", "het": "n"}

Slots = dict[str, str]  # texts tagged with their concepts, as in patterns


def of(target: str, register: str) -> str:
    """The key under which a sentence has the words of a target in a register."""
    return f"{target} {register}"


class Addresser:
    """Draws sentences. The same seed gives the same sentences."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def sentence(self, addressing: bool) -> Sentence:
        """A sentence that addresses the reader, or one that does not."""
        patterns = ADDRESSING if addressing else NEUTRAL
        name = self.random.choice(list(patterns))
        pattern, end = patterns[name], "?" if name in QUESTIONS else "."
        drawn = {
            "nouns": self.random.sample(NOUNS, 2), "verbs": self.random.sample(VERBS, 2), "names": self.random.sample(NAMES, 2),
            "place": self.random.choice(PLACES) if name in ("yours", "place") or self.random.random() < 0.4 else None,
            "time": self.random.choice(TIMES) if self.random.random() < 0.4 else None,
            "is_own": self.random.random() < 0.5, "number": str(self.random.randint(2, 999)),
        }
        words = {"en": written(pattern["en"], english(drawn), end, "en")}
        for index, target in enumerate(TARGETS, 1):
            texts = pattern.get(target, pattern.get("else"))
            for number, register in enumerate(REGISTERS):
                text = texts if isinstance(texts, str) else texts[number]
                words[of(target, register)] = written(text, foreign(drawn, target, index, number), end, target)
        return Sentence(words)


def english(drawn: dict) -> Slots:
    """What fills the slots of an English pattern."""
    (noun, *_), (noun2, *_) = drawn["nouns"]
    (verb, *_), (verb2, *_) = drawn["verbs"]
    base, does = verb.split()
    return {
        "imp": base, "imp2": verb2.split()[0], "inf": base, "does": does, "the": f"the@E {noun}@N", "thing": f"the@E {noun}@N",
        "your": f"your@E {noun}@N", "yours": f"your@E {noun}@N", "obj": f"{'your' if drawn['is_own'] else 'the'}@E {noun}@N",
        "obj2": f"the@F {noun2}@M", **shared(drawn, 0),
    }


def foreign(drawn: dict, target: str, index: int, register: int) -> Slots:
    """What fills the slots of a pattern of a target: `index` in the tables, `register` 0 formal, 1 informal."""
    (gender, nominative, accusative), (gender2, _, accusative2) = (forms(noun[index]) for noun in drawn["nouns"])
    (infinitive, *imperative, does), (_, *imperative2, _) = (verb[index].split() for verb in drawn["verbs"])

    def phrase(determiner: str, noun: str, concepts: str = "EN") -> str:
        return " ".join(f"{word}@{concepts[0]}" for word in determiner.split()) + f" {noun}@{concepts[1]}"

    the, your = THE.get(target, {}).get(gender, ("", "")), YOUR[target][register][gender]
    own = OWN[target][gender] if target in OWN else your[1]
    thing = phrase(the[1], accusative)
    return {
        "imp": imperative[register], "imp2": imperative2[register], "inf": infinitive, "does": does, "the": phrase(the[0], nominative),
        "thing": thing, "nomobj": phrase(your[0] if drawn["is_own"] else the[0], nominative), "your": phrase(your[1], accusative), "yours": phrase(your[0], nominative),
        "obj": phrase(own, accusative) if drawn["is_own"] else thing,
        "obj2": phrase(THE.get(target, {}).get(gender2, ("", ""))[1], accusative2, "FM"), **shared(drawn, index),
    }


def forms(noun: str) -> tuple[str, str, str]:
    """Gender, nominative and accusative."""
    mark, nominative, *accusative = noun.split()
    return GERMANIC.get(mark, mark), nominative, (accusative or [nominative])[0]


def shared(drawn: dict, index: int) -> Slots:
    """The slots that are filled alike in all languages: names, places, times, numbers."""
    russian = index == TARGETS.index("ru") + 1

    def tagged(choice: tuple[str, ...] | None, concept: str) -> str:
        return " ".join(f"{word}@{concept}" for word in choice[index].split()) if choice else ""

    (name, name2) = (pair[russian] for pair in drawn["names"])
    return {
        "name": f"{name}@1", "name2": f"{name2}@2", "place": tagged(drawn["place"], "3"), "time": tagged(drawn["time"], "4"),
        "number": drawn["number"],
    }


def written(pattern: str, slots: Slots, end: str, language: str) -> list[Word]:
    """The words of a pattern whose slots are filled in."""
    tokens = []
    for token in pattern.split():
        slot, _, concept = token.removeprefix("$").partition("@")
        if not token.startswith("$"):
            tokens.append(token)
        elif concept:
            tokens.append(f"{slots[slot]}@{concept}")
        else:
            tokens += slots[slot].split()
    words = []
    for token in tokens:
        text, _, concept = token.rpartition("@")
        words.append(Word(text, ord(concept), glued=text == ","))
    if language == "pt":
        words = contracted(words)
    first = words[0]
    words[0] = Word(first.text[0].upper() + first.text[1:], first.concept)
    if language == "es" and end == "?":
        words[0] = Word("¿" + words[0].text, first.concept)
    words.append(Word(end, 0, glued=not (language == "fr" and end == "?")))
    return words


def contracted(words: list[Word]) -> list[Word]:
    """With Portuguese `por o` and `por a` as one word."""
    out: list[Word] = []
    for word in words:
        if out and out[-1].text == "por" and word.text in ("o", "a"):
            out[-1] = Word("pel" + word.text, out[-1].concept)
        else:
            out.append(word)
    return out


def draw(seed: int, count: int, addressing: float, without: set[str] = frozenset(), is_distinct: bool = True) -> list[Sentence]:
    """Sentences of which a share addresses the reader, none of them among those left out (by English text)."""
    speaker, seen, out = Addresser(seed), set(without), []
    while len(out) < count:
        sentence = speaker.sentence(speaker.random.random() < addressing)
        if sentence.text("en") not in seen:
            out.append(sentence)
            if is_distinct:
                seen.add(sentence.text("en"))
    return out


if __name__ == "__main__":
    for drawn_sentence in draw(1, 12, 0.7):
        print(*(f"{language}: {drawn_sentence.text(language)}" for language in drawn_sentence.words), "", sep="\n")
