/* The hare card: it lies face down, then turns over. */

import { drawing, field, h, write } from "./dom.js";

/** Keeps the card in `place` up to date; a card that is new while we watch is turned before our eyes. */
export function makeCard(place) {
  let last;
  const face = h("div", { class: "card__face" }, drawing("hare"), h("p", { class: "soft", "data-field": "card-who" }),
    h("h2", { "data-field": "card-title" }), h("p", { "data-field": "card-text" }), h("p", { class: "card__outcome", "data-field": "card-outcome" }));
  const back = h("div", { class: "card__back", "aria-hidden": "true" }, drawing("hare"));
  const turning = h("div", { class: "card__turning" }, back, face);
  place.append(turning);

  return function show(view, me = null) {
    const { card } = view;
    const key = card && card.number;
    place.hidden = !card;
    place.classList.toggle("card--mine", Boolean(card) && card.seat === me);
    if (card) {
      const name = view.seats.find((s) => s.seat === card.seat)?.name ?? "";
      write(field("card-who", face), card.seat === me ? "You drew" : `${name} drew`);
      write(field("card-title", face), card.title);
      write(field("card-text", face), card.text);
      write(field("card-outcome", face), card.outcome ?? "");
      field("card-outcome", face).hidden = !card.outcome;
      if (last !== undefined && last !== key && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
        turning.animate([{ transform: "rotateY(-180deg)" }, { transform: "rotateY(-180deg)", offset: 0.2 }, { transform: "none" }],
          { duration: 900, easing: "cubic-bezier(.3,.9,.4,1)" });
      }
    }
    last = key;
  };
}
