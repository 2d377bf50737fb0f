/* What the lights mean: each swatch plays one period of its light. */

import { h } from "./dom.js";
import { glow } from "./glow.js";

export function showLegend(list, entries) {
  list.replaceChildren(...entries.map((entry) => {
    const lamp = h("span", { class: "lamp", "aria-hidden": "true" });
    play(lamp, entry);
    return h("li", { class: "legend__entry", "data-meaning": entry.meaning }, lamp,
      h("div", {}, h("b", {}, entry.title), h("p", { class: "soft" }, entry.text)));
  }));
}

function play(lamp, { frames, period_s: period }) {
  const seen = frames.map(glow);
  const colours = seen.map(({ rgb, lit }) => `rgb(${rgb} / ${lit})`);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    // Standing still, the movement becomes a strip that is read from left to right.
    const stops = colours.map((colour, i) => `${colour} ${(i / colours.length) * 100}% ${((i + 1) / colours.length) * 100}%`);
    lamp.style.backgroundImage = `linear-gradient(90deg, ${stops.join(", ")})`;
    lamp.classList.add("lamp--still");
    return;
  }
  const steps = [...seen.keys(), 0].map((i) => ({ backgroundColor: colours[i], color: colours[i] }));
  lamp.animate(steps, { duration: Math.max(0.1, period) * 1000, iterations: Infinity });
}
