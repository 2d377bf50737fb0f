/* The last few things that happened, newest first. */

import { h, keyed, write } from "../../lib/dom.js";
import { looksOf } from "../../lib/seats.js";
import { dressAll, tokens } from "../../lib/tokens.js";

export function showLog(list, view, most = 6) {
  const entries = view.log.slice(-most).reverse();
  // A new game or a take-back may use a number again with another sentence.
  keyed(list, entries, (entry) => `${entry.number}-${entry.seat}`,
    (entry) => h("li", { class: "log__entry" }, tokens([]), h("p", {}, h("span"), h("small"))),
    (row, entry) => {
      dressAll(row.querySelector(".tokens"), looksOf(view, entry.seat));
      write(row.querySelector("p span"), entry.sentence);
      write(row.querySelector("small"), entry.card?.text ?? "");
    });
}
