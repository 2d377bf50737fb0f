/* What a phone can do with its seat, and how it behaves: the menu of the hand. */

import { post } from "../../lib/api.js";
import { openDialog } from "../../lib/dialog.js";
import { h, write } from "../../lib/dom.js";
import { say } from "../../lib/notice.js";
import { qr } from "../../lib/qr.js";
import { sound, sounds } from "../../lib/sounds.js";
import { toggle } from "./toggle.js";
import { _, n_ } from "../../lib/text.js";

const close = (shown, text = _("Close")) =>
  h("button", { type: "button", class: "button button--quiet", "data-do": "close", onclick: () => shown().close() }, text);

/** Opens the menu of `seat`; `name` is its player's. */
export function openMenu({ seat, name }) {
  let shown = null;
  const then = (next) => () => {
    shown.close();
    next();
  };
  const switches = [toggle("sounds", _("Sounds"), _("Your turn, a card, a refusal, HOME."), sounds, (on) => on && setTimeout(() => sound("turn"), 100))];
  shown = openDialog(_("Your seat"),
    h("div", { class: "menu__switches" }, ...switches),
    h("div", { class: "menu__buttons" },
      h("a", { class: "button button--quiet", href: "/rules", target: targetOfLinks() }, _("The rules")),
      h("a", { class: "button button--quiet", href: "/lights", target: targetOfLinks() }, _("What the lights mean")),
      h("button", { type: "button", class: "button button--quiet", "data-do": "hand-over", onclick: then(() => handOver(seat)) }, _("Give my seat to another phone")),
      h("button", { type: "button", class: "button button--quiet", "data-do": "leave", onclick: then(() => leave(seat, name)) }, _("Leave my seat"))),
    h("div", { class: "dialog__buttons" }, close(() => shown)));
  return shown;
}

const targetOfLinks = () => (window.top === window ? null : "_top");

/** Shows the code with which one other phone takes the seat over. */
async function handOver(seat) {
  const offer = await post(`/api/seats/${seat}/hand-over`).catch((refused) => say(refused.message));
  if (!offer) return;
  const until = Date.now() + offer.for_s * 1000;
  const left = h("p", { class: "soft", "aria-hidden": "true" });
  const shown = openDialog(_("Give my seat to another phone"),
    h("div", { class: "hand-over" },
      qr(offer.svg, _("A code to scan: it gives the seat to the phone that scans it.")),
      h("p", {}, _("Scan this with the other phone. Your hand then leaves this phone.")),
      h("details", {}, h("summary", {}, _("Can't scan?")), h("p", {}, _("Send this link instead; it works for one phone only.")), h("p", { class: "small hand-over__link", "data-field": "hand-over-link" }, offer.link)),
      left),
    h("div", { class: "dialog__buttons" }, close(() => shown)));
  const ticking = setInterval(tell, 1000);
  function tell() {
    const seconds = Math.ceil((until - Date.now()) / 1000);
    if (seconds <= 0) return shown.close();
    write(left, seconds > 90
      ? n_("It's valid for {count} minute.", "It's valid for {count} minutes.", Math.round(seconds / 60))
      : n_("It's valid for {count} second.", "It's valid for {count} seconds.", seconds));
  }
  tell();
  shown.closed.then(() => clearInterval(ticking));
}

async function leave(seat, name) {
  const shown = openDialog(_("Leave {name}'s seat?", { name }),
    h("p", {}, _("Your hand stays in the game, and another phone can take it.")),
    h("div", { class: "dialog__buttons" },
      close(() => shown, _("Stay")),
      h("button", { type: "button", class: "button button--earth", "data-do": "leave-yes", onclick: () => shown.close(true) }, _("Leave"))));
  if (!(await shown.closed)) return;
  try {
    await post(`/api/seats/${seat}/leave`);
    window.top.location.assign("/");
  } catch (refused) {
    say(refused.message);
  }
}
