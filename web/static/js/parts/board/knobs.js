/* The buttons beside the board: pressed by a tap, held by keeping a finger or a key down. */

import { drawing, h } from "../../lib/dom.js";
import { _, p_ } from "../../lib/text.js";

const HOLD_MS = 800;
const KEYS = ["Enter", " "];
const KNOBS = {
  confirm: { icon: "i-check", name: _("Confirm"), brief: _("Confirm"), held: _("Before a race: press it to choose opponents, hold it to start.") },
  "take-back": { icon: "i-back", name: _("Take back"), brief: p_("button", "Back"), held: _("Hold it to switch between night and day lights.") },
  "carrot-draw": { icon: "i-draw", name: _("Draw carrots"), brief: p_("button", "Draw") },
  "carrot-pay": { icon: "i-pay", name: _("Pay carrots"), brief: p_("button", "Pay") },
};

/** `press(button, held)` is called once for each press. */
export const makeKnobs = (buttons, press) =>
  h("div", { class: "board__buttons", "data-count": buttons.length }, ...buttons.map((button) => makeKnob(button, buttons.length > 2, press)));

/** Where there are many, one word has to do for the eye. */
function makeKnob(button, many, press) {
  const { icon, name, brief, held = "" } = KNOBS[button];
  const knob = h("button", { type: "button", class: "knob", "data-button": button, "aria-label": name, title: held || null, "aria-description": held || null },
    h("span", { class: "knob__cap" }, drawing(icon)), h("span", { class: "knob__label" }, many ? brief : name));
  let timer = 0;
  let key = null;
  let told = false; // Letting go of what was held says nothing more.

  function down() {
    told = false;
    clearTimeout(timer);
    timer = setTimeout(() => {
      told = true;
      knob.classList.add("is-held");
      press(button, true);
    }, HOLD_MS);
  }

  function up() {
    clearTimeout(timer);
    key = null;
    knob.classList.remove("is-held");
  }

  function letGo() {
    up();
    if (!told) press(button, false);
    told = false;
  }

  knob.addEventListener("pointerdown", (event) => event.button === 0 && down());
  for (const left of ["pointerleave", "pointercancel"]) knob.addEventListener(left, up);
  // A click comes from a pointer that is let go here, or from whatever clicks without one.
  knob.addEventListener("click", letGo);
  knob.addEventListener("contextmenu", (event) => event.preventDefault());
  knob.addEventListener("keydown", (event) => {
    if (!KEYS.includes(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    // Enter would click at once, and again and again.
    event.preventDefault();
    if (event.repeat || key) return;
    key = event.key;
    down();
  });
  knob.addEventListener("keyup", (event) => {
    if (event.key !== key) return;
    event.preventDefault();
    letGo();
  });
  knob.addEventListener("blur", up);
  return knob;
}
