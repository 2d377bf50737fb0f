/* How the reader under each square is: a small mark on the board, and a line about the square that is pointed at. */

import { drawing, h, write } from "../../lib/dom.js";

const BLIND = ["resetting", "quarantined", "absent"];

/** "last answered 0.2 s ago" */
export function age({ age_s: seconds }) {
  if (seconds === null) return "has never answered";
  const told = seconds < 10 ? `${seconds.toFixed(1)} s` : seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
  return `last answered ${told} ago`;
}

/** A mark: each state has a shape of its own. */
export const mark = (state) => h("span", { class: "mark", "data-state": state }, drawing(`r-${state}`));

export function remark(element, state) {
  if (element.dataset.state === state) return;
  element.dataset.state = state;
  element.firstElementChild.firstElementChild.setAttribute("href", `#r-${state}`);
}

/** Marks on `board`; `titles` has the word for each state. */
export function makeMarks(board, titles) {
  const tip = h("p", { class: "board__tip", "aria-hidden": "true", hidden: true }, h("b"), h("span"));
  const layer = h("div", { class: "board__marks", "aria-hidden": "true", hidden: true });
  const marks = new Map();
  let readers = new Map();
  let pointed = null;
  let chosen = null;

  for (const square of board.squares.keys()) {
    const element = mark("none");
    const { x, y } = board.plan.corner(square);
    element.style.left = `${x + board.plan.tile}cqw`;
    element.style.top = `${y}cqw`;
    marks.set(square, element);
    layer.append(element);
  }
  layer.append(tip);
  board.root.append(layer);

  for (const event of ["pointerover", "focusin"]) board.root.addEventListener(event, ({ target }) => point(squareOf(target)));
  board.root.addEventListener("pointerleave", () => point(null));
  board.root.addEventListener("focusout", () => point(null));

  /** The square of a square, or of the runner that stands on it. */
  function squareOf(target) {
    const square = target.closest("[data-square]");
    if (square) return Number(square.dataset.square);
    const runner = target.closest("[data-piece]");
    return runner ? board.pieceAt(runner.dataset.piece)?.square ?? null : null;
  }

  function point(square) {
    pointed = square;
    tell();
  }

  function tell() {
    tip.hidden = layer.hidden || !pointed;
    if (tip.hidden) return;
    const reader = readers.get(pointed);
    write(tip.firstElementChild, `${pointed}: ${reader ? titles.get(reader.state).toLowerCase() : "no reader"}`);
    write(tip.lastElementChild, reader ? age(reader) : "");
    const { x, y } = board.plan.centre(pointed);
    // Above the square, or below it in the last row; the style keeps it from going over the edge of the board.
    const above = y > 2 * board.plan.tile;
    tip.style.setProperty("--x", `${x}cqw`);
    tip.style.top = `${y + (above ? -1 : 1) * board.plan.tile * 0.56}cqw`;
    tip.classList.toggle("is-below", !above);
  }

  function update() {
    const shown = !layer.hidden;
    for (const [square, { element }] of board.squares) {
      const state = readers.get(square)?.state ?? "none";
      remark(marks.get(square), state);
      element.classList.toggle("is-unread", shown && BLIND.includes(state));
      element.classList.toggle("is-inspected", shown && square === chosen);
      if (shown) element.setAttribute("aria-description", state === "none" ? "No reader" : `Reader: ${titles.get(state).toLowerCase()}`);
      else element.removeAttribute("aria-description");
    }
    tell();
  }

  return {
    show(on) {
      layer.hidden = !on;
      update();
    },
    set(next) {
      readers = next;
      update();
    },
    choose(square) {
      chosen = square;
      update();
    },
    squareOf,
  };
}
