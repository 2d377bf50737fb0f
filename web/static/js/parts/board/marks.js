/* How the reader under each square is: a small mark on the board, and a line about each. */

import { drawing, h } from "../../lib/dom.js";

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
      if (shown) element.setAttribute("aria-description", state === "none" ? "No reader" : `Reader: ${titles.get(state).toLowerCase()}`);
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
      return [`${square}: ${reader ? titles.get(reader.state).toLowerCase() : "no reader"}`, reader ? age(reader) : ""];
    },
  };
}
