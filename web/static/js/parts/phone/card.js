/* The hare card, or what was rolled: it lies face down, then turns over. */

import { drawing, h, write } from "../../lib/dom.js";
import { seatOf } from "../../lib/seats.js";
import { _ } from "../../lib/text.js";
import { lookOf } from "../../lib/tokens.js";
import { ordinal } from "../../lib/words.js";

const DRAWINGS = {
  home: "home", ten: "carrot", free: "carrot", "carrot-forward": "carrot", "carrot-back": "carrot", "chew-carrot": "carrot", "chew-lettuce": "lettuce",
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

const keyOf = (card) => card && `${card.number}-${card.card}`;

/** A card that can be filled: `show(view, me, covered)`. With `covered` its outcome, perhaps a player's own affair, is left out. */
function makeFace(name = "data-field") {
  const part = (tag, what, className) => h(tag, { class: className, [name]: `card-${what}` });
  const image = h("div", { class: "card__picture", "aria-hidden": "true" });
  const [who, title, text, outcome] = [part("p", "who", "soft"), part("h2", "title"), part("p", "text"), part("p", "outcome", "card__outcome")];
  const face = h("div", { class: "card__face" }, image, who, title, text, outcome);
  let last = null;
  function show(view, me, covered) {
    const { card } = view;
    if (!card) return [who, title, text, outcome].forEach((each) => write(each, ""));
    const rolled = card.card.startsWith("roll-");
    if (card.card === "home") write(who, "");
    else write(who, card.seat === me ? yours(rolled) : theirs(rolled, seatOf(view, card.seat)?.name ?? ""));
    if (last !== keyOf(card)) image.replaceChildren(picture(card.card));
    last = keyOf(card);
    // A large number needs no title that says it again.
    title.hidden = card.title === card.card;
    write(title, card.title);
    write(text, card.text);
    write(outcome, covered ? "" : card.outcome);
    outcome.hidden = !outcome.textContent;
  }
  return { face, show };
}

/** Keeps the card in `place` up to date. */
export function makeCard(place) {
  const { face, show } = makeFace();
  place.append(face);
  return (view, me = null, covered = false) => {
    place.hidden = !view.card;
    place.classList.toggle("card--mine", Boolean(view.card) && view.card.seat === me);
    // Whoever moves now has seen it: what it did to somebody else takes little room.
    place.classList.toggle("card--past", me !== null && view.to_act === me && view.card?.seat !== me && view.prompt === "move");
    show(view, me, covered);
  };
}

const READ_MS = 3000;
const READ_MS_PER_LETTER = 55;
const PLACES = ["center", "end", "start"];

/**
 * Shows each card that is drawn while we watch, large and over everything in `parent`, long enough
 * to read it; whoever has read it taps it away. What it says stands elsewhere on the page as well.
 * It lies where it covers least of what is used now, which `used()` names. With `yields`, another
 * player's card that would cover any of it is left to the page.
 */
export function makeMoment(parent, used = () => [], { yields = false } = {}) {
  const { face, show } = makeFace("data-moment");
  const back = h("div", { class: "card__back" }, drawing("hare"));
  const turning = h("div", { class: "card__turning" }, back, face);
  const box = h("div", { class: "moment", "aria-hidden": "true", onclick: close }, turning);
  let last;
  let timer = 0;
  // Whoever goes on playing has read it.
  document.addEventListener("pointerdown", ({ target }) => turning.contains(target) || close());
  document.addEventListener("keydown", ({ key }) => key === "Escape" && close());

  function close() {
    clearTimeout(timer);
    box.remove();
  }

  function settle() {
    const wanted = used().map((each) => each.getBoundingClientRect());
    const hidden = (place) => {
      box.style.alignItems = place;
      const { left, right, top, bottom } = turning.getBoundingClientRect();
      return wanted.filter((each) => each.right > left && each.left < right && each.bottom > top && each.top < bottom).length;
    };
    const least = Math.min(...PLACES.map(hidden));
    PLACES.find((place) => hidden(place) === least); // and there it stays
    return least;
  }

  return (view, me = null, covered = false) => {
    const key = keyOf(view.card);
    const drawn = last !== undefined && key && last !== key;
    // A card that was drawn is never taken back, but another game may draw it at the same place.
    last = key ?? (view.phase === "playing" ? last ?? null : null);
    if (key) show(view, me, covered);
    if (drawn) {
      close();
      parent.append(box);
    }
    if (box.isConnected && settle() && yields && view.card?.seat !== me) close();
    if (!drawn || !box.isConnected) return;
    timer = setTimeout(close, READ_MS + READ_MS_PER_LETTER * face.textContent.length);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    turning.animate([{ transform: "rotateY(-180deg)" }, { transform: "rotateY(-180deg)", offset: 0.2 }, { transform: "none" }],
      { duration: 900, easing: "cubic-bezier(.3,.9,.4,1)" });
  };
}

/** Whoever came HOME last while others race on, as a card. */
function arrival({ phase, seats }) {
  const home = seats.flatMap(({ seat, name, runners }) =>
    runners.filter((r) => r.arrived).map((r) => ({ seat, who: runners[1] ? `${name} (${lookOf(r.colour).name})` : name, number: r.arrived })));
  const last = home.sort((a, b) => b.number - a.number)[0];
  if (!last || phase !== "playing") return null;
  return { ...last, card: "home", title: _("{who} is HOME, {nth}!", { who: last.who, nth: ordinal(last.number) }), text: "", outcome: "" };
}

/** The same for whoever comes HOME, which is as much of a moment. */
export function makeArrivals(parent, used) {
  const show = makeMoment(parent, used);
  return (view) => show({ ...view, card: arrival(view) });
}
