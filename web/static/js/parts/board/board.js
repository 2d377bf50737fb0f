/* The board as one would build it: wooden squares, a light in each, hedges that lead from START to HOME. */

import { drawing, h } from "../../lib/dom.js";
import { DRAWING, priceOf } from "../../lib/words.js";
import { layOut, TRAY_SLOTS } from "./geometry.js";
import { scenery } from "./scenery.js";
import { glow } from "./glow.js";
import { makeTrace } from "./trace.js";
import { _ } from "../../lib/text.js";
import { dress, lookOf, token } from "../../lib/tokens.js";

const place = (element, { x, y }) => {
  element.style.left = `${x}cqw`;
  element.style.top = `${y}cqw`;
};

/** Draws `track` into `parent`. `live` boards have runners that can be picked up. */
export function makeBoard(parent, track, { live = false } = {}) {
  const plan = layOut(track.home);
  const squares = new Map();
  const runners = new Map();
  const drawnAt = new Map();
  const held = new Set();
  let pieces = [];
  let change = 0; // the number of the change after which they stood so
  let playing = [];
  let lights = "";

  const pieceLayer = h("div", { class: "board__runners" });
  const trace = makeTrace(plan);
  const root = h("div", { class: "board" }, scenery(plan));
  parent.style.aspectRatio = `100 / ${plan.height}`;
  document.documentElement.style.setProperty("--board-tall", plan.height / 100);
  for (const square of track.squares) root.append(makeSquare(square));
  root.append(trace.svg, pieceLayer);
  root.style.setProperty("--tile", plan.tile);
  root.style.setProperty("--rail-top", plan.railTop);
  root.style.setProperty("--rail", plan.rail);
  parent.append(root);

  function makeSquare({ square, kind, name }) {
    const label = square === track.home ? _("HOME") : _("Square {square}, {name}", { square, name });
    const light = h("span", { class: "light" });
    const element = h(live ? "button" : "div", {
      class: `square${kind === "HOME" ? " square--home" : ""}`, "data-square": square, "data-kind": kind,
      ...(live ? { type: "button", tabindex: -1, "aria-label": label } : { role: "img", "aria-label": label }),
    }, light, drawing(DRAWING[kind] ?? "home", "square__art"), h("span", { class: "square__number" }, kind === "HOME" ? _("HOME") : String(square)));
    if (kind === "HOME") element.style.setProperty("--letters", _("HOME").length);
    place(element, plan.corner(square));
    squares.set(square, { element, light, label, name });
    return element;
  }

  /** Says of each square what its light means and what going there costs, and who stands there. */
  function nameSquares(told) {
    const lit = new Map(told.map((each) => [each.square, each]));
    for (const [square, { element, label }] of squares) {
      const { title, ...price } = lit.get(square) ?? {};
      const standing = pieces.filter((p) => p.square === square).map((p) => lookOf(p.piece)).map(({ number, name }) => _("runner {number}, {colour}", { number, colour: name }));
      const name = [label, title, priceOf(price), ...standing].filter(Boolean).join("; ");
      if (element.getAttribute("aria-label") !== name) element.setAttribute("aria-label", name);
    }
  }

  /** Shows a frame of the strip, six hex digits a square; touches only what changed. */
  function setLights(frame) {
    for (const [square, { light }] of squares) {
      const from = (square - 1) * 6;
      const colour = frame.slice(from, from + 6);
      if (colour === lights.slice(from, from + 6)) continue;
      const { rgb, lit } = glow(colour);
      if (lit) light.style.setProperty("--rgb", rgb);
      light.style.setProperty("--lit", lit);
    }
    lights = frame;
  }

  function makeRunner(piece) {
    const inside = token({ colour: piece });
    const runner = h(live ? "button" : "div", { class: "runner", "data-piece": piece, ...(live ? { type: "button" } : { role: "img" }) }, inside);
    const known = { runner, inside };
    runners.set(piece, known);
    pieceLayer.append(runner);
    return known;
  }

  function describe({ piece, square, face_down: down, in_hand: inHand }) {
    const { number, name: colour = piece } = lookOf(piece);
    const facts = { number, colour, square, name: squares.get(square)?.name };
    const inGame = playing.find((each) => each.colour === piece);
    const runner = inHand ? _("Runner {number}, {colour}, in a hand", facts)
      : square === null && inGame?.square === 0 ? _("Runner {number}, {colour}, at START", facts)
      : square === null && playing.length && !inGame ? _("Runner {number}, {colour}, not in this game", facts)
      : square === null ? _("Runner {number}, {colour}, beside the board", facts)
        : square === track.home ? _("Runner {number}, {colour}, at HOME", facts)
          : _("Runner {number}, {colour}, square {square}, {name}", facts);
    return down ? _("{runner}, face down", { runner }) : runner;
  }

  function draw() {
    const sharing = new Map();
    const runnerOf = new Map(playing.map((runner) => [runner.colour, runner]));
    const isSpare = (p) => Boolean(playing.length) && !runnerOf.has(p.piece);
    // Each runner keeps its place beside the track while others leave it.
    const beside = [...pieces].sort((a, b) => isSpare(a) - isSpare(b));
    const slots = new Map(beside.map((p, i) => [p.piece, i]));
    for (const p of pieces) if (p.square !== null) sharing.set(p.square, [...(sharing.get(p.square) ?? []), p.piece]);
    for (const p of pieces) {
      const { runner, inside } = runners.get(p.piece) ?? makeRunner(p.piece);
      dress(inside, { colour: p.piece, face_down: p.face_down, asleep: p.face_down && Boolean(runnerOf.get(p.piece)?.asleep) });
      runner.setAttribute("aria-label", describe(p));
      runner.classList.toggle("is-spare", p.square === null && isSpare(p));
      if (held.has(p.piece)) continue;
      runner.classList.toggle("is-lifted", Boolean(p.in_hand));
      const company = sharing.get(p.square) ?? [p.piece];
      // A runner in somebody's hand hovers where it was last seen.
      const spot = p.in_hand && p.square === null && drawnAt.has(p.piece)
        ? drawnAt.get(p.piece)
        : p.square === null ? plan.slot(slots.get(p.piece) % TRAY_SLOTS) : standing(p.square, company, p.piece);
      runner.style.setProperty("--scale", spot.scale ?? 1);
      moveTo(p.piece, spot);
    }
    for (const [piece, { runner }] of runners) {
      if (pieces.some((p) => p.piece === piece)) continue;
      runner.remove();
      runners.delete(piece);
    }
  }

  /** Several runners on one square stand in two rows, smaller; one at HOME stands beside the door. */
  function standing(square, company, piece) {
    const centre = plan.centre(square);
    if (company.length < 2) {
      return square === track.home ? { x: centre.x - plan.tile * 0.27, y: centre.y - plan.tile * 0.04, scale: 0.62 } : centre;
    }
    const across = company.length > 4 ? 3 : 2;
    const index = company.indexOf(piece);
    const step = plan.tile / across;
    const rows = Math.ceil(company.length / across);
    return {
      x: centre.x + ((index % across) - (across - 1) / 2) * step * 0.92,
      y: centre.y + (Math.floor(index / across) - (rows - 1) / 2) * plan.tile * 0.46,
      scale: across === 3 ? 0.5 : 0.62,
    };
  }

  function moveTo(piece, { x, y }) {
    drawnAt.set(piece, { x, y });
    runners.get(piece).runner.style.translate = `calc(${x}cqw - 50%) calc(${y}cqw - 58%)`;
  }

  return {
    root, plan, squares, runners, setLights, nameSquares,
    setPieces(next, at = 0) { pieces = next; change = at; draw(); },
    /** What an order led to; it comes too late if a newer change has been shown already. */
    setOrdered({ pieces: next, change: at }) { if (at > change) this.setPieces(next, at); },
    /** The runners that are in the game; the others stand aside, pale. */
    setPlaying(runners) {
      const key = (each) => JSON.stringify(each.map(({ colour, asleep, square }) => [colour, asleep, square]));
      if (key(playing) === key(runners)) return;
      playing = runners;
      draw();
    },
    /** Marks the way of a move, or of none. */
    setTrace: trace.show,
    pieceAt: (piece) => pieces.find((p) => p.piece === piece),
    moveTo,
    /** Where a runner's foot is drawn. */
    spotOf: (piece) => drawnAt.get(piece),
    /** The square on which it is drawn, whether or not the board has heard of it; null beside the track. */
    squareOf: (piece) => plan.at(drawnAt.get(piece)),
    /** Leaves a runner where the hand has it until `release`. */
    hold(piece) { held.add(piece); },
    release() { held.clear(); draw(); },
    /** Where a pointer is, in the plan's units. */
    pointAt(event) {
      const box = root.getBoundingClientRect();
      return { x: ((event.clientX - box.left) / box.width) * 100, y: ((event.clientY - box.top) / box.width) * 100 };
    },
  };
}
