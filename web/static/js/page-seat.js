/* The phone of one seat. */

import { makeActing } from "./acting.js";
import { makeCard } from "./card.js";
import { makeChance } from "./chance.js";
import { field, write } from "./dom.js";
import { showHand } from "./hand.js";
import { followView } from "./live.js";
import { showLog } from "./log.js";
import { showMoves } from "./moves.js";
import { lostBanner, say } from "./notice.js";
import { showPlayers } from "./players.js";
import { showRanking } from "./ranking.js";
import { makeRunners } from "./runner.js";
import { seatOf } from "./seats.js";
import { showStrip } from "./strip.js";
import { showTable } from "./table.js";
import { dressAll, loadTrack, lookOf, tokens } from "./tokens.js";
import { teamName } from "./words.js";

const seat = Number(document.body.dataset.seat);
const place = (name) => document.querySelector(`[data-place="${name}"]`);
const moreLog = document.querySelector("[data-do=more-log]");

// In the dock beside the board there is a tab for every seat, and links belong to the page around.
if (window.top !== window) {
  document.documentElement.classList.add("is-docked");
  for (const link of document.links) link.target = "_top";
}

async function start() {
  let track = await loadTrack();
  const showCard = makeCard(field("card"));
  const banner = lostBanner();
  const acting = makeActing(seat, () => refresh());
  const showChance = makeChance(place("chance"), acting);
  const showRunner = makeRunners(() => render(view));
  const badge = tokens([]);
  place("badge").append(badge);
  let view = null;
  let gone = false;

  function showSeat(seated) {
    place("no-game").hidden = seated;
    place("hand").hidden = place("race").hidden = place("players-box").hidden = !seated;
  }

  function render(next) {
    gone = false;
    if (view && view.phase !== "playing" && next.phase === "playing") loadTrack().then((fresh) => (track = fresh));
    view = next;
    acting.saw(view);
    const { me } = view;
    const own = seatOf(view, seat);
    write(field("headline"), view.headline);
    document.body.dataset.phase = view.phase;
    document.body.classList.toggle("is-mine", Boolean(me?.my_turn));
    showSeat(Boolean(me));
    showTable(place("table"), view);
    showCard(view, seat);
    showRanking(place("ranking"), view);
    if (!me || !own) return;

    document.title = `${me.my_turn ? "Your turn" : view.headline} · ${own.name}`;
    document.body.style.setProperty("--seat", lookOf(own.runners[0].colour).rgb);
    document.body.style.setProperty("--seat-2", lookOf(own.runners.at(-1).colour).rgb);
    dressAll(badge, own.runners);
    write(field("name"), own.name);
    write(field("team"), teamName(own.team));
    showHand(view, own);
    const runner = showRunner(view, own);
    showChance(view);
    showMoves(view, acting, runner);
    showStrip(place("strip"), view, me.destinations.filter((d) => d.runner === runner).map((d) => d.square), track.home);
    showPlayers(place("players"), view, seat);
    showLog(field("log"), view, moreLog.getAttribute("aria-expanded") === "true" ? 40 : 5);
    place("log-box").hidden = !view.log.length;
    moreLog.hidden = view.log.length <= 5;
  }

  document.querySelector("[data-do=confirm]").addEventListener("click", acting.confirm);
  document.querySelector("[data-do=take-back]").addEventListener("click", acting.takeBack);
  moreLog.addEventListener("click", () => {
    const open = moreLog.getAttribute("aria-expanded") !== "true";
    moreLog.setAttribute("aria-expanded", String(open));
    write(moreLog, open ? "Show less" : "Show earlier");
    showLog(field("log"), view, open ? 40 : 5);
  });

  const refresh = followView(`/api/seats/${seat}`, render, {
    changed: (live) => {
      banner(live || gone);
      acting.inTouch(live);
    },
    absent: () => {
      gone = true;
      banner(true);
      showSeat(false);
      write(field("headline"), "Nobody sits here");
    },
  });
}

start().catch((refused) => say(refused.message));
