/* The hare card, or what was rolled: it lies face down, then turns over. */

import { drawing, field, h, write } from "../../lib/dom.js";
import { seatOf } from "../../lib/seats.js";
import { _ } from "../../lib/text.js";

const DRAWINGS = {
  ten: "carrot", free: "carrot", "carrot-forward": "carrot", "carrot-back": "carrot", "chew-carrot": "carrot", "chew-lettuce": "lettuce",
};

/** What is drawn on a card: a number rolled, a number of carrots, or a picture. */
function picture(card) {
  const rolled = /^roll-(\d+)$/.exec(card);
  if (rolled) return h("span", { class: "die" }, rolled[1]);
  const carrots = /^[+-]?\d+$/.test(card);
  if (carrots) return h("span", { class: "amount" }, card.replace("-", "−"));
  return drawing(DRAWINGS[card] ?? "hare");
}

const yours = (rolled) => (rolled ? _("You rolled") : _("You drew"));
const theirs = (rolled, name) => (rolled ? _("{name} rolled", { name }) : _("{name} drew", { name }));

/** Keeps the card in `place` up to date; a card that is new while we watch is turned before our eyes. */
export function makeCard(place) {
  let last;
  const face = h("div", { class: "card__face" }, h("div", { class: "card__picture", "aria-hidden": "true" }), h("p", { class: "soft", "data-field": "card-who" }),
    h("h2", { "data-field": "card-title" }), h("p", { "data-field": "card-text" }), h("p", { class: "card__outcome", "data-field": "card-outcome" }));
  const back = h("div", { class: "card__back", "aria-hidden": "true" }, drawing("hare"));
  const turning = h("div", { class: "card__turning" }, back, face);
  place.append(turning);

  /** With `covered` nothing is told of what it did: that may be a player's own affair. */
  return function show(view, me = null, covered = false) {
    const { card } = view;
    const key = card && `${card.number}-${card.card}`;
    place.hidden = !card;
    place.classList.toggle("card--mine", Boolean(card) && card.seat === me);
    if (!card) for (const each of face.querySelectorAll("[data-field]")) write(each, "");
    else {
      const rolled = card.card.startsWith("roll-");
      write(field("card-who", face), card.seat === me ? yours(rolled) : theirs(rolled, seatOf(view, card.seat)?.name ?? ""));
      if (last !== key) face.querySelector(".card__picture").replaceChildren(picture(card.card));
      // A large number needs no title that says it again.
      field("card-title", face).hidden = card.title === card.card;
      write(field("card-title", face), card.title);
      write(field("card-text", face), card.text);
      const outcome = covered ? "" : card.outcome ?? "";
      write(field("card-outcome", face), outcome);
      field("card-outcome", face).hidden = !outcome;
      if (last !== undefined && last !== key && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
        turning.animate([{ transform: "rotateY(-180deg)" }, { transform: "rotateY(-180deg)", offset: 0.2 }, { transform: "none" }],
          { duration: 900, easing: "cubic-bezier(.3,.9,.4,1)" });
      }
    }
    last = key;
  };
}
