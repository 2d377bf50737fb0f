/* Says what a view has to say, each sentence once: to a screen reader, or by the browser's own voice. */

import { h } from "./dom.js";
import { keptChoice } from "./switches.js";
import { hush, speech, utter, utterFirst } from "./voice.js";

/** What is over within this time is not said. */
const PAUSE_MS = 300;
/** As many sentences as a screen reader may still have to say. */
const KEPT = 20;
const DETAILS = ["turn", "moves", "all"];

export const detail = keptChoice("speech-detail", DETAILS, "moves");

let region = null;

/** A screen reader says what is added here. While the browser speaks, it must not say it too. */
export function listener() {
  if (!region) document.body.append((region = h("div", { class: "unseen", role: "log", "data-field": "announced" })));
  region.setAttribute("aria-live", speech.on ? "off" : "polite");
  return region;
}

function write(sentence, own) {
  listener().append(h("p", own ? { "data-own": "" } : {}, sentence));
  while (region.childElementCount > KEPT) region.firstElementChild.remove();
}

/** Answers somebody who waits for it: before everything else. An answer may be somebody's own. */
export function tell(sentence) {
  write(sentence, true);
  utterFirst(sentence);
}

/** Takes away what is somebody's own, and says no more of it. */
export function forgetOwn() {
  listener().querySelectorAll("[data-own]").forEach((each) => each.remove());
  hush();
}

const keyOf = ({ number, sentence }) => `${number} ${sentence}`;
const isWithin = ({ detail: least }) => DETAILS.indexOf(least) <= DETAILS.indexOf(detail.chosen);

/**
 * Follows the sentences of views. `mayTell` leaves out what is not to be heard here and now.
 * What a page opens with can be read on it; `now` says it again.
 */
export function makeReader(mayTell = () => true) {
  let current = null;
  let names = null; // of the players, at a version of the game
  let waiting = new Map();
  let timer = 0;
  listener();
  const holds = (each) => current.has(keyOf(each)) && mayTell(each);
  const say = (each) => {
    write(each.sentence, each.private);
    utter(each.sentence, () => holds(each));
  };

  function flush() {
    for (const each of waiting.values()) if (holds(each)) say(each);
    waiting = new Map();
  }

  return {
    saw({ spoken, seats, version }) {
      const [before, called] = [current, names];
      current = new Map(spoken.map((each) => [keyOf(each), each]));
      names = { version, all: JSON.stringify(seats.map(({ name }) => name)) };
      // A person was deleted: the old sentences have a new name in them.
      const renamed = called?.version === version && called.all !== names.all;
      if (!before || renamed) return;
      for (const [key, each] of current) if (!before.has(key) && isWithin(each)) waiting.set(key, each);
      clearTimeout(timer);
      if (waiting.size) timer = setTimeout(flush, PAUSE_MS);
    },
    /** Says what is the case, for somebody who has just begun to listen; `own` only what is their own. */
    now(own = false) {
      const all = [...(current ?? new Map()).values()];
      const newest = Math.max(0, ...all.map(({ number }) => number));
      for (const each of all) if ((!each.number || each.number === newest) && isWithin(each) && mayTell(each) && (each.private || !own)) say(each);
    },
  };
}
