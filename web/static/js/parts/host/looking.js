/* What only the host may see, looked at again and again. */

import { get } from "../../lib/api.js";
import { say } from "../../lib/notice.js";
import { me } from "../phone/me.js";
import { askPin } from "./ask-pin.js";

const EVERY_MS = 3000;

/**
 * Gives `show` what the board answers at `path`, every few seconds as long as the page is seen.
 * Whoever is not the host is asked for the PIN, and `part` of the page is hidden until then.
 * Returns `look`, which looks now.
 */
export function lookOn(path, show, part) {
  const asking = document.querySelector('[data-place="ask"]');
  let timer = 0;

  async function look() {
    clearTimeout(timer);
    timer = setTimeout(look, EVERY_MS);
    if (document.hidden) return;
    try {
      show(await get(path));
      asking.hidden = true;
    } catch (refused) {
      if (refused.code === "host-only") ask();
      // The board may be on its way from one network to another.
      else if (refused.code !== "no-answer") say(refused.message);
    }
  }

  async function ask() {
    clearTimeout(timer);
    asking.hidden = false;
    part.hidden = true;
    if (await askPin()) look();
  }

  document.querySelector('[data-do="ask-pin"]').addEventListener("click", ask);
  me().then(({ host, at_board: atBoard }) => (host || atBoard ? look() : ask()), (refused) => say(refused.message));
  return look;
}
