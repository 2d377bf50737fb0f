/* The phones of the table, one at a time, in a drawn phone beside the board. */

import { h, keyed, write } from "./dom.js";
import { looksOf, seatOf } from "./seats.js";
import { dressAll, tokens } from "./tokens.js";

const WIDE = matchMedia("(min-width: 1200px)");

export function makeDock({ tabs, screen, follow }) {
  let view = { seats: [] };
  let turn = null;
  let shown = null;

  follow.addEventListener("change", () => follow.checked && turn !== null && show(turn));
  WIDE.addEventListener("change", () => (WIDE.matches ? shown !== null && load(shown) : screen.replaceChildren()));

  function show(seat) {
    if (seat === shown) return;
    shown = seat;
    mark();
    load(seat);
  }

  /** The next phone is put over the last one only when it is ready, so nothing flashes white. */
  function load(seat) {
    if (!WIDE.matches) return;
    const name = seatOf(view, seat)?.name ?? "";
    const frame = h("iframe", { src: `/seat/${seat}`, title: `The phone of ${name}`, class: "is-coming" });
    frame.addEventListener("load", () => {
      if (shown !== seat) return frame.remove();
      frame.classList.remove("is-coming");
      for (const other of [...screen.children]) if (other !== frame) other.remove();
    });
    for (const other of screen.querySelectorAll(".is-coming")) other.remove();
    screen.append(frame);
  }

  function mark() {
    for (const tab of tabs.querySelectorAll("[data-seat]")) {
      tab.setAttribute("aria-pressed", String(Number(tab.dataset.seat) === shown));
      tab.classList.toggle("is-turn", Number(tab.dataset.seat) === turn);
    }
  }

  return function update(next) {
    view = next;
    const { seats } = view;
    const moved = view.to_act !== turn;
    turn = view.to_act;
    keyed(tabs, seats, (s) => s.seat,
      (s) => h("button", {
        type: "button", class: "tab", "data-seat": s.seat,
        onclick: () => {
          if (s.seat !== turn) follow.checked = false;
          show(s.seat);
        },
      }, tokens(looksOf(view, s.seat)), h("span")),
      (tab, s) => {
        dressAll(tab.querySelector(".tokens"), looksOf(view, s.seat));
        write(tab.lastElementChild, s.name);
      });
    if (shown !== null && !seatOf(view, shown)) shown = null;
    if (turn !== null && (shown === null || (moved && follow.checked))) show(turn);
    else if (shown === null && seats.length) show(seats[0].seat);
    mark();
  };
}
