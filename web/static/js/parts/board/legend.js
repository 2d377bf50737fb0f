/* What the lights mean: each lamp plays one round of its light. */

import { get } from "../../lib/api.js";
import { h, keyed, write } from "../../lib/dom.js";
import { glow } from "./glow.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Fills `list` with the meanings; an entry that is there already only changes its light. */
export function showLegend(list, entries) {
  keyed(list, entries, (entry) => entry.meaning,
    (entry) => h("li", { class: "legend__entry", "data-meaning": entry.meaning },
      h("span", { class: "lamp", "aria-hidden": "true" }, h("span", { class: "lamp__ring" })),
      h("div", {}, h("b"), h("p", { class: "soft" }), h("p", { class: "legend__moves" }))),
    (row, entry) => {
      const [title, text, moves] = row.lastElementChild.children;
      write(title, entry.title);
      write(text, entry.text);
      write(moves, entry.moves);
      play(row.querySelector(".lamp__ring"), entry);
    });
}

/** Shows the legend of the look that a view has in `list`, and again whenever that changes. */
export function makeLegend(list, changed = () => {}) {
  let shown = null;
  return async (view) => {
    const wanted = JSON.stringify(view.look);
    if (wanted === shown) return;
    shown = wanted;
    try {
      const lights = await get("/api/lights");
      showLegend(list, lights.legend);
      changed(lights);
    } catch (refused) {
      shown = null;
      throw refused;
    }
  };
}

function play(ring, { frames, period_s: period }) {
  const seen = frames.map(glow);
  const colours = seen.map(({ rgb, lit }) => `rgb(${rgb} / ${lit})`);
  for (const playing of ring.getAnimations()) playing.cancel();
  ring.classList.toggle("lamp__ring--still", still.matches);
  if (still.matches) {
    // Standing still, the movement becomes a strip that is read from left to right.
    const stops = colours.map((colour, i) => `${colour} ${(i / colours.length) * 100}% ${((i + 1) / colours.length) * 100}%`);
    ring.style.backgroundImage = `linear-gradient(90deg, ${stops.join(", ")})`;
    return;
  }
  ring.style.backgroundImage = "";
  ring.animate([...colours, colours[0]].map((color) => ({ color })), { duration: period * 1000, iterations: Infinity });
}
