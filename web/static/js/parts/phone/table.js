/* What the table says: understood, errands, mismatches, squares it cannot see. */

import { drawing, h, keyed, write } from "../../lib/dom.js";
import { looksOf } from "../../lib/seats.js";
import { _ } from "../../lib/text.js";
import { dressAll, tokens } from "../../lib/tokens.js";

/** The sentences of a view's table, most urgent first. */
function sentences(view) {
  const { table, trouble } = view;
  const lookOf = (colour) => (colour ? [{ colour }] : []);
  const list = [];
  if (trouble) list.push({ tone: "wrong", runners: [], sentence: trouble, key: "trouble" });
  for (const m of table.mismatches) list.push({ tone: "wrong", runners: lookOf(m.colour), sentence: m.sentence, key: `m${m.kind}${m.colour}${m.square}${m.belongs}` });
  const back = table.errands.filter((e) => !e.belongs);
  const all = back.length > 1; // a new race: one sentence for everybody
  if (all) list.push({ tone: "errand says--all", runners: back, sentence: _("Please take these runners back to START. Nobody has to wait."), key: "start" });
  for (const e of table.errands) if (!all || e.belongs) list.push({ tone: "errand", runners: lookOf(e.colour), sentence: e.sentence, key: `e${e.colour}${e.square}${e.belongs}` });
  const { seat, square, sentence } = table.understood ?? {};
  // The headline says it already, as a rule: a line that comes and goes with every move would push all others.
  if (sentence && sentence !== `${view.headline}.`) {
    list.push({ tone: "understood", runners: looksOf(view, seat), sentence, key: `u${seat}-${square}` });
  }
  if (table.blind) list.push({ tone: "blind", runners: [], sentence: table.blind.sentence, key: "blind" });
  const there = view.other_board?.sentence;
  if (there && there !== view.instruction) list.push({ tone: "blind", runners: [], sentence: there, key: "there" });
  if (view.lights_trouble) list.push({ tone: "blind", runners: [], sentence: view.lights_trouble, key: "lights" });
  return list;
}

/** Keeps the list `element` up to date with the view. */
export function showTable(element, view) {
  keyed(element, sentences(view), (s) => s.key,
    ({ tone, runners }) => h("li", { class: `says says--${tone}` },
      runners.length ? tokens(runners) : tone === "blind" ? drawing("i-out", "says__blind") : h("span", { class: "says__stranger", "aria-hidden": "true" }, "!"),
      h("p")),
    (row, { sentence, runners }) => {
      if (runners.length) dressAll(row.querySelector(".tokens"), runners);
      write(row.querySelector("p"), sentence);
    });
}
