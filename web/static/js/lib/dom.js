/* The few things we do to the document, so that pages stay declarative without a framework. */

const SVG = "http://www.w3.org/2000/svg";

/** An element: h("p", {class: "soft", onclick: f}, "text", child). */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** A drawing from the sprite. It is decoration: words stand beside it. */
export function drawing(id, className = "") {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${id}`);
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", className);
  svg.append(use);
  return svg;
}

/** Writes text only where it differs, so that nothing is announced or selected anew. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Calls `act` whenever the details `box` opens or closes; at once if somebody was quicker than this script. */
export function onToggle(box, act) {
  box.addEventListener("toggle", act);
  if (box.open) act();
}

export const field = (name, root = document) => root.querySelector(`[data-field="${name}"]`);

const rowsOf = new WeakMap();

/** Keeps one child per item: existing rows stay the same elements, so focus and scroll survive. */
export function keyed(parent, items, keyOf, make, update) {
  const before = rowsOf.get(parent) ?? new Map();
  const after = new Map(items.map((item) => [String(keyOf(item)), before.get(String(keyOf(item))) ?? make(item)]));
  for (const [key, row] of before) if (!after.has(key)) row.remove();
  let next = parent.firstElementChild;
  for (const row of after.values()) {
    if (row === next) next = next.nextElementSibling;
    else parent.insertBefore(row, next);
  }
  if (update) for (const item of items) update(after.get(String(keyOf(item))), item);
  rowsOf.set(parent, after);
}
