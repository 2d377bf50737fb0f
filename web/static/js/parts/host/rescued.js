/* That saved games were damaged, until somebody says that they have seen it. */

import { post } from "../../lib/api.js";
import { h, write } from "../../lib/dom.js";
import { say } from "../../lib/notice.js";
import { _ } from "../../lib/text.js";

const seen = () => post("/api/rescued/seen").catch((refused) => say(refused.message));

/** Shows in `box` what became of a damaged journal; nothing once somebody has seen it. */
export function showRescued(box, { rescued }) {
  if (box.hidden !== !rescued) draw(box, rescued);
  if (rescued) write(box.firstElementChild, rescued);
}

function draw(box, rescued) {
  const stood = box.contains(document.activeElement);
  box.hidden = !rescued;
  if (rescued) return box.replaceChildren(h("p", { role: "status" }), h("button", { type: "button", class: "button button--quiet", "data-do": "rescued-seen", onclick: seen }, _("Got it")));
  box.replaceChildren();
  // Whoever stood on what has gone begins again where the page does.
  const title = document.querySelector("h1");
  title.tabIndex = -1;
  if (stood) title.focus();
}
