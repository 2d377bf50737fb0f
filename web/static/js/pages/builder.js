/* For whoever builds the board: what the doctor finds, and how every reader is. */

import { get } from "../lib/api.js";
import { field, h, keyed, write } from "../lib/dom.js";
import { mark, remark } from "../parts/board/marks.js";
import { say } from "../lib/notice.js";
import { _, language, n_ } from "../lib/text.js";

const LOCALE = language === "en" ? "en-GB" : language;

const place = (name) => document.querySelector(`[data-place="${name}"]`);
const again = document.querySelector('[data-do="again"]');

async function look() {
  again.disabled = true;
  try {
    show(await get("/api/builder/doctor"));
  } catch (refused) {
    say(refused.message);
    if (!place("groups").children.length) write(field("summary"), _("The board didn't answer."));
  }
  again.disabled = false;
}

function show(report) {
  const count = (verdict) => report.groups.find((group) => group.verdict === verdict).findings.length;
  write(field("summary"), summary(count("bad"), count("advice")));
  write(field("when"), _("Checked at {time}", { time: new Date(report.made_at).toLocaleTimeString(LOCALE, { timeStyle: "medium" }) }));
  keyed(place("groups"), report.groups.filter((group) => group.findings.length), (group) => group.verdict, makeGroup,
    (row, group) => {
      write(row.querySelector(".findings__count"), `(${group.findings.length})`);
      keyed(row.querySelector("ul"), group.findings, (each) => JSON.stringify(each), makeFinding);
    });
  showReaders(report);
}

function summary(bad, advice) {
  const wrong = bad ? n_("{count} thing needs fixing.", "{count} things need fixing.", bad) : _("Nothing needs fixing.");
  return advice ? `${wrong} ${n_("{count} piece of advice.", "{count} pieces of advice.", advice)}` : wrong;
}

function makeGroup({ verdict, title }) {
  const heading = h("h2", {}, `${title} `, h("span", { class: "findings__count" }));
  const attributes = { class: `findings findings--${verdict}` };
  // What is fine is there for those who ask.
  return verdict === "good"
    ? h("details", attributes, h("summary", {}, heading), h("ul"))
    : h("section", attributes, heading, h("ul"));
}

function makeFinding({ title, found, why, do: todo }) {
  return h("li", { class: "finding" }, h("h3", {}, title), h("p", {}, found),
    why ? h("p", { class: "finding__why" }, h("b", {}, _("Why it matters")), why) : null,
    todo ? h("p", { class: "finding__do" }, h("b", {}, _("What to do")), todo) : null);
}

function showReaders({ readers, states }) {
  const titles = new Map(states.map(({ state, title }) => [state, title]));
  const counts = states.map(({ state, title }) => ({ state, title, count: readers.filter((reader) => reader.state === state).length }));
  place("readers-box").hidden = !readers.length;
  keyed(place("tally"), counts.filter((each) => each.count), (each) => each.state,
    ({ state }) => h("li", {}, mark(state), h("span")),
    (row, each) => write(row.lastElementChild, _("{state}: {count}", { state: each.title, count: each.count.toLocaleString(LOCALE) })));
  keyed(place("readers"), readers.flatMap((reader) => reader.trouble ? [reader, { of: reader.square, trouble: reader.trouble }] : [reader]),
    (each) => each.of ? `trouble-${each.of}` : each.square,
    (each) => each.of
      ? h("tr", { class: "trouble" }, h("td"), h("td", { colspan: 5, lang: "en" }))
      : h("tr", {}, h("td", {}, String(each.square)), h("td", {}, h("span", { class: "state" }, mark(each.state), h("span"))), h("td"), h("td"), h("td"), h("td")),
    (row, each) => {
      if (each.of) return write(row.lastElementChild, each.trouble);
      row.classList.toggle("has-trouble", Boolean(each.trouble));
      remark(row.querySelector(".mark"), each.state);
      write(row.querySelector(".state").lastElementChild, titles.get(each.state));
      ["good", "failed", "resets"].forEach((name, at) => write(row.children[at + 2], each[name].toLocaleString(LOCALE)));
      write(row.children[5], each.state === "absent" ? "" : lastAnswer(each));
    });
}

function lastAnswer({ age_s: seconds }) {
  if (seconds === null) return _("never");
  if (seconds >= 120) return _("{time} min ago", { time: Math.round(seconds / 60).toLocaleString(LOCALE) });
  const digits = seconds < 10 ? 1 : 0;
  return _("{time} s ago", { time: seconds.toLocaleString(LOCALE, { minimumFractionDigits: digits, maximumFractionDigits: digits }) });
}

again.addEventListener("click", look);
look();
