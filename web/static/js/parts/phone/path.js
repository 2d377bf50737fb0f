/* The little track: the squares ahead, which are lit, what they cost, and who stands there. */

import { drawing, h, keyed, write } from "../../lib/dom.js";
import { runnersOf, seatOf } from "../../lib/seats.js";
import { dressAll, tokens } from "../../lib/tokens.js";
import { _, listed } from "../../lib/text.js";
import { carrots, DRAWING, signed } from "../../lib/words.js";

/** How many squares are shown before and beyond those that matter. */
const MARGIN = 2;
const AHEAD = 14;
const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

/** `ask(square)` is called with the square somebody taps. */
export function makePath(list, ask) {
  let reached = null;
  let looked = "";

  const stops = () => [...list.querySelectorAll("button")];

  /** One stop for the Tab key; the arrows go on from there. */
  function reach(square) {
    reached = square;
    for (const stop of stops()) stop.tabIndex = Number(stop.dataset.square) === reached ? 0 : -1;
  }

  list.addEventListener("focusin", ({ target }) => target.dataset.square && reach(Number(target.dataset.square)));
  list.addEventListener("keydown", (event) => {
    const all = stops();
    const at = all.indexOf(document.activeElement);
    if (at < 0) return;
    const next = event.key in STEPS ? all[at + STEPS[event.key]] : { Home: all[0], End: all.at(-1) }[event.key];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });

  function makeStop({ square, kind, name }) {
    return h("li", { class: "stop" },
      h("button", { type: "button", class: "stop__button", "data-square": square, onclick: () => ask(square) },
        h("span", { class: "stop__runners" }),
        h("span", { class: "stop__tile" }, drawing(DRAWING[kind])),
        h("b", { class: "stop__number", "aria-hidden": "true" }, kind === "HOME" ? name : String(square)),
        h("span", { class: "stop__price", "aria-hidden": "true" }),
        h("span", { class: "unseen" })));
  }

  /** `runner` is the one that would move; `course` the squares of the track. */
  return function show(view, runner, course) {
    const { me } = view;
    const own = me.runners[runner];
    const lit = new Map(me.destinations.filter((d) => d.runner === runner).map((d) => [d.square, d]));
    const goals = [own.square, ...lit.keys()];
    const first = Math.max(1, Math.min(...goals) - (lit.size ? MARGIN : 1));
    const last = Math.min(course.home, Math.max(own.square + AHEAD, ...goals.map((square) => square + MARGIN)));
    const squares = own.square >= course.home ? [] : course.squares.slice(first - 1, last);
    list.closest(".ahead").hidden = !squares.length; // what is hidden cannot be scrolled

    keyed(list, squares, (s) => `${s.square}-${s.kind}`, makeStop, (stop, s) => {
      const d = lit.get(s.square);
      const here = s.square === own.square;
      const cost = d?.cost ?? (s.kind === "T" ? undefined : own.race_card[s.square - own.square - 1]); // R4.3
      const far = !d && cost !== undefined && cost > me.carrots;
      const standing = runnersOf(view).filter((r) => r.square === s.square && s.square !== course.home);
      stop.classList.toggle("is-lit", Boolean(d));
      stop.classList.toggle("is-here", here);
      dressAllIn(stop.querySelector(".stop__runners"), standing);
      const price = stop.querySelector(".stop__price");
      write(price, here ? "" : priceOf(d, cost));
      price.classList.toggle("is-earned", Boolean(d?.gain) && !d.cost);
      price.classList.toggle("is-far", far);
      write(stop.querySelector(".unseen"), told(view, s, { d, here, cost, standing, course }));
    });

    const fitting = stops().map((stop) => Number(stop.dataset.square));
    if (!fitting.includes(reached)) reached = [...lit.keys()].find((square) => square > own.square) ?? fitting.find((square) => square > own.square) ?? fitting[0];
    reach(reached);

    // Where the runner stands, or where it may go has changed: begin there, or with a lit square just behind.
    // Otherwise it is left as somebody moved it.
    const now = `${runner} ${own.square} ${lit.size > 0}`;
    if (now !== looked && squares.length) {
      const begin = squares.findIndex(({ square }) => square === own.square || (lit.has(square) && square >= own.square - MARGIN));
      const before = list.children[Math.max(begin, 0)];
      list.scrollLeft = before.offsetLeft - list.offsetLeft - 16; // before it, the edge fades
    }
    looked = now;
  };
}

const priceOf = (d, cost) => {
  if (d && !d.cost && d.gain) return signed(d.gain);
  if (cost === undefined) return "";
  return cost ? signed(-cost) : "0";
};

function dressAllIn(place, runners) {
  if (!place.firstElementChild) place.append(tokens([]));
  dressAll(place.firstElementChild, runners);
}

/** A stop in words: where, what is there, and whether one may go. */
function told(view, { square, kind, name }, { d, here, cost, standing, course }) {
  const parts = [kind === "HOME" ? name : _("Square {square}, {name}", { square, name })];
  if (here) parts.push(_("you are here"));
  if (d) parts.push(_("you may go here"));
  if (d?.gain) parts.push(_("you draw {carrots}", { carrots: carrots(d.gain) }));
  if (cost !== undefined && !here) parts.push(_("costs {carrots}", { carrots: carrots(cost) }));
  const others = standing.filter((r) => r.seat !== view.me.seat).map((r) => seatOf(view, r.seat).name);
  if (others.length && square !== course.home) parts.push(_("{names} there", { names: listed(others) }));
  return parts.join(", ");
}
