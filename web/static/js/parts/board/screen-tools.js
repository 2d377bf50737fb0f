/* For a screen that everybody looks at: sounds, reading aloud, and the whole screen. */

import { h } from "../../lib/dom.js";
import { say } from "../../lib/notice.js";
import { sound, sounds } from "../../lib/sounds.js";
import { makeSpeech } from "../../lib/speech.js";
import { _ } from "../../lib/text.js";
import { toggle } from "../phone/toggle.js";

/** Puts the switches for ears, and the button for the whole screen, into `box`; questions into `asks`. Returns what reads views aloud. */
export function makeScreenTools(box, asks) {
  const button = h("button", { type: "button", class: "button button--quiet", "data-do": "speech", "aria-pressed": "false" }, _("Read aloud"));
  box.append(toggle("sounds", _("Sounds"), _("When the turn passes, a card is drawn or a runner is HOME."), sounds, (on) => on && setTimeout(() => sound("turn"), 100)), button);
  if (document.fullscreenEnabled) box.append(h("button", { type: "button", class: "button button--quiet", "data-do": "full-screen",
    onclick: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()) }, _("Full screen")));
  return makeSpeech({ button, box: asks, base: "/api/watch", isOpen: () => false, saysAll: true, say }).saw;
}

/** Sounds what has happened between one view and the next. */
export function makeEars() {
  let before = null;
  const home = (view) => view.seats.flatMap(({ runners }) => runners).filter(({ arrived }) => arrived !== null).length;
  return (view) => {
    const last = before;
    before = view;
    if (!last || last.phase !== "playing") return;
    if (home(view) > home(last)) sound("home");
    else if (view.card && view.card.number !== last.card?.number) sound("card");
    else if (view.to_act !== last.to_act) sound("turn");
  };
}
