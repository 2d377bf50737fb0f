/* The faces of computer opponents. They are decoration: a name stands beside each. */

import { h } from "./dom.js";

const DRAWN = ["alternator", "person", "sprinter", "strategist-1", "strategist-2", "strategist-3", "strategist-4", "walker", "weigher"];

/** Beside the bundle that a page runs there is a picture of each character, and one of all programs. */
const pictureOf = (opponent) => new URL(`../faces/${DRAWN.includes(opponent) ? opponent : "program"}.svg`, import.meta.url);

/** A round picture of a character; nothing for a person. It scales with the custom property --face. */
export function face(opponent = null) {
  const element = h("span", { class: "face", "aria-hidden": "true" });
  showFace(element, opponent);
  return element;
}

/** Makes an existing face that of another character. */
export function showFace(element, opponent) {
  element.hidden = !opponent;
  if (opponent) element.style.backgroundImage = `url("${pictureOf(opponent)}")`;
}
