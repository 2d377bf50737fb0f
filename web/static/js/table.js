/* What the table says: understood, errands, mismatches. */

import { h, keyed, write } from "./dom.js";
import { dress, token } from "./tokens.js";

/** The sentences of a view's table, most urgent first. */
function sentences({ table, seats, trouble }) {
  const colourOf = (seat) => seats.find((s) => s.seat === seat)?.colour ?? null;
  const list = [];
  if (trouble) list.push({ tone: "wrong", colour: null, sentence: trouble, key: "trouble" });
  for (const m of table.mismatches) list.push({ tone: "wrong", colour: m.colour, sentence: m.sentence, key: `m${m.kind}${m.colour}${m.square}${m.belongs}` });
  for (const e of table.errands) list.push({ tone: "errand", colour: e.colour, sentence: e.sentence, key: `e${e.colour}${e.square}${e.belongs}` });
  if (table.understood) {
    const { seat, square, sentence } = table.understood;
    list.push({ tone: "understood", colour: colourOf(seat), sentence, key: `u${seat}-${square}` });
  }
  return list;
}

/** Keeps the list `element` up to date with the view. */
export function showTable(element, view) {
  keyed(element, sentences(view), (s) => s.key,
    ({ tone, colour }) => h("li", { class: `says says--${tone}` },
      colour ? token(colour) : h("span", { class: "says__stranger", "aria-hidden": "true" }, "!"),
      h("p")),
    (row, { sentence, colour }) => {
      if (colour) dress(row.querySelector(".token"), colour);
      write(row.querySelector("p"), sentence);
    });
}
