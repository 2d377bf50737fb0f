/* The whole race on one line. */

import { h, keyed } from "./dom.js";
import { dress, token } from "./tokens.js";

/** Runners closer than this stand on different levels, so that none hides another. */
const NEAR = 5;
/** Those at START and at HOME stand in a queue of their own, this far apart. */
const QUEUE_PX = 15;

export function showStrip(strip, view, home) {
  const queues = { 0: 0, [home]: 0 };
  const levels = [];
  const spots = new Map();
  for (const { seat, square } of [...view.seats].sort((a, b) => a.square - b.square)) {
    if (square in queues) {
      spots.set(seat, { level: 0, queue: queues[square]++ });
      continue;
    }
    let level = 0;
    while (square - (levels[level] ?? (level ? -NEAR : 0)) < NEAR) level += 1;
    levels[level] = square;
    spots.set(seat, { level, queue: 0 });
  }
  strip.style.setProperty("--levels", Math.max(1, levels.length));
  strip.style.setProperty("--before", `${queues[0] * QUEUE_PX}px`);
  strip.style.setProperty("--after", `${queues[home] * QUEUE_PX}px`);

  keyed(strip.querySelector(".strip__goals"), view.me.destinations, (d) => d.square, () => h("i"),
    (goal, d) => goal.style.setProperty("--at", d.square / home));
  keyed(strip.querySelector(".strip__runners"), view.seats, (s) => s.seat, (s) => token(s.colour), (element, s) => {
    const { level, queue } = spots.get(s.seat);
    dress(element, s.colour, s.face_down);
    element.style.setProperty("--at", s.square / home);
    element.style.setProperty("--level", level);
    element.style.setProperty("--queue", `${(s.square === home ? queue : queue - queues[0] + 1) * QUEUE_PX * (s.square in queues ? 1 : 0)}px`);
    element.classList.toggle("is-me", s.seat === view.me.seat);
  });
}
