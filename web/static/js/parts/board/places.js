/* Who plays on this screen, and how the others come to their phones. */

import { get, post } from "../../lib/api.js";
import { h, keyed, write } from "../../lib/dom.js";
import { face, showFace } from "../../lib/faces.js";
import { isFree } from "../phone/free-seats.js";
import { me } from "../phone/me.js";
import { say } from "../../lib/notice.js";
import { looksOf } from "../../lib/seats.js";
import { invitation } from "../../lib/qr.js";
import { _, listed } from "../../lib/text.js";
import { dressAll, tokens } from "../../lib/tokens.js";

/** A seat that goes straight from here to a phone changes nothing that a view shows: we ask. */
const ASK_AGAIN_MS = 3000;

/**
 * Keeps the details `box` up to date with who plays where.
 * `changed(seats)` is called with those this screen holds, whenever that changes.
 */
export function makePlaces(box, changed) {
  const part = (name) => box.querySelector(`[data-place="${name}"]`);
  const everyone = box.querySelector("[data-do=everyone]");
  let view = null;
  let told = "";
  let known = 0; // how many seats were free
  let asked = 0;
  let mine = [];
  let settled = false; // whether we have been told who sits here
  let table = null;
  const missed = new Map(); // since when phones are not connected
  let here = { at_board: false, host: false };
  let taking = false;

  everyone.addEventListener("click", () => take(free()).catch(complain));
  document.addEventListener("visibilitychange", () => document.hidden || look().catch(complain));
  // The banner says it if nobody answers.
  setInterval(() => document.hidden || look().catch(() => {}), ASK_AGAIN_MS);

  const free = () => (view?.seats ?? []).filter((seat) => !seat.screen && isFree(seat, mine));
  const people = () => view.seats.filter(({ opponent, elsewhere }) => !opponent && !elsewhere);
  /** Whether no phone can come: then all seats are for screens. */
  const alone = () => here.at_board && table !== null && !table.reachable;
  const complain = (refused) => say(refused.message);

  /** Asks who we are, and how others would join, unless that was asked meanwhile. */
  async function look() {
    if (!view) return;
    const now = (asked += 1);
    const found = await me();
    const code = found.host ? await get("/api/table") : null;
    if (now !== asked) return;
    [here, table] = [found, code];
    for (const { seat, taken } of view.seats) {
      if (!taken || !table || table.connected.includes(seat)) missed.delete(seat);
      else if (!missed.has(seat)) missed.set(seat, Date.now());
    }
    hold(found.seats);
    // Where no phone can come, nobody needs to be asked.
    if (alone()) await take(free());
    if (!settled) changed(mine);
    settled = true;
    show();
  }

  async function take(seats) {
    if (taking) return;
    taking = everyone.disabled = true;
    try {
      for (const { seat } of seats) {
        // Somebody else may have been quicker: then it is theirs.
        const answer = await post("/api/join", { seat, code: here.at_board ? null : table?.code ?? null, screen: true })
          .catch((refused) => (refused.code === "seat-taken" ? null : Promise.reject(refused)));
        if (answer) hold(answer.seats);
      }
    } finally {
      taking = everyone.disabled = false;
    }
  }

  function hold(seats) {
    if (JSON.stringify(seats) === JSON.stringify(mine)) return;
    mine = seats;
    changed(mine);
    show();
  }

  function where({ seat, taken, screen, opponent, elsewhere }) {
    if (opponent) return _("played by the program");
    if (elsewhere) return _("at “{board}”", { board: elsewhere });
    if (mine.includes(seat)) return _("on this screen");
    // A phone that has just taken its seat still opens its page.
    const gone = Date.now() - (missed.get(seat) ?? Infinity) >= ASK_AGAIN_MS;
    if (taken) return gone ? _("on a phone, not connected") : _("on a phone");
    return screen ? _("on another screen") : _("free");
  }

  function show() {
    const open = free();
    const away = !view.seats.length || (alone() && (open.length > 0 || mine.length === people().length));
    if (away !== box.hidden || Boolean(open.length) !== Boolean(known)) box.open = !away && open.length > 0;
    known = open.length;
    box.hidden = away;
    if (away) return;
    write(part("free"), open.length && mine.length ? _("Still free: {names}", { names: listed(open.map(({ name }) => name)) }) : _("Who plays where?"));
    keyed(part("seats"), view.seats, (s) => s.seat,
      (s) => h("li", { class: "places__seat" }, tokens([]), h("b", {}, face(), h("span")), h("span", { class: "soft" }),
        h("button", { type: "button", class: "button button--quiet small", onclick: () => take([s]).catch(complain) }, _("Play here"))),
      (row, s) => {
        const [looks, name, at, button] = row.children;
        dressAll(looks, looksOf(view, s.seat));
        showFace(name.firstElementChild, s.opponent);
        write(name.lastElementChild, s.name);
        write(at, where(s));
        button.hidden = !here.host || !open.includes(s);
        button.setAttribute("aria-label", _("{name} plays here", { name: s.name }));
      });
    everyone.hidden = !here.host || open.length < 2;
    write(everyone, open.length < people().length ? _("All the others play on this screen") : _("Everyone plays on this screen"));
    part("join").hidden = here.host;
    part("code").hidden = !table;
    if (table && box.dataset.code !== table.code) {
      box.dataset.code = table.code;
      part("code").replaceChildren(h("p", { class: "soft" }, _("Or each on their own phone:")), invitation(table));
    }
  }

  return function update(next) {
    view = next;
    const now = JSON.stringify(next.seats.map(({ seat, name, taken, screen, opponent, elsewhere }) => [seat, name, taken, screen, opponent, elsewhere]));
    if (now === told) return;
    told = now;
    look().catch(complain);
  };
}
