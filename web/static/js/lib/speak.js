/* Reads aloud what everybody at the table may hear: the headline, and the card. Off until somebody switches it on. */

import { keptSwitch } from "./switches.js";
import { language } from "./text.js";

const PAUSE_MS = 500;

export const speech = keptSwitch("speech");
export const canSpeak = "speechSynthesis" in window;

let timer = 0;
let last = null;

/** Says `text` if it is news. Of several things in a row the last one is said. */
export function speak(text) {
  if (text === last) return;
  const first = last === null;
  last = text;
  // What a page opens with has been read already.
  if (first || !text || !canSpeak || !speech.on || document.hidden) return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    const words = new SpeechSynthesisUtterance(text);
    words.lang = language;
    speechSynthesis.cancel();
    speechSynthesis.speak(words);
  }, PAUSE_MS);
}

export function hush() {
  clearTimeout(timer);
  if (canSpeak) speechSynthesis.cancel();
}

document.addEventListener("visibilitychange", () => document.hidden && hush());
