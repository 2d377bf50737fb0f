/* Where the page speaks for itself: short messages, and being out of touch. */

import { drawing, h, write } from "./dom.js";

const SHOWN_MS = 5000;
let toast = null;
let timer = 0;

/** A sentence at the foot of the page for a few seconds. */
export function say(sentence) {
  if (!toast) document.body.append((toast = h("div", { class: "toast", role: "status", "data-field": "toast" })));
  write(toast, sentence);
  toast.classList.add("is-shown");
  clearTimeout(timer);
  timer = setTimeout(() => toast.classList.remove("is-shown"), SHOWN_MS);
}

/** The banner of a page that no longer hears the board. */
export function lostBanner() {
  const banner = h("div", { class: "lost", role: "status", "data-field": "lost", hidden: true },
    drawing("i-out"), h("span"));
  document.body.prepend(banner);
  let timer = 0;
  return (live) => {
    clearTimeout(timer);
    // A blink of the network is not worth a banner; the actions are greyed out at once.
    if (live) banner.hidden = true;
    else timer = setTimeout(() => {
      write(banner.lastElementChild, document.body.dataset.room === "workshop"
        ? "The board is in the workshop. The game goes on afterwards."
        : "Out of touch with the board. What you see may be old.");
      banner.hidden = false;
    }, 600);
  };
}
