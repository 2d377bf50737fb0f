/* The clock of a game: how long whoever is to move has been thinking. It shows and reminds, no more. */

import { write } from "../../lib/dom.js";
import { seatOf } from "../../lib/seats.js";
import { sound } from "../../lib/sounds.js";
import { _ } from "../../lib/text.js";

const TICK_MS = 500;

const clockTime = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/** Shows the clock in `element`; `seat` is whose page it is. Takes views, and what the board says between them. */
export function makeClock(element, seat = null) {
  let view = null;
  let spent = 0; // seconds of this turn, at
  let at = 0;
  let alarmed = -1; // the turn whose alarm has sounded
  let ticking = 0;

  const now = () => performance.now() / 1000;
  const thought = () => spent + (view.clock.runs ? now() - at : 0);

  function set(seconds) {
    spent = seconds;
    at = now();
  }

  function draw() {
    const { clock, to_act: mover } = view;
    const [text, state] = clock.remind_s === null ? timed(clock.move_s - thought(), clock.reserves_s[mover]) : reminder(clock.remind_s);
    element.hidden = !text;
    element.dataset.state = state;
    write(element, text);
    if (state === "calm" || alarmed === clock.turn) return;
    alarmed = clock.turn;
    if (seat === null || seat === mover) sound("turn");
  }

  function timed(left, reserve) {
    if (left >= 0 && !reserve) return [_("{time} left", { time: clockTime(Math.ceil(left)) }), "calm"];
    if (left >= 0) return [_("{time} left, {reserve} in reserve", { time: clockTime(Math.ceil(left)), reserve: clockTime(reserve) }), "calm"];
    if (left + reserve >= 0) return [_("{time} left in reserve", { time: clockTime(Math.ceil(left + reserve)) }), "late"];
    return [_("{time} over time", { time: clockTime(-left - reserve) }), "over"];
  }

  function reminder(after) {
    const seconds = thought();
    if (seconds < after) return ["", "calm"];
    const time = clockTime(seconds);
    if (seat === view.to_act) return [_("It's still your turn: {time} so far", { time }), "late"];
    return [_("{name} has been thinking for {time}", { name: seatOf(view, view.to_act).name, time }), "late"];
  }

  return {
    show(next) {
      const before = view?.clock;
      if (next.clock?.turn !== before?.turn) set(0);
      else if (before && before.runs !== next.clock.runs) set(thought());
      view = next;
      clearInterval(ticking);
      if (!next.clock || next.to_act === null) element.hidden = true;
      else {
        ticking = setInterval(draw, TICK_MS);
        draw();
      }
    },
    hear({ turn_s: seconds }) {
      if (!view?.clock || seconds === null) return;
      set(seconds);
      if (view.to_act !== null) draw();
    },
  };
}
