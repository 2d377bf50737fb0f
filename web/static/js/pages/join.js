/* Where a scanned code leads: a free seat with one tap, or at once the seat that is handed over. */

import { post } from "../lib/api.js";
import { field, h, write } from "../lib/dom.js";
import { isFree, showSeats } from "../parts/phone/free-seats.js";
import { checkCode, codeField, takeSeat } from "../parts/phone/joining.js";
import { followView } from "../lib/live.js";
import { handsOver, keepAsking, keepCode, keptCode, me, meAtLast, needsCode } from "../parts/phone/me.js";
import { lostBanner, say } from "../lib/notice.js";
import { _ } from "../lib/text.js";
import { loadTrack } from "../lib/tokens.js";

const place = (name) => document.querySelector(`[data-place="${name}"]`);

/** Whether the address carries a code; the link to skip to the content makes a fragment of its own. */
const carriesCode = () => location.hash.length > 1 && location.hash !== document.querySelector(".skip").hash;

/** The code of the address, which nobody is to read there, or to find in the history. */
function scanned() {
  if (!carriesCode()) return "";
  const code = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  return code;
}

const again = document.querySelector('[data-do="again"]');
const openHand = (seat) => location.assign(`/seat/${seat}`);

async function start() {
  const code = scanned();
  if (handsOver(code)) return redeem(code);
  if (code) keepCode(code);
  await loadTrack();
  await chooseSeat();
}

/** Takes over the seat that another phone hands over. */
async function redeem(code) {
  write(field("lead"), _("The seat is being handed over…"));
  try {
    const before = await me();
    const { seats } = await post("/api/join", { seat: null, code });
    openHand(seats.find((seat) => !before.seats.includes(seat)) ?? seats[0]);
  } catch (refused) {
    write(field("lead"), refused.message);
    place("quiet").hidden = false;
    again.hidden = refused.code !== "no-answer";
    again.onclick = () => redeem(code);
  }
}

async function chooseSeat() {
  let who = await meAtLast();
  let view = null;
  let busy = false;
  const code = codeField();
  place("code").append(code.box, h("button", { type: "submit", class: "button", "data-do": "enter-code" }, _("Continue")));
  let asks = needsCode(who);

  function show() {
    const seated = view.seats.length > 0;
    const free = view.seats.filter((seat) => isFree(seat, who.seats));
    place("code").hidden = !seated || !asks;
    place("choose").hidden = !seated || asks;
    place("quiet").hidden = seated && free.length > 0;
    write(field("lead"), lead(free));
    showSeats(place("seats"), view, who.seats, take);
  }

  function lead(free) {
    if (!view.seats.length) return _("No game has been set up yet. Wait here until there is one.");
    if (who.seats.length) return _("You are in. Open your hand, or take another seat on this phone.");
    if (!free.length) return _("Every seat is already on a phone. Its player can hand it over, or the host can free it.");
    if (asks) return _("Which table are you at?");
    return _("Tap your name, and this phone will hold your carrots.");
  }

  async function take({ seat }) {
    if (busy) return;
    busy = true;
    try {
      await takeSeat(seat);
      return openHand(seat);
    } catch (refused) {
      if (refused.code === "wrong-code") wrongCode(refused.message);
      else say(refused.message);
    } finally {
      busy = false;
    }
    askWho();
  }

  function wrongCode(sentence) {
    keepCode(null);
    asks = true;
    show();
    code.complain(sentence);
  }

  /** A code that was scanned may be an old one. */
  function checkScanned() {
    if (!asks && keptCode()) checkCode(keptCode()).catch((refused) => refused.code === "wrong-code" && wrongCode(refused.message));
  }

  const askWho = keepAsking((now) => {
    who = now;
    if (view) show();
  });
  addEventListener("pageshow", (event) => event.persisted && askWho());

  place("code").addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!await code.take()) return;
    asks = false;
    show();
    place("seats").querySelector("a, button")?.focus();
  });

  followView("/api/watch", (next) => {
    const first = !view;
    if (!first) askWho();
    view = next;
    show();
    if (first) checkScanned();
  }, { changed: lostBanner() });
}

// A second code that is scanned only changes the fragment.
addEventListener("hashchange", () => carriesCode() && location.reload());
start().catch((refused) => say(refused.message));
