/* The host's PIN: asked for where only the host may do something. */

import { post } from "../../lib/api.js";
import { cancelButton, labelled, openDialog } from "../../lib/dialog.js";
import { h, write } from "../../lib/dom.js";
import { me } from "../phone/me.js";
import { _, n_ } from "../../lib/text.js";

const PIN_DIGITS = 6;
const SHOWN_S = 30;

/** Asks for the PIN, again if it was wrong. Promises whether this phone is the host's now. */
export function askPin() {
  const pin = labelled(_("PIN"), _("Six digits."), {
    id: "pin", name: "pin", class: "field field--code", inputmode: "numeric", pattern: "[0-9 ]*", autocomplete: "off", maxlength: 12, required: true, autofocus: true,
  });
  const enter = h("button", { type: "submit", class: "button", "data-do": "enter-pin" }, _("I am the host"));
  const show = h("button", { type: "button", class: "button button--quiet", "data-do": "show-pin", onclick: () => onBoard(show, told) }, _("Show it on the board"));
  const told = h("p", { class: "soft", role: "status", "data-field": "pin-told" });
  const form = h("form", { class: "dialog__form", novalidate: true },
    h("p", {}, _("Only the host, who can see the board, can set up and end games.")),
    pin.box,
    h("details", { class: "pin-where" }, h("summary", {}, _("Where do I find the PIN?")),
      h("p", {}, _("It's on the board's own screen, or in the terminal where the program was started. Or let the board's lights show it.")),
      show, told),
    h("div", { class: "dialog__buttons" }, cancelButton(() => asked.close()), enter));

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const digits = pin.input.value.replace(/\D/g, "");
    if (digits.length !== PIN_DIGITS) return pin.complain(_("The PIN has six digits."));
    pin.complain(null);
    enter.disabled = true;
    try {
      await post("/api/host", { pin: digits });
      asked.close(true);
    } catch (refused) {
      pin.complain(refused.message);
    } finally {
      enter.disabled = false;
    }
  });

  const asked = openDialog(_("Are you the host?"), form);
  return asked.closed.then(Boolean);
}

/** Whether this phone may do what the host does; asks for the PIN if need be. */
export async function asHost() {
  const { host, at_board: atBoard } = await me();
  return host || atBoard || askPin();
}

async function onBoard(button, told) {
  button.disabled = true;
  try {
    const { for_s: seconds = SHOWN_S } = await post("/api/host/show-pin", {});
    write(told, n_("The board shows the PIN for {count} second, digit by digit.", "The board shows the PIN for {count} seconds, digit by digit.", Math.round(seconds)));
  } catch (refused) {
    write(told, refused.message);
  } finally {
    button.disabled = false;
  }
}
