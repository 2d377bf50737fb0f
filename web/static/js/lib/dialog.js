/* Dialogs: a question before the page, which Escape and the button beside the answer leave. */

import { h, write } from "./dom.js";
import { _ } from "./text.js";

/**
 * Shows a dialog with `title` and `content`. Returns `close`, and `closed`, a promise of what it was
 * closed with: null if somebody left it.
 */
export function openDialog(title, ...content) {
  const heading = h("h2", { id: "dialog-title", tabindex: "-1" }, title);
  const dialog = h("dialog", { class: "dialog", "aria-labelledby": "dialog-title" }, heading, ...content);
  const before = document.activeElement;
  let outcome = null;
  const closed = new Promise((done) => dialog.addEventListener("close", () => {
    dialog.remove();
    before?.focus?.({ preventScroll: true });
    done(outcome);
  }));
  document.body.append(dialog);
  dialog.showModal();
  return {
    dialog,
    closed,
    close(result = null) {
      outcome = result;
      dialog.close();
    },
  };
}

/**
 * A field with its label, what it wants, and what was wrong with it: `complain` says so, ties it to
 * the field and brings the cursor there; null takes it away.
 */
export function labelled(label, hint, attributes) {
  const { id } = attributes;
  const input = h("input", { "aria-describedby": `${id}-hint ${id}-wrong`, ...attributes });
  const wrong = h("p", { class: "wrong", id: `${id}-wrong`, role: "alert", "data-field": `${id}-wrong`, hidden: true });
  const box = h("div", { class: "labelled" }, h("label", { for: id }, label), input, h("p", { class: "soft", id: `${id}-hint` }, hint), wrong);
  return {
    box,
    input,
    complain(sentence) {
      wrong.hidden = !sentence;
      write(wrong, sentence ?? "");
      if (sentence) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
      if (sentence) input.select();
    },
  };
}

/** The button that leaves a dialog. */
export const cancelButton = (leave) =>
  h("button", { type: "button", class: "button button--quiet", "data-do": "cancel", onclick: leave }, _("Cancel"));
