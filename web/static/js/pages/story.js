/* How a game went, from its first turn to its last. */

import { get } from "../lib/api.js";
import { makeBoard } from "../parts/board/board.js";
import { makeChart } from "../parts/host/chart.js";
import { field, h, write } from "../lib/dom.js";
import { showAnalysis } from "../parts/host/analysis.js";
import { offerPicture } from "../parts/host/share.js";
import { showFacts } from "../parts/host/story-link.js";
import { begun } from "../parts/host/games.js";
import { say } from "../lib/notice.js";
import { _, listed, n_ } from "../lib/text.js";
import { loadTrack, lookOf } from "../lib/tokens.js";
import { teamName } from "../lib/words.js";

const LOOK_AGAIN_MS = 10_000;
const REPLAY_MS = 900;
const CARROT_STEPS = [5, 10, 20, 25, 50, 100, 200, 500, 1000];
const place = (name) => document.querySelector(`[data-place="${name}"]`);
const number = Number(document.body.dataset.game);
const pictures = []; // all that show a turn; the first two are of a race under way too
let shown = null;
let now = 0;

function show(story) {
  const before = shown?.turns.length ?? 0;
  shown = story;
  write(field("about"), _("{edition}, {date}", { edition: story.edition_name, date: begun(story.begun_at) }));
  write(field("result"), result(story));
  place("record").hidden = !story.over;
  if (story.over) {
    field("bg-stats").href = story.bg_stats;
    offerPicture(place("share"), number, story.begun_at);
  }
  place("nothing").hidden = story.turns.length > 0;
  place("no-carrots").hidden = story.over || !story.turns.length;
  if (story.turns.length !== before) showCharts(story, before);
  if (!story.over) setTimeout(look, LOOK_AGAIN_MS);
}

/** Who won: with teams a whole team. */
function result({ over, players, ranking, teams, turns }) {
  if (!over) return n_("{count} turn so far.", "{count} turns so far.", turns.length);
  const [first] = ranking;
  const team = teams?.findIndex((seats) => seats.includes(first));
  const others = ranking.filter((seat) => seat !== first && !teams?.[team].includes(seat));
  return _("{winner} won, ahead of {others}.", { winner: teamName(team) || players[first].name, others: listed(others.map((seat) => players[seat].name)) });
}

const told = (turn) => turn ? shown.turns[turn - 1].sentence || _("Nothing to report.") : _("Before the first turn.");

function chosen(turn) {
  now = turn;
  pictures.forEach((each) => each.show(turn));
}

/** Shows how the race went; whoever reads in it keeps their turn, and only the newest is followed. */
function showCharts(story, before) {
  const end = story.turns.length;
  showFacts(place("facts"), story);
  if (!pictures.length) {
    pictures.push(makeReplay(story), makeChart(place("charts"), { ...race(story), told, chosen }));
    now = Math.min(Number(location.hash.slice(1)) || Infinity, end);
  } else {
    // A move that was taken back leaves fewer turns.
    if (now >= Math.min(before, end)) now = end;
    const [replay, way] = pictures;
    replay.grow(story);
    way.grow(race(story).lines);
  }
  chosen(now);
  if (!story.over) return;
  const chances = h("div");
  place("charts").append(chances);
  pictures.push(makeChart(place("charts"), { ...carrots(story), told, chosen }));
  showAnalysis(place("analysis"), number, story, chosen, (lines) => {
    pictures.push(makeChart(chances, { ...lines, told, chosen }));
    chosen(now);
  });
}

/** The race on the picture of the board. A button goes through it, turn after turn. */
function makeReplay({ players, start, track, turns }) {
  const button = document.querySelector("[data-do=replay]");
  place("replay").hidden = false;
  const board = makeBoard(place("board"), track);
  let moments = [];
  let timer = 0;

  const runners = (turn) => players.flatMap(({ colours }, seat) => colours.map((colour, i) => ({ colour, square: moments[turn][seat][i] })));

  /** The runner that went farthest in a turn is the one that moved. */
  function moved(turn) {
    const before = turn ? runners(turn - 1) : [];
    const moves = runners(turn).map(({ colour, square: to }, i) => ({ colour, start: before[i]?.square ?? to, to })).filter(({ start: from, to }) => from !== to && to);
    return moves.sort((a, b) => Math.abs(b.to - b.start) - Math.abs(a.to - a.start))[0] ?? null;
  }

  function show(turn) {
    board.setPlaying(runners(turn));
    board.setPieces(runners(turn).map(({ colour, square }) => ({ piece: colour, square: square || null, face_down: false, in_hand: false })));
    board.setTrace(moved(turn));
    write(field("turn"), turn ? `${turn}. ${told(turn)}` : told(turn));
    write(button, timer ? _("Stop") : now === turns.length ? _("Replay the race") : _("Continue the replay"));
  }

  function grow(story) {
    ({ turns } = story);
    moments = [start.squares, ...turns.map((turn) => turn.squares)];
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    show(now);
  }

  button.onclick = () => {
    if (timer) return stop();
    place("replay").scrollIntoView({ block: "nearest" });
    timer = setInterval(() => {
      chosen(Math.min(now + 1, turns.length));
      if (now === turns.length) stop();
    }, REPLAY_MS);
    chosen(now === turns.length ? 0 : now);
  };
  grow({ turns });
  return { show, grow };
}

/** Where every runner stood after each turn. */
function race({ players, home, lettuces, start, turns }) {
  const moments = [start.squares, ...turns.map((turn) => turn.squares)];
  const lines = players.flatMap(({ name, colours }, seat) => colours.map((colour, runner) => {
    const values = moments.map((squares) => squares[seat][runner]);
    const arrival = values.indexOf(home);
    const label = colours.length > 1 ? _("{name}, runner {number}", { name, number: lookOf(colour).number }) : name;
    return { name, label, looks: [{ colour }], values, last: arrival < 0 ? values.length - 1 : arrival };
  }));
  const levels = [
    { at: 0, text: "0" }, { at: home, text: "", drawing: "home" },
    ...lettuces.map((at) => ({ at, text: String(at), drawing: "lettuce" })),
  ];
  return {
    title: _("The race"), about: _("How far every runner had come along the track after each turn. The lettuces are marked."),
    lines, levels, most: home, inWords: (at) => (at === 0 ? _("START") : at === home ? _("HOME") : String(at)),
  };
}

/** How many carrots everybody held after each turn. */
function carrots({ players, start, turns }) {
  const moments = [start.carrots, ...turns.map((turn) => turn.carrots)];
  const lines = players.map(({ name, colours }, seat) => ({
    name, label: name, looks: colours.map((colour) => ({ colour })), values: moments.map((each) => each[seat]), last: turns.length,
  }));
  const peak = Math.max(10, ...moments.flat());
  const step = CARROT_STEPS.find((each) => peak / each <= 5) ?? 2000;
  const most = Math.ceil(peak / step) * step;
  const levels = Array.from({ length: most / step + 1 }, (_each, at) => ({ at: at * step, text: String(at * step) }));
  return {
    title: _("The carrots"), about: _("How many carrots everybody held after each turn."),
    lines, levels, most, inWords: (count) => String(count),
  };
}

async function look() {
  if (document.hidden) return setTimeout(look, LOOK_AGAIN_MS);
  try {
    show(await get(`/api/games/${number}/story`));
  } catch (refused) {
    say(refused.message);
    write(field("about"), refused.message);
    // It may be out of reach, in the workshop or starting.
    if (refused.code !== "no-such-game") setTimeout(look, LOOK_AGAIN_MS);
  }
}

loadTrack().then(look);
