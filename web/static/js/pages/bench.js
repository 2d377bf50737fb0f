/* The simulated board while it is calibrated: its lights as an eye sees them, and hands. */

import { get } from "../lib/api.js";
import { makeBoard } from "../parts/board/board.js";
import { h } from "../lib/dom.js";
import { giveHands } from "../parts/board/hands.js";
import { makeKnobs } from "../parts/board/knobs.js";
import { follow } from "../lib/live.js";
import { lostBanner } from "../lib/notice.js";
import { _ } from "../lib/text.js";
import { reloadIn } from "../parts/host/mode.js";
import { loadTrack } from "../lib/tokens.js";

const WIDE = matchMedia("(min-width: 1200px)");
const place = (name) => document.querySelector(`[data-place="${name}"]`);

const [track, simulator] = await Promise.all([loadTrack(), get("/api/simulator")]);
const board = makeBoard(place("board"), track, { live: true });
const sliding = document.querySelector("[name=hand][value=slide]");
const hands = giveHands(board, {
  isSliding: () => sliding.checked,
  tools: { turn: document.querySelector("[data-do=turn]"), knock: document.querySelector("[data-do=knock]") },
});
if (simulator.buttons.length) board.root.append(makeKnobs(simulator.buttons, hands.press));

function showWorld(world) {
  board.setPieces(world.pieces, world.change);
  board.setLights(world.lights);
}
showWorld(simulator);

function showPhone() {
  place("screen").replaceChildren(...(WIDE.matches ? [h("iframe", { src: "/workshop", title: _("The builder's phone") })] : []));
}
showPhone();
WIDE.addEventListener("change", showPhone);

const banner = lostBanner();

follow("/api/simulator/live", {
  world: (world) => {
    hands.settle();
    showWorld(world);
  },
  lights: ({ lights }) => board.setLights(lights),
}, (live) => {
  banner(live);
  if (!live) reloadIn("play");
});
