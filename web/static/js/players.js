/* What everybody may know of everybody. */

import { drawing, h, keyed, write } from "./dom.js";
import { dress, token } from "./tokens.js";
import { capital, lettuces, ordinal } from "./words.js";

export function showPlayers(list, view, me = null) {
  keyed(list, view.seats, (s) => s.seat,
    (s) => h("li", { class: "player", "data-seat": s.seat }, token(s.colour),
      h("div", { class: "player__who" }, h("b"), h("p", { class: "soft" })),
      h("span", { class: "player__lettuces" }, drawing("lettuce"), h("span")),
      h("span", { class: "player__place" })),
    (row, s) => {
      dress(row.querySelector(".token"), s.colour, s.face_down);
      write(row.querySelector(".player__who b"), s.seat === me ? `${s.name} (you)` : s.name);
      write(row.querySelector(".player__who p"), whereabouts(s));
      const left = row.querySelector(".player__lettuces");
      write(left.lastElementChild, String(s.lettuces));
      left.setAttribute("title", lettuces(s.lettuces));
      write(row.querySelector(".player__place"), ordinal(s.arrived ?? s.position));
      row.classList.toggle("is-turn", s.seat === view.to_act);
      row.classList.toggle("is-home", s.arrived !== null);
      if (s.seat === view.to_act) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    });
}

function whereabouts(s) {
  const parts = [capital(s.place)];
  if (s.face_down) parts.push("chewing");
  if (s.misses_turn) parts.push("misses a turn");
  return parts.join(", ");
}
