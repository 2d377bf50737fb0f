/* What the board would do: asked for by whoever opens the box, on their own turn. */

import { get } from "../../lib/api.js";
import { h, onToggle } from "../../lib/dom.js";

/** A busy board answers later. */
const AGAIN_MS = 3000;

/** `opener(action)` makes what a tap on a hint does, if it names a square. Returns a function that is told every view. */
export function makeHints(box, seat, opener) {
  const list = box.querySelector("ol");
  let version = null;
  let asked = null; // the version whose hints are there, or on their way

  const row = ({ action, name, sentences }) => {
    const open = opener(action);
    const words = [h("b", {}, name), h("span", {}, sentences.join(" "))];
    return h("li", {}, open ? h("button", { type: "button", class: "choice choice--second", onclick: open }, ...words) : h("p", { class: "hint" }, ...words));
  };

  async function ask() {
    if (!box.open || box.hidden || asked === version) return;
    const wanted = (asked = version);
    list.replaceChildren(h("li", {}, "…"));
    const told = await get(`/api/seats/${seat}/hints`).catch((refused) => refused);
    if (told.code === "no-answer") setTimeout(askAgain, AGAIN_MS);
    if (wanted === version) list.replaceChildren(...(told.hints?.map(row) ?? [h("li", {}, told.message)]));
  }

  function askAgain() {
    asked = null;
    ask();
  }

  onToggle(box, ask);
  let shown = 0;
  return ({ setup, version: now, me }) => {
    box.hidden = !me.hints;
    // After the lesson they are open at first, and have to be asked for later.
    if (setup?.hints === "fading" && me.hints > 2 && shown !== now) box.open = true;
    shown = now;
    version = now;
    if (box.hidden) list.replaceChildren();
    else ask();
  };
}
