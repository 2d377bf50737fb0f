/* The simulator: a board on the screen, and the phones beside it. */

import { get } from "./api.js";
import { asHost } from "./ask-pin.js";
import { makeBoard } from "./board.js";
import { makeDock } from "./dock.js";
import { field, h, keyed, write } from "./dom.js";
import { giveHands } from "./hands.js";
import { makeKnobs } from "./knobs.js";
import { makeLegend } from "./legend.js";
import { follow, followView } from "./live.js";
import { lostBanner, say } from "./notice.js";
import { showTable } from "./table.js";
import { makeMishaps } from "./mishaps.js";
import { makePlaces } from "./places.js";
import { makeReaders } from "./readers.js";
import { looksOf, runnersOf } from "./seats.js";
import { makeTerminal } from "./terminal.js";
import { dressAll, loadTrack, tokens } from "./tokens.js";

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
