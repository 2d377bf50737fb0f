/* Who plays together: no two of a team sit next to each other. */

import { h, write } from "../../lib/dom.js";
import { _, listed } from "../../lib/text.js";

const TEAMS = {
  4: { pairs: [_("Two pairs"), [[0, 2], [1, 3]]] },
  6: { pairs: [_("Three pairs"), [[0, 3], [1, 4], [2, 5]]], threes: [_("Two threes"), [[0, 2, 4], [1, 3, 5]]] },
};

const AGAINST = {
  2: (one, two) => _("{one} against {two}", { one, two }),
  3: (one, two, three) => _("{one} against {two} against {three}", { one, two, three }),
};

/** A choice in `box` for as many players as can make teams. */
export function makeTeams(box) {
  const pills = box.querySelector("[data-place=teams]");
  const text = box.querySelector("[data-field=teams-text]");
  let players = 0;
  let offered = {};

  const chosen = () => offered[pills.querySelector(":checked")?.value]?.[1] ?? null;

  function offer(teams) {
    offered = teams;
    const entries = [["", _("Everyone for themselves")], ...Object.entries(offered).map(([value, [title]]) => [value, title])];
    pills.replaceChildren(...entries.map(([value, title]) => h("label", {}, h("input", { type: "radio", name: "teams", value, checked: !value }), h("span", {}, title))));
    box.hidden = entries.length < 2;
  }

  return {
    chosen,
    /** The teams of a game before, which may be others than are offered here. */
    fill(teams) {
      const inOrder = (list) => JSON.stringify(list.map((team) => [...team].sort()).sort());
      const same = Object.keys(offered).find((value) => inOrder(offered[value][1]) === inOrder(teams));
      if (!same) offer({ ...offered, before: [_("Last time's teams"), teams] });
      pills.querySelector(`[value="${same ?? "before"}"]`).checked = true;
    },
    update(count, names) {
      if (count !== players) {
        players = count;
        offer(TEAMS[count] ?? {});
      }
      const sides = chosen()?.map((team) => listed(team.map((seat) => names[seat])));
      write(text, sides ? AGAINST[sides.length](...sides) : "");
    },
  };
}
