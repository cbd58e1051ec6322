"""Makes word processors' documents, presentations and workbooks with python-docx, python-pptx and openpyxl."""
from __future__ import annotations

import io
import zipfile

import docx
import openpyxl
import pptx
from docx.opc.constants import RELATIONSHIP_TYPE as RELATION
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml
from docx.shared import Pt, RGBColor
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.table import Table
from PIL import Image
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

import corpus_cases as cases
import corpus_parts as parts
from words import Words


def picture() -> io.BytesIO:
    stream = io.BytesIO()
    Image.radial_gradient("L").resize((64, 64)).save(stream, "PNG")
    stream.seek(0)
    return stream


def document(words: Words, path: str, sections: int) -> None:
    made = docx.Document()
    made.core_properties.title, made.core_properties.subject = words.title(), words.title()
    header = made.sections[0].header.paragraphs[0]
    header.text = words.some()
    made.sections[0].different_first_page_header_footer = True
    made.sections[0].first_page_header.paragraphs[0].text = words.some()
    made.sections[0].footer.paragraphs[0].text = words.some()
    parts.field(made.sections[0].footer.paragraphs[0], "PAGE", "1")
    heading = made.add_heading(words.title(), 0)
    parts.bookmark(heading, "somewhere")
    relate(made, words)
    cases.bound_controls(made, words)
    cases.turned_style(made, words)
    for number in range(min(sections, MOST)):
        section(made, words, number, dense=sections < 100)
    made.save(path)
    if sections > MOST:
        repeat(path, sections // MOST)


MOST = 200  # sections that the library makes, to which each more takes longer; the others are copies


def repeat(path: str, times: int) -> None:
    """Writes the body of a document again and again."""
    with zipfile.ZipFile(path) as archive:
        entries = [(entry, archive.read(entry)) for entry in archive.infolist()]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry, data in entries:
            if entry.filename == "word/document.xml":
                start, end = data.index(b"<w:body>") + 8, data.rindex(b"<w:sectPr")
                data = data[:start] + data[start:end] * times + data[end:]
            archive.writestr(entry, data)


def section(made, words: Words, number: int, dense: bool) -> None:
    made.add_heading(words.title(), 1)
    runs(made.add_paragraph(), words)
    made.add_paragraph(words.sentence(), style="List Bullet")
    parts.merged_runs(made.add_paragraph(), words)
    made.add_paragraph(words.paragraph())
    if not dense and number % 20:
        return
    table = made.add_table(rows=3, cols=3)
    for cell in (cell for row in table.rows for cell in row.cells):
        cell.text = words.some()
    table.cell(0, 0).add_table(1, 1).cell(0, 0).text = words.some()
    paragraph = made.add_paragraph(words.sentence() + " ")
    made.add_comment(paragraph.runs, text=words.sentence(), author="Somebody", initials="S")
    paragraph._p.append(parse_xml(parts.text_box(words, number)))
    linked(made, words)
    parts.changes(made.add_paragraph(words.sentence()), words)
    made.add_paragraph()._p.append(parse_xml(parts.choices(words)))
    made.add_paragraph(words.some())._p.append(parse_xml(cases.insertion(words, number)))
    cases.spaced(made.add_paragraph(), words)
    shape = made.add_picture(picture())
    shape._inline.docPr.set("descr", words.sentence())
    shape._inline.docPr.set("title", words.title())


def runs(paragraph, words: Words) -> None:
    """A paragraph with bold, italic and coloured words, a tab, a line break and a note."""
    paragraph.add_run(words.sentence() + " ")
    paragraph.add_run(words.some()).bold = True
    paragraph.add_run(" " + words.some(1, 3))
    coloured = paragraph.add_run(words.word())
    coloured.font.color.rgb, coloured.font.size = RGBColor(200, 30, 30), Pt(14)
    paragraph.add_run("\t" + words.sentence())
    paragraph.add_run(words.some()).italic = True
    paragraph.add_run(".").add_break()
    paragraph.add_run(words.sentence())
    paragraph._p.append(parse_xml(parts.note_mark()))


def linked(made, words: Words) -> None:
    paragraph = made.add_paragraph(words.some() + " ")
    to = made.part.relate_to("https://example.com/", RELATION.HYPERLINK, is_external=True)
    paragraph._p.append(parse_xml(parts.link(to, words)))
    parts.field(paragraph, "DATE \\@ yyyy", "2026")
    parts.field(paragraph, "REF somewhere \\h", words.some())


def relate(made, words: Words) -> None:
    """Adds notes, a chart with its workbook, and a diagram with its picture."""
    add = lambda name, kind, xml: Part(PackURI(name), parts.TYPES[kind], xml.encode(), made.part.package)
    made.part.relate_to(add("/word/footnotes.xml", "footnotes", parts.notes(words)), RELATION.FOOTNOTES)
    chart = add("/word/charts/chart1.xml", "chart", parts.chart(words))
    to = made.part.relate_to(chart, RELATION.CHART)
    made.add_paragraph()._p.append(parse_xml(parts.chart_frame(to)))
    diagram = parts.diagram(words)
    to = [made.part.relate_to(add(f"/word/diagrams/{kind}1.xml", kind, xml), parts.RELATIONS[kind]) for kind, xml in diagram.items()]
    made.add_paragraph()._p.append(parse_xml(parts.diagram_frame(to)))


def presentation(words: Words, path: str, sections: int) -> None:
    made = pptx.Presentation()
    made.core_properties.title, made.core_properties.subject = words.title(), words.title()
    for number in range(sections):
        slide = made.slides.add_slide(made.slide_layouts[1])
        slide.shapes.title.text = words.title()
        frame = slide.placeholders[1].text_frame
        frame.text = words.sentence()
        for level in range(4 if sections < 100 else 12):
            paragraph = frame.add_paragraph()
            paragraph.level = level % 4
            for part in range(3):
                run = paragraph.add_run()
                run.text, run.font.bold = words.some() + " ", part == 1
            paragraph.add_line_break()
            paragraph.add_run().text = words.some()
        slide.notes_slide.notes_text_frame.text = words.paragraph()
        box = slide.shapes.add_textbox(Inches(1), Inches(5), Inches(4), Inches(1))
        box.text_frame.text = f" {words.sentence()} "
        box.text_frame.word_wrap = True
        if number % 10 == 0:
            objects(slide, words)
    made.save(path)


def objects(slide, words: Words) -> None:
    """A table, a chart with its workbook, a group, and a picture with an alternative text."""
    table = slide.shapes.add_table(2, 3, Inches(1), Inches(3), Inches(6), Inches(1)).table
    for cell in table.iter_cells():
        cell.text = words.some(1, 3) + " "
    data = CategoryChartData()
    data.categories = [words.title() for _ in range(3)]
    data.add_series(words.title(), (1.5, 2, 3))
    data.add_series(words.title(), (2.5, 1, 2))
    chart = slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, Inches(5), Inches(1), Inches(4), Inches(3), data).chart
    chart.has_title = True
    chart.chart_title.text_frame.text = words.title()
    behind = chart.part.chart_workbook.xlsx_part
    behind._blob = cases.of_a_draft(behind.blob)
    group = slide.shapes.add_group_shape()
    group.shapes.add_textbox(Inches(0), Inches(0), Inches(2), Inches(1)).text_frame.text = words.some()
    shape = slide.shapes.add_picture(picture(), Inches(8), Inches(6), Inches(1), Inches(1))
    shape._element.nvPicPr.cNvPr.set("descr", words.sentence())


def workbook(words: Words, path: str, sections: int) -> None:
    made = openpyxl.Workbook()
    made.properties.title, made.properties.subject = words.title(), words.title()
    sheet = made.active
    sheet.title = "Data"
    sheet.append([words.title() for _ in range(4)] + ["Amount"])
    for number in range(sections * 4):
        sheet.append([words.sentence(), words.some(), words.title(), words.word(), number])
        sheet.cell(number + 2, 6, f"=E{number + 2}*2")
    sheet["G1"] = CellRichText(words.some() + " ", TextBlock(InlineFont(b=True), words.some()), " " + words.some())
    sheet["G3"] = CellRichText(TextBlock(InlineFont(i=True), f" {words.some()} "), TextBlock(InlineFont(b=True), words.some() + " "))
    sheet["G2"] = words.sentence() + "\n" + words.sentence()
    sheet["B2"].comment = Comment(words.sentence(), "Somebody")
    sheet["H1"], sheet["H2"] = "=A1&\" x\"", "=SUM(E2:E9)"
    sheet.oddHeader.center.text = words.some() + " &P"
    sheet.oddFooter.left.text = words.some()
    check = DataValidation("list", formula1='"Yes,No"', promptTitle=words.title(), prompt=f"{words.some()}_x000a_{words.some()}", errorTitle=words.title(), error=words.sentence()[:200])
    check.add("I1:I9")
    sheet.add_data_validation(check)
    more(made, words, sections)
    made.save(path)
    cases.connected(path)


def more(made, words: Words, sections: int) -> None:
    """A sheet with a table and a chart of it, and a hidden one."""
    sheet = made.create_sheet("Table")
    sheet.append([words.title(), words.title(), "Sum"])
    for number in range(4):
        sheet.append([words.title(), number, f"=B{number + 2}+1"])
    sheet.add_table(Table(displayName="Places", ref="A1:C5"))
    sheet["E1"] = f"=SUM(Places[{sheet['B1'].value}])"
    chart = BarChart()
    chart.title = words.title()
    chart.x_axis.title, chart.y_axis.title = words.title(), words.title()
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=5), titles_from_data=True)
    chart.set_categories(Reference(sheet, min_col=1, min_row=2, max_row=5))
    sheet.add_chart(chart, "F2")
    hidden = made.create_sheet("Hidden")
    hidden["A1"] = words.sentence()
    hidden.sheet_state = "hidden"


def with_macros(maker):
    """Makes the same document with macros."""
    def make(words: Words, path: str, sections: int) -> None:
        maker(words, path, sections)
        cases.with_macros(path, words)
    return make


MAKERS = {
    "docx": document, "pptx": presentation, "xlsx": workbook,
    "docm": with_macros(document), "pptm": with_macros(presentation), "xlsm": with_macros(workbook),
}
