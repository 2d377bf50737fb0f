/* Sending a player's actions: once each, with the version they were based on. */

import { post } from "../../lib/api.js";
import { say } from "../../lib/notice.js";
import { _ } from "../../lib/text.js";

const WAIT_FOR_VIEW_MS = 2000;

/**
 * `refresh` fetches the view anew; it is called when ours turns out to be old. `declined` hears of
 * every refusal.
 */
export function makeActing(seat, refresh, declined = () => {}) {
  let version = null;
  let paused = false;
  let busy = false;
  let touch = false;
  let awaited = null;
  let timer = 0;
  let focused = null;

  function settle() {
    clearTimeout(timer);
    awaited = null;
    busy = false;
    paint();
  }

  function paint() {
    const off = busy || paused || !touch;
    for (const box of document.querySelectorAll("[data-acts]")) {
      if (off && box.contains(document.activeElement)) focused = document.activeElement;
      box.inert = off;
      box.classList.toggle("is-off", paused || !touch);
    }
    // What is inert loses the focus; give it back.
    if (!off && focused?.isConnected && document.activeElement === document.body) focused.focus({ preventScroll: true });
    if (!off) focused = null;
    document.body.setAttribute("aria-busy", String(busy));
  }

  async function send(path, body = {}) {
    if (busy || paused || !touch) return;
    busy = true;
    paint();
    try {
      const answer = await post(path, { ...body, version });
      if (version >= answer.version) return settle();
      // The answer may overtake the stream: wait for the picture that shows what was done.
      awaited = answer.version;
      timer = setTimeout(() => {
        settle();
        refresh();
      }, WAIT_FOR_VIEW_MS);
    } catch (refused) {
      say(refused.code === "stale" ? _("The game has moved on. Here is how it stands now.") : refused.message);
      declined(refused);
      settle();
      refresh();
    }
  }

  return {
    paint,
    play: (action) => send(`/api/seats/${seat}/play`, { action }),
    takeBack: () => send(`/api/seats/${seat}/take-back`),
    confirm: () => send("/api/confirm"),
    saw(view) {
      version = view.version;
      const was = paused;
      paused = Boolean(view.paused);
      if (awaited !== null && version >= awaited) settle();
      else if (was !== paused) paint();
    },
    inTouch(live) {
      if (touch === live) return;
      touch = live;
      paint();
    },
  };
}
