/* What the lights mean, and how they look. */

import { get, post } from "../lib/api.js";
import { field, h, keyed, write } from "../lib/dom.js";
import { makeLegend } from "../parts/board/legend.js";
import { followView } from "../lib/live.js";
import { me } from "../parts/phone/me.js";
import { lostBanner, say } from "../lib/notice.js";
import { _ } from "../lib/text.js";

const place = (name) => document.querySelector(`[data-place="${name}"]`);
const input = (name) => document.querySelector(`[name=${name}]`);
const percent = field("percent");
let dragging = false;
let guest = false;

function show({ look, themes }) {
  place("look").hidden = false;
  keyed(place("themes"), themes, (each) => each.theme, makeTheme);
  for (const radio of document.querySelectorAll("[name=theme]")) radio.checked = radio.value === look.theme;
  if (!dragging) showBrightness(Math.round(look.brightness * 100));
  input("night").checked = look.night;
  input("test").checked = look.test;
  allow();
}

/** The lights belong to those who play and to the host; others may look. */
function allow() {
  place("guest").hidden = !guest;
  for (const each of place("look").querySelectorAll("input")) each.disabled = guest;
}

async function askWho() {
  const { seats, host } = await me();
  guest = !host && !seats.length;
  allow();
}

function makeTheme({ theme, name, about, colours }) {
  const patches = colours.map((colour) => {
    const patch = h("i");
    patch.style.background = `#${colour}`;
    return patch;
  });
  return h("label", { class: "theme" },
    h("input", { type: "radio", name: "theme", value: theme, onchange: () => want({ theme }) }),
    h("span", {}, h("b", {}, name), h("small", { class: "soft" }, about), h("span", { class: "theme__colours", "aria-hidden": "true" }, ...patches)));
}

function showBrightness(value) {
  input("brightness").value = value;
  write(percent, _("{percent} %", { percent: value }));
}

async function want(change) {
  try {
    await post("/api/lights", change);
  } catch (refused) {
    say(refused.message);
    // Switches go back to how the lights really are.
    get("/api/lights").then(show, () => {});
  }
}

function listen() {
  const dimmer = input("brightness");
  dimmer.addEventListener("input", () => {
    dragging = true;
    write(percent, _("{percent} %", { percent: dimmer.value }));
  });
  dimmer.addEventListener("change", () => {
    dragging = false;
    want({ brightness: Number(dimmer.value) / 100 });
  });
  for (const name of ["night", "test"]) input(name).addEventListener("change", ({ target }) => want({ [name]: target.checked }));
}

listen();
askWho().catch(() => {});
document.addEventListener("visibilitychange", () => document.hidden || askWho().catch(() => {}));
const update = makeLegend(place("legend"), show);
followView("/api/watch", (view) => {
  field("trouble").hidden = !view.lights_trouble;
  write(field("trouble"), view.lights_trouble ?? "");
  update(view).catch((refused) => say(refused.message));
}, { changed: lostBanner() });
// A real board has no simulator to look at.
get("/api/simulator").then(() => (place("simulator").hidden = false), () => {});
