/* The measuring of a board on the builder's phone: one thing to do, and at the end what was found. */

import { post } from "../lib/api.js";
import { asHost } from "../parts/host/ask-pin.js";
import { field, h, keyed, write } from "../lib/dom.js";
import { followView } from "../lib/live.js";
import { lostBanner, say } from "../lib/notice.js";
import { _ } from "../lib/text.js";
import { makePlan, MARKS } from "../parts/board/plan.js";
import { enter, reloadIn } from "../parts/host/mode.js";

const place = (name) => document.querySelector(`[data-place="${name}"]`);
let view = null;
/** Squares that were tapped as an answer, which is not sent yet. */
let picked = new Set();

async function answer(body) {
  try {
    await post("/api/acceptance/answer", body);
  } catch (refused) {
    if (refused.code === "host-only") return (await asHost()) && answer(body);
    // A second tap on what has been answered is no news.
    if (refused.code !== "stale") say(refused.message);
  }
}

const tell = (text) => answer({ answer: "told", version: view.version, text });

function tap(square) {
  if (view.pick === "one") tell(String(square));
  else if (view.pick === "many") {
    if (!picked.delete(square)) picked.add(square);
    draw();
  } else if (view.stage === "done") {
    place("findings").querySelector(`[data-squares~="${square}"]`)?.scrollIntoView({ block: "center" });
  }
}

const plan = makePlan(place("plan"), tap);

function show(next) {
  if (view?.version !== next.version) picked = new Set();
  view = next;
  draw();
}

function draw() {
  document.body.dataset.stage = view.stage;
  write(field("headline"), view.headline);
  for (const name of ["step", "lead", "news"]) tellIn(field(name), view[name]);
  tellIn(field("trouble"), view.not_kept && _("What the board learns can't be saved: {reason}.", { reason: view.not_kept }));
  write(field("progress"), view.progress);
  field("share").value = view.share;
  field("share").hidden = view.stage === "done";
  showChoices(place("choices"), [...(view.pick === "many" ? [pickedChoice()] : []), ...view.choices.filter((each) => !each.way)]);
  const ways = view.choices.filter((each) => each.way);
  place("ways-box").hidden = !ways.length;
  showChoices(place("ways"), ways);
  place("plan").classList.toggle("is-picking", Boolean(view.pick));
  plan(view.squares);
  for (const cell of place("plan").children) cell.classList.toggle("is-picked", picked.has(Number(cell.dataset.square)));
  showVerdict();
}

function pickedChoice() {
  const squares = [...picked].sort((one, other) => one - other);
  const label = squares.length ? _("Dark: {squares}", { squares: squares.join(", ") }) : _("None is dark");
  return { key: "picked", label, main: true, answer: { answer: "told", version: view.version, text: squares.join(" ") } };
}

function tellIn(element, text) {
  element.hidden = !text;
  write(element, text || "");
}

function showChoices(parent, choices) {
  keyed(parent, choices, (each) => each.key ?? each.label,
    (each) => h("button", { type: "button", class: `button${each.main ? "" : " button--quiet"}` }),
    (button, each) => {
      write(button, each.label);
      button.dataset.choice = each.answer.text || each.answer.answer;
      button.onclick = () => (!each.sure || confirm(each.sure)) && answer(each.answer);
    });
}

function showVerdict() {
  place("bundle").hidden = view.stage !== "done";
  keyed(place("grades"), view.grades, (each) => each.grade,
    ({ grade }) => h("div", { class: "grades__one", "data-state": grade }, h("dt", {}), h("dd", {})),
    (row, { grade, title, squares }) => {
      write(row.firstElementChild, `${MARKS[grade]} ${title}`);
      write(row.lastElementChild, squares);
    });
  place("found").hidden = !view.findings.length;
  keyed(place("findings"), view.findings, (each) => `${each.where} ${each.found}`,
    (each) => h("li", { class: `fault fault--${each.grade}`, "data-squares": each.squares.join(" ") },
      h("h3", {}, `${MARKS[each.grade]} ${each.where}`), h("b", {}, each.found), h("p", { class: "small" }, each.todo)));
  place("settings-box").hidden = !view.settings.length;
  keyed(place("settings"), view.settings, (text) => text, (text) => h("li", {}, text));
}

document.querySelector('[data-do="leave"]').addEventListener("click", () => enter("play", "/").catch((refused) => say(refused.message)));
const banner = lostBanner();
followView("/api/acceptance", show, {
  changed: (live) => {
    banner(live);
    if (!live) reloadIn("play");
  },
});
