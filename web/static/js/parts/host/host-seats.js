/* The seats as the host sees them: whose phone has them, and where their runners are. */

import { h, keyed, write } from "../../lib/dom.js";
import { face } from "../../lib/faces.js";
import { looksOf } from "../../lib/seats.js";
import { _, listed } from "../../lib/text.js";
import { dressAll, tokens } from "../../lib/tokens.js";
import { capital } from "../../lib/words.js";

/** How a seat is held: by the program, free, by the screen, or by a phone, which may be out of touch. */
function holding({ seat, taken, screen, opponent, elsewhere }, connected) {
  if (opponent) return ["program", _("Played by the program")];
  if (elsewhere) return ["program", _("Sits at “{board}”", { board: elsewhere })];
  if (taken) return connected.includes(seat) ? ["taken", _("On a phone")] : ["away", _("On a phone that is not connected")];
  return screen ? ["taken", _("On the board's screen")] : ["free", _("Free")];
}

/** Shows the seats of a view in `list`; `free` is called with one that its phone shall lose. */
export function showHostSeats(list, view, connected, free) {
  keyed(list, view.seats, ({ seat, name, taken, opponent }) => `${seat}-${name}-${taken}-${opponent}`, (each) =>
    h("li", { class: "hosted", "data-seat": each.seat }, tokens([]),
      h("div", {}, face(each.opponent), h("b", {}, each.name), h("p", { class: "hosted__where soft" }), h("p")),
      each.taken ? h("button", { type: "button", class: "button button--quiet small", "data-do": "take-seat", "aria-label": _("Free {name}'s seat", { name: each.name }), onclick: () => free(each) }, _("Free the seat")) : null),
  (row, each) => {
    dressAll(row.querySelector(".tokens"), looksOf(view, each.seat));
    write(row.querySelector(".hosted__where"), whereabouts(each, each.seat === view.to_act));
    const [how, words] = holding(each, connected);
    const phone = row.querySelector("div > p:last-of-type");
    phone.className = `hosted__phone hosted__phone--${how}`;
    write(phone, words);
    row.classList.toggle("is-turn", each.seat === view.to_act);
  });
}

function whereabouts({ runners, misses_turn: misses }, acts) {
  const where = capital(listed(runners.map((runner) => runner.place)));
  if (acts) return _("{where}. It is their turn.", { where });
  return misses ? _("{where}. They miss a turn.", { where }) : _("{where}.", { where });
}
