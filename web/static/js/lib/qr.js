/* Codes to scan. The drawing comes from the service as text and is shown as a picture, never as part of the page. */

import { h } from "./dom.js";
import { _ } from "./text.js";

/** A code to scan as a picture on a white card, whatever the page is dark or light. `label` says what it is for. */
export const qr = (svg, label) =>
  h("img", { class: "qr", alt: label, src: `data:image/svg+xml,${encodeURIComponent(svg)}` });

/**
 * How others join: the code to scan, and the same in letters. `reachable` is false where only this
 * very machine can open the link.
 */
export function invitation({ code, link, svg, reachable }) {
  return h("div", { class: "invitation" },
    qr(svg, _("A code to scan: it opens the page to join the game.")),
    h("div", { class: "invitation__words" },
      h("p", {}, _("Scan this with a phone's camera, or open this address and type the code.")),
      h("p", { class: "invitation__link" }, new URL(link).host),
      h("p", { class: "invitation__code" }, h("span", { "aria-hidden": "true" }, code), h("span", { class: "unseen" }, spelled(code))),
      reachable ? null : h("p", { class: "soft" }, ...withOption(_("Only this machine can open the address. For phones, start the program with {option}.")))));
}

/** A text whose option is never broken: half of it would be typed. */
function withOption(text) {
  const [before, after = ""] = text.split("{option}");
  return [before, h("span", { class: "invitation__option" }, "--host 0.0.0.0"), after];
}

/** A code letter by letter, as it is read out. */
const spelled = (code) => _("The code: {letters}", { letters: [...code].join(" ") });
