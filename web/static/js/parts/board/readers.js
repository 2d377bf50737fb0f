/* The readers under the squares: how they are, and a switch for everything that can go wrong. */

import { get, post } from "../../lib/api.js";
import { field, h, keyed, onToggle, write } from "../../lib/dom.js";
import { age, makeMarks, mark, remark } from "./marks.js";
import { say } from "../../lib/notice.js";
import { _, language } from "../../lib/text.js";
import { lookOf, token } from "../../lib/tokens.js";
import { capital } from "../../lib/words.js";

const EVERY_MS = 700;
const place = (name) => document.querySelector(`[data-place="${name}"]`);

function runnerName(piece) {
  const { number, name: colour = piece } = lookOf(piece);
  return capital(_("runner {number}, {colour}", { number, colour }));
}

/** `words` has what the states and faults are called; `changed` is called with every news. The board is asked only while this is open. */
export function makeReaders(board, { states, faults, qualities, note }, changed) {
  const box = place("readers");
  const pick = field("reader-square");
  const titles = new Map(states.map(({ state, title }) => [state, title]));
  const texts = new Map(states.map(({ state, text }) => [state, text]));
  const marks = makeMarks(board, titles);
  let readers = new Map();
  let chosen = null;
  let asked = 0; // An answer counts only if nothing has been ordered since it was asked for.
  let timer = 0;

  write(field("readers-note"), note ?? "");
  field("readers-note").hidden = !note;
  place("faults").hidden = place("tags").hidden = place("clear").hidden = Boolean(note);
  for (const square of board.squares.keys()) pick.append(h("option", { value: square }, board.squares.get(square).label));
  place("fault-list").append(...faults.map(({ fault, title, text }) => h("li", {}, h("label", { class: "fault" },
    h("input", { type: "checkbox", role: "switch", "data-fault": fault, "aria-describedby": `fault-${fault}`, onchange: ({ target }) => order("fault", { square: chosen, fault, on: target.checked }) }),
    h("b", {}, title), h("small", { class: "soft", id: `fault-${fault}` }, text)))));

  pick.addEventListener("change", () => choose(Number(pick.value) || null));
  field("clear-faults").addEventListener("click", () => order("fault/clear", {}));
  document.addEventListener("visibilitychange", look);
  // While a runner is being carried, a tap on a square sets it down. On the way down, before the hand lets go.
  board.root.addEventListener("click", (event) => {
    const square = event.target.closest("[data-square]");
    if (box.open && square && !board.root.classList.contains("is-choosing")) choose(Number(square.dataset.square));
  }, true);

  async function look() {
    clearTimeout(timer);
    if (!box.open || document.hidden) return;
    const mine = (asked += 1);
    await get("/api/simulator/readers").then((now) => mine === asked && show(now), () => {});
    if (mine !== asked) return;
    timer = setTimeout(look, EVERY_MS);
  }

  async function order(what, body) {
    const mine = (asked += 1);
    try {
      const now = await post(`/api/simulator/${what}`, body);
      if (mine === asked) show(now);
    } catch (refused) {
      say(refused.message);
    }
    if (mine === asked) look();
  }

  function choose(square) {
    chosen = square;
    pick.value = square ?? "";
    marks.choose(square);
    tell();
  }

  function show(now) {
    readers = new Map(now.readers.map((reader) => [reader.square, reader]));
    marks.set(readers);
    changed();
    count(now.readers);
    showTags(now.tags);
    tell();
  }

  function count(all) {
    const counts = states.map(({ state, title }) => ({ state, title, count: all.filter((reader) => reader.state === state).length })).filter((each) => each.count);
    const without = board.squares.size - all.length;
    if (without) counts.push({ state: "none", title: titles.get("absent"), count: without });
    keyed(place("tally"), counts, (each) => each.state,
      ({ state }) => h("li", {}, mark(state), h("span")),
      (row, each) => write(row.lastElementChild, _("{state}: {count}", { state: each.title, count: each.count })));
    const ill = all.filter((reader) => reader.state !== "healthy" || reader.faults.length);
    keyed(place("ill"), ill, (reader) => reader.square,
      ({ square, state }) => h("li", {}, h("button", { type: "button", class: "ill", "data-ill": square, onclick: () => choose(square) }, mark(state), String(square))),
      (row, { square, state }) => {
        remark(row.querySelector(".mark"), state);
        row.firstElementChild.setAttribute("aria-label", _("Square {square}: {state}", { square, state: titles.get(state) }));
      });
    field("clear-faults").disabled = !all.some((reader) => reader.faults.length);
  }

  /** All there is to say of the reader that is looked at. */
  function tell() {
    const reader = readers.get(chosen);
    field("reader-hint").hidden = chosen !== null;
    place("reader").hidden = chosen === null || !readers.size;
    place("reader-known").hidden = !reader;
    write(field("reader-state"), titles.get(reader?.state ?? "absent"));
    remark(place("reader-mark").firstElementChild, reader?.state ?? "none");
    write(field("reader-text"), texts.get(reader?.state ?? "absent"));
    if (!reader) return;
    write(field("reader-age"), age(reader));
    for (const name of ["good", "failed", "resets"]) write(field(`reader-${name}`), reader[name].toLocaleString(language));
    field("reader-trouble").hidden = !reader.trouble;
    write(field("reader-trouble"), _("Last trouble: {trouble}", { trouble: `${reader.trouble}${reader.trouble.endsWith(".") ? "" : "."}` }));
    for (const input of box.querySelectorAll("[data-fault]")) input.checked = reader.faults.includes(input.dataset.fault);
  }

  function showTags(tags) {
    keyed(place("tag-list"), qualities.length ? tags : [], (tag) => tag.piece,
      ({ piece }) => h("li", {}, h("label", { class: "tag" }, token({ colour: piece }), h("span", { class: "unseen" }, runnerName(piece)),
        h("select", { "data-tag": piece, onchange: ({ target }) => order("tag", { piece, quality: target.value }) },
          ...qualities.map(({ quality, text }) => h("option", { value: quality }, text))))),
      (row, { quality }) => (row.querySelector("select").value = quality));
  }

  place("reader-mark").append(mark("none"));
  choose(null);
  onToggle(box, () => {
    marks.show(box.open);
    changed();
    look();
  });
  return marks.line;
}
