/* A switch that is kept on this phone. */

import { h } from "../../lib/dom.js";

/** The switch `kept`, as a line that can be tapped anywhere; `changed(on)` is told. */
export function toggle(name, title, text, kept, changed) {
  const input = h("input", { type: "checkbox", role: "switch", name, checked: kept.on });
  input.addEventListener("change", () => {
    kept.on = input.checked;
    changed(input.checked);
  });
  return h("label", { class: "toggle" }, h("b", {}, title), h("small", { class: "soft" }, text), input);
}
