/* The games of this board: to go on with, to look at, to keep. */

import { h, keyed, write } from "../../lib/dom.js";
import { _, language, listed, n_ } from "../../lib/text.js";

const AT_FIRST = 5;

const STATES = {
  playing: () => _("Under way."),
  over: ({ winner }) => (winner ? _("{winner} has won.", { winner }) : _("The race is over.")),
  aside: ({ played }) => n_("Saved after {count} turn.", "Saved after {count} turns.", played),
  abandoned: ({ played }) => n_("Ended early, after {count} turn.", "Ended early, after {count} turns.", played),
};

/** When a game was begun, as one says it. */
export const begun = (at) =>
  new Date(at).toLocaleString(language === "en" ? "en-GB" : language, { dateStyle: "medium", timeStyle: "short" });

/** A game as one tells it from the others. */
export const named = ({ players, begun_at: at }) => _("{players}, {date}", { players: listed(players), date: begun(at) });

/** Shows games in `list`, the first few until `more` is pressed; `goOn` is called with one to go on with. */
export function makeGames(list, more, goOn) {
  let games = [];
  let most = AT_FIRST;

  more.addEventListener("click", () => {
    const first = most;
    most = Infinity;
    draw();
    list.children[first]?.querySelector("a, button")?.focus();
  });

  function draw() {
    more.hidden = games.length <= most;
    keyed(list, games.slice(0, most), (each) => `${each.game}-${each.state}-${each.can_load}`, makeRow, (row, each) => {
      write(row.querySelector(".game__state"), STATES[each.state](each));
    });
  }

  const loadButton = (each) => h("button", { type: "button", class: "button small", "data-do": "load", "aria-label": _("Continue: {game}", { game: named(each) }), onclick: () => goOn(each) }, _("Continue"));

  function makeRow(each) {
    const link = (path, text, label, download = false) =>
      h("a", { class: "button button--quiet small", href: path, download, "aria-label": label }, text);
    return h("li", { class: "game", "data-game": each.game },
      h("div", { class: "game__told" }, h("h3", {}, listed(each.players)),
        h("p", { class: "soft" }, begun(each.begun_at), " · ", each.edition_name), h("p", { class: "game__state" })),
      h("div", { class: "game__deeds" },
        each.can_load ? loadButton(each) : null,
        each.played ? link(`/games/${each.game}`, _("Story"), _("Story: {game}", { game: named(each) })) : null,
        each.state === "over"
          ? link(`/api/games/${each.game}/record`, _("Record"), _("Record: {game}", { game: named(each) }), true)
          : null));
  }

  return (now) => {
    games = now;
    draw();
  };
}
