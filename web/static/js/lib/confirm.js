/* A question before something that cannot be undone, or not by everybody. */

import { cancelButton, openDialog } from "./dialog.js";
import { h } from "./dom.js";

/**
 * Asks `question`, with what it means in `text` and what it is about in `about`; `yes` is the button
 * that does it, `look` how it looks. Promises whether it was pressed.
 */
export function sure({ question, about = null, text, yes, look = "" }) {
  const asked = openDialog(question, about ? h("p", {}, h("b", {}, about)) : "", h("p", {}, text),
    h("div", { class: "dialog__buttons" }, cancelButton(() => asked.close()),
      h("button", { type: "button", class: `button ${look}`, "data-do": "sure", onclick: () => asked.close(true) }, yes)));
  return asked.closed.then(Boolean);
}
