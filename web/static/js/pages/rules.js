/* The rules of the game in play: what its edition says, its race card and its hare cards. */

import { get } from "../lib/api.js";
import { drawing, field, h, write } from "../lib/dom.js";
import { me } from "../parts/phone/me.js";
import { say } from "../lib/notice.js";
import { _, n_ } from "../lib/text.js";
import { carrots, DRAWING } from "../lib/words.js";

const place = (name) => document.querySelector(`[data-place="${name}"]`);
const RETRY_MS = 3000;

const sectionId = (i) => `section-${i + 1}`;

function showSections(sections) {
  place("sections").replaceChildren(...sections.map(({ title, text }, i) =>
    h("section", { class: "book__part", id: sectionId(i), "aria-labelledby": `${sectionId(i)}-title` },
      h("h2", { id: `${sectionId(i)}-title` }, title), ...text.map((paragraph) => h("p", {}, paragraph)))));
}

function showCosts(costs, flat) {
  place("race-card").hidden = !costs.length;
  place("costs").replaceChildren(...costs.map((cost, i) => h("li", {},
    h("span", { "aria-hidden": "true" }, String(i + 1)), h("b", { "aria-hidden": "true" }, String(cost)),
    h("em", { class: "unseen" }, n_("{count} square: {price}", "{count} squares: {price}", i + 1, { price: carrots(cost) })))));
  field("flat").hidden = !flat;
  if (flat) write(field("flat"), _("From a hare square, every square forward costs {cost}, however far you go.", { cost: flat }));
}

function showPayouts(payouts) {
  place("payouts-box").hidden = !payouts.length;
  place("payouts").replaceChildren(...payouts.map(({ kind, name, places, carrots: amounts }) => h("li", { class: "payout" },
    h("span", { class: "tile" }, drawing(DRAWING[kind] ?? "home")),
    h("b", { class: "unseen" }, name),
    h("ul", {}, ...places.map((order, i) => h("li", {}, h("span", {}, order), " ", h("b", { "aria-hidden": "true" }, String(amounts[i])), h("em", { class: "unseen" }, carrots(amounts[i]))))))));
}

function showCards(cards) {
  place("cards-box").hidden = !cards.length;
  place("cards").replaceChildren(...cards.map(({ title, text, count }) => h("li", { class: "deck__card" },
    h("h3", {}, title.replace(/^-/, "−")), h("p", {}, text), count > 1 ? h("p", { class: "deck__count", "aria-label": n_("{count} card", "{count} cards", count) }, `× ${count}`) : "")));
}

function showContents() {
  const parts = [...document.querySelectorAll(".book__part:not([hidden])")];
  place("contents").replaceChildren(...parts.map((part) => h("li", {}, h("a", { href: `#${part.id}` }, part.querySelector("h2").textContent))));
}

async function start() {
  let rules = null;
  while (!rules) {
    rules = await get("/api/rules").catch((refused) => say(refused.message));
    if (!rules) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  write(field("edition"), rules.edition_name);
  showSections(rules.sections);
  showCosts(rules.race_card, rules.flat_cost);
  showPayouts(rules.payouts ?? []);
  showCards(rules.cards);
  showContents();
  document.querySelector("main").removeAttribute("aria-busy");
  // Somebody came for a certain part.
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  const { seats } = await me().catch(() => ({ seats: [] }));
  place("back").hidden = !seats.length;
  if (seats.length) place("back").firstElementChild.href = `/seat/${seats[0]}`;
}

start();
