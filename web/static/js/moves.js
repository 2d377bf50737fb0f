/* What you can do now: choices, and destinations that ask once before they are taken. */

import { drawing, h, keyed, write } from "./dom.js";
import { carrots, DRAWING } from "./words.js";

const place = (name) => document.querySelector(`[data-place="${name}"]`);
let open = null;

/** `runner` is the one whose destinations are shown. */
export function showMoves(view, acting, runner) {
  const { me } = view;
  const destinations = me.destinations.filter((d) => d.runner === runner);
  if (!destinations.some((d) => d.action === open)) open = null;

  keyed(place("choices"), me.choices, (c) => c.action,
    (c) => h("li", {}, h("button", { type: "button", class: "choice", "data-action": c.action, onclick: () => acting.play(c.action) }, h("b"), h("span"))),
    (row, c) => {
      write(row.querySelector("b"), c.label);
      write(row.querySelector("span"), c.sentence ?? "");
    });

  keyed(place("destinations"), destinations, (d) => `${d.action}-${d.square}`, (d) => makeRow(d, acting), updateRow);
  place("moves-title").hidden = !destinations.length;
  write(place("moves-title"), me.choices.length ? "Or move to" : "Move to");
  place("turn").hidden = !me.choices.length && !destinations.length;

  showConfirm(view);
  showTakeBack(view, me.seat);
}

function makeRow(d, acting) {
  const ask = h("div", { class: "dest__ask", id: `ask-${d.action}`, hidden: true },
    h("p"),
    h("div", { class: "dest__answers" },
      h("button", { type: "button", class: "button", "data-confirm": d.action, onclick: () => acting.play(d.action) }, "Move"),
      h("button", { type: "button", class: "button button--quiet", onclick: () => toggle(d.action) }, "Not now")));
  return h("li", { class: "dest" },
    h("button", { type: "button", class: "dest__row", "data-action": d.action, "aria-controls": `ask-${d.action}`, onclick: () => toggle(d.action) },
      h("span", { class: "tile" }, drawing(DRAWING[d.kind] ?? "home")),
      h("span", { class: "dest__where" }, h("b"), h("small"), h("span", { class: "dest__phone" }, drawing("i-phone"), "Only by phone")),
      h("span", { class: "dest__price" })),
    ask);
}

const goal = (d) => (d.kind === "HOME" ? "HOME" : String(d.square));

function updateRow(row, d) {
  const isOpen = open === d.action;
  row.classList.toggle("is-open", isOpen);
  row.querySelector(".dest__row").setAttribute("aria-expanded", String(isOpen));
  row.querySelector(".dest__ask").hidden = !isOpen;
  write(row.querySelector(".dest__where b"), d.kind === "HOME" ? "HOME" : `${d.square} ${d.name}`);
  write(row.querySelector("small"), d.sentence);
  row.querySelector(".dest__phone").hidden = !d.by_phone;
  showPrice(row.querySelector(".dest__price"), d);
  write(row.querySelector(".dest__ask p"), `Move to ${goal(d)} — ${d.cost ? carrots(d.cost) : "it costs nothing"}${d.gain ? `, you draw ${d.gain}` : ""}. That leaves ${d.after}.${d.by_phone ? " Set the runner down there yourself." : ""}`);
}

function showPrice(price, { cost, gain }) {
  const parts = [];
  if (cost || !gain) parts.push(["pays", cost ? `−${cost}` : "0", `costs ${carrots(cost)}`]);
  if (gain) parts.push(["earns", `+${gain}`, `draws ${carrots(gain)}`]);
  const text = parts.map((part) => part[1]).join();
  if (price.dataset.text === text) return;
  price.dataset.text = text;
  price.replaceChildren(...parts.map(([name, amount, words]) =>
    h("span", { class: name }, h("span", { "aria-hidden": "true" }, amount), drawing("carrot"), h("span", { class: "unseen" }, words))));
}

/** One row is open at a time; opening it puts the focus on nothing else. */
function toggle(action) {
  open = open === action ? null : action;
  for (const row of document.querySelectorAll(".dest")) {
    const button = row.querySelector(".dest__row");
    const isOpen = button.dataset.action === open;
    const ask = row.querySelector(".dest__ask");
    // Closing from within would lose the focus.
    if (!isOpen && ask.contains(document.activeElement)) button.focus();
    row.classList.toggle("is-open", isOpen);
    button.setAttribute("aria-expanded", String(isOpen));
    ask.hidden = !isOpen;
    if (isOpen) row.scrollIntoView({ block: "nearest" });
  }
}

function showConfirm({ table, me }) {
  place("confirm").hidden = table.understood?.seat !== me.seat || table.mismatches.length > 0;
}

function showTakeBack({ take_back: offer }, seat) {
  const box = place("take-back");
  box.hidden = offer?.seat !== seat;
  if (box.hidden) return;
  box.classList.toggle("is-offered", offer.offered);
  write(box.querySelector("span"), offer.sentence);
}
