/* The seats of the game as cards: those on this phone to open, the free ones to take. */

import { h, keyed, write } from "../../lib/dom.js";
import { face } from "../../lib/faces.js";
import { looksOf } from "../../lib/seats.js";
import { _ } from "../../lib/text.js";
import { dressAll, tokens } from "../../lib/tokens.js";

/** Whether a phone that holds the seats `mine` may take this one. */
export const isFree = ({ seat, taken, opponent, elsewhere }, mine) => !taken && !opponent && !elsewhere && !mine.includes(seat);

/** Whose a seat is, seen from this phone. */
const standing = ({ seat, taken, opponent, elsewhere }, mine) => (opponent ? "program" : elsewhere ? "elsewhere" : mine.includes(seat) ? "mine" : taken ? "taken" : "free");

const WORDS = {
  mine: () => _("Open your hand"),
  free: ({ screen }) => (screen ? _("On the board's screen: take it here") : _("Take this seat")),
  program: () => _("The program plays here."),
  elsewhere: ({ elsewhere }) => _("Sits at “{board}”", { board: elsewhere }),
  taken: (_seat, mine) => (mine.length ? _("On another phone") : _("On another phone. If it was yours, the host can free it.")),
};

/** Shows the seats of `view` in `box`; `take` is called with a free one that is chosen. */
export function showSeats(box, view, mine, take) {
  const seats = view.seats.map((seat) => ({ ...seat, how: standing(seat, mine) }));
  keyed(box, seats, ({ seat, how, screen, opponent, elsewhere }) => `${seat} ${how} ${screen} ${opponent} ${elsewhere} ${mine.length > 0}`,
    (seat) => h("li", {}, card(seat, take, tokens([]), h("span", { class: "seat-card__words" }, h("b"), h("small", {}, WORDS[seat.how](seat, mine))), face(seat.opponent))),
    (row, { seat, name }) => {
      dressAll(row.querySelector(".tokens"), looksOf(view, seat));
      write(row.querySelector(".seat-card__words b"), name);
    });
}

function card({ seat, name, how }, take, ...content) {
  const look = { class: `seat-card seat-card--${how}`, "data-seat": seat };
  if (how === "mine") return h("a", { ...look, href: `/seat/${seat}` }, ...content);
  if (how === "free") return h("button", { ...look, type: "button", onclick: () => take({ seat, name }) }, ...content);
  return h("div", look, ...content);
}
