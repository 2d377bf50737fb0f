/* What the host does: the code to join with, the seats, the game, the games before it, the board. */

import { get, post } from "../lib/api.js";
import { askPin } from "../parts/host/ask-pin.js";
import { brokerState } from "../parts/host/broker.js";
import { field, h, write } from "../lib/dom.js";
import { makeGames, named } from "../parts/host/games.js";
import { makePaceChoice } from "../parts/host/pace-choice.js";
import { readerHealth } from "../parts/host/health.js";
import { showHostSeats } from "../parts/host/host-seats.js";
import { followView } from "../lib/live.js";
import { mark, remark } from "../parts/board/marks.js";
import { me } from "../parts/phone/me.js";
import { lostBanner, say } from "../lib/notice.js";
import { invitation } from "../lib/qr.js";
import { showRescued } from "../parts/host/rescued.js";
import { reloadIn } from "../parts/host/mode.js";
import { sure } from "../lib/confirm.js";
import { shownIn } from "../parts/host/story-link.js";
import { showTable } from "../parts/phone/table.js";
import { _ } from "../lib/text.js";
import { loadTrack } from "../lib/tokens.js";

const READERS_EVERY_MS = 5000;
const GRAVE = "button--earth";
const place = (name) => document.querySelector(`[data-place="${name}"]`);
const button = (name) => document.querySelector(`[data-do="${name}"]`);
const voice = document.querySelector("#voice");
const pace = makePaceChoice(place("pace-box"));
const showGames = makeGames(place("games"), button("more-games"), goOnWith);
let view = null;
let isHost = false;
let games = [];
let connected = []; // the seats whose phones are there
let readersAt = 0;
let refresh = () => {};

// Who is asking

function showWhether(host, atBoard = false) {
  isHost = host;
  place("ask").hidden = host;
  place("host").hidden = !host;
  place("leave").hidden = atBoard;
  if (!host) return;
  showInvitation();
  // Who plays on a computer whose network is kept by somebody else is offered nothing of it.
  get("/api/network").then(() => (place("wifi").hidden = false), () => {});
  lookAtGames();
  lookAtReaders();
  if (view) show(view);
}

async function ask() {
  if (await askPin()) showWhether(true);
}

/** Does something only the host may; says so if it was refused. Promises whether it was done. */
async function order(path, body = {}) {
  try {
    await post(path, body);
    return true;
  } catch (refused) {
    if (refused.code === "host-only") showWhether(false);
    say(refused.code === "stale" ? _("The game has moved on. Here is how it stands now.") : refused.message);
    return false;
  } finally {
    refresh();
  }
}

const withVersion = () => ({ version: view.version });

// Joining

async function showInvitation(asked = get("/api/table")) {
  try {
    const table = await asked;
    ({ connected } = table);
    place("invitation").replaceChildren(invitation(table));
    if (view) show(view);
  } catch (refused) {
    say(refused.message);
  }
}

async function makeNewCode() {
  const text = _("Nobody can join with the old code any more. Anyone who has joined keeps their seat.");
  if (!(await sure({ question: _("Make a new code?"), text, yes: _("Make a new code") }))) return;
  if (await order("/api/table/code")) showInvitation();
}

// Seats

async function freeSeat({ seat, name }) {
  const text = _("The phone that has the seat no longer shows the hand. Anyone with the code can take the seat.");
  if (await sure({ question: _("Free {name}'s seat?", { name }), text, yes: _("Free the seat"), look: GRAVE })) await order(`/api/seats/${seat}/leave`);
}

// The game

function deeds({ phase, paused }) {
  const press = (name, text, does, look = "button--quiet") => h("button", { type: "button", class: `button ${look}`, "data-do": name, onclick: does }, text);
  const link = (href, text, look = "button--quiet") => h("a", { class: `button ${look}`, href }, text);
  if (phase === "setup") return [link("/setup", _("Set up a game"), "")];
  if (phase === "over") return [link("/setup", _("Set up the next game"), "")];
  return [
    paused ? press("go-on", _("Resume the game"), () => pause(false), "") : press("pause", _("Pause"), () => pause(true)),
    press("set-aside", _("Save for later"), setAside), press("abandon", _("End the game"), abandon),
  ];
}

const pause = (paused) => order("/api/games/pause", { paused });

async function setAside() {
  const text = _("It is saved as it stands, and you can continue it from this page at any time. You can clear the runners away.");
  if (await sure({ question: _("Save this game for later?"), text, yes: _("Save for later") })) await order("/api/games/set-aside", withVersion());
}

async function abandon() {
  const text = view.other_board
    ? _("The race ends at this board only: the other one is told, and may go on alone. You can continue it later.")
    : _("The race ends here for everybody, without a winner. Only the host can continue it later.");
  if (await sure({ question: _("End this game?"), text, yes: _("End the game"), look: GRAVE })) await order("/api/games/abandon", withVersion());
}

async function mend(by) {
  const text = view.table.understood
    ? _("The game takes every other runner to be where it stands now. The move that is being made counts as usual.")
    : _("The game takes every runner to be where it stands now. The move that was being made does not count.");
  if (by === "game" || (await sure({ question: _("Is the board right?"), text, yes: _("The board is right"), look: GRAVE }))) await order("/api/games/mend", { by, ...withVersion() });
}

async function goOnWith(game) {
  if (view.phase === "playing") {
    const text = _("The game under way is saved first, as it stands. You can continue it later.");
    if (!(await sure({ question: _("Switch to another game?"), about: named(game), text, yes: _("Continue") }))) return;
    if (!(await order("/api/games/set-aside", withVersion()))) return;
  }
  await order(`/api/games/${game.game}/load`);
}

function show(now) {
  const changed = !view || view.phase !== now.phase || JSON.stringify(view.setup) !== JSON.stringify(now.setup);
  view = now;
  write(field("headline"), view.headline);
  if (!isHost) return;
  showRescued(place("rescued"), view);
  showTable(place("table"), view);
  showMending(view);
  showWaiting(view);
  showDeeds(view);
  showPace(view);
  showHostSeats(place("seats"), view, connected, freeSeat);
  place("seats-box").hidden = !view.seats.length;
  write(field("about-game"), view.phase === "setup" ? "" : view.edition_name);
  if (changed) lookAtGames();
}

function showMending({ table, can_mend: can, paused }) {
  place("mend").hidden = !table.mismatches.length || paused;
  document.querySelector('[data-mend="board"]').disabled = !can;
  write(field("board-right"), can
    ? _("The game takes over the runners as they stand on the board. Carrots and lettuces stay as they are.")
    : _("Not possible right now: the runners could never stand like this in this game."));
}

/** For whoever plays without a phone: what the button of the board would do. */
function showWaiting({ table, take_back: takeBack, paused }) {
  const back = takeBack?.offered ? takeBack.sentence : null;
  const sentence = back ?? (table.mismatches.length ? null : table.understood?.sentence);
  place("waits").hidden = !sentence || paused;
  if (!sentence) return;
  write(field("waits"), sentence);
  write(button("confirm"), back ? _("Yes, take it back") : _("Yes, that is the move"));
}

/** How long opponents take, to be changed during the race too. */
function showPace({ phase, seats, setup }) {
  pace.show(phase === "playing" && seats.some(({ opponent }) => opponent));
  if (document.activeElement !== pace.select) pace.fill(setup?.pace_s);
}

function showDeeds(now) {
  const game = shownIn(games, now);
  place("story").hidden = !game?.played;
  if (game) place("story").firstElementChild.href = `/games/${game.game}`;
  const key = `${now.phase} ${now.paused}`;
  if (place("deeds").dataset.key === key) return;
  const focused = place("deeds").contains(document.activeElement);
  place("deeds").dataset.key = key;
  place("deeds").replaceChildren(...deeds(now));
  if (focused) place("deeds").firstElementChild.focus();
}

// The games, and the board

async function lookAtGames() {
  try {
    let unread;
    do {
      ({ games, unread } = await get("/api/games"));
      place("no-games").hidden = games.length > 0;
      place("unread-games").hidden = !unread;
      showGames(games);
      if (view) showDeeds(view);
    } while (unread);
  } catch (refused) {
    say(refused.message);
  }
}

async function lookAtReaders() {
  clearTimeout(readersAt);
  if (!isHost) return;
  readersAt = setTimeout(lookAtReaders, READERS_EVERY_MS);
  if (document.hidden) return;
  const answer = await get("/api/readers").catch(() => null);
  const table = await get("/api/table").catch(() => null);
  if (table && String(table.connected) !== String(connected)) {
    ({ connected } = table);
    if (view) showHostSeats(place("seats"), view, connected, freeSeat);
  }
  showBroker(await get("/api/broker").catch(() => null));
  showVoice(await get("/api/voice").catch(() => null));
  showInvited(await get("/api/partners").catch(() => null));
  if (!answer) return;
  const { state, sentence } = readerHealth(answer.readers);
  remark(place("readers-mark").firstElementChild, state);
  write(field("readers"), sentence);
}

/** Whether the game is published, and why not; nothing on a board without a broker. */
function showBroker(seen) {
  place("broker").hidden = !seen || seen.state === "off";
  if (place("broker").hidden) return;
  remark(place("broker-mark").firstElementChild, { connected: "healthy", trouble: "quarantined" }[seen.state] ?? "suspect");
  write(field("broker"), `${brokerState(seen)} ${seen.sentence ?? ""}`.trim());
}

/** What the board's loudspeaker says, and why nothing is heard; nothing on a board without one. */
function showVoice(seen) {
  place("voice-box").hidden = !seen?.there;
  if (!seen?.there) return;
  if (document.activeElement !== voice) voice.value = seen.detail ?? "";
  field("voice").hidden = !seen.sentence;
  write(field("voice"), seen.sentence ?? "");
}

/** Another board invites to a race. */
function showInvited(seen) {
  const race = seen?.race;
  place("invited").hidden = !race;
  if (race) write(place("invited").firstElementChild, _("“{board}” invites you to a race", { board: race.board }));
}

function listen() {
  button("ask-pin").addEventListener("click", ask);
  button("new-code").addEventListener("click", makeNewCode);
  pace.select.addEventListener("change", () => order("/api/games/pace", { pace_s: Number(pace.select.value) }));
  voice.addEventListener("change", () => order("/api/voice", { detail: voice.value || null }));
  button("confirm").addEventListener("click", () => order("/api/confirm", withVersion()));
  for (const way of document.querySelectorAll("[data-mend]")) way.addEventListener("click", () => mend(way.dataset.mend));
  button("leave-host").addEventListener("click", async () => {
    if (await order("/api/host/leave")) location.assign("/");
  });
  place("readers-mark").append(mark("none"));
  place("broker-mark").append(mark("none"));
  // A real board has no simulator to look at.
  get("/api/simulator").then(() => (place("simulator").hidden = false), () => {});
}

async function start() {
  listen();
  await loadTrack();
  refresh = followView("/api/watch", show, { changed: lostBanner(), elsewhere: () => reloadIn("workshop", "acceptance") });
  const { host, at_board: atBoard } = await me();
  showWhether(host || atBoard, atBoard);
  if (!host && !atBoard) ask();
}

start().catch((refused) => say(refused.message));
