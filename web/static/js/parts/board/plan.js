/* The board as its file has it: a square where each square lies, whatever the shape. */

import { h, keyed, write } from "../../lib/dom.js";
import { _ } from "../../lib/text.js";

const SAYS = {
  open: (square) => _("Square {square}, not checked yet", { square }),
  good: (square) => _("Square {square}, checked", { square }),
  doubtful: (square) => _("Square {square}, checked, and doubtful", { square }),
  "left-out": (square) => _("Square {square}, left out", { square }),
  asked: (square) => _("Square {square}, asked for now", { square }),
};
export const MARKS = { open: "", measured: "•", good: "✓", fair: "!", doubtful: "!", bad: "✕", "left-out": "–" };

/** Draws `squares` into `parent`; `tapped` is called with the number of a square. */
export function makePlan(parent, tapped) {
  return function show(squares) {
    const rows = squares.map((each) => each.row);
    const columns = squares.map((each) => each.column);
    const left = Math.min(...columns);
    const top = Math.min(...rows);
    parent.style.setProperty("--columns", Math.max(...columns) - left + 1);
    keyed(parent, squares, (each) => each.square,
      ({ square, row, column }) => {
        const cell = h("button", { type: "button", class: "cell", "data-square": square, onclick: () => tapped(square) },
          h("span", { class: "cell__light" }), h("span", { class: "cell__number" }, String(square)), h("span", { class: "cell__mark" }));
        cell.style.gridArea = `${row - top + 1} / ${column - left + 1}`;
        return cell;
      },
      (cell, { square, state = "open", asked = false, label = SAYS[asked ? "asked" : state](square) }) => {
        cell.dataset.state = state;
        cell.classList.toggle("is-asked", asked);
        write(cell.querySelector(".cell__mark"), MARKS[state]);
        cell.setAttribute("aria-label", label);
      });
  };
}
