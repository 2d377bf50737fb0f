/* From the game to the workshop and back: the board can only be in one of them. */

import { get, post } from "../../lib/api.js";
import { asHost } from "./ask-pin.js";

const LOOK_AGAIN_MS = 300;
const PATIENCE_MS = 30_000;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Loads this page anew once the board is in one of these modes: another page stands here then. */
export async function reloadIn(...modes) {
  const open = await get("/api/mode").catch(() => null);
  if (modes.includes(open?.mode)) location.reload();
}

/**
 * Opens a mode and goes to a page of it, as soon as somebody answers there. Asks for the host's PIN
 * if need be; promises whether it was opened.
 */
export async function enter(mode, page) {
  if (!await asHost()) return false;
  const until = performance.now() + PATIENCE_MS;
  try {
    await post("/api/mode", { mode });
  } catch (refused) {
    // The one who was asked goes away while he answers.
    if (refused.code !== "no-answer") throw refused;
  }
  while (performance.now() < until) {
    const open = await get("/api/mode").catch(() => null);
    if (open?.mode === mode) break;
    await pause(LOOK_AGAIN_MS);
  }
  location.assign(page);
  return true;
}
