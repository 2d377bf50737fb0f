/* The club screen: every board small and live, the evening's races, points and the next round. */

import { get } from "../lib/api.js";
import { field, h, keyed, write } from "../lib/dom.js";
import { follow } from "../lib/live.js";
import { lostBanner, say } from "../lib/notice.js";
import { _, n_ } from "../lib/text.js";
import { layOut } from "../parts/board/geometry.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDE = 13.5;
const HIGH = 16.7;
const BESIDE = 4.2; // between runners that share START or HOME
const MANY = 4; // seats: names of more than so many have one line each
const TILES = { C: "#f0b07a", L: "#9cc470", T: "#b59b6d", H: "#d9c3a0", HOME: "#ab4306", other: "#c9bb97" };
const place = (name) => document.querySelector(`[data-place="${name}"]`);
const boards = new Map();
const plans = new Map();
let looks = new Map();
let order = [];

function s(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Draws a track once, as a picture for all boards that play on it: they redraw nothing but runners. */
function drawTrack({ track, kinds }) {
  const plan = layOut(kinds.length);
  const squares = kinds.map((kind, index) => {
    const { x, y } = plan.corner(index + 1);
    return s("rect", { fill: TILES[kind] ?? TILES.other, x, y, width: plan.tile, height: plan.tile, rx: 1.4 });
  });
  const picture = s("svg", { viewBox: `0 0 100 ${plan.height}` }, ...squares);
  const source = encodeURIComponent(new XMLSerializer().serializeToString(picture));
  plans.set(track, { ...plan, picture: `url("data:image/svg+xml,${source}")` });
}

// Boards

function makeBoard({ id }) {
  return h("li", { class: "club-board", "data-board": id },
    h("h2", {}, h("span", { "data-field": "name" }), h("small", { "data-field": "state" })),
    s("svg", { class: "club-board__track", "aria-hidden": "true", preserveAspectRatio: "xMinYMid" }),
    h("ol", { class: "club-board__seats" }));
}

function stateOf({ online, phase, paused }) {
  if (!online) return _("not connected");
  if (phase === "setup") return _("free");
  if (phase === "over") return _("race over");
  return paused ? _("paused") : "";
}

function showBoard(element, board) {
  if (element.shown === board) return;
  element.shown = board;
  element.classList.toggle("is-away", !board.online);
  element.classList.toggle("is-full", board.seats.length > MANY);
  element.classList.toggle("is-over", board.phase === "over");
  write(field("name", element), board.name);
  write(field("state", element), stateOf(board));
  showRunners(element.querySelector(".club-board__track"), board);
  keyed(element.querySelector("ol"), board.seats, ({ seat }) => seat, makeSeat, (row, seat) => showSeat(row, seat, board));
}

const makeSeat = () => h("li", {}, h("span", { class: "dots", "aria-hidden": "true" }), h("span", { "data-field": "who" }));

function showSeat(row, { seat, name, home, runners }, { to_act: mover, phase }) {
  const colours = runners.map(({ colour }) => colour).join(" ");
  const dots = row.querySelector(".dots");
  if (dots.dataset.colours !== colours) {
    dots.dataset.colours = colours;
    dots.replaceChildren(...runners.map(({ colour }) => dot(colour)));
  }
  const turn = phase === "playing" && seat === mover;
  row.classList.toggle("is-turn", turn);
  row.classList.toggle("is-home", home);
  if (turn) row.setAttribute("aria-current", "true");
  else row.removeAttribute("aria-current");
  write(field("who", row), name);
}

function dot(colour) {
  const { number, rgb, ink } = lookOf(colour);
  const element = h("b", {}, String(number));
  element.style.setProperty("--runner", rgb);
  element.style.setProperty("--runner-ink", ink);
  return element;
}

const lookOf = (colour) => looks.get(colour) ?? { number: "?", shape: "circle", rgb: "#777777", ink: "#ffffff" };

function showRunners(svg, board) {
  const plan = plans.get(board.track);
  if (svg.dataset.track !== board.track) {
    svg.dataset.track = board.track;
    svg.setAttribute("viewBox", `0 0 100 ${plan.height}`);
    svg.style.backgroundImage = plan.picture;
  }
  const runners = board.seats.flatMap((seat) => seat.runners.map((runner) => ({ ...runner, turn: seat.seat === board.to_act })));
  const counts = new Map();
  keyed(svg, runners, ({ colour }) => colour, makeRunner, (element, { square, turn }) => {
    const index = counts.get(square) ?? 0;
    counts.set(square, index + 1);
    const { x, y } = square ? plan.centre(square) : plan.slot(index);
    const at = `translate(${(x + (square ? index * BESIDE : 0) - WIDE / 2).toFixed(1)} ${(y - HIGH * 0.6).toFixed(1)})`;
    if (element.getAttribute("transform") !== at) element.setAttribute("transform", at);
    element.classList.toggle("is-turn", turn && board.phase === "playing");
  });
}

function makeRunner({ colour }) {
  const { number, shape, rgb, ink } = lookOf(colour);
  const body = s("use", { href: `#shape-${shape}`, width: WIDE, height: HIGH });
  const text = s("text", { x: WIDE / 2, y: HIGH * (shape === "triangle" ? 0.88 : 0.78) }, String(number));
  const element = s("g", { class: "club-runner" }, body, text);
  element.style.setProperty("--runner", rgb);
  element.style.setProperty("--runner-ink", ink);
  return element;
}

function showBoards() {
  const there = order.filter((id) => boards.has(id)).map((id) => boards.get(id));
  place("none").hidden = there.length > 0;
  keyed(place("boards"), there, ({ id }) => id, makeBoard, showBoard);
}

// The evening

function showTables({ races, standings, next_round: next, running, trouble }) {
  place("nobody").hidden = standings.length > 0;
  place("standings-box").hidden = !standings.length;
  keyed(place("standings"), standings, ({ name }) => name, makeStanding, showStanding);
  field("running").hidden = !running || !next.length;
  write(field("running"), running ? n_("{count} race is still on: this may change.", "{count} races are still on: this may change.", running) : "");
  keyed(place("next"), next, ({ board, names }) => `${board} ${names}`, makeLine, (row, { board, names }) => line(row, board ?? _("no board"), names.join(", ")));
  keyed(place("races"), races, (race) => `${race.board} ${race.over_at} ${race.names}`, makeLine, (row, { board, over_at: at, names }) => line(row, `${at.slice(11, 16)} ${board}`, names.join(", ")));
  field("trouble").hidden = !trouble;
}

const makeStanding = () => h("tr", {}, h("td"), h("th", { scope: "row" }), h("td"), h("td"));

function showStanding(row, { place: at, name, rounds, points }) {
  for (const [index, text] of [String(at), name, rounds.join(" "), String(points)].entries()) write(row.children[index], text);
}

const makeLine = () => h("li", {}, h("b"), " ", h("span"));

function line(row, head, text) {
  write(row.firstElementChild, head);
  write(row.lastElementChild, text);
}

async function start() {
  const { colours } = await get("/api/club/looks");
  looks = new Map(colours.map((look) => [look.colour, look]));
  showBoards();
  follow("/api/club/live", {
    track: (track) => plans.has(track.track) || drawTrack(track),
    boards: (changed) => {
      for (const board of changed) boards.set(board.id, board);
      showBoards();
    },
    order: (ids) => {
      order = ids;
      for (const id of boards.keys()) if (!ids.includes(id)) boards.delete(id);
      showBoards();
    },
    tables: showTables,
    broker: ({ sentence }) => {
      field("broker").hidden = !sentence;
      write(field("broker"), sentence ?? "");
    },
  }, lostBanner());
}

start().catch((refused) => say(refused.message));
