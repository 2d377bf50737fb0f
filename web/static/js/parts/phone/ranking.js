/* How the race ended. */

import { h, keyed, write } from "../../lib/dom.js";
import { looksOf, seatOf } from "../../lib/seats.js";
import { linkStory } from "../host/story-link.js";
import { dressAll, tokens } from "../../lib/tokens.js";
import { ordinal, teamName } from "../../lib/words.js";

export function showRanking(box, view) {
  box.hidden = !view.ranking.length;
  linkStory(box, view);
  keyed(box.querySelector("ol"), view.ranking, (r) => r.seat,
    (r) => h("li", { class: "ranking__row" }, h("b"), tokens(looksOf(view, r.seat)), h("span"), h("small", { class: "team" })),
    (row, r) => {
      dressAll(row.querySelector(".tokens"), looksOf(view, r.seat));
      write(row.querySelector("b"), ordinal(r.place));
      write(row.querySelector(".tokens + span"), r.name);
      write(row.querySelector(".team"), teamName(seatOf(view, r.seat)?.team));
    });
}
