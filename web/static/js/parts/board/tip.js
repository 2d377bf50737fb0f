/* A line beside the square that is pointed at. */

import { h, write } from "../../lib/dom.js";

/** `tell(square)` gives title and text of a square's line, or null; `again()` asks it anew. Whoever moves a runner has read it. */
export function makeTip(board, tell) {
  const tip = h("p", { class: "board__tip", "aria-hidden": "true", hidden: true }, h("b"), h("span"));
  let pointed = null;
  let used = null; // where a runner was set down last: there it says no more until somebody points elsewhere
  board.root.append(h("div", { class: "board__tips" }, tip));

  // A runner that comes to lie under a resting pointer may be on its way: the place counts.
  const under = (event) => (event.target.closest("[data-square], [data-piece]") ? board.plan.at(board.pointAt(event)) : null);
  board.root.addEventListener("pointerover", (event) => point(under(event)));
  // What a finger or a mouse has focused was not pointed at.
  board.root.addEventListener("focusin", ({ target }) => target.matches(":focus-visible") && point(squareOf(board, target)));
  for (const event of ["pointerleave", "focusout"]) board.root.addEventListener(event, () => point(null));
  board.root.addEventListener("pointerup", (event) => event.target.closest("[data-piece]") && use(board.plan.at(board.pointAt(event))));
  board.root.addEventListener("click", ({ target, detail }) => {
    const square = target.closest("[data-square]");
    if (!square) return;
    if (board.root.classList.contains("is-choosing")) use(Number(square.dataset.square));
    else if (detail) point(Number(square.dataset.square));
  }, { capture: true });

  function use(square) {
    used = square;
    pointed = null;
    again();
  }

  function point(square) {
    if (square !== null && square === used) return;
    used = null;
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
