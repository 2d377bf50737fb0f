/* Event streams that know when they have gone quiet. */

import { get } from "./api.js";

const SILENCE_MS = 12_000;
const RETRY_MS = [500, 1000, 2000, 4000];

/**
 * Follows `path`. `handlers` maps event names to functions of (data, firstOfThisConnection).
 * `changed(live)` tells whether we are in touch. A hidden page lets go of its connection, because
 * browsers allow six per server and a board beside its phones would soon use them up.
 */
export function follow(path, handlers, changed = () => {}) {
  let source = null;
  let heardAt = 0;
  let failures = 0;
  let retry = 0;
  let opened = 0;
  const heard = new Set();

  function open() {
    close();
    changed(false);
    const mine = new EventSource(path);
    source = mine;
    opened = heardAt = performance.now();
    heard.clear();
    for (const name of new Set([...Object.keys(handlers), "heartbeat"])) {
      mine.addEventListener(name, (event) => {
        if (mine !== source) return;
        heardAt = performance.now();
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
    changed(false);
    retry = setTimeout(open, RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]);
  }

  function wake() {
    if (document.hidden) {
      close();
      changed(false);
    } else if (!source || performance.now() - opened > 1000) open();
  }

  setInterval(() => source && performance.now() - heardAt > SILENCE_MS && lose(), 1000);
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("online", wake);
  addEventListener("pagehide", close);
  open();
}

/**
 * Follows the view at `base` and its stream. Within one connection a smaller revision is old news;
 * the first view of a new connection always counts, since the service may have started again.
 * `absent` is called when there is no such seat, `elsewhere` when the board has been taken to the
 * workshop. Returns `refresh`, which fetches the view now.
 */
export function followView(base, render, { absent = () => {}, elsewhere = () => {}, changed = () => {} } = {}) {
  let revision = -1;
  let live = false;
  let wasLive = false;
  const body = document.body;

  function show(view) {
    delete body.dataset.room;
    revision = view.revision;
    render(view);
    body.dataset.revision = view.revision;
    body.dataset.version = view.version;
  }

  async function refresh() {
    try {
      const view = await get(base);
      if (!live || view.revision >= revision) show(view);
    } catch (refused) {
      if (refused.code === "no-such-seat") absent(refused);
      if (refused.code === "in-workshop") {
        body.dataset.room = "workshop";
        changed(false);
        elsewhere();
      }
    }
  }

  function mark(now) {
    // As long as the stream is gone, somebody else may answer and say where the board is.
    if (!now && wasLive) refresh();
    wasLive ||= now;
    live = now;
    body.dataset.live = now ? "yes" : "no";
    changed(now);
  }

  body.dataset.live = "no";
  follow(`${base}/live`, {
    view: (view, first) => (first || view.revision >= revision) && show(view),
    heartbeat: (beat) => beat.revision > revision && refresh(),
  }, mark);
  document.addEventListener("visibilitychange", () => document.hidden || refresh());
  refresh();
  return refresh;
}
