/* From a race that is over to its story. */

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { _ } from "../../lib/text.js";

/** Of a list of games, the one that a view shows; undefined if it is not among them. */
export const shownIn = (games, view) =>
  games.find(({ state, players }) => state === view.phase && players.join() === view.seats.map((seat) => seat.name).join());

/** Puts a link to the story of the race into `box` as soon as it is over. */
export async function linkStory(box, view) {
  const old = box.querySelector('[data-do="story"]');
  if (view.phase !== "over") return old?.remove();
  if (old || box.dataset.linking) return;
  box.dataset.linking = "yes";
  const { games } = await get("/api/games").catch(() => ({ games: [] }));
  delete box.dataset.linking;
  const game = shownIn(games, view);
  if (game) box.append(h("a", { class: "button button--quiet", "data-do": "story", href: `/games/${game.game}` }, _("The story of the race")));
}
