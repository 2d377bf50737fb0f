/* What is painted under the squares: the path, the hedges between the rows, the gate and its fence. */

import { COLUMNS, GAP, HEDGE } from "./geometry.js";
import { _ } from "../../lib/text.js";

const SVG = "http://www.w3.org/2000/svg";

/** An element of a drawing. */
export function part(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

export function scenery(plan) {
  const svg = part("svg", { viewBox: `0 0 100 ${plan.height}`, class: "scenery", "aria-hidden": "true" });
  svg.append(part("rect", { class: "lawn", x: plan.frame - 0.3, y: plan.railTop - 0.6, width: 59.4, height: plan.rail + 0.9, rx: 1.2 }), ...bed(plan), path(plan));
  for (let row = 0; row < plan.rows; row += 1) svg.append(hedge(plan, row));
  svg.append(part("path", { class: "pickets", d: pickets(plan) }));
  svg.append(...gate(plan));
  return svg;
}

/** Where the last row is not full, the garden goes on. */
function bed(plan) {
  const empty = plan.rows * COLUMNS - plan.home;
  if (!empty) return [];
  const column = (plan.rows - 1) % 2 ? 0 : COLUMNS - empty;
  const width = empty * plan.tile + (empty - 1) * GAP;
  return [part("rect", { class: "lawn lawn--bed", x: plan.left(column), y: plan.top(plan.rows - 1), width, height: plan.tile, rx: 1.1 })];
}

/** One line from the gate through every square; it shows where the hedges leave an opening. */
function path(plan) {
  const first = plan.centre(1);
  let d = `M${first.x} ${plan.railTop + plan.rail * 0.5}`;
  for (let square = 1; square <= plan.home; square += 1) {
    const { x, y } = plan.centre(square);
    d += `L${x.toFixed(2)} ${y.toFixed(2)}`;
  }
  return part("path", { class: "path", d, fill: "none", "stroke-width": plan.tile * 0.72, "stroke-linejoin": "round" });
}

/** The hedge below `row`, open where the path turns up into it (below the first row: at the gate). */
function hedge(plan, row) {
  const opening = row === 0 ? 0 : plan.columnOf(row * COLUMNS);
  const from = opening === 0 ? plan.left(1) + 0.6 : plan.left(0) + 0.4;
  return drawn("hedge", from - 1.37, plan.top(row) + plan.tile + HEDGE / 2 - 2, 85, 4);
}

/** A drawing of the sprite in a place; printed boards have the same (web/artwork). */
function drawn(id, x, y, width, height) {
  return part("use", { href: `#${id}`, x, y, width, height });
}

function pickets(plan) {
  const top = plan.railTop + 1.7;
  let d = "";
  for (let x = plan.left(1) + 0.9; x < 59.5; x += 2.4) d += `M${x} ${top + 4.6}V${top + 0.8}L${x + 0.75} ${top}L${x + 1.5} ${top + 0.8}V${top + 4.6}Z`;
  return `${d}M${plan.left(1) + 0.2} ${top + 1.5}H60.4V${top + 2.2}H${plan.left(1) + 0.2}Z`;
}

/** Two posts under the first square, and the sign between them. */
function gate(plan) {
  const { x } = plan.centre(1);
  const top = plan.railTop - 1.3;
  const text = part("text", { class: "sign-text", x, y: top + 2.75 });
  text.textContent = _("START");
  text.style.fontSize = `${Math.min(2.5, 14 / text.textContent.length)}px`; // a longer word fits, too
  return [drawn("gate", x - 7, top - 1, 14, 10), text];
}
