"""Sheets to cut out, read back from their PDF by other libraries and measured."""

import csv
import ctypes
import io
from collections import Counter
from itertools import combinations, product

import pypdf
import pypdfium2 as pdfium
import pypdfium2.raw as raw
import pytest
import segno

from controller.board.circuit_boards.building import building_of
from controller.board.examples import example_path
from controller.board.file.form import Board, read_board
from controller.board.make.layout import Box
from controller.board.make.makers import MAKERS
from controller.board.make.order import PAPER_MM, PAPERS, Order, Paper
from controller.game.editions.rulesets import edition_ids, make_ruleset
from controller.game.rules.ruleset.build import cost
from tests.support.tiers import sample
from tests.web.artwork.test_texts import apart, box_of, within
from web.artwork.drawings import text_width
from web.artwork.pdf import RULER_MM
from web.artwork.sheets.cards import CARROT_CARDS, LEAST_TEXT_MM, hare_cards, lettuce_cards
from web.artwork.sheets.files import sheet_files, sheet_pieces
from web.artwork.sheets.labels import LABEL_MM, cable_labels, wire_labels
from web.artwork.sheets.pieces import CutOut, per_sheet, sheets
from web.artwork.sheets.table import CARD_MM, QUIET, table_card
from web.languages.language import LANGUAGES, speech
from web.views import words

MM = 25.4 / 72


def small() -> Board:
    return read_board(example_path("prototype-2x2"))


def lines(page: pdfium.PdfPage) -> list[tuple[float, float, float, float]]:
    """Straight lines along the axes, in millimetres from the lower left corner of the paper."""
    found = []
    for each in page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH]):
        if raw.FPDFPath_CountSegments(each.raw) != 2:
            continue
        matrix, points = each.get_matrix(), []
        for at in range(2):
            x, y = ctypes.c_float(), ctypes.c_float()
            raw.FPDFPathSegment_GetPoint(raw.FPDFPath_GetPathSegment(each.raw, at), x, y)
            points += [value * MM for value in matrix.on_point(x.value, y.value)]
        found.append((points[0], points[1], points[2], points[3]))
    return found


@pytest.mark.parametrize(
    ("edition", "language"), sample(70, list(product(edition_ids(), LANGUAGES)))
)
def test_every_text_of_every_piece_fits_its_field_alone(edition: str, language: str) -> None:
    for name, pieces in sheet_pieces(Order(small(), edition, language)).items():
        for piece in set(pieces):
            boxes = [box_of(text) for text in piece.texts]
            for text, box in zip(piece.texts, boxes, strict=True):
                assert within(box, text.field), (name, text.text)
                whole = Box((piece.width / 2, piece.height / 2), piece.width, piece.height)
                assert within(text.field, whole), (name, text.text)
                assert text.size >= LEAST_TEXT_MM, (name, text.text)
            for one, other in combinations(boxes, 2):
                assert apart(one, other), (name, [text.text for text in piece.texts])


@pytest.mark.parametrize("edition", sample(3, edition_ids()))
def test_hare_cards_are_those_of_the_edition_in_the_game_s_words(edition: str) -> None:
    rules, say = make_ruleset(edition), speech("en")
    told = [
        " ".join(text.text for text in card.texts) for card in hare_cards(Order(small(), edition))
    ]
    assert told == [
        f"{words.card_title(name, say)} {words.card_text(name, say, rules.options)}"
        for name in rules.deck
    ]


def test_an_edition_without_hare_cards_has_no_file_of_them() -> None:
    without = [edition for edition in edition_ids() if not make_ruleset(edition).deck]
    assert without
    order = Order(small(), without[0])
    assert sheet_pieces(order)["hare-cards"] == ()
    assert "sheets/hare-cards-A4.pdf" not in [each.path for each in sheet_files(order)]


@pytest.mark.parametrize("paper", PAPERS)
def test_pieces_lie_at_their_size_within_the_paper_with_a_ruler(paper: Paper) -> None:
    width, height = PAPER_MM[paper]
    piece = CutOut(63, 88, back=())
    columns, rows = per_sheet(piece, paper)
    document = pdfium.PdfDocument(sheets([piece] * (columns * rows), paper))
    assert len(document) == 2
    for page in document:
        assert [side * MM for side in page.get_size()] == pytest.approx([width, height], abs=0.01)
        found = lines(page)
        ruler = [abs(right - left) for left, low, right, high in found if low == high < 12]
        assert max(ruler) == pytest.approx(RULER_MM, abs=0.01)
        marks = [line for line in found if line[1] > 11]
        xs = sorted({round(line[0], 2) for line in marks})
        ys = sorted({round(line[1], 2) for line in marks})
        assert (len(xs), len(ys)) == (2 * columns, 2 * rows)
        assert [right - left for left, right in zip(xs[::2], xs[1::2], strict=True)] == (
            pytest.approx([63] * columns, abs=0.02)
        )
        assert [high - low for low, high in zip(ys[::2], ys[1::2], strict=True)] == (
            pytest.approx([88] * rows, abs=0.02)
        )
        assert xs[0] > 5
        assert xs[-1] < width - 5


def test_each_back_lies_behind_its_front() -> None:
    cards = [CutOut(63, 88, back=())] * 2
    fronts, backs = pdfium.PdfDocument(sheets(cards, "A4"))
    front, back = (
        {round(line[0], 1) for line in lines(page) if line[1] > 11} for page in (fronts, backs)
    )
    assert front == {round(210 - x, 1) for x in back}


def test_a_piece_larger_than_the_paper_is_refused() -> None:
    with pytest.raises(ValueError, match="210 by 88 mm does not fit paper of the size A4"):
        per_sheet(CutOut(210, 88), "A4")


def test_labels_name_both_ends_of_every_wire_of_the_list() -> None:
    order = Order(small(), "parlett-2018")
    made = {
        each.path: each.data
        for maker in MAKERS
        if maker.name == "electronics"
        for each in maker.make(order)
    }
    wanted: Counter[str] = Counter()
    for wire in csv.DictReader(io.StringIO(made["electronics/wires.csv"].decode())):
        for one, other in ((wire["from"], wire["to"]), (wire["to"], wire["from"])):
            wanted[" ".join([*one.rsplit(": ", 1), "to", *other.rsplit(": ", 1)])] += 2
    pdf = sheets(wire_labels(order), "letter")
    read = "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages)
    found = [line.strip() for line in read.splitlines() if line.strip()]
    found = [line for line in found if not line.endswith("100 mm")]
    told = Counter(" ".join(found[at : at + 4]) for at in range(0, len(found), 4))
    assert told == wanted


def test_labels_name_both_ends_of_every_cable_between_circuit_boards() -> None:
    board = read_board(example_path("spi-decoder-64"))
    building = building_of(board)
    assert building is not None
    cables = [each for each in building.cabling.cables if not each.start.startswith("light ")]
    labels = cable_labels(Order(board, "parlett-2018"))
    told = [" ".join(line.text for line in label.lines[:4]) for label in labels]
    wanted = [
        " ".join([*one.rsplit(": ", 1), "to", *other.rsplit(": ", 1)])
        for cable in cables
        for one, other in ((cable.start, cable.end), (cable.end, cable.start))
    ]
    assert told == wanted
    assert len(wanted) == 2 * (1 + 9 + 8 + 64 + 1 + 4)
    assert cable_labels(Order(small(), "parlett-2018")) == ()


def test_lines_of_a_label_fit_its_halves() -> None:
    for name in ("prototype-2x2", "i2c-multiplexers-64"):
        order = Order(read_board(example_path(name)), "parlett-2018")
        for page in pdfium.PdfDocument(sheets(wire_labels(order), "A4")):
            for each in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT]):
                left, _, right, _ = each.get_bounds()
                assert (right - left) * MM <= (LABEL_MM[0] - 6) / 2


def test_there_are_lettuces_for_six_and_carrots_as_in_the_box() -> None:
    order = Order(small(), "parlett-2018")
    assert len(lettuce_cards(order)) == 6 * 3
    carrots = sheet_pieces(order)["carrots"]
    assert sum(int(card.texts[0].text) for card in carrots) == 1434
    assert Counter(int(card.texts[0].text) for card in carrots) == CARROT_CARDS


def test_a_race_card_has_the_cost_of_every_number_of_squares() -> None:
    card, *others = sheet_pieces(Order(small(), "parlett-2018"))["race-cards"]
    _, *cells = [text.text for text in card.texts]
    assert cells == [str(each) for squares in range(1, 65) for each in (squares, cost(squares))]
    assert len(others) == 5


def test_the_table_card_has_the_code_of_the_address() -> None:
    (card,) = table_card(Order(small(), "parlett-2018"))
    page = pdfium.PdfDocument(sheets([card], "A4"))[0]
    picture = page.render(scale=4).to_pil().convert("L")
    matrix = segno.make_qr("http://hareboard.local/join", error="m").matrix
    module = 46 / (len(matrix) + 2 * QUIET)
    marks = [line for line in lines(page) if line[1] > 11]
    left, low = min(line[0] for line in marks), min(line[1] for line in marks)
    x, top = left + CARD_MM[0] / 2 - 23, low + 47.5 + 46

    def dark(row: int, column: int) -> bool:
        across, down = x + (QUIET + column + 0.5) * module, top - (QUIET + row + 0.5) * module
        at = (int(across / MM * 4), int((297 - down) / MM * 4))
        return bool(picture.getpixel(at) < 128)

    read = [[dark(row, column) for column in range(len(matrix))] for row in range(len(matrix))]
    assert read == [[bool(module) for module in row] for row in matrix]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_font_has_every_letter_of_the_cards(language: str) -> None:
    say = speech(language)
    rules = make_ruleset("parlett-2018")
    for name in (*words.CARDS, "+25", "-5"):
        assert text_width(words.card_title(name, say), 1) > 0
        assert text_width(words.card_text(name, say, rules.options), 1) > 0


def test_the_same_order_makes_the_same_sheets() -> None:
    order = Order(small(), "parlett-2018", "ca", "A3")
    assert sheets(table_card(order), "A3") == sheets(table_card(order), "A3")
