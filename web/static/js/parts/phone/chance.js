/* Your own dice and cards: you say what came. */

import { field, h, keyed, write } from "../../lib/dom.js";
import { _, n_ } from "../../lib/text.js";

/** A card's name as it is printed: numbers have a real minus. */
const named = (title) => title.replace(/^-/, "−");

export function makeChance(box, acting) {
  const dealing = box.querySelector("[data-place=deal]");
  const rolls = box.querySelector("[data-place=rolls]");
  const undo = box.querySelector("[data-do=undo-card]");
  const deal = box.querySelector("[data-do=deal]");
  let asked = null;
  let cards = [];
  let told = [];

  undo.addEventListener("click", () => {
    told = told.slice(0, -1);
    draw();
  });
  deal.addEventListener("click", () => acting.play(`deal ${told.join(" ")}`));

  function tell(card) {
    told = [...told, card];
    draw();
  }

  const left = ({ card, count }) => count - told.filter((each) => each === card).length;

  function draw() {
    keyed(dealing.querySelector("[data-place=cards]"), cards, (c) => c.card,
      (c) => h("li", {}, h("button", { type: "button", class: "hare-card", "data-card": c.card, onclick: () => tell(c.card) }, h("b"), h("span"))),
      (row, c) => {
        row.firstElementChild.disabled = !left(c);
        write(row.querySelector("b"), named(c.title));
        write(row.querySelector("span"), n_("{count} left", "{count} left", left(c)));
      });
    const titles = new Map(cards.map((c) => [c.card, c.title]));
    keyed(dealing.querySelector("[data-place=told]"), told.map((card, i) => ({ card, i })), ({ card, i }) => `${i}-${card}`,
      ({ card }) => h("li", {}, named(titles.get(card))));
    const missing = cards.reduce((sum, c) => sum + left(c), 0);
    write(field("deal-left"), missing ? n_("{count} to go", "{count} to go", missing) : _("That is the whole pile."));
    undo.disabled = !told.length;
    deal.disabled = missing > 0;
  }

  return function show({ log, me }) {
    const { chance } = me;
    // Another deal starts empty; a pause, which only raises the version, keeps what is told.
    const asks = JSON.stringify([log.at(-1)?.number, chance]);
    if (asks !== asked) told = [];
    asked = asks;
    box.hidden = !chance;
    rolls.hidden = chance?.kind !== "roll";
    dealing.hidden = chance?.kind !== "deal";
    if (!chance) return;
    write(field("chance-title"), chance.kind === "roll" ? _("Which number came?") : _("Shuffle your hare cards"));
    write(field("chance-text"), chance.kind === "roll"
      ? _("Tell the board the number.")
      : _("Then tell the board their order: tap the cards, the top one first."));
    if (chance.kind === "roll") {
      keyed(rolls, Array.from({ length: chance.values }, (nothing, i) => i + 1), (n) => n,
        (n) => h("li", {}, h("button", { type: "button", class: "die die--choice", "data-action": `roll ${n}`, onclick: () => acting.play(`roll ${n}`) }, String(n))));
    } else {
      cards = chance.cards;
      draw();
    }
  };
}
