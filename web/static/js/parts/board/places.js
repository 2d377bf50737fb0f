/* Who plays on this screen, and how the others come to their phones. */

import { get, post } from "../../lib/api.js";
import { h, write } from "../../lib/dom.js";
import { me } from "../phone/me.js";
import { say } from "../../lib/notice.js";
import { invitation } from "../../lib/qr.js";
import { _, listed } from "../../lib/text.js";

/** A seat that goes straight from here to a phone changes nothing that a view shows: we ask. */
const ASK_AGAIN_MS = 3000;

/**
 * Keeps the details `box` up to date with the seats that are free.
 * `changed(seats)` is called with those this screen holds, whenever that changes.
 */
export function makePlaces(box, changed) {
  const part = (name) => box.querySelector(`[data-place="${name}"]`);
  const everyone = box.querySelector("[data-do=everyone]");
  let view = null;
  let known = "";
  let asked = 0;
  let mine = [];
  let table = null;
  let here = { at_board: false, host: false };
  let taking = false;

  everyone.addEventListener("click", () => take(free()).catch(complain));
  document.addEventListener("visibilitychange", () => document.hidden || look().catch(complain));
  // The banner says it if nobody answers.
  setInterval(() => document.hidden || look().catch(() => {}), ASK_AGAIN_MS);

  const free = () => (view?.seats ?? []).filter(({ taken }) => !taken);
  const complain = (refused) => say(refused.message);

  /** Asks who we are, and how others would join, unless that was asked meanwhile. */
  async function look() {
    if (!view) return;
    const now = (asked += 1);
    const found = await me();
    const code = found.host && free().length ? await get("/api/table") : null;
    if (now !== asked) return;
    [here, table] = [found, code];
    hold(found.seats);
    // Where no phone can come, nobody needs to be asked.
    if (here.at_board && table && !table.reachable) return take(free());
    show();
  }

  async function take(seats) {
    if (taking) return;
    taking = everyone.disabled = true;
    try {
      for (const { seat } of seats) {
        // Somebody else may have been quicker: then it is theirs.
        const answer = await post("/api/join", { seat, code: here.at_board ? null : table?.code ?? null })
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

  function show() {
    const names = free().map(({ name }) => name);
    const away = !names.length || (here.at_board && table !== null && !table.reachable);
    if (away !== box.hidden) box.open = !away && !mine.length;
    box.hidden = away;
    if (away) return;
    write(part("free"), mine.length ? _("Still free: {names}", { names: listed(names) }) : _("Who plays where?"));
    everyone.hidden = !here.host;
    write(everyone, mine.length ? _("They play on this screen, too") : _("Everyone plays on this screen"));
    part("join").hidden = here.host;
    part("code").hidden = !table;
    if (table && box.dataset.code !== table.code) {
      box.dataset.code = table.code;
      part("code").replaceChildren(h("p", { class: "soft" }, _("Or on a phone each:")), invitation(table));
    }
  }

  return function update(next) {
    view = next;
    const now = JSON.stringify(next.seats.map(({ seat, name, taken }) => [seat, name, taken]));
    if (now === known) return;
    known = now;
    look().catch(complain);
  };
}
