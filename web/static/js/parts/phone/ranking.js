/* How the race ended. */

import { post } from "../../lib/api.js";
import { h, keyed, write } from "../../lib/dom.js";
import { face } from "../../lib/faces.js";
import { say } from "../../lib/notice.js";
import { looksOf, seatOf } from "../../lib/seats.js";
import { dressAll, tokens } from "../../lib/tokens.js";
import { ordinal, teamName } from "../../lib/words.js";

/** Begins the same race again, unless somebody else was quicker. */
async function playAgain(button) {
  button.disabled = true;
  await post("/api/games/again", {}).catch((refused) => refused.code === "no-such-game" || say(refused.message));
  button.disabled = false;
}

export function showRanking(box, view) {
  box.hidden = !view.ranking.length;
  const again = box.querySelector('[data-do="again"]');
  if (again) {
    again.onclick = () => playAgain(again);
    again.hidden = view.phase !== "over";
  }
  if (view.phase === "over") import("../../later/race-end.js").then(({ showEnd }) => showEnd(box, view), () => {}); // or with the next view
  else box.querySelectorAll('.sketch, [data-do="story"]').forEach((each) => each.remove());
  keyed(box.querySelector("ol"), view.ranking, (r) => r.seat,
    (r) => h("li", { class: "ranking__row", "data-seat": r.seat }, h("b"), tokens(looksOf(view, r.seat)), h("span", {}, face(seatOf(view, r.seat)?.opponent), h("span")), h("small", { class: "team" }), h("p", { class: "ranking__facts" })),
    (row, r) => {
      dressAll(row.querySelector(".tokens"), looksOf(view, r.seat));
      write(row.querySelector("b"), ordinal(r.place));
      write(row.querySelector(".tokens + span > span:last-child"), r.name);
      write(row.querySelector(".team"), teamName(seatOf(view, r.seat)?.team));
    });
}
