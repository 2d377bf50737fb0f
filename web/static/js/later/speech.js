/* Speech: what a page says, and the questions one may ask it. */

import { h } from "../lib/dom.js";
import { makeListening, speechSwitch } from "../parts/phone/listening.js";
import { forgetOwn, makeReader, tell } from "../lib/read-aloud.js";
import { utter } from "../lib/voice.js";

/** Sets up what `lib/speech.js` describes, and returns what it may ask for. */
export function speechOf({ button, box, base, isOpen, saysAll, say }) {
  document.head.append(h("link", { rel: "stylesheet", href: new URL("../css/listening.css", import.meta.url).href }));
  const reader = makeReader(({ private: own }) => (own ? isOpen() : saysAll));
  const asksOpened = makeListening(box, base, isOpen);
  function opened() {
    asksOpened();
    if (isOpen()) reader.now(true);
    else forgetOwn();
  }
  return { saw: reader.saw, toggle: speechSwitch(button, () => reader.now(), say), opened, tell, utter };
}
