/* The workshop on the builder's phone: one thing to do, and what can be said to it. */

import { post } from "../lib/api.js";
import { asHost } from "../parts/host/ask-pin.js";
import { field, h, keyed, write } from "../lib/dom.js";
import { followView } from "../lib/live.js";
import { lostBanner, say } from "../lib/notice.js";
import { _ } from "../lib/text.js";
import { makePlan } from "../parts/board/plan.js";
import { enter, reloadIn } from "../parts/host/mode.js";

const place = (name) => document.querySelector(`[data-place="${name}"]`);
const PICKING = { lit: _("Tap the lit square."), square: _("Tap the square you want to go to.") };
let view = null;
let picking = null;

async function answer(body) {
  pick(null);
  try {
    await post("/api/workshop/answer", body);
  } catch (refused) {
    if (refused.code === "host-only") return (await asHost()) && answer(body);
    // A second tap on what has been answered is no news.
    if (refused.code !== "stale") say(refused.message);
  }
}

function pick(kind) {
  picking = kind;
  place("pick").hidden = !kind;
  write(field("pick"), PICKING[kind] ?? "");
  place("plan").classList.toggle("is-picking", Boolean(kind));
  if (kind) place("plan").scrollIntoView({ block: "nearest" });
}

const plan = makePlan(place("plan"), (square) => picking && answer({ answer: picking, square, version: view.version }));

function choose({ answer: given, pick: kind, sure }) {
  if (sure && !confirm(sure)) return;
  if (kind) pick(kind);
  else answer(given);
}

function showChoices(parent, choices) {
  keyed(parent, choices, (each) => each.label,
    (each) => h("button", { type: "button", class: `button${each.main ? "" : " button--quiet"}`, "data-choice": each.answer?.answer ?? each.pick }, each.label),
    (button, each) => { button.onclick = () => choose(each); });
}

function show(next) {
  if (view && (next.stage !== view.stage || next.square !== view.square)) pick(null);
  // While there is something to do, what was found waits; at the end it is what to look at.
  if (next.stage !== view?.stage) place("found").open = ["sum", "saved"].includes(next.stage);
  view = next;
  document.body.dataset.stage = view.stage;
  write(field("headline"), view.headline);
  write(field("lead"), view.lead);
  tell(field("note"), view.note);
  tell(field("news"), view.news);
  tell(field("trouble"), trouble(view));
  field("reading").hidden = view.stage !== "reading";
  field("reading").value = view.reading?.of ?? 0;
  showChoices(place("choices"), view.choices.filter((each) => !each.way));
  showChoices(place("ways"), view.choices.filter((each) => each.way));
  plan(view.squares);
  showRunners();
  showFindings();
  const { squares, of_squares: all, runners, of_runners: six } = view.progress;
  write(field("progress"), _("Squares: {squares} of {all}. Runners: {runners} of {six}.", { squares, all, runners, six }));
}

function trouble({ not_kept: notKept, lights_trouble: lights }) {
  const said = [
    lights && _("The lights are out. {trouble}", { trouble: lights }),
    notKept && _("What the board learns can't be saved: {reason}.", { reason: notKept }),
  ];
  return said.filter(Boolean).join(" ");
}

function tell(element, text) {
  element.hidden = !text;
  write(element, text ?? "");
}

function showRunners() {
  keyed(place("runners"), view.runners, (each) => each.colour,
    ({ colour, number }) => h("li", {}, h("button", { type: "button", class: "named", "data-runner": colour }, String(number))),
    (row, each) => {
      const button = row.firstElementChild;
      button.onclick = () => answer(each.go);
      button.classList.toggle("is-named", each.named);
      button.classList.toggle("is-asked", each.asked);
      button.setAttribute("aria-label", each.label);
    });
}

function showFindings() {
  place("found").hidden = !view.findings.length;
  write(field("found-count"), `(${view.findings.length})`);
  keyed(place("findings"), view.findings, (each) => each.text,
    (each) => h("li", { class: "fault" }, h("b", {}, each.text), h("p", { class: "small" }, each.todo),
      h("button", { type: "button", class: "button button--quiet small" }, _("Check it again"))),
    (row, each) => { row.querySelector("button").onclick = () => answer(each.check); });
  place("changes-box").hidden = !view.changes.length;
  keyed(place("changes"), view.changes, (text) => text, (text) => h("li", {}, text));
}

document.querySelector('[data-do="no-pick"]').addEventListener("click", () => pick(null));
document.querySelector('[data-do="leave"]').addEventListener("click", () => enter("play", "/").catch((refused) => say(refused.message)));
const banner = lostBanner();
followView("/api/workshop", show, {
  changed: (live) => {
    banner(live);
    if (!live) reloadIn("play");
  },
});
