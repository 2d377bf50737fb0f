"""Writes the order of assembly: as text, as a page with drawings, and as Markdown for the guide."""

from html import escape
from typing import Final

from controller.board.electronics.output.assembly import AssemblyStep

STYLE: Final = """\
body { font: 16px/1.45 system-ui, 'DejaVu Sans', sans-serif; color: #22201c; background: #fff;
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; font-size: 1.2rem; }
svg { max-width: 100%; height: auto; border: 1px solid #d8d4cc; }
code { background: #f6f4f0; padding: 0.1rem 0.3rem; overflow-wrap: anywhere; }
dt { font-weight: 700; } dd { margin: 0 0 0.5rem; }
section { overflow-x: auto; }
@media screen and (max-width: 40rem) { svg { max-width: none; } }
@media print { section { break-inside: avoid; } body { max-width: none; margin: 0; } }
"""
MEANS: Final = """\
Drawings show parts from above: the notch of a chip is up. Beside a pin is what it joins: “SCK at 1
to 8” is SCK of the readers of squares 1 to 8, “U2 to U9 A1” a pin of each of these chips; grey pins
stay free. Ground and supply are joined wherever they are named. Each line between part and text has
the colour of its wire. Legs of a transistor are named from the left, its flat side towards you.
"""


def assembly_text(steps: tuple[AssemblyStep, ...]) -> str:
    """Return the steps as text."""
    lines = []
    for number, step in enumerate(steps, start=1):
        lines += [f"{number}. {step.title}", *(f"   - {said}" for said in step.work)]
        lines += [f"   Check: {step.check}"] if step.check else []
        lines += [f"   Expect: {step.expect}", ""]
    return "\n".join(lines)


def assembly_html(title: str, steps: tuple[AssemblyStep, ...]) -> str:
    """Return the steps as a page of HTML that has its drawings in it, to read or print."""
    lines = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1><p>{escape(MEANS)}</p>",
    ]
    for number, step in enumerate(steps, start=1):
        lines.append(f"<section><h2>{number}. {escape(step.title)}</h2><ul>")
        lines += [f"<li>{escape(said)}</li>" for said in step.work]
        lines.append("</ul><dl>")
        if step.check:
            lines.append(f"<dt>Check</dt><dd><code>{escape(step.check)}</code></dd>")
        lines.append(f"<dt>Expect</dt><dd>{escape(step.expect)}</dd></dl>")
        lines += [step.drawing.rstrip(), "</section>"]
    return "\n".join([*lines, "</body></html>"]) + "\n"


def assembly_markdown(title: str, folder: str, steps: tuple[AssemblyStep, ...]) -> str:
    """Return the steps in Markdown.

    Args:
        title: title of the page.
        folder: folder of the drawings, as seen from the page.
        steps: the steps; the drawing of each has the name of `drawing_name`.
    """
    lines = [f"# {title}", "", " ".join(MEANS.split())]
    for number, step in enumerate(steps, start=1):
        lines += ["", f"## {number}. {step.title}", *(f"- {said}" for said in step.work), ""]
        lines += [f"Check: `{step.check}`", ""] if step.check else []
        lines += [f"Expect: {step.expect}", ""]
        lines.append(f"![Drawing of step {number}]({folder}/{drawing_name(number)})")
    return "\n".join(lines) + "\n"


def drawing_name(number: int) -> str:
    """Return the name of the file with the drawing of a step."""
    return f"{number:02}.svg"
