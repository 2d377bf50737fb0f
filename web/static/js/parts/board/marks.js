/* How the reader under each square is: a small mark on the board, and a line about each. */

import { drawing, h } from "../../lib/dom.js";
import { _, language } from "../../lib/text.js";

const BLIND = ["resetting", "quarantined", "absent"];

/** "It last answered 0.2 s ago." */
export function age({ age_s: seconds }) {
  if (seconds === null) return _("It has never answered.");
  if (seconds >= 120) return _("It last answered {minutes} min ago.", { minutes: number(seconds / 60, 0) });
  return _("It last answered {seconds} s ago.", { seconds: number(seconds, seconds < 10 ? 1 : 0) });
}

const number = (value, digits) => value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A mark: each state has a shape of its own. */
export const mark = (state) => h("span", { class: "mark", "data-state": state }, drawing(`r-${state}`));

export function remark(element, state) {
  if (element.dataset.state === state) return;
  element.dataset.state = state;
  element.firstElementChild.firstElementChild.setAttribute("href", `#r-${state}`);
}

/** Marks on `board`; `titles` has the word for each state. */
export function makeMarks(board, titles) {
  const layer = h("div", { class: "board__marks", "aria-hidden": "true", hidden: true });
  const marks = new Map();
  let readers = new Map();
  let chosen = null;

  for (const square of board.squares.keys()) {
    const element = mark("none");
    const { x, y } = board.plan.corner(square);
    element.style.left = `${x + board.plan.tile}cqw`;
    element.style.top = `${y}cqw`;
    marks.set(square, element);
    layer.append(element);
  }
  board.root.append(layer);

  function update() {
    const shown = !layer.hidden;
    for (const [square, { element }] of board.squares) {
      const state = readers.get(square)?.state ?? "none";
      remark(marks.get(square), state);
      element.classList.toggle("is-unread", shown && BLIND.includes(state));
      element.classList.toggle("is-inspected", shown && square === chosen);
      if (shown) element.setAttribute("aria-description", state === "none" ? titles.get("absent") : _("Reader: {state}", { state: titles.get(state) }));
      else element.removeAttribute("aria-description");
    }
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
    /** What is said of the reader of a square, while the marks are shown. */
    line(square) {
      if (layer.hidden) return null;
      const reader = readers.get(square);
      return [_("Square {square}: {state}", { square, state: titles.get(reader?.state ?? "absent") }), reader ? age(reader) : ""];
    },
  };
}
