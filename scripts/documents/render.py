"""Opens office documents with LibreOffice and compares how their pages look."""
from __future__ import annotations

import glob
import os
import shutil
import signal
import subprocess
import tempfile

import numpy
from PIL import Image
from skimage.metrics import structural_similarity

BATCH = 12  # files for each start of LibreOffice, which takes longer than a small file
SECONDS = 60  # for a start, and again for each file
DOTS = 40  # per inch
PAGES = 12  # that are compared of each document


def to_pdf(paths: list[str], output: str) -> dict[str, str]:
    """Converts files whose names are all different; the PDF of each that opened. What fails in a batch is tried once more by itself."""
    os.makedirs(output, exist_ok=True)
    for start in range(0, len(paths), BATCH):
        convert(paths[start:start + BATCH], output)
    pdf = {path: os.path.join(output, os.path.splitext(os.path.basename(path))[0] + ".pdf") for path in paths}
    for path, made in pdf.items():
        if not os.path.exists(made):
            convert([path], output)
    return {path: made for path, made in pdf.items() if os.path.exists(made)}


def alone(path: str, output: str, number: int) -> str | None:
    """Converts one file by itself; the PDF, if it opened. Conversions of one name are told apart by their numbers."""
    made = to_pdf([path], os.path.join(output, str(number)))
    return made.get(path)


def convert(paths: list[str], output: str) -> None:
    """Runs LibreOffice once, with a profile that is thrown away, and ends it when it takes too long."""
    with tempfile.TemporaryDirectory() as profile:
        command = ["soffice", f"-env:UserInstallation=file://{profile}", "--headless", "--norestore", "--convert-to", "pdf"]
        process = subprocess.Popen(
            command + ["--outdir", output, *paths], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            preexec_fn=lambda: os.nice(10))
        try:
            process.wait(SECONDS * (1 + len(paths)) / 4 + SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def pages(pdf: str, dots: int = DOTS, last: int = PAGES) -> list[numpy.ndarray]:
    """The first pages in grey, at so many dots per inch."""
    folder = tempfile.mkdtemp()
    try:
        command = ["pdftoppm", "-r", str(dots), "-gray", "-l", str(last), pdf, os.path.join(folder, "page")]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL, timeout=SECONDS)
        return [numpy.asarray(Image.open(path)) for path in sorted(glob.glob(os.path.join(folder, "page*")))]
    finally:
        shutil.rmtree(folder)


def similarity(first: str, second: str) -> float:
    """The lowest structural similarity of any page; 0 where the number of pages or the size of one differs."""
    before, after = pages(first), pages(second)
    if len(before) != len(after) or any(a.shape != b.shape for a, b in zip(before, after)):
        return 0.0
    return min((float(structural_similarity(a, b, data_range=255)) for a, b in zip(before, after)), default=1.0)


def text(pdf: str) -> str:
    """The text on the pages."""
    done = subprocess.run(["pdftotext", "-q", pdf, "-"], check=True, capture_output=True)
    return done.stdout.decode("utf-8", "replace")
