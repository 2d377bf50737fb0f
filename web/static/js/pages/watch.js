/* For those who look on: the board, and nobody's hand. */

import { makeBoard } from "../parts/board/board.js";
import { makeCard } from "../parts/phone/card.js";
import { field, write } from "../lib/dom.js";
import { followView } from "../lib/live.js";
import { showLog } from "../parts/phone/log.js";
import { lostBanner, say } from "../lib/notice.js";
import { showPlayers } from "../parts/phone/players.js";
import { showRanking } from "../parts/phone/ranking.js";
import { runnersOf } from "../lib/seats.js";
import { showTable } from "../parts/phone/table.js";
import { loadTrack } from "../lib/tokens.js";

const place = (name) => document.querySelector(`[data-place="${name}"]`);

async function start() {
  const track = await loadTrack();
  const board = makeBoard(place("board"), track);
  const showCard = makeCard(field("card"));
  let phase = null;

  followView("/api/watch", (view) => {
    // Another edition may bring another track.
    if (phase !== null && phase !== "playing" && view.phase === "playing") checkTrack(track);
    phase = view.phase;
    write(field("headline"), view.headline);
    document.body.dataset.phase = phase;
    document.body.classList.toggle("is-paused", Boolean(view.paused));
    place("no-game").hidden = phase !== "setup";
    const runners = runnersOf(view);
    board.setPieces(runners.map((r) => ({ piece: r.colour, square: r.square || null, face_down: r.face_down, in_hand: false })));
    board.setPlaying(runners);
    showTable(place("table"), view);
    showCard(view);
    showRanking(place("ranking"), view);
    showPlayers(place("players"), view);
    showLog(field("log"), view, 8);
    place("players-box").hidden = !view.seats.length || view.ranking.length > 0;
    place("log-box").hidden = !view.log.length;
  }, { changed: lostBanner() });
}

async function checkTrack(track) {
  if (JSON.stringify(await loadTrack()) !== JSON.stringify(track)) location.reload();
}

start().catch((refused) => say(refused.message));
