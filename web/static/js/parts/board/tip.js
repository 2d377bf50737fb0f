/* A line beside the square that is pointed at. */

import { h, write } from "../../lib/dom.js";

/** `tell(square)` gives title and text of a square's line, or null; `again()` asks it anew. */
export function makeTip(board, tell) {
  const tip = h("p", { class: "board__tip", "aria-hidden": "true", hidden: true }, h("b"), h("span"));
  let pointed = null;
  board.root.append(h("div", { class: "board__tips" }, tip));

  for (const event of ["pointerover", "focusin"]) board.root.addEventListener(event, ({ target }) => point(squareOf(board, target)));
  board.root.addEventListener("pointerleave", () => point(null));
  board.root.addEventListener("focusout", () => point(null));

  function point(square) {
    pointed = square;
    again();
  }

  function again() {
    const told = pointed && tell(pointed);
    tip.hidden = !told;
    if (!told) return;
    write(tip.firstElementChild, told[0]);
    write(tip.lastElementChild, told[1]);
    const { x, y } = board.plan.centre(pointed);
    // Above the square, or below it in the last row; the style keeps it from going over the edge of the board.
    const above = y > 2 * board.plan.tile;
    tip.style.setProperty("--x", `${x}cqw`);
    tip.style.top = `${y + (above ? -1 : 1) * board.plan.tile * 0.56}cqw`;
    tip.classList.toggle("is-below", !above);
  }

  return again;
}

/** The square of a square, or of the runner that stands on it. */
export function squareOf(board, target) {
  const square = target.closest("[data-square]");
  if (square) return Number(square.dataset.square);
  const runner = target.closest("[data-piece]");
  return runner ? board.pieceAt(runner.dataset.piece)?.square ?? null : null;
}
