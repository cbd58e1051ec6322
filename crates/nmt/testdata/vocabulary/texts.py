"""Texts that are hard to cut into pieces, and any number of generated ones. Used by make.py and compare.py."""
import random

SYMBOLS = ["__source__", "__target__", "__sep__", "__se", "@@", "🙂🙃", "a b"]

_SCRIPTS = {
    "latin": "abcdefghijklmnopqrstuvwxyz",
    "accents": "àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿąćęłńóśźżčďěňřšťůžğışőűțș",
    "capitals": "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜẞŁİ",
    "cyrillic": "абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґў",
    "greek": "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊΐ",
    "arabic": "ابتثجحخدذرزسشصضطظعغفقكلمنهويىئءآأپچگی",
    "hebrew": "אבגדהוזחטיכךלמםנןסעפףצץקרשתְֱֲִֵֶַָ",
    "devanagari": "अआइईउऊएऐओऔकखगघचछजझटठडढतथदधनपफबभमयरलवशषसहािीुूेैोौं़्",
    "thai": "กขคงจชซญดตถทธนบปผพฟมยรลวศสหอฮะาิีึืุูเแโใไ่้๊๋์",
    "tamil": "அஆஇஈஉஎஏஐஒகஙசஞடணதநபமயரலவழளறனாிீுூெேைொோௌ்",
    "georgian": "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ",
    "armenian": "աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆև",
    "ethiopic": "ሀለሐመሠረሰሸቀበተቸነኘአከኸወዐዘዠየደጀገጠጨጰጸፀፈፐ",
    "khmer": "កខគឃងចឆជឈញដឋឌឍណតថទធនបផពភមយរលវសហឡអាិីឹឺុូ្",
    "kana": "あいうえおかきくけこさしすせそたちつてとなにぬねのアイウエオカキクケコサシスセソガギグゲゴパピプペポー",
    "half width": "ｱｲｳｴｵｶﾞｷﾞｸﾞﾊﾟﾋﾟ｡｢｣､･",
    "full width": "ＡＢＣａｂｃ０１２３！？　",
    "han": "的一是不了人我在有他这中大来上国和地到以说时要就出会可也你对生能而子那得于着下自之年過發後裏",
    "hangul": "가각간갇갈감갑값강개객거건걸검게격견결경고곡공과관광교구국군권귀규그극",
    "jamo": "ᄀᄁᄂ다ᅢᅣᅤᆨᆩᆪ",
    "digits": "0123456789٠١٢٣۴۵०१२①②③½¼⅓²³₁₂ⅣⅫ",
    "punctuation": ".,;:!?'\"()[]{}<>/\\|@#$%^&*-_=+~`–—…«»„“”‘’‹›¿¡§¶†‡•·",
    "symbols": "€£¥₹©®™°±×÷≠≤≥∞√∑∫→←⇒℃℉№ℵΩÅ∅♥♪★",
    "ligatures": "ﬁﬂﬀﬃﬄŒœǆǈĲŉﷺﷲﻻ㎏㎡㍿㈱",
    "emoji": "😀😂🥰👍🙏🎉🚀🌍🏳🏴👩👨👧💻❤🇩🇪🇫🇷🏽🏿",
    "plane 1 and up": "𝐀𝒜𝔄𝟙𐍈𐎀𠀀𠮷𪚥",
}
_SPACES = [" ", " ", " ", " ", " ", "  ", "\t", "\u00a0", "\u3000", "\u2009", "\u202f", "\n", "\r\n", "   \t "]
_ODD = [
    "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u200e", "\u202b", "\u202c", "\ufe0f", "\u20e3", "\u0301",
    "\u0308", "\u0323", "\u0345", "\u3099", "\u309a", "\u0000", "\u0001", "\u0007", "\u001b", "\u007f", "\u0085", "\u009f",
    "\u2028", "\ufffd", "\ufffe", "\uffff", "\ud7ff", "\ue000", "\U000e0041", "\U0010ffff", "\u2581", "\u2581\u2581", "\u2047",
    "<unk>", "<s>", "</s>", "<0x41>", "<0xE2>", *SYMBOLS,
]

TORTURE = [
    "", " ", "    ", "\t", "\u00a0", "\u3000 \u00a0\t", "\u200b", "\ufeff", "\u0301", "\u0000", "\u0001\u0002", "\u2581", " \u2581 ",
    "\u2581\u2581a\u2581", "a", "Hello world.", " Hello world.", "Hello world. ", "  Hello   world.  ", "Hello\tworld\nagain\r\nand again",
    "Grüße aus Köln", "Gru\u0308ße aus Ko\u0308ln", "e\u0301\u0323\u0308", "a\u0323\u0307 \u1e9b\u0323", "\u0301abc", "x \u0301y",
    "ﬁne ﬂuﬀy aﬃx ﬅ", "ＦＵＬＬ　ｗｉｄｔｈ　１２３", "ｶﾞｷﾞｸﾞ ﾊﾟﾋﾟ", "½ ¼ ⅓ ² ³ ① Ⅳ ℃ № ㎏ ㈱ ㍿", "ﷺ ﷲ", "x\ufdfax", "İstanbul ıI ẞß ŉ Ǆǅǆ",
    "日本語のテキスト、改行なし。", "中文没有空格也可以分词。", "한국어 문장입니다.", "\u1112\u1161\u11ab\u1100\u116e\u11a8\u110b\u1165",
    "Привет, мир! Съешь ещё этих мягких булок", "Ξεσκεπάζω τὴν ψυχοφθόρα βδελυγμία", "שָׁלוֹם עוֹלָם", "مرحبا بالعالم ١٢٣", "\u202bמימין\u202c לשמאל",
    "नमस्ते दुनिया क्षत्रिय", "สวัสดีชาวโลก", "வணக்கம் உலகம்", "გამარჯობა", "բարեւ", "ሰላም", "ជំរាបសួរ",
    "😀", "👩‍👩‍👧‍👦 👍🏽 🇩🇪🇫🇷 🏳️‍🌈 1️⃣ ❤️", "text😀text", "🙂🙃🙂🙃🙂", "a\u200db\u200cc\u2060d\u00ade", "zero\u200bwidth \u200b space",
    "nb\u00a0sp nnb\u202fsp thin\u2009sp", "soft\u00adhyphen", "\u2028line\u2029paragraph\u0085next", "bell\u0007esc\u001b[0m del\u007f c1\u009f",
    "nul\u0000inside", "\u0000\u0000", "replacement \ufffd\ufffd char", "\ufffe\uffff \ud7ff\ue000 \U0010ffff \U000e0041",
    "0 1 12 123 1234567890 3.14 1,000,000 0x1F 12:30 2024-01-01", "١٢٣ ۴۵۶ १२३", "№5 §7 ©2024 ™ ®",
    "https://www.example.org/a/b?c=d&e=%20#f", "user@example.org", "snake_case camelCase kebab-case", "__source__", "a __source__ b",
    "__source____target__", "x__sep__y__se__sep", " __target__ ", "__sourc", "@@@@@", "🙂🙃", "a b a  b a b", " a b", "__source__\u0301", "\u2581__sep__",
    "<unk>", "</s>", "<s> x </s>", "<0x41><0xE2>", "a<unk>b", "⁇ \u2047", "Zażółć gęślą jaźń", "Příliš žluťoučký kůň",
    "Tiếng Việt có dấu", "Tiê\u0301ng Viê\u0323t", "Ünïcödé", "unknown 𠀀𠮷 run 𐍈𐎀𪚥x", "𝐀𝒜𝔄𝟙", "𠀀", "𠀀 𠮷", "a𠀀b𠮷c", "ㄅㄆㄇ ꀀꀁ ᚠᚡ ᐁᐂ",
    "mixed日本語and한글andРусский", "....!!!???", "-----", "\"quotes\" 'single' „low“ «guillemets» ‹x›", "(a)[b]{c}<d>", "\\n \\t \\\\",
    "a" * 70, "ab" * 80, "Donaudampfschifffahrtsgesellschaftskapitän" * 2, "の" * 40, "𠀀" * 40, "\u0301" * 40, " " * 60, "x " * 30,
    "." * 60, "1" * 50, "👍🏽" * 15, "é" * 30, "e\u0301" * 30, "__sep__" * 12, "\u2581" * 20,
]


def _words(rng):
    """For each script, words to draw from: few enough that they come again, as in a language."""
    lexicon = []
    for letters in _SCRIPTS.values():
        lexicon += [["".join(rng.choices(letters, k=rng.randint(1, 9))) for _ in range(60)]]
    return lexicon


def generated(count, seed, corpus=(), scalars=True):
    """`count` texts, among them, if `scalars`, some of characters from all of Unicode. `corpus` is real text, from which a part of the lines is taken, whole or cut and mixed."""
    rng = random.Random(seed)
    lexicon = _words(rng)
    for _ in range(count):
        kind = rng.random()
        if corpus and kind < 0.3:
            line = rng.choice(corpus)
            if kind < 0.1:
                line = line[rng.randrange(len(line) + 1):] + rng.choice(_ODD) + line
            yield line
        elif scalars and kind < 0.4:
            yield "".join(_scalar(rng) for _ in range(rng.randint(0, 30)))
        else:
            yield _sentence(rng, lexicon)


def _sentence(rng, lexicon):
    words = rng.sample(lexicon, rng.randint(1, 3))
    parts = []
    for _ in range(rng.randint(0, 16)):
        kind = rng.random()
        if kind < 0.75:
            # The smaller numbers are the likelier ones.
            parts.append(rng.choice(words)[int(60 * rng.random() ** 3)])
        elif kind < 0.87:
            parts.append(rng.choice(_ODD))
        else:
            parts.append(rng.choice(rng.choice(rng.choice(lexicon))))
        if rng.random() < 0.7:
            parts.append(rng.choice(_SPACES))
    return "".join(parts)


def _scalar(rng):
    top = rng.choice([0x80, 0x250, 0x700, 0x3100, 0x10000, 0x110000])
    code = rng.randrange(top)
    return " " if 0xD800 <= code < 0xE000 else chr(code)
