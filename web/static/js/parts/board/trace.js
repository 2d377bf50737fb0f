/* The way that a runner has taken, from square to square. */

import { part } from "./scenery.js";
import { lookOf } from "../../lib/tokens.js";

/** Draws moves over the squares of `plan`: `show({ colour, start, to })`, or null for none. */
export function makeTrace(plan) {
  const svg = part("svg", { viewBox: `0 0 100 ${plan.height}`, class: "trace", "aria-hidden": "true" });
  const spot = (square) => (square ? plan.centre(square) : { x: plan.left(0) + plan.tile / 2, y: plan.railTop - 0.4 });
  let shown = "";

  function show(move) {
    const key = JSON.stringify(move);
    if (key === shown) return;
    shown = key;
    svg.replaceChildren();
    if (!move) return;
    const step = Math.sign(move.to - move.start);
    const squares = Array.from({ length: Math.abs(move.to - move.start) + 1 }, (_, i) => move.start + i * step);
    const points = squares.map(spot).map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`);
    const d = `M${points.join("L")}`;
    const stroke = lookOf(move.colour).rgb;
    svg.append(part("path", { class: "trace__edge", d }), part("path", { class: "trace__way", d, stroke }));
    if (!move.start) return; // START has a sign of its own
    const { x, y } = spot(move.start);
    svg.append(part("circle", { class: "trace__start", cx: x, cy: y, r: 1.9, stroke }));
  }

  return { svg, show };
}
