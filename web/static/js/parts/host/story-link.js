/* From a race that is over to its story. */

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { face } from "../../lib/faces.js";
import { raceSketch } from "./race-sketch.js";
import { _, n_ } from "../../lib/text.js";
import { tokens } from "../../lib/tokens.js";

/** Of a list of games, the one that a view shows; undefined if it is not among them. */
export const shownIn = (games, view) =>
  games.find(({ state, players }) => state === view.phase && players.join() === view.seats.map((seat) => seat.name).join());

/** What a player did in a race, in a line that breaks between two facts only. */
const factsOf = ({ eaten, cards, longest }) => [
  n_("{count} carrot eaten", "{count} carrots eaten", eaten),
  n_("{count} hare card", "{count} hare cards", cards),
  n_("longest move {count} square", "longest move {count} squares", longest),
].map((fact) => fact.replaceAll(" ", "\u00a0")).join(", ");

/** Shows what every player of a story did. */
export function showFacts(list, { players, facts }) {
  list.replaceChildren(...players.map(({ name, colours, opponent }, seat) => h("li", { class: "facts__one" },
    tokens(colours.map((colour) => ({ colour }))), h("p", {}, h("b", {}, face(opponent), name), h("small", {}, factsOf(facts[seat]))))));
}

/** Puts a picture of the race and a link to its story into `box` of one that is over, and what everybody did. */
export async function linkStory(box, view) {
  if (box.querySelector('[data-do="story"]') || box.dataset.linking) return;
  box.dataset.linking = "yes";
  const { games } = await get("/api/games").catch(() => ({ games: [] }));
  const game = shownIn(games, view);
  const told = game && await get(`/api/games/${game.game}/story`).catch(() => null);
  delete box.dataset.linking;
  if (told) {
    box.querySelectorAll("[data-seat]").forEach((row) => row.querySelector("p").replaceChildren(factsOf(told.facts[row.dataset.seat])));
    if (told.start) box.querySelector("ol").after(raceSketch(told));
  }
  if (game) box.append(h("a", { class: "button button--quiet", "data-do": "story", href: `/games/${game.game}` }, _("The story of the race")));
}
