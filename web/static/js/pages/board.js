/* The simulator: a board on the screen, and the phones beside it. */

import { get } from "../lib/api.js";
import { asHost } from "../parts/host/ask-pin.js";
import { makeBoard } from "../parts/board/board.js";
import { makeDock } from "../parts/board/dock.js";
import { field, h, keyed, write } from "../lib/dom.js";
import { giveHands } from "../parts/board/hands.js";
import { makeKnobs } from "../parts/board/knobs.js";
import { makeLegend } from "../parts/board/legend.js";
import { follow, followView } from "../lib/live.js";
import { lostBanner, say } from "../lib/notice.js";
import { showTable } from "../parts/phone/table.js";
import { makeMishaps } from "../parts/board/mishaps.js";
import { makePlaces } from "../parts/board/places.js";
import { makeReaders } from "../parts/board/readers.js";
import { looksOf, runnersOf } from "../lib/seats.js";
import { makeTerminal } from "../parts/board/terminal.js";
import { dressAll, loadTrack, tokens } from "../lib/tokens.js";

const place = (name) => document.querySelector(`[data-place="${name}"]`);

async function start() {
  // Whoever is not at the board looks on: the hands here move everybody's runners.
  if (!await asHost()) return location.replace("/watch");
  const [track, simulator] = await Promise.all([loadTrack(), get("/api/simulator")]);
  const board = makeBoard(place("board"), track, { live: true });
  const sliding = document.querySelector("[name=hand][value=slide]");
  const hands = giveHands(board, {
    isSliding: () => sliding.checked,
    tools: { turn: document.querySelector("[data-do=turn]"), knock: document.querySelector("[data-do=knock]") },
  });
  const dock = makeDock({
    tabs: place("tabs"),
    screen: place("screen"),
    follow: document.querySelector("[name=follow]"),
    hide: document.querySelector("[name=hide]"),
  });

  board.root.append(makeKnobs(simulator.buttons, hands.press));
  const showLegend = makeLegend(place("legend"));
  makeReaders(board, simulator);
  makeMishaps(place("mishaps"), simulator.mishaps);
  makeTerminal(place("terminal"));
  document.querySelector(".legend--lights").open = matchMedia("(min-width: 900px)").matches;

  let worlds = 0;
  function showWorld(world) {
    board.setPieces(world.pieces);
    board.setLights(world.lights);
  }
  showWorld(simulator);

  const banner = lostBanner();
  const inTouch = { world: true, view: true };
  const hear = (stream) => (live) => {
    inTouch[stream] = live;
    banner(inTouch.world && inTouch.view);
    board.root.classList.toggle("is-lost", !inTouch.world);
  };

  follow("/api/simulator/live", {
    world: (world) => {
      hands.settle();
      showWorld(world);
      document.body.dataset.world = worlds += 1;
    },
    lights: ({ lights }) => board.setLights(lights),
  }, hear("world"));

  let mine = [];
  let seen = null;
  const showPlaces = makePlaces(place("places"), (seats) => {
    mine = seats;
    showPhones();
  });

  function showPhones() {
    document.querySelector(".dock").classList.toggle("is-empty", !mine.length);
    dock(seen, mine);
    showLinks(seen, mine);
  }

  let phase = null;
  followView("/api/watch", (view) => {
    // Another edition may bring another track.
    if (phase !== null && phase !== "playing" && view.phase === "playing") checkTrack(track);
    phase = view.phase;
    seen = view;
    write(field("headline"), view.headline);
    place("no-game").hidden = phase !== "setup";
    document.querySelector(".dock").hidden = !view.seats.length;
    board.root.classList.toggle("is-paused", Boolean(view.paused));
    showTable(place("table"), view);
    board.setPlaying(runnersOf(view));
    showLegend(view).catch((refused) => say(refused.message));
    showPlaces(view);
    showPhones();
  }, { changed: hear("view"), elsewhere: () => location.reload() });
}

async function checkTrack(track) {
  if (JSON.stringify(await loadTrack()) !== JSON.stringify(track)) location.reload();
}

/** Where there is no room for phones beside the board, there are ways to them. */
function showLinks(view, mine) {
  keyed(place("links"), view.seats.filter(({ seat }) => mine.includes(seat)), (s) => s.seat,
    (s) => h("a", { href: `/seat/${s.seat}`, class: "seat-link" }, tokens(looksOf(view, s.seat)), h("span")),
    (link, s) => {
      dressAll(link.querySelector(".tokens"), looksOf(view, s.seat));
      write(link.lastElementChild, s.name);
    });
}

start().catch((refused) => say(refused.message));
