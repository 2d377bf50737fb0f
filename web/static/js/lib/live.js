/* Event streams that know when they have gone quiet, and pages that never pass old news for new. */

import { get } from "./api.js";

/** Heartbeats come every five seconds. */
const SILENCE_MS = 12_000;
const TICK_MS = 500;
/** Between two ticks nothing but sleep takes so long. */
const ASLEEP_MS = 4000;
/** Several things wake a page at once. */
const FRESH_MS = 1000;
const RETRY_MS = [500, 1000, 2000];

/** A little sooner or later, so that all phones of a table do not knock at the same moment. */
const about = (delay) => delay * (0.8 + Math.random() * 0.4);

/**
 * Follows `path`. `handlers` maps event names to functions of (data, firstOfThisConnection).
 * `changed(live, failures)` tells whether we are in touch, and how many connections have failed in
 * a row. A hidden page lets go of its connection, because
 * browsers allow six per server and a board beside its phones would soon use them up; a page that
 * wakes, even one that never knew it slept, is out of touch until it has heard the board again.
 * Returns `stop` and `begin`: a stream that was stopped stays so.
 */
export function follow(path, handlers, changed = () => {}) {
  let source = null;
  let heardAt = 0;
  let openedAt = 0;
  let tickedAt = Date.now();
  let failures = 0;
  let retry = 0;
  let stopped = false;
  const heard = new Set();

  function open() {
    close();
    changed(false);
    const mine = new EventSource(path);
    source = mine;
    openedAt = heardAt = tickedAt = Date.now();
    heard.clear();
    for (const name of new Set([...Object.keys(handlers), "heartbeat"])) {
      mine.addEventListener(name, (event) => {
        // What was on its way before a sleep is old: the tick after it has not come yet.
        if (mine !== source || slept()) return;
        heardAt = Date.now();
        failures = 0;
        const first = !heard.has(name);
        heard.add(name);
        if (name !== "heartbeat") changed(true);
        handlers[name]?.(JSON.parse(event.data), first);
      });
    }
    mine.onerror = () => mine === source && lose();
  }

  function close() {
    clearTimeout(retry);
    source?.close();
    source = null;
  }

  function lose() {
    close();
    changed(false, ++failures);
    // Whoever hears of the loss may have ended it all.
    if (!stopped) retry = setTimeout(open, about(RETRY_MS[Math.min(failures, RETRY_MS.length) - 1]));
  }

  /** By the clock on the wall: the other one stands still while the machine sleeps. */
  const slept = () => Math.abs(Date.now() - tickedAt) > ASLEEP_MS;

  function wake() {
    if (stopped) return;
    if (document.hidden) {
      close();
      changed(false);
    } else if (!source || slept() || Date.now() - openedAt > FRESH_MS) {
      failures = 0;
      open();
    }
  }

  function tick() {
    if (source && slept()) wake();
    else if (source && Date.now() - heardAt > SILENCE_MS) lose();
    tickedAt = Date.now();
  }

  function rest() {
    close();
    if (!stopped) changed(false);
  }

  setInterval(tick, TICK_MS);
  document.addEventListener("visibilitychange", wake);
  document.addEventListener("freeze", rest);
  document.addEventListener("resume", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("online", wake);
  addEventListener("offline", () => source && lose());
  addEventListener("pagehide", rest);
  if (!document.hidden) open();

  return {
    stop() {
      stopped = true;
      close();
    },
    begin() {
      stopped = false;
      if (!document.hidden) open();
    },
  };
}

/**
 * Follows the view at `base` by its stream, which begins with it. It is fetched only where there is
 * no stream: it doesn't say why it was refused, and a hidden page has none. Within one connection a smaller revision is old news;
 * the first view of a new connection always counts, since the service may have started again.
 * `absent` is called when there is no such seat, `elsewhere` when the board has been taken to the
 * workshop, `denied` when the seat is not this phone's (any more), `another` when another board has
 * taken this one's address, `beat` with what the board says between views. Returns `refresh`, which fetches the view now.
 */
export function followView(base, render, { beat = () => {}, absent = () => {}, elsewhere = () => {}, denied = () => {}, another = () => location.reload(), changed = () => {} } = {}) {
  let revision = -1;
  let board = null;
  let connection = 0;
  let live = false;
  let wasLive = false;
  let stranger = false;
  let shut = false;
  const body = document.body;

  function show(view) {
    if (isStranger(view)) return meet();
    board = view.board ?? null;
    delete body.dataset.mode;
    revision = view.revision;
    render(view);
    body.dataset.revision = view.revision;
    body.dataset.version = view.version;
  }

  const isStranger = (view) => board !== null && view.board !== board;

  /** Seats and games of another board are none of ours. */
  function meet() {
    stranger = true;
    stream.stop();
    mark(false);
    another();
  }

  function lock(refused) {
    shut = true;
    connection += 1;
    stream.stop();
    mark(false);
    denied(refused);
    askWhose();
  }

  /** Another board knows none of our phones, so it shows no view that would tell. */
  async function askWhose() {
    const who = await get("/api/me").catch(() => null);
    if (who && board !== null && who.board.id !== board && !stranger) meet();
  }

  async function refresh() {
    if (stranger) return;
    const asked = connection;
    try {
      const view = await get(base);
      if (isStranger(view)) return meet();
      // An answer from before a sleep or a restart is compared with nothing from after it.
      if (asked !== connection && (live || shut)) return;
      if (live && view.revision < revision) return;
      show(view);
      if (shut && !stranger) {
        shut = false;
        stream.begin();
      }
    } catch (refused) {
      if (stranger || (asked !== connection && live)) return; // a refusal may be as old as an answer
      if (refused.code === "no-such-seat") {
        absent(refused);
        askWhose();
      }
      if (refused.code === "not-your-seat") lock(refused);
      if (refused.code === "in-workshop") {
        body.dataset.mode = "workshop";
        changed(false);
        elsewhere();
      }
    }
  }

  function mark(now, failures = 0) {
    if (now !== live) connection += 1;
    const lost = (wasLive || failures) && !now && !stranger && !shut && !document.hidden;
    wasLive ||= now;
    live = now;
    body.dataset.live = now ? "yes" : "no";
    changed(now);
    // As long as the stream is gone, somebody else may answer and say where the board is. A page that is left asks nobody.
    if (lost) setTimeout(refresh);
  }

  body.dataset.live = "no";
  const stream = follow(`${base}/live`, {
    view: (view, first) => (first || view.revision >= revision) && show(view),
    heartbeat: (told) => (told.revision === revision ? beat(told) : refresh()),
  }, mark);
  document.addEventListener("visibilitychange", () => document.hidden || refresh());
  addEventListener("pageshow", (event) => event.persisted && refresh());
  if (document.hidden) refresh();
  return refresh;
}
