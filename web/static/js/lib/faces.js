/* The faces of computer opponents. They are decoration: a name stands beside each. */

import { h } from "./dom.js";

/** Beside the bundle that a page runs there is a picture of each character; any other name brings that of programs. */
const pictureOf = (opponent) => new URL(`../faces/${opponent}.svg`, import.meta.url);

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
