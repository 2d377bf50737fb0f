/* Which of your runners the page is about, and what there is to know of it. */

import { field, h, keyed, write } from "../../lib/dom.js";
import { dress, lookOf, token } from "../../lib/tokens.js";
import { _, n_, p_ } from "../../lib/text.js";
import { carrots, capital, placeIn } from "../../lib/words.js";

const place = (name) => document.querySelector(`[data-place="${name}"]`);

/**
 * Of two runners one is looked at: `show` shows it, `lookAt` brings one forward. `changed` is called when the player looks at the other.
 */
export function makeRunners(changed) {
  let chosen = 0;
  let version = null;

  /** At every turn of the game, a runner that can do something comes forward. */
  function choose({ version: now, me }, { runners }) {
    if (now === version) return;
    version = now;
    // Those with somewhere to go, or else the one that chews or sleeps, or else those still racing.
    const numbers = (fits) => runners.filter(fits).map((runner) => runner.runner);
    const able = [
      me.destinations.map((d) => d.runner), me.my_turn ? numbers((r) => r.face_down) : [], numbers((r) => r.arrived === null), [0],
    ].find((some) => some.length);
    if (!able.includes(chosen)) [chosen] = able;
  }

  function lookAt(runner) {
    if (runner === chosen) return;
    chosen = runner;
    changed();
  }

  /** Shows the runner in question and returns its number. */
  function show(view, own) {
    choose(view, own);
    const two = own.runners.length > 1;
    place("switch").hidden = !two;
    keyed(place("switch"), two ? own.runners : [], (r) => r.runner,
      (r) => h("button", {
        type: "button", class: "pick", "data-runner": r.runner,
        onclick: () => lookAt(r.runner),
      }, token(r), h("span", { class: "pick__where" }, h("b"), h("small"))),
      (pick, r) => {
        pick.setAttribute("aria-pressed", String(r.runner === chosen));
        dress(pick.querySelector(".token"), r);
        write(pick.querySelector(".pick__where b"), capital(r.place));
        const order = placeIn(view, r);
        write(pick.querySelector("small"), r.asleep ? p_("a runner", "{place}, asleep", { place: order }) : order);
      });
    const runner = own.runners[chosen];
    const mine = view.me.runners[chosen];
    const { number } = lookOf(runner.colour);
    const facts = { number, place: runner.place };
    // START and HOME are told by the sentence that follows.
    const standing = mine.kind !== "START" && mine.kind !== "HOME";
    write(field("place"), standing ? (two ? _("Runner {number} is on {place}.", facts) : _("You are on {place}.", facts)) : "");
    write(field("here"), mine.here ?? "");
    field("here").parentElement.hidden = !standing && !mine.here;
    write(field("home"), mine.home.sentence ?? "");
    place("home").hidden = !mine.home.sentence || runner.arrived !== null;
    showRaceCard(mine.race_card, view.me.carrots);
    return chosen;
  }

  return { show, lookAt };
}

/** What 1, 2, 3, ... squares cost this runner now; pale where your carrots do not reach. */
function showRaceCard(costs, inHand) {
  place("race-card").hidden = !costs.length;
  keyed(place("costs"), costs.map((cost, i) => ({ cost, squares: i + 1 })), (each) => each.squares,
    () => h("li", {}, h("span", { "aria-hidden": "true" }), h("b", { "aria-hidden": "true" }), h("em", { class: "unseen" })),
    (row, { cost, squares }) => {
      const facts = { price: carrots(cost) };
      const told = n_("{count} square: {price}", "{count} squares: {price}", squares, facts);
      write(row.querySelector("span"), String(squares));
      write(row.querySelector("b"), String(cost));
      write(row.querySelector("em"), cost > inHand ? _("{price}, more than you hold", { price: told }) : told);
      row.classList.toggle("is-far", cost > inHand);
    });
  const flat = costs.length > 1 && costs[1] === 2 * costs[0];
  write(field("costs-note"), flat
    ? _("This runner's next move costs {cost} a square.", { cost: costs[0] })
    : _("Squares, and the carrots they cost in one move. Prices crossed out are more than you hold."));
}
