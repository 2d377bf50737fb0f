/* For those who look on: the board, and nobody's hand. */

import { makeBoard } from "../parts/board/board.js";
import { makeClock } from "../parts/phone/clock.js";
import { makeArrivals, makeCard, makeMoment } from "../parts/phone/card.js";
import { field, write } from "../lib/dom.js";
import { followView } from "../lib/live.js";
import { steadyStrip } from "../parts/board/glow.js";
import { makeEars, makeScreenTools } from "../parts/board/screen-tools.js";
import { showLog } from "../parts/phone/log.js";
import { makeMover } from "../parts/board/mover.js";
import { lostBanner, say } from "../lib/notice.js";
import { showPlayers } from "../parts/phone/players.js";
import { showRanking } from "../parts/phone/ranking.js";
import { isAnotherRace, runnersOf } from "../lib/seats.js";
import { showTable } from "../parts/phone/table.js";
import { _ } from "../lib/text.js";
import { loadTrack } from "../lib/tokens.js";

const place = (name) => document.querySelector(`[data-place="${name}"]`);

async function start() {
  const track = await loadTrack();
  const board = makeBoard(place("board"), track);
  const showCard = makeCard(field("card"));
  const [showMoment, showArrival] = [makeMoment, makeArrivals].map((make) => make(document.querySelector(".stand__board")));
  const listen = makeEars();
  const clock = makeClock(field("clock"));
  const readAloud = makeScreenTools(place("screen-tools"), place("listening"));
  const showMover = makeMover(place("mover"));
  let before = null;

  followView("/api/watch", (view) => {
    const { phase } = view;
    if (before && isAnotherRace(before, view)) checkTrack(track);
    before = view;
    write(field("headline"), view.headline);
    showMover(view);
    write(field("instruction"), `${view.instruction} ${view.lesson?.says ?? ""}`.trim());
    document.body.dataset.phase = phase;
    document.body.classList.toggle("is-paused", Boolean(view.paused));
    place("no-game").hidden = phase !== "setup";
    const runners = runnersOf(view);
    board.setPieces(runners.map((r) => ({ piece: r.colour, square: r.square || null, face_down: r.face_down, in_hand: false })));
    board.setPlaying(runners);
    board.setTrace(view.last_move);
    board.setLights(steadyStrip(track, view.lights));
    listen(view);
    readAloud(view);
    clock.show(view);
    showTable(place("table"), view);
    showCard(view);
    showMoment(view);
    showArrival(view);
    showRanking(place("ranking"), view);
    showPlayers(place("players"), { ...view, seats: byPlace(view.seats) });
    write(field("order"), order(view));
    showLog(field("log"), view, 8);
    place("players-box").hidden = !view.seats.length || view.ranking.length > 0;
    place("log-box").hidden = !view.log.length;
  }, { beat: clock.hear, changed: lostBanner() });
}

/** The seats as they stand in the race, the foremost first. */
const byPlace = (seats) => {
  const best = ({ runners }) => Math.min(...runners.map(({ arrived, position }) => arrived ?? position));
  return [...seats].sort((a, b) => best(a) - best(b));
};

/** Who moves after whom; whoever decides on a gift does so in another's turn. */
function order({ seats, prompt, to_act: mover }) {
  if (prompt === "gift") return "";
  const at = seats.findIndex(({ seat }) => seat === mover);
  const next = [...seats.slice(at + 1), ...seats.slice(0, Math.max(at, 0))].filter(({ arrived }) => arrived === null);
  return at < 0 || !next.length ? "" : _("Then {names}", { names: next.map(({ name }) => name).join(" · ") });
}

async function checkTrack(track) {
  if (JSON.stringify(await loadTrack()) !== JSON.stringify(track)) location.reload();
}

start().catch((refused) => say(refused.message));
