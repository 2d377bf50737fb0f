/* A race in a small picture: how far every runner had come, turn by turn. */

import { _ } from "../../lib/text.js";
import { lookOf } from "../../lib/tokens.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDE = 300;
const HIGH = 100;
/** What tells a line apart besides its colour: ticks across it, by the runner's number. */
export const TICKS = { 1: null, 2: "3 12", 3: "2 5", 4: "6 14", 5: "2 4 2 14", 6: "2 20" };

function s(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** The picture of a story. START is below, HOME above; a line ends where its runner arrived. */
export function raceSketch({ players, start, home, turns }) {
  const moments = [start.squares, ...turns.map(({ squares }) => squares)];
  const lines = players.flatMap(({ colours }, seat) => colours.map((colour, runner) => {
    const way = moments.map((squares) => squares[seat][runner]);
    const arrival = way.indexOf(home);
    const points = (arrival < 0 ? way : way.slice(0, arrival + 1))
      .map((at, turn) => `${((turn / turns.length) * WIDE).toFixed(1)},${(HIGH - (at / home) * HIGH).toFixed(1)}`).join(" ");
    const { rgb, ink, number } = lookOf(colour);
    const line = s("g", {}, ...["edge", "line", "ticks"].map((part) => s("polyline", { class: `sketch__${part}`, points })));
    if (TICKS[number]) line.lastChild.setAttribute("stroke-dasharray", TICKS[number]);
    else line.lastChild.remove();
    line.style.setProperty("--runner", rgb);
    line.style.setProperty("--runner-ink", ink);
    return line;
  }));
  return s("svg", { class: "sketch", viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", role: "img", "aria-label": _("How far everybody had come, turn by turn") }, ...lines);
}
