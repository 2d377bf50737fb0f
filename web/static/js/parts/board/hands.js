/* A hand at the simulated board: what is dragged, tapped or typed becomes lift, put, slide, turn, knock. */

import { post } from "../../lib/api.js";
import { say } from "../../lib/notice.js";
import { makeSteady } from "./steady.js";

const DRAG_PX = 6;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const KEYS = { t: "turn", Delete: "knock", Backspace: "knock" };

/** `tools` are the buttons `turn` and `knock`, for the runner that is chosen. */
export function giveHands(board, { isSliding, tools }) {
  const steady = makeSteady(board.root);
  let queue = Promise.resolve();
  let waiting = 0;
  let drag = null;
  let chosen = null;
  let target = null;
  let dragged = false; // A drag may end in a click on the runner; that click must not choose it.

  /** Orders reach the board one by one, in the order the hand gave them. */
  function order(path, body) {
    waiting += 1;
    queue = queue
      .then(() => post(path, body))
      .then((answer) => answer.pieces && board.setOrdered(answer))
      .catch((refused) => say(refused.message))
      .finally(() => {
        waiting -= 1;
        settle();
      });
  }

  const hand = (what, piece, square) => order("/api/simulator/hand", square ? { do: what, piece, square } : { do: what, piece });
  /** The truth takes over once no order is under way. */
  const settle = () => !waiting && !drag && board.release();

  // Dragging.
  board.root.addEventListener("pointerdown", (event) => {
    const runner = event.target.closest(".runner");
    dragged = false;
    if (!runner || event.button !== 0 || drag) return;
    const piece = runner.dataset.piece;
    const foot = board.spotOf(piece);
    const grip = board.pointAt(event);
    // A runner held by its ears still stands where its foot is.
    drag = { runner, piece, id: event.pointerId, x: event.clientX, y: event.clientY, moving: false, point: foot, dx: foot.x - grip.x, dy: foot.y - grip.y };
    runner.setPointerCapture(event.pointerId);
  });

  board.root.addEventListener("pointermove", (event) => {
    if (event.pointerId !== drag?.id) return;
    if (!drag.moving) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_PX) return;
      begin();
    }
    const point = footOf(event);
    board.moveTo(drag.piece, point);
    if (drag.slides) {
      for (const square of board.plan.between(drag.point, point)) push(square);
      drag.point = point;
    } else aim(board.plan.at(point));
  });

  board.root.addEventListener("pointerup", (event) => {
    if (event.pointerId !== drag?.id) return;
    const { piece, moving, slides, square, runner } = drag;
    const foot = footOf(event);
    drag = null;
    aim(null);
    if (!moving) return;
    setDown(runner);
    dragged = true;
    if (slides) board.moveTo(piece, square ? board.plan.centre(square) : foot);
    else land(piece, board.plan.at(foot));
  });

  board.root.addEventListener("pointercancel", (event) => {
    if (event.pointerId !== drag?.id) return;
    const { piece, moving, slides, origin, runner } = drag;
    drag = null;
    aim(null);
    if (!moving) return;
    setDown(runner);
    if (!slides) land(piece, origin);
  });

  function footOf(event) {
    const { x, y } = board.pointAt(event);
    return { x: x + drag.dx, y: y + drag.dy };
  }

  function begin() {
    const origin = board.squareOf(drag.piece);
    Object.assign(drag, { moving: true, slides: isSliding(), square: origin, origin });
    choose(null);
    board.hold(drag.piece);
    drag.runner.classList.add("is-dragged");
    steady.hold();
    if (!drag.slides && !board.pieceAt(drag.piece)?.in_hand) hand("lift", drag.piece);
  }

  function setDown(runner) {
    runner.classList.remove("is-dragged");
    steady.letGo();
  }

  function push(square) {
    if (square === drag.square) return;
    drag.square = square;
    hand("slide", drag.piece, square);
  }

  function land(piece, square) {
    board.runners.get(piece).runner.classList.remove("is-lifted");
    if (square) {
      board.moveTo(piece, board.plan.centre(square));
      hand("put", piece, square);
    } else hand("knock", piece);
  }

  // Tapping a runner, then a square.
  tools.turn.addEventListener("click", () => use("turn"));
  tools.knock.addEventListener("click", () => use("knock"));

  function use(what) {
    const piece = chosen;
    if (!piece) return;
    // Whoever taps it next wants to choose it.
    choose(null);
    board.runners.get(piece).runner.focus({ preventScroll: true });
    hand(what, piece);
  }

  board.root.addEventListener("click", (event) => {
    const runner = event.target.closest(".runner");
    const square = event.target.closest("[data-square]");
    const typed = event.detail === 0;
    if (runner && (typed || !dragged)) choose(runner.dataset.piece === chosen ? null : runner.dataset.piece);
    else if (square && chosen) carry(Number(square.dataset.square));
    else if (!runner) choose(null);
  });

  function choose(piece) {
    if (chosen) board.runners.get(chosen)?.runner.classList.remove("is-chosen");
    chosen = piece;
    tools.turn.disabled = tools.knock.disabled = !piece;
    board.root.classList.toggle("is-choosing", Boolean(piece));
    if (piece) board.runners.get(piece).runner.classList.add("is-chosen");
    else aim(null);
  }

  function carry(square) {
    const piece = chosen;
    const from = board.squareOf(piece);
    choose(null);
    board.hold(piece);
    board.moveTo(piece, board.plan.centre(square));
    if (isSliding()) for (const step of along(from ?? 0, square)) hand("slide", piece, step);
    else {
      hand("lift", piece);
      hand("put", piece, square);
    }
    board.runners.get(piece).runner.focus({ preventScroll: true });
  }

  /** The squares of the track from one to another, the last included. */
  function along(from, to) {
    const step = Math.sign(to - from);
    return Array.from({ length: Math.abs(to - from) }, (_, i) => from + step * (i + 1));
  }

  // The keyboard: arrows walk over the squares with the runner that was focused, Enter sets it down.
  board.root.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && chosen) {
      const { runner } = board.runners.get(chosen);
      choose(null);
      runner.focus();
      return;
    }
    const arrow = ARROWS[event.key];
    const runner = event.target.closest(".runner");
    const square = event.target.closest("[data-square]");
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (runner && event.key in KEYS) return hand(KEYS[event.key], runner.dataset.piece);
    if (!arrow || !(runner || (square && chosen))) return;
    event.preventDefault();
    if (runner && chosen !== runner.dataset.piece) choose(runner.dataset.piece);
    const from = runner ? board.squareOf(chosen) : Number(square.dataset.square);
    const next = board.plan.neighbour(from, ...arrow);
    if (next) board.squares.get(next).element.focus();
  });

  board.root.addEventListener("focusin", (event) => {
    const square = event.target.closest("[data-square]");
    aim(chosen && square ? Number(square.dataset.square) : null);
  });

  function aim(square) {
    if (square === target) return;
    if (target) board.squares.get(target).element.classList.remove("is-target");
    target = square;
    if (target) board.squares.get(target).element.classList.add("is-target");
  }

  return { press: (button, held) => order("/api/simulator/press", { button, held }), settle };
}
