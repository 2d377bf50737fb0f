/* What turned a race, what would have been better, and where the carrots went. */

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { _, language } from "../../lib/text.js";
import { tokens } from "../../lib/tokens.js";

const ASK_AGAIN_MS = 2000;
const TOLD_CHANGE = 5; // In % of all.
const inPercent = new Intl.NumberFormat(language, { style: "percent" });
const asChange = new Intl.NumberFormat(language, { style: "percent", signDisplay: "exceptZero" });
const percent = (value) => inPercent.format(value / 100);
const change = (value) => asChange.format(value / 100);
const looksOf = ({ colours }) => colours.map((colour) => ({ colour }));

/**
 * Shows the analysis of a game that is over in `box`, as soon as the board has made it.
 *
 * `chosen(turn)` is called when somebody chooses a turn, `drawn(lines)` with the chances as
 * `makeChart` wants them.
 */
export async function showAnalysis(box, game, story, chosen, drawn) {
  box.hidden = false;
  box.replaceChildren(h("p", { class: "soft" }, _("The board is thinking about this race …")));
  const again = () => setTimeout(() => showAnalysis(box, game, story, chosen, drawn), ASK_AGAIN_MS);
  let found;
  try {
    found = await get(`/api/games/${game}/analysis`);
  } catch (refused) {
    box.replaceChildren(h("p", { class: "soft" }, refused.message));
    if (refused.code === "no-answer") again();
    return;
  }
  if (!found.ready) return void again();
  drawn(chances(story, found));
  box.replaceChildren(turningPoints(story, found, chosen), sources(story, found));
}

/** Everybody's chance to win after each turn. */
function chances({ players, turns }, found) {
  return {
    title: _("The chances"),
    about: _("How likely everybody was to win after each turn, by the board's estimate. Early in a race it swings, since little is decided yet."),
    lines: players.map((player, seat) => ({
      name: player.name, label: player.name, looks: looksOf(player), last: turns.length,
      values: found.chances.map((each) => each[seat]),
    })),
    levels: [0, 25, 50, 75, 100].map((at) => ({ at, text: String(at) })),
    most: 100, inWords: percent,
  };
}

function turningPoints({ players }, { turning_points: points }, chosen) {
  const told = points.map((point) => h("li", { class: "turning" },
    tokens(looksOf(players[point.seat])),
    h("div", {},
      h("p", {}, point.sentence),
      h("p", { class: "soft" }, moved(players, point.changes)),
      point.better && better(point.better),
      h("button", { type: "button", class: "button button--quiet", onclick: () => chosen(point.number) },
        _("Show turn {number}", { number: point.number })))));
  return h("div", { class: "sheet analysis__part" },
    h("h2", {}, _("What turned the race")),
    h("p", { class: "soft" }, _("The turns after which the chances stood otherwise, and what would have been better by what the player could know.")),
    told.length ? h("ol", { class: "analysis__turns" }, ...told) : h("p", {}, _("No single turn decided it.")));
}

const moved = (players, changes) => changes
  .map((each, seat) => ({ each, name: players[seat].name }))
  .filter(({ each }) => Math.abs(each) >= TOLD_CHANGE)
  .map(({ each, name }) => `${name}\u00a0${change(each)}`).join(", ");

function better({ sentence, chance, chance_as_played: played, reasons, reasons_as_played: against }) {
  const list = (sentences) => h("ul", {}, ...sentences.map((each) => h("li", {}, each)));
  return h("div", { class: "turning__better" },
    h("p", {}, h("b", {}, sentence), " ", _("Chance to win {chance}, as played {played}.", { chance: percent(chance), played: percent(played) })),
    list(reasons),
    against.length ? h("p", {}, _("As played:")) : null,
    against.length ? list(against) : null);
}

function sources({ players }, { sources: found }) {
  const heads = players.map((player) => h("th", { scope: "col" }, tokens(looksOf(player)), h("span", {}, player.name)));
  const cell = (earned, spent) => (earned || spent
    ? [earned && `+${earned}`, spent && `−${spent}`].filter(Boolean).flatMap((text) => [h("span", {}, text), " "])
    : ["0"]);
  const rows = found.map(({ title, earned, spent }) => h("tr", {}, h("th", { scope: "row" }, title),
    ...earned.map((each, seat) => h("td", {}, ...cell(each, spent[seat])))));
  return h("div", { class: "sheet analysis__part" },
    h("h2", {}, _("Carrots earned and spent")),
    h("div", { class: "chart__scroll", tabindex: 0, role: "region", "aria-label": _("Carrots earned and spent") },
      h("table", { class: "sources" }, h("thead", {}, h("tr", {}, h("td"), ...heads)), h("tbody", {}, ...rows))));
}
