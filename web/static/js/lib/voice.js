/* The browser's own voice. Off until somebody switches it on. */

import { keptSwitch } from "./switches.js";
import { language } from "./text.js";

/** Some browsers never say that they have finished. */
const LONGEST_MS = (text) => 5000 + 150 * text.length;

export const speech = keptSwitch("speech");
export const canSpeak = "speechSynthesis" in window;

/** False if the browser knows its voices, and has none for the language of the page. */
export function hasVoice() {
  const voices = canSpeak ? speechSynthesis.getVoices() : [];
  return !voices.length || voices.some(({ lang }) => lang.toLowerCase().startsWith(language));
}

let saying = null; // with its utterance: Chromium forgets one that nobody holds, and never ends it
let queue = [];
let timer = 0;
let blocked = false;

function next() {
  if (saying || blocked || !speech.on || document.hidden) return;
  const one = queue.shift();
  if (!one) return;
  if (!one.holds()) return next();
  const words = new SpeechSynthesisUtterance(one.text);
  words.lang = language;
  const mine = { one, words };
  const done = (event) => {
    if (saying !== mine) return;
    clearTimeout(timer);
    saying = null;
    // A page is heard only once it has been touched: then it says what it could not.
    if (event?.error === "not-allowed") {
      blocked = true;
      queue.unshift(one);
    } else next();
  };
  words.onend = words.onerror = done;
  saying = mine;
  timer = setTimeout(done, LONGEST_MS(one.text));
  speechSynthesis.speak(words);
}

/** Breaks off what is being said, and returns it. */
function breakOff() {
  const cut = saying?.one;
  clearTimeout(timer);
  saying = null;
  if (cut) speechSynthesis.cancel();
  return cut;
}

/** Says `text` after what is being said, if it `holds` until then. */
export function utter(text, holds = () => true) {
  if (!canSpeak || !speech.on || document.hidden) return;
  queue.push({ text, holds });
  next();
}

/** Says `text` now; what it breaks off, and what waits, comes after it. */
export function utterFirst(text) {
  if (!canSpeak || !speech.on || document.hidden) return;
  const cut = breakOff();
  queue = [{ text, holds: () => true }, ...(cut ? [cut] : []), ...queue];
  next();
}

/** Says nothing more of what was to be said. */
export function hush() {
  queue = [];
  breakOff();
}

function touched() {
  if (!blocked) return;
  blocked = false;
  next();
}

for (const touch of ["pointerup", "keydown"]) addEventListener(touch, touched, { passive: true });
document.addEventListener("visibilitychange", () => document.hidden && hush());
