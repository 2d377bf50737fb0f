/* The garden gate: who are you? */

import { get } from "../lib/api.js";
import { field, write } from "../lib/dom.js";
import { isFree, showSeats } from "../parts/phone/free-seats.js";
import { holdRunner, joinSeat } from "../parts/phone/joining.js";
import { followView } from "../lib/live.js";
import { keepAsking, meAtLast } from "../parts/phone/me.js";
import { lostBanner, say } from "../lib/notice.js";
import { _ } from "../lib/text.js";
import { loadTrack } from "../lib/tokens.js";

const place = (name) => document.querySelector(`[data-place="${name}"]`);

async function start() {
  await loadTrack();
  let who = await meAtLast();
  let view = null;
  let busy = false;

  function show() {
    const seated = view.seats.length > 0;
    write(field("headline"), seated ? view.headline : _("Nobody is racing yet."));
    write(field("choose-title"), who.seats.length > 1 ? _("Your seats") : who.seats.length ? _("Your seat") : _("Who are you?"));
    place("choose").hidden = !seated;
    place("tap").hidden = who.at_board || !view.seats.some((seat) => isFree(seat, who.seats));
    place("quiet").hidden = view.phase === "playing";
    write(place("quiet-text"), view.phase === "over" ? _("Another race?") : _("Two to six players, one board. One player sets up the game and shows the others a code to join."));
    showSeats(place("seats"), view, who.seats, (chosen) => join(() => joinSeat(who, chosen)));
  }

  /** Opens the hand of the seat that was taken; one thing at a time. */
  async function join(way) {
    if (busy) return;
    busy = true;
    try {
      const seat = await way();
      if (seat !== null) return location.assign(`/seat/${seat}`);
    } catch (refused) {
      say(refused.message);
    } finally {
      busy = false;
    }
    askWho();
  }

  const askWho = keepAsking((now) => {
    who = now;
    if (view) show();
  });
  document.querySelector('[data-do="tap"]').addEventListener("click", () => join(() => holdRunner(who)));
  addEventListener("pageshow", (event) => event.persisted && askWho());
  followView("/api/watch", (next) => {
    if (view) askWho();
    view = next;
    show();
  }, { changed: lostBanner() });
  // A real board has no simulator to look at.
  get("/api/simulator").then(() => (place("simulator").hidden = false), () => {});
}

start().catch((refused) => say(refused.message));
