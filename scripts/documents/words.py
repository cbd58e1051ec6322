"""Made-up sentences in a language without meaning."""
from __future__ import annotations

import random

STEMS = (
    "bela dovar ensil fumat gorel histan iruk jelda kamor lentis mervo nastil ovren pilda questor runta silvan tormek ulrid vantor "
    "wexal yorin zamber crédo naïf øster größe žival ñandor"
).split()
LINKS = "and of in the with for to by from".split()


class Words:
    """A source of words, sentences and names that are never the same twice in one document."""

    def __init__(self, chance: random.Random):
        self.chance = chance
        self.count = 0

    def word(self) -> str:
        return self.chance.choice(STEMS)

    def some(self, least: int = 3, most: int = 9) -> str:
        words = [self.word() if self.chance.random() < 0.7 else self.chance.choice(LINKS) for _ in range(self.chance.randint(least, most))]
        return " ".join(words)

    def title(self) -> str:
        self.count += 1
        return f"{self.some(2, 4).capitalize()} {self.count}"

    def sentence(self) -> str:
        end = self.chance.choice([".", ".", ".", "?", "!"])
        return f"{self.some(6, 14).capitalize()}, {self.some(3, 8)}{end}"

    def paragraph(self) -> str:
        return " ".join(self.sentence() for _ in range(self.chance.randint(2, 5)))
