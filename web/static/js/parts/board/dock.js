/* The phones this screen plays for, one at a time, in a drawn phone beside the board. */

import { h, keyed, write } from "../../lib/dom.js";
import { looksOf, seatOf } from "../../lib/seats.js";
import { _ } from "../../lib/text.js";
import { dressAll, tokens } from "../../lib/tokens.js";

const WIDE = matchMedia("(min-width: 700px)");

/** Calls `then` once the page of a seat knows what it shows; at once for any other page. */
function onceItKnows(frame, then) {
  const body = frame.contentDocument?.querySelector("body.seat");
  if (!body || body.dataset.seated) return then();
  new MutationObserver((_changes, watching) => {
    watching.disconnect();
    then();
  }).observe(body, { attributeFilter: ["data-seated"] });
}

/** `follow` shows the phone of whoever is to move or to decide, `hide` covers the hands until somebody looks. */
export function makeDock({ tabs, screen, follow, hide }) {
  let view = { seats: [], phase: null };
  let turn = null;
  let shown = null;

  follow.addEventListener("change", () => follow.checked && show(turn));
  hide.addEventListener("change", () => shown !== null && load(shown));
  WIDE.addEventListener("change", () => (WIDE.matches ? shown !== null && load(shown) : screen.replaceChildren()));

  function show(seat) {
    if (seat === shown || !seatOf(view, seat)) return;
    shown = seat;
    mark();
    load(seat);
  }

  /** The next phone is put over the last one only when its hand is there, so nothing is empty meanwhile. */
  function load(seat) {
    if (!WIDE.matches) return;
    const name = seatOf(view, seat)?.name ?? "";
    const frame = h("iframe", { src: `/seat/${seat}?dock${hide.checked ? "=hide" : ""}`, title: _("{name}'s phone", { name }) });
    frame.addEventListener("load", () => onceItKnows(frame, () => {
      if (shown !== seat) return frame.remove();
      frame.classList.remove("is-coming");
      for (const other of [...screen.children]) if (other !== frame) other.remove();
    }));
    for (const other of screen.querySelectorAll(".is-coming")) other.remove();
    // Hands that are to be covered must not stay open meanwhile.
    if (hide.checked) screen.replaceChildren();
    frame.classList.toggle("is-coming", screen.childElementCount > 0);
    screen.append(frame);
  }

  function mark() {
    for (const tab of tabs.querySelectorAll("[data-seat]")) {
      tab.setAttribute("aria-pressed", String(Number(tab.dataset.seat) === shown));
      tab.classList.toggle("is-turn", Number(tab.dataset.seat) === turn);
    }
  }

  /** `mine` are the seats this screen holds; the others have phones of their own. */
  return function update(next, mine) {
    const seats = next.seats.filter(({ seat }) => mine.includes(seat));
    // A runner that was set back asks its owner whether to take the move back.
    const owner = next.take_back?.offered ? next.take_back.seat : null;
    const asked = mine.includes(owner) ? owner : next.to_act;
    // The seat that is to move may be taken after it was asked to.
    const moved = asked !== turn || !seatOf(view, turn);
    if (view.phase === "over" && next.phase === "playing") follow.checked = true; // a new race
    view = { ...next, seats };
    turn = asked;
    keyed(tabs, seats, (s) => s.seat,
      (s) => h("button", {
        type: "button", class: "tab", "data-seat": s.seat, title: s.name,
        onclick: () => {
          if (s.seat !== turn) follow.checked = false;
          show(s.seat);
        },
      }, tokens(looksOf(view, s.seat)), h("span")),
      (tab, s) => {
        dressAll(tab.querySelector(".tokens"), looksOf(view, s.seat));
        write(tab.lastElementChild, s.name);
      });
    if (shown !== null && !seatOf(view, shown)) {
      shown = null;
      screen.replaceChildren();
    }
    if (shown === null || (moved && follow.checked)) show(turn);
    if (shown === null && seats.length) show(seats[0].seat);
    mark();
  };
}
