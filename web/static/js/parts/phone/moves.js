/* What you can do now: choices, and destinations as a list, a line each; a tap opens the rest. */

import { drawing, h, keyed, write } from "../../lib/dom.js";
import { _ } from "../../lib/text.js";
import { carrots, DRAWING } from "../../lib/words.js";

const place = (name) => document.querySelector(`[data-place="${name}"]`);
let offered = new Map(); // what a row offers now: the same move may cost less when a player moves again

/** `destinations` are those of the runner in question; `offer` asks about one before it is made. */
export function showMoves(view, destinations, acting, offer) {
  const { me } = view;
  keyed(place("choices"), me.choices, (c) => c.action,
    (c) => h("li", {}, h("button", { type: "button", class: "choice", "data-action": c.action, onclick: () => acting.play(c.action) }, h("b"), h("span"))),
    (row, c) => {
      row.querySelector("button").classList.toggle("choice--second", ["discard", "decline", "pay"].includes(c.action));
      write(row.querySelector("b"), c.label);
      write(row.querySelector("span"), c.sentence ?? "");
    });

  offered = new Map(destinations.map((d) => [d.action, d]));
  keyed(place("destinations"), destinations, (d) => `${d.action}-${d.square}`,
    (d) => makeRow(d, () => offer(offered.get(d.action) ?? d)), updateRow);
  place("turn").hidden = !me.choices.length && !destinations.length;
  place("choices").hidden = !me.choices.length;
  place("destinations").hidden = !destinations.length;
  write(place("moves-title"), titleOf(me, destinations));
  // Whoever waits is told above what a tap does.
  const hint = document.getElementById("moves-hint");
  hint.hidden = !me.choices.length && !destinations.length;
  place("path").setAttribute("aria-describedby", hint.hidden ? "" : hint.id);
}

function titleOf(me, destinations) {
  if (!destinations.length) return _("The squares ahead");
  return me.choices.length ? _("Or move to") : _("Move to");
}

function makeRow(d, ask) {
  return h("li", { class: "dest" },
    h("button", { type: "button", class: "dest__row", "data-action": d.action, "aria-haspopup": "true", onclick: ask },
      h("span", { class: "tile" }, drawing(DRAWING[d.kind] ?? "home")),
      h("span", { class: "dest__what" }, h("b"), " ", h("span"), h("span", { class: "risk" }, h("span", { class: "unseen" }, _("has a risk"))),
        h("span", { class: "dest__phone" }, drawing("i-phone"), h("span", { class: "unseen" }, _("Only by phone")))),
      h("span", { class: "dest__price" })));
}

function updateRow(row, d) {
  write(row.querySelector(".dest__what b"), d.kind === "HOME" ? d.name : String(d.square));
  write(row.querySelector(".dest__what span"), d.kind === "HOME" ? "" : d.name);
  row.querySelector(".risk").hidden = !d.risk;
  row.querySelector(".dest__phone").hidden = !d.by_phone;
  showPrice(row.querySelector(".dest__price"), d);
}

/** The row that is asked about. */
export function markOpen(action) {
  for (const row of document.querySelectorAll(".dest")) row.classList.toggle("is-open", row.firstElementChild.dataset.action === action);
}

function showPrice(price, { cost, gain }) {
  const parts = [];
  if (cost || !gain) parts.push(["pays", cost ? `−${cost}` : "0", _("costs {carrots}", { carrots: carrots(cost) })]);
  if (gain) parts.push(["earns", `+${gain}`, _("you draw {carrots}", { carrots: carrots(gain) })]);
  const text = parts.map((part) => part[1]).join();
  if (price.dataset.text === text) return;
  price.dataset.text = text;
  price.replaceChildren(...parts.map(([name, amount, words]) =>
    h("span", { class: name }, h("span", { "aria-hidden": "true" }, amount), drawing("carrot"), h("span", { class: "unseen" }, words))));
}

/** What can be said of the last move of one's own; it is no secret. */
export function showAfterMove(view, seat) {
  place("confirm").hidden = view.table.understood?.seat !== seat || view.table.mismatches.length > 0;
  const offer = view.take_back;
  const box = place("take-back");
  // In the lesson a button does the step once more.
  box.hidden = offer?.seat !== seat || (view.lesson && !offer.offered);
  if (box.hidden) return;
  box.classList.toggle("is-offered", offer.offered);
  write(box.querySelector("span"), offer.sentence);
}
