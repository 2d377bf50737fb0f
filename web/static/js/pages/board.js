/* The simulator: a board on the screen, and the phones beside it. */

import { get } from "../lib/api.js";
import { asHost } from "../parts/host/ask-pin.js";
import { makeBoard } from "../parts/board/board.js";
import { makeClock } from "../parts/phone/clock.js";
import { makeArrivals, makeMoment } from "../parts/phone/card.js";
import { makeDock } from "../parts/board/dock.js";
import { field, h, keyed, write } from "../lib/dom.js";
import { giveHands } from "../parts/board/hands.js";
import { makeKnobs } from "../parts/board/knobs.js";
import { steadyStrip } from "../parts/board/glow.js";
import { makeLegend } from "../parts/board/legend.js";
import { follow, followView } from "../lib/live.js";
import { lostBanner, say } from "../lib/notice.js";
import { makeLesson } from "../parts/phone/lesson.js";
import { showLog } from "../parts/phone/log.js";
import { showRanking } from "../parts/phone/ranking.js";
import { showTable } from "../parts/phone/table.js";
import { makeMishaps } from "../parts/board/mishaps.js";
import { makeMover } from "../parts/board/mover.js";
import { makePlaces } from "../parts/board/places.js";
import { makeReaders } from "../parts/board/readers.js";
import { isAnotherRace, looksOf, runnersOf, seatOf } from "../lib/seats.js";
import { makeEars, makeScreenTools } from "../parts/board/screen-tools.js";
import { makeTerminal } from "../parts/board/terminal.js";
import { _ } from "../lib/text.js";
import { makeTip } from "../parts/board/tip.js";
import { dressAll, loadTrack, tokens } from "../lib/tokens.js";
import { priceOf } from "../lib/words.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
/** Lights of a runner that is to be carried, or turned over. */
const MOVED = new Set(["errand", "wrong-place", "belongs-here"]);
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
  const listen = makeEars();
  const clock = makeClock(field("clock"));
  const showLesson = makeLesson();
  const showMover = makeMover(place("mover"));
  const readAloud = makeScreenTools(place("screen-tools"), place("listening"));
  const usedNow = () => [
    ...seen.lights.map(({ square }) => board.squares.get(square).element),
    ...(seatOf(seen, seen.to_act)?.runners ?? []).flatMap(({ colour }) => board.runners.get(colour)?.runner ?? []),
  ];
  const [showMoment, showArrival] = [makeMoment, makeArrivals].map((make) => make(document.querySelector(".desk__board"), usedNow));
  const legend = new Map();
  const showLegend = makeLegend(place("legend"), (lights) => {
    for (const entry of lights.legend) legend.set(entry.meaning, entry);
    if (seen) nameSquares(seen);
  });
  const tellTip = makeTip(board, (square) => readerLine(square) ?? lightLine(square));
  const readerLine = makeReaders(board, simulator, tellTip);
  makeMishaps(place("mishaps"), simulator.mishaps);
  makeTerminal(place("terminal"));

  let seen = null; // the newest view

  /** What the light of a square means; of a runner to be carried or turned over, what it waits for. */
  function lightLine(square) {
    const lit = seen?.lights.find((each) => each.square === square);
    const { title, text } = legend.get(lit?.meaning) ?? {};
    if (!title) return null;
    if (MOVED.has(lit.meaning)) {
      const { errands, mismatches } = byHand(seen).table;
      const told = [...mismatches, ...errands].find((each) => each.square === square || each.belongs === square);
      if (told) return [told.square === told.belongs ? _("Turn the runner over") : title, told.sentence];
    }
    // Only on the phone is such a move made; there the text says so.
    return [priceOf(lit) ?? title, lit.meaning === "may-go-by-phone" ? text : lit.sentence ?? text];
  }

  function nameSquares(view) {
    board.nameSquares(view.lights.map((lit) => ({ ...lit, title: legend.get(lit.meaning)?.title })));
    tellTip();
    showLights(strip);
  }

  let worlds = 0;
  let strip = "";
  /** The lights as the strip has them; without their movement for those who want none. */
  function showLights(next) {
    strip = next;
    const dark = /^0*$/.test(strip);
    board.setLights(still.matches && !dark && seen?.lights.length ? steadyStrip(track, seen.lights) : strip);
  }

  function showWorld(world) {
    board.setPieces(world.pieces, world.change);
    if (seen) nameSquares(seen);
    showLights(world.lights);
  }
  showWorld(simulator);

  const banner = lostBanner();
  const inTouch = { world: true, view: true };
  const hear = (stream) => (live) => {
    inTouch[stream] = live;
    banner(inTouch.world && inTouch.view);
  };

  follow("/api/simulator/live", {
    world: (world) => {
      hands.settle();
      showWorld(world);
      document.body.dataset.world = worlds += 1;
    },
    lights: ({ lights }) => showLights(lights),
  }, hear("world"));

  let mine = null; // not known yet: the page has kept the room for a phone, or has not
  const showPlaces = makePlaces(place("places"), (seats) => {
    mine = seats;
    showPhones();
  });

  function showPhones() {
    if (!mine) return;
    document.querySelector(".dock").classList.toggle("is-empty", !mine.length);
    dock(seen, mine);
    showLinks(seen, mine);
  }

  followView("/api/watch", (view) => {
    if (seen && isAnotherRace(seen, view)) checkTrack(track);
    const { phase } = view;
    seen = view;
    write(field("headline"), view.headline);
    showMover(view);
    write(field("instruction"), `${view.instruction} ${byMouse(view)}`.trim());
    showLesson(view);
    place("no-game").hidden = phase !== "setup";
    document.querySelector(".dock").hidden = !view.seats.length;
    board.root.classList.toggle("is-paused", Boolean(view.paused));
    place("hands").hidden = !view.seats.length || phase === "over";
    showTable(place("table"), byHand(view));
    board.setPlaying(runnersOf(view));
    nameSquares(view);
    showMoment(view);
    showArrival(view);
    showRanking(place("ranking"), view);
    board.setTrace(view.phase === "over" ? null : view.last_move);
    listen(view);
    readAloud(view);
    clock.show(view);
    showLog(field("log"), view, 8);
    place("log-box").hidden = !view.log.length;
    showLegend(view).catch((refused) => say(refused.message));
    showPlaces(view);
    showPhones();
  }, { beat: clock.hear, changed: hear("view"), elsewhere: () => location.reload() });
}

/** How the runner on the screen does what the instruction says. */
function byMouse({ lights, seats, table, to_act: seat, prompt, paused, take_back: back }) {
  const carries = seats[seat]?.opponent && table.errands.some(({ square, belongs }) => belongs && square !== belongs);
  if (carries || lights.some(({ meaning }) => meaning.startsWith("may-go"))) return _("Drag it there, or tap it and then the square.");
  const lies = prompt === "move" && !paused && !back?.offered && !table.mismatches.length && seats[seat]?.runners.some((runner) => runner.face_down);
  return lies ? _("Tap the runner, then “Turn over”.") : "";
}

/** The same view; whatever is to be turned over says how. */
function byHand(view) {
  const lying = new Set(runnersOf(view).filter((runner) => runner.face_down).map(({ colour }) => colour));
  function how({ colour, square, belongs }) {
    if (colour && square === belongs) return _("Tap the runner, then “Turn over”.");
    return lying.has(colour) ? _("Drag it there, tap it, then “Turn over”.") : "";
  }
  const told = (each) => ({ ...each, sentence: `${each.sentence} ${how(each)}`.trim() });
  return { ...view, table: { ...view.table, errands: view.table.errands.map(told), mismatches: view.table.mismatches.map(told) } };
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
