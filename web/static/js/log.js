/* The last few things that happened, newest first. */

import { h, keyed, write } from "./dom.js";
import { dress, token } from "./tokens.js";

export function showLog(list, view, most = 6) {
  const colourOf = (seat) => view.seats.find((s) => s.seat === seat)?.colour;
  const entries = view.log.slice(-most).reverse();
  // A new game or a take-back may use a number again with another sentence.
  keyed(list, entries, (entry) => `${entry.number}-${entry.seat}`,
    (entry) => h("li", { class: "log__entry" }, colourOf(entry.seat) ? token(colourOf(entry.seat)) : h("span"), h("p")),
    (row, entry) => {
      const runner = row.querySelector(".token");
      if (runner && colourOf(entry.seat)) dress(runner, colourOf(entry.seat));
      write(row.querySelector("p"), entry.sentence);
    });
}
