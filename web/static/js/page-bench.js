/* The simulated board while it is calibrated: its lights as an eye sees them, and hands. */

import { get, post } from "./api.js";
import { h, keyed } from "./dom.js";
import { glow } from "./glow.js";
import { follow } from "./live.js";
import { lostBanner, say } from "./notice.js";
import { makePlan } from "./plan.js";

const place = (name) => document.querySelector(`[data-place="${name}"]`);
let chosen = "red";
let pieces = [];

async function hand(wanted) {
  try {
    await post("/api/simulator/hand", { piece: chosen, ...wanted });
  } catch (refused) {
    say(refused.message);
  }
}

const plan = makePlan(place("plan"), (square) => hand({ do: "put", square }));

function showPieces() {
  keyed(place("runners"), pieces, (each) => each.piece,
    ({ piece }) => h("li", {}, h("button", { type: "button", class: "named is-named", "data-piece": piece, onclick: () => { chosen = piece; showPieces(); } }, "")),
    (row, each) => {
      const button = row.firstElementChild;
      const where = each.square === null ? "beside the board" : `on square ${each.square}`;
      button.textContent = `${each.piece}: ${each.square ?? "–"}${each.face_down ? " ↓" : ""}`;
      button.setAttribute("aria-label", `${each.piece}, ${where}${each.face_down ? ", on its head" : ""}`);
      button.setAttribute("aria-pressed", String(each.piece === chosen));
    });
  for (const cell of place("plan").children) {
    const here = pieces.filter((each) => String(each.square) === cell.dataset.square);
    cell.querySelector(".cell__mark").textContent = here.map((each) => each.piece[0].toUpperCase()).join("");
  }
}

function showLights(frame) {
  for (const cell of place("plan").children) {
    const from = (Number(cell.dataset.square) - 1) * 6;
    const { rgb, lit } = glow(frame.slice(from, from + 6));
    cell.style.setProperty("--rgb", rgb);
    cell.style.setProperty("--lit", lit);
    cell.dataset.lit = lit > 0 ? "yes" : "no";
  }
}

for (const what of ["turn", "knock"]) document.querySelector(`[data-do="${what}"]`).addEventListener("click", () => hand({ do: what }));

plan((await get("/api/workshop")).squares.map(({ square, row, column }) => ({ square, row, column })));
follow("/api/simulator/live", {
  world: (seen) => {
    pieces = seen.pieces;
    showPieces();
    showLights(seen.lights);
  },
  lights: ({ lights }) => showLights(lights),
}, lostBanner());
