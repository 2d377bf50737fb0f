/* How the race ended. */

import { h, keyed, write } from "./dom.js";
import { dress, token } from "./tokens.js";
import { ordinal } from "./words.js";

export function showRanking(box, view) {
  box.hidden = !view.ranking.length;
  const colourOf = (seat) => view.seats.find((s) => s.seat === seat)?.colour ?? "";
  keyed(box.querySelector("ol"), view.ranking, (r) => r.seat,
    (r) => h("li", { class: "ranking__row" }, h("b"), token(colourOf(r.seat)), h("span")),
    (row, r) => {
      dress(row.querySelector(".token"), colourOf(r.seat));
      write(row.querySelector("b"), ordinal(r.place));
      write(row.lastElementChild, r.name);
    });
}
