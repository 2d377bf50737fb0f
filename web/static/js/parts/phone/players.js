/* What everybody may know of everybody. */

import { drawing, h, keyed, write } from "../../lib/dom.js";
import { face, showFace } from "../../lib/faces.js";
import { dress, token } from "../../lib/tokens.js";
import { _, p_ } from "../../lib/text.js";
import { capital, carrots, lettuces, placeIn, teamName } from "../../lib/words.js";

export function showPlayers(list, view, me = null) {
  keyed(list, view.seats, (s) => `${s.seat}-${s.runners.length}`, makeRow, (row, s) => {
    write(row.querySelector(".player__name b"), s.seat === me ? _("{name} (you)", { name: s.name }) : s.name);
    write(row.querySelector(".team"), teamName(s.team));
    showFace(row.querySelector(".face"), s.opponent);
    showCount(row.querySelector(".player__lettuces"), s.lettuces, lettuces);
    showCount(row.querySelector(".player__carrots"), s.carrots, carrots);
    s.runners.forEach((runner, i) => {
      dress(row.querySelectorAll(".token")[i], runner);
      write(row.querySelectorAll(".player__where")[i], whereabouts(s, runner, i));
      write(row.querySelectorAll(".player__place")[i], placeIn(view, runner));
    });
    row.setAttribute("aria-current", s.seat === view.to_act);
  });
}

/** A name with what its seat holds, and a line for each runner. */
function makeRow({ seat, runners }) {
  const lines = runners.flatMap((runner) => [token(runner), h("p", { class: "player__where soft" }), h("span", { class: "player__place" })]);
  return h("li", { class: `player${runners.length > 1 ? " player--two" : ""}`, "data-seat": seat },
    h("p", { class: "player__name" }, face(), h("b"), " ", h("small", { class: "team" })),
    h("span", { class: "player__holds" }, holding("carrot", "player__carrots"), holding("lettuce", "player__lettuces")), ...lines);
}

const holding = (what, name) => h("span", { class: name }, drawing(what), h("span", { "aria-hidden": "true" }), h("em", { class: "unseen" }));

function showCount(element, count, words) {
  element.hidden = count === null;
  if (count === null) return;
  write(element.querySelector("span"), String(count));
  write(element.querySelector("em"), words(count));
  element.setAttribute("title", words(count));
}

function whereabouts({ misses_turn: misses }, { place, face_down: down, asleep }, index) {
  const parts = [capital(place)];
  if (asleep) parts.push(p_("a runner", "asleep"));
  else if (down) parts.push(p_("a runner", "chewing"));
  if (misses && index === 0) parts.push(p_("a player", "misses a turn"));
  return parts.join(", ");
}
