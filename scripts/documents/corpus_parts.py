"""Parts of office documents that the libraries do not make: notes, fields, changes, text boxes, charts in text, diagrams."""
from __future__ import annotations

from xml.sax.saxutils import escape

from docx.oxml import parse_xml

from words import Words

MAIN = "http://schemas.openxmlformats.org"
W = f'xmlns:w="{MAIN}/wordprocessingml/2006/main"'
A = f'xmlns:a="{MAIN}/drawingml/2006/main"'
R = f'xmlns:r="{MAIN}/officeDocument/2006/relationships"'
DGM = f'xmlns:dgm="{MAIN}/drawingml/2006/diagram"'
WP = f'xmlns:wp="{MAIN}/drawingml/2006/wordprocessingDrawing"'
DSP = "http://schemas.microsoft.com/office/drawing/2008/diagram"
OOXML = "application/vnd.openxmlformats-officedocument"
TYPES = {
    "footnotes": f"{OOXML}.wordprocessingml.footnotes+xml",
    "chart": f"{OOXML}.drawingml.chart+xml",
    "data": f"{OOXML}.drawingml.diagramData+xml",
    "layout": f"{OOXML}.drawingml.diagramLayout+xml",
    "quickStyle": f"{OOXML}.drawingml.diagramStyle+xml",
    "colors": f"{OOXML}.drawingml.diagramColors+xml",
    "drawing": "application/vnd.ms-office.drawingml.diagramDrawing+xml",
}
RELATIONS = {
    "data": f"{MAIN}/officeDocument/2006/relationships/diagramData",
    "layout": f"{MAIN}/officeDocument/2006/relationships/diagramLayout",
    "quickStyle": f"{MAIN}/officeDocument/2006/relationships/diagramQuickStyle",
    "colors": f"{MAIN}/officeDocument/2006/relationships/diagramColors",
    "drawing": "http://schemas.microsoft.com/office/2007/relationships/diagramDrawing",
}
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def run(text: str, properties: str = "", more: str = "") -> str:
    return f'<w:r{more}>{properties}<w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def field(paragraph, instruction: str, result: str) -> None:
    """A field of five runs."""
    mark = lambda kind: f'<w:r {W}><w:fldChar w:fldCharType="{kind}"/></w:r>'
    says = f'<w:r {W}><w:instrText xml:space="preserve"> {instruction} </w:instrText></w:r>'
    shows = run(result).replace("<w:r>", f"<w:r {W}>", 1)
    for xml in (mark("begin"), says, mark("separate"), shows, mark("end")):
        paragraph._p.append(parse_xml(xml))


def bookmark(paragraph, name: str) -> None:
    """A bookmark around the text of a paragraph."""
    paragraph._p.insert(1, parse_xml(f'<w:bookmarkStart {W} w:id="900" w:name="{name}"/>'))
    paragraph._p.append(parse_xml(f'<w:bookmarkEnd {W} w:id="900"/>'))


def merged_runs(paragraph, words: Words) -> None:
    """Text in runs that differ in nothing that is seen, as word processors leave it after edits and spelling checks."""
    text = words.paragraph()
    step = 7
    for start in range(0, len(text), step):
        language = '<w:rPr><w:lang w:val="en-US"/></w:rPr>' if start % 2 else ""
        xml = run(text[start:start + step], language, f' {W} w:rsidR="00{start % 89:06d}"')
        paragraph._p.append(parse_xml(xml))
        if start % 5 == 0:
            paragraph._p.append(parse_xml(f'<w:proofErr {W} w:type="spellStart"/>'))


def choices(words: Words) -> str:
    """A content control that lets people choose."""
    texts = [words.title() for _ in range(3)]
    items = "".join(f'<w:listItem w:displayText="{text}" w:value="{at}"/>' for at, text in enumerate(texts))
    return f'<w:sdt {W}><w:sdtPr><w:dropDownList>{items}</w:dropDownList></w:sdtPr><w:sdtContent>{run(texts[0])}</w:sdtContent></w:sdt>'


def note_mark() -> str:
    return f'<w:r {W}><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="1"/></w:r>'


def notes(words: Words) -> str:
    aside = '<w:footnote w:type="{}" w:id="{}"><w:p><w:r><w:{}/></w:r></w:p></w:footnote>'
    first = aside.format("separator", -1, "separator") + aside.format("continuationSeparator", 0, "continuationSeparator")
    own = f'<w:footnote w:id="1"><w:p><w:r><w:footnoteRef/></w:r>{run(" " + words.sentence())}</w:p></w:footnote>'
    return f"{HEAD}<w:footnotes {W}>{first}{own}</w:footnotes>"


def link(to: str, words: Words) -> str:
    return f'<w:hyperlink {W} {R} r:id="{to}">{run(words.some())}</w:hyperlink>'


def changes(paragraph, words: Words) -> None:
    """What somebody put in and what somebody deleted."""
    about = f'{W} w:id="1" w:author="Somebody" w:date="2026-01-01T00:00:00Z"'
    paragraph._p.append(parse_xml(f"<w:ins {about}>{run(' ' + words.some())}</w:ins>"))
    gone = f'<w:r><w:delText xml:space="preserve"> {words.some()}</w:delText></w:r>'
    paragraph._p.append(parse_xml(f"<w:del {about}>{gone}</w:del>"))
    hidden = run(" " + words.some(), "<w:rPr><w:vanish/></w:rPr>").replace("<w:r>", f"<w:r {W}>", 1)
    paragraph._p.append(parse_xml(hidden))


def text_box(words: Words, number: int) -> str:
    """A text box in the two ways in which one is written."""
    inner = f"<w:txbxContent><w:p>{run(words.sentence())}</w:p></w:txbxContent>"
    shape = (
        '<wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1800000" cy="720000"/></a:xfrm>'
        f'<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></wps:spPr><wps:txbx>{inner}</wps:txbx><wps:bodyPr/></wps:wsp>'
    )
    drawing = (
        f'<w:drawing><wp:inline><wp:extent cx="1800000" cy="720000"/><wp:docPr id="{1000 + number}" name="Box" descr="{words.some()}"/>'
        '<a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape">'
        f"{shape}</a:graphicData></a:graphic></wp:inline></w:drawing>"
    )
    older = f'<w:pict><v:shape style="width:142pt;height:57pt"><v:textbox>{inner}</v:textbox></v:shape></w:pict>'
    return (
        f'<w:r {W} {WP} {A} xmlns:mc="{MAIN}/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml" '
        'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape">'
        f'<mc:AlternateContent><mc:Choice Requires="wps">{drawing}</mc:Choice><mc:Fallback>{older}</mc:Fallback></mc:AlternateContent></w:r>'
    )


def chart(words: Words) -> str:
    points = lambda texts: "".join(f'<c:pt idx="{at}"><c:v>{escape(text)}</c:v></c:pt>' for at, text in enumerate(texts))
    cache = lambda texts: f'<c:strCache><c:ptCount val="{len(texts)}"/>{points(texts)}</c:strCache>'
    series = (
        f'<c:ser><c:idx val="0"/><c:order val="0"/><c:tx><c:strRef><c:f>Sheet1!$B$1</c:f>{cache([words.title()])}</c:strRef></c:tx>'
        f"<c:cat><c:strRef><c:f>Sheet1!$A$2:$A$4</c:f>{cache([words.title() for _ in range(3)])}</c:strRef></c:cat>"
        f'<c:val><c:numRef><c:f>Sheet1!$B$2:$B$4</c:f><c:numCache><c:formatCode>General</c:formatCode><c:ptCount val="3"/>{points(["1", "3", "2"])}'
        "</c:numCache></c:numRef></c:val></c:ser>"
    )
    title = f"<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>{words.title()}</a:t></a:r></a:p></c:rich></c:tx></c:title>"
    axes = (
        '<c:catAx><c:axId val="1"/><c:scaling/><c:delete val="0"/><c:axPos val="b"/><c:crossAx val="2"/></c:catAx>'
        '<c:valAx><c:axId val="2"/><c:scaling/><c:delete val="0"/><c:axPos val="l"/><c:crossAx val="1"/></c:valAx>'
    )
    plot = f'<c:barChart><c:barDir val="col"/><c:grouping val="clustered"/>{series}<c:axId val="1"/><c:axId val="2"/></c:barChart>{axes}'
    return f'{HEAD}<c:chartSpace xmlns:c="{MAIN}/drawingml/2006/chart" {A} {R}><c:chart>{title}<c:plotArea>{plot}</c:plotArea></c:chart></c:chartSpace>'


def frame(number: int, uri: str, inner: str) -> str:
    return (
        f'<w:r {W} {WP} {A} {R}><w:drawing><wp:inline><wp:extent cx="3600000" cy="1800000"/><wp:docPr id="{number}" name="Frame"/>'
        f'<a:graphic><a:graphicData uri="{MAIN}/drawingml/2006/{uri}">{inner}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>'
    )


def chart_frame(to: str) -> str:
    return frame(901, "chart", f'<c:chart xmlns:c="{MAIN}/drawingml/2006/chart" r:id="{to}"/>')


def diagram_frame(to: list[str]) -> str:
    data, layout, style, colors = to[:4]
    return frame(902, "diagram", f'<dgm:relIds {DGM} r:dm="{data}" r:lo="{layout}" r:qs="{style}" r:cs="{colors}"/>')


def diagram(words: Words) -> dict[str, str]:
    """The five parts of a diagram: its text is in the data and in the drawing that programs show."""
    texts = [words.title() for _ in range(3)]
    body = "<a:bodyPr/><a:p><a:r><a:t>{}</a:t></a:r></a:p>"
    points = '<dgm:pt modelId="0" type="doc"><dgm:prSet/><dgm:spPr/></dgm:pt>'
    links = shapes = ""
    for at, text in enumerate(texts, 1):
        points += f'<dgm:pt modelId="{at}"><dgm:prSet/><dgm:spPr/><dgm:t>{body.format(text)}</dgm:t></dgm:pt>'
        links += f'<dgm:cxn modelId="1{at}" srcId="0" destId="{at}" srcOrd="{at - 1}" destOrd="0"/>'
        place = f'<a:xfrm><a:off x="{at * 1000000}" y="0"/><a:ext cx="900000" cy="700000"/></a:xfrm>'
        shapes += (
            f'<dsp:sp modelId="{at}"><dsp:nvSpPr><dsp:cNvPr id="{at}" name=""/><dsp:cNvSpPr/></dsp:nvSpPr><dsp:spPr>{place}'
            f'<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></dsp:spPr><dsp:txBody>{body.format(text)}</dsp:txBody></dsp:sp>'
        )
    group = '<dsp:nvGrpSpPr><dsp:cNvPr id="0" name=""/><dsp:cNvGrpSpPr/></dsp:nvGrpSpPr><dsp:grpSpPr/>'
    layout = '<dgm:layoutDef {0} uniqueId="urn:made"><dgm:layoutNode name="a"><dgm:alg type="lin"/></dgm:layoutNode></dgm:layoutDef>'
    return {
        "data": f"{HEAD}<dgm:dataModel {DGM} {A}><dgm:ptLst>{points}</dgm:ptLst><dgm:cxnLst>{links}</dgm:cxnLst><dgm:bg/><dgm:whole/></dgm:dataModel>",
        "layout": HEAD + layout.format(DGM),
        "quickStyle": f'{HEAD}<dgm:styleDef {DGM} uniqueId="urn:made"/>',
        "colors": f'{HEAD}<dgm:colorsDef {DGM} uniqueId="urn:made"/>',
        "drawing": f'{HEAD}<dsp:drawing xmlns:dsp="{DSP}" {A}><dsp:spTree>{group}{shapes}</dsp:spTree></dsp:drawing>',
    }
