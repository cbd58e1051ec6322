"""In which direction paragraphs of word processors' documents are written, whoever says so."""
from __future__ import annotations

RIGHT_TO_LEFT, LEFT_TO_RIGHT = "from right to left", "from left to right"


class Directions:
    """The directions that the styles of a document give."""

    def __init__(self, styles, child, attribute):
        self.child, self.attribute = child, attribute
        self.own: dict[str, bool | None] = {}
        self.based: dict[str, str | None] = {}
        self.usual, self.default = None, False
        for element in styles if styles is not None else ():
            properties = child(element, "pPr")
            if attribute(element, "styleId"):
                key, base = attribute(element, "styleId"), child(element, "basedOn")
                self.own[key] = self.said(properties)
                self.based[key] = attribute(base, "val") if base is not None else None
                if attribute(element, "type") == "paragraph" and attribute(element, "default") in ("1", "true", "on"):
                    self.usual = key
            elif child(element, "pPrDefault") is not None:
                self.default = bool(self.said(child(child(element, "pPrDefault"), "pPr")))

    def said(self, properties) -> bool | None:
        """Whether properties say that a paragraph is written from right to left, if they say anything."""
        flag = self.child(properties, "bidi")
        return None if flag is None else (self.attribute(flag, "val") or "true").lower() not in ("0", "false", "off")

    def of(self, paragraph) -> str:
        properties = self.child(paragraph, "pPr")
        said = self.said(properties)
        style = self.child(properties, "pStyle")
        key = self.attribute(style, "val") if style is not None else self.usual
        for _ in range(50):
            if said is not None or key not in self.own:
                break
            said, key = self.own[key], self.based[key]
        return RIGHT_TO_LEFT if (self.default if said is None else said) else LEFT_TO_RIGHT
