"""What the test engines make of words. The example `roundtrip` says the same in Rust (engines.rs)."""
from __future__ import annotations

import re
import unicodedata
from collections import Counter

MODES = ("identity", "upper", "longer", "reversed", "arabic", "chinese")
LETTERS = re.compile(r"[^\W\d_]+")
ARABIC = "ابتثجحخدذرزسشصضطظعغفقكلمنهوي"
FREQUENT = "的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就"
# Chinese has no spaces: each character counts as a word.
WORD = re.compile(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+")


def translation(text: str, mode: str) -> str:
    """The text as the engine of this mode translates it."""
    if mode == "identity":
        return text
    if mode == "upper":
        return text.upper()
    change = {"longer": longer, "reversed": reverse, "arabic": arabic, "chinese": chinese}[mode]
    return LETTERS.sub(lambda word: change(word[0]), text)


def longer(word: str) -> str:
    return word + word[:(len(word) * 35 + 50) // 100]


def reverse(word: str) -> str:
    return word[::-1]


def arabic(word: str) -> str:
    return "".join(ARABIC[index(letter) % len(ARABIC)] for letter in word)


def chinese(word: str) -> str:
    return "".join(FREQUENT[index(letter) % len(FREQUENT)] for letter in word[::3])


def index(letter: str) -> int:
    return ord(letter.upper()[0])


def plain(text: str) -> str:
    """The text without what differs from one program that reads it to another: ligatures, hyphens at the ends of lines, marks of direction."""
    text = unicodedata.normalize("NFKC", text.replace("\u00ad", ""))
    text = "".join(letter for letter in text if unicodedata.category(letter) != "Cf")
    return re.sub(r"[-‐]\n", "", text)


def words(text: str) -> list[str]:
    """The words with a letter, in their order."""
    return [word for word in WORD.findall(text) if any(map(str.isalpha, word))]


def recall(source: str, result: str, mode: str) -> tuple[int, int]:
    """How many words the translation of the source has, and how many of them the result has."""
    wanted = Counter(words(translation(plain(source), mode)))
    return sum(wanted.values()), sum((wanted & Counter(words(plain(result)))).values())
