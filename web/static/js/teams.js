/* Who plays together: no two of a team sit next to each other. */

import { h, write } from "./dom.js";

const TEAMS = {
  4: { pairs: ["Two pairs", [[0, 2], [1, 3]]] },
  6: { pairs: ["Three pairs", [[0, 3], [1, 4], [2, 5]]], threes: ["Two threes", [[0, 2, 4], [1, 3, 5]]] },
};

const and = new Intl.ListFormat("en-GB");

/** A choice in `box` for as many players as can make teams. */
export function makeTeams(box) {
  const pills = box.querySelector("[data-place=teams]");
  const text = box.querySelector("[data-field=teams-text]");
  let players = 0;

  const chosen = () => TEAMS[players]?.[pills.querySelector(":checked")?.value]?.[1] ?? null;

  return {
    chosen,
    update(count, names) {
      if (count !== players) {
        players = count;
        const entries = [["", "Everyone for themselves"], ...Object.entries(TEAMS[count] ?? {}).map(([value, [title]]) => [value, title])];
        pills.replaceChildren(...entries.map(([value, title]) => h("label", {}, h("input", { type: "radio", name: "teams", value, checked: !value }), h("span", {}, title))));
        box.hidden = !TEAMS[count];
      }
      write(text, chosen()?.map((team) => and.format(team.map((seat) => names[seat]))).join(" against ") ?? "");
    },
  };
}
