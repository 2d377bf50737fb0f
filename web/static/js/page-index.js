/* The garden gate: who are you? */

import { get } from "./api.js";
import { field, h, keyed, write } from "./dom.js";
import { followView } from "./live.js";
import { lostBanner, say } from "./notice.js";
import { looksOf } from "./seats.js";
import { dressAll, loadTrack, tokens } from "./tokens.js";

const place = (name) => document.querySelector(`[data-place="${name}"]`);

async function start() {
  await loadTrack();
  followView("/api/watch", (view) => {
    const seated = view.seats.length > 0;
    write(field("headline"), seated ? view.headline : "Nobody is racing yet.");
    place("choose").hidden = !seated;
    place("quiet").hidden = view.phase === "playing";
    write(place("quiet-text"), view.phase === "over" ? "Another race?" : "Two to six players, one board.");
    keyed(place("seats"), view.seats, (s) => s.seat,
      (s) => h("li", {}, h("a", { class: "seat-card", href: `/seat/${s.seat}` }, tokens(looksOf(view, s.seat)), h("span"))),
      (row, s) => {
        dressAll(row.querySelector(".tokens"), looksOf(view, s.seat));
        write(row.firstElementChild.lastElementChild, s.name);
        row.classList.toggle("is-turn", s.seat === view.to_act);
      });
  }, { changed: lostBanner() });
  // A real board has no simulator to look at.
  get("/api/simulator").then(() => (place("simulator").hidden = false), () => {});
}

start().catch((refused) => say(refused.message));
