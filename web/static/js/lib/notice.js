/* Where the page speaks for itself: short messages, and being out of touch. */

import { drawing, h, write } from "./dom.js";
import { _ } from "./text.js";

const SHOWN_MS = 4000;
const READ_MS = 60; // for every letter
const PATIENCE_MS = 150;
const LOST_MS = 2000;
let toast = null;
let timer = 0;

/** A sentence at the foot of the page for as long as one needs to read it. */
export function say(sentence) {
  if (!toast) document.body.append((toast = h("div", { class: "toast", role: "status", "data-field": "toast" })));
  write(toast, sentence);
  toast.classList.add("is-shown");
  clearTimeout(timer);
  timer = setTimeout(() => {
    toast.classList.remove("is-shown");
    toast.textContent = "";
  }, SHOWN_MS + READ_MS * sentence.length);
}

function since(from) {
  const seconds = Math.round((Date.now() - from) / 1000);
  return seconds < 100 ? _("for {seconds} s", { seconds }) : _("for {minutes} min", { minutes: Math.round(seconds / 60) });
}

/** The banner of a page that no longer hears the board. */
export function lostBanner() {
  const text = h("span", { role: "status" });
  const time = h("small", { "aria-hidden": "true" });
  const banner = h("div", { class: "lost", "data-field": "lost", hidden: true }, drawing("i-out"), h("p", {}, text, " ", time));
  document.body.prepend(banner);
  let from = 0;
  let ticking = 0;

  function draw() {
    const away = Date.now() - from;
    banner.hidden = away < PATIENCE_MS;
    const workshop = document.body.dataset.mode === "workshop";
    const lost = away >= LOST_MS;
    if (banner.hidden) return;
    banner.classList.toggle("lost--looking", !lost && !workshop);
    if (workshop) write(text, _("The board is in the workshop. The game continues afterwards."));
    else if (lost) write(text, _("Lost contact with the board. This may be out of date. Reconnecting…"));
    else write(text, _("Reconnecting…"));
    write(time, lost && !workshop ? since(from) : "");
  }

  return (live) => {
    if (live) {
      clearInterval(ticking);
      ticking = 0;
      banner.hidden = true;
      text.textContent = "";
      return;
    }
    if (ticking) return draw();
    from = Date.now();
    // A blink of the network is not worth a banner; what can be pressed is greyed out at once.
    ticking = setInterval(draw, PATIENCE_MS * 2);
    setTimeout(() => ticking && draw(), PATIENCE_MS);
  };
}
