/* The runners, the same everywhere: colour, shape and number. */

import { drawing, h, keyed, write } from "./dom.js";
import { get } from "./api.js";
import { say } from "./notice.js";

let looks = new Map();

const RETRY_MS = 2000;

/** The track in play; also teaches us how the runners look. Waits for a service that is not up yet. */
export async function loadTrack() {
  let track = null;
  while (!track) {
    track = await get("/api/track").catch((refused) => say(refused.message));
    if (!track) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  looks = new Map(track.colours.map((look) => [look.colour, look]));
  return track;
}

export const lookOf = (colour) => looks.get(colour) ?? { colour, number: "?", shape: "circle", rgb: "#777777", ink: "#ffffff" };

/** A runner's token. It scales with the custom property --size. */
export function token(runner) {
  const element = h("span", { class: "token", "aria-hidden": "true" }, h("span", { class: "token__body" }), h("b"));
  dress(element, runner);
  return element;
}

/** Makes an existing token that of another runner, or lays it down. */
export function dress(element, { colour, face_down: down = false, asleep = false }) {
  const look = lookOf(colour);
  if (element.dataset.colour !== colour || element.dataset.shape !== look.shape) {
    element.dataset.colour = colour;
    element.dataset.shape = look.shape;
    element.style.setProperty("--runner", look.rgb);
    element.style.setProperty("--runner-ink", look.ink);
    element.querySelector(".token__body").replaceChildren(
      drawing("ears", "token__edge"), drawing("ears", "token__ears"),
      drawing(`shape-${look.shape}`, "token__edge"), drawing(`shape-${look.shape}`, "token__front"));
    write(element.querySelector("b"), String(look.number));
  }
  element.classList.toggle("token--down", down || asleep);
  element.classList.toggle("token--asleep", asleep);
}

/** The tokens of a seat: one, or two in the room of one. */
export function tokens(runners) {
  const element = h("span", { class: "tokens", "aria-hidden": "true" });
  dressAll(element, runners);
  return element;
}

export function dressAll(element, runners) {
  keyed(element, runners, (runner) => runner.colour, token, dress);
  element.classList.toggle("tokens--two", runners.length > 1);
}
