/* The whole race on one line. */

import { h, keyed } from "../../lib/dom.js";
import { runnersOf } from "../../lib/seats.js";
import { dress, token } from "../../lib/tokens.js";

/** Runners closer than this stand on different levels, so that none hides another. */
const NEAR = 5;
/** Those at START and at HOME stand in a queue of their own, this far apart. */
const QUEUE_PX = 15;

/** `seat` is whose phone this is, `goals` the squares where the runner in question may go. */
export function showStrip(strip, view, seat, goals, home) {
  const queues = { 0: 0, [home]: 0 };
  const levels = [];
  const spots = new Map();
  const runners = runnersOf(view);
  for (const { colour, square } of [...runners].sort((a, b) => a.square - b.square)) {
    if (square in queues) {
      spots.set(colour, { level: 0, queue: queues[square]++ });
      continue;
    }
    let level = 0;
    while (square - (levels[level] ?? (level ? -NEAR : 0)) < NEAR) level += 1;
    levels[level] = square;
    spots.set(colour, { level, queue: 0 });
  }
  strip.style.setProperty("--levels", Math.max(1, levels.length));
  strip.style.setProperty("--before", `${queues[0] * QUEUE_PX}px`);
  strip.style.setProperty("--after", `${queues[home] * QUEUE_PX}px`);

  keyed(strip.querySelector(".strip__goals"), goals, (square) => square, () => h("i"),
    (goal, square) => goal.style.setProperty("--at", square / home));
  keyed(strip.querySelector(".strip__runners"), runners, (r) => r.colour, token, (element, r) => {
    const { level, queue } = spots.get(r.colour);
    dress(element, r);
    element.style.setProperty("--at", r.square / home);
    element.style.setProperty("--level", level);
    element.style.setProperty("--queue", `${(r.square === home ? queue : queue - queues[0] + 1) * QUEUE_PX * (r.square in queues ? 1 : 0)}px`);
    element.classList.toggle("is-me", r.seat === seat);
  });
}
