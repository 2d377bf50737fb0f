/* The phone of one seat: a hand of cards, and everybody's race. */

import { get } from "../lib/api.js";
import { makeActing } from "../parts/phone/acting.js";
import { makeCard, makeMoment } from "../parts/phone/card.js";
import { makeChance } from "../parts/phone/chance.js";
import { makeClock } from "../parts/phone/clock.js";
import { makeCover } from "../parts/phone/cover.js";
import { makeHints } from "../parts/phone/hints.js";
import { makeLesson } from "../parts/phone/lesson.js";
import { field, h, keyed, write } from "../lib/dom.js";
import { forgetHand, showHand } from "../parts/phone/hand.js";
import { followView } from "../lib/live.js";
import { showLog } from "../parts/phone/log.js";
import { me as askMe } from "../parts/phone/me.js";
import { markOpen, showAfterMove, showMoves } from "../parts/phone/moves.js";
import { lostBanner, say } from "../lib/notice.js";
import { makePath } from "../parts/phone/path.js";
import { showPlayers } from "../parts/phone/players.js";
import { showRanking } from "../parts/phone/ranking.js";
import { showRescued } from "../parts/host/rescued.js";
import { makeRunners } from "../parts/phone/runner.js";
import { openMenu } from "../parts/phone/seat-menu.js";
import { isAnotherRace, looksOf, seatOf } from "../lib/seats.js";
import { makeSheet } from "../parts/phone/sheet.js";
import { sound } from "../lib/sounds.js";
import { makeSpeech } from "../lib/speech.js";
import { showStrip } from "../parts/phone/strip.js";
import { showTable } from "../parts/phone/table.js";
import { _ } from "../lib/text.js";
import { dressAll, loadTrack, lookOf, tokens } from "../lib/tokens.js";
import { teamName } from "../lib/words.js";

const seat = Number(document.body.dataset.seat);
const place = (name) => document.querySelector(`[data-place="${name}"]`);
const SHORT_LOG = 5;
const LONG_LOG = 40;

// In the dock beside the board there is a tab for every seat, and links belong to the page around.
const docked = window.top !== window;
const hidden = docked && new URLSearchParams(location.search).get("dock") === "hide";
if (docked) document.documentElement.classList.add("is-docked");
function leadOut() {
  if (docked) for (const link of document.links) link.target = "_top";
}
leadOut();

/** What whoever is to move reads and taps now. */
const usedNow = () => [...document.querySelectorAll(".is-mine :is(.headline, .instruction), .stop.is-lit, .choice")];

/** Whether there is a question to answer, and nowhere to move. */
const isAsked = ({ choices, destinations, chance }) => Boolean(chance) || (choices.length > 0 && !destinations.length);

/** The parts of the page that are somebody's own: they are in it only while they may be seen. */
function makeOwnParts() {
  const parts = [...document.querySelectorAll("[data-own]")];
  return {
    unfold: () => parts.forEach((part) => part.append(part.querySelector("template").content.cloneNode(true))),
    fold: () => parts.forEach((part) => [...part.children].forEach((child) => child.tagName === "TEMPLATE" || child.remove())),
  };
}

async function start() {
  let course = await loadTrack();
  const banner = lostBanner();
  const showCard = makeCard(field("card"));
  // Beside the board a card lies on that alone: the phone of the next player is about to come.
  const showMoment = docked ? () => {} : makeMoment(document.body, usedNow, { yields: true });
  const clock = makeClock(field("clock"), seat);
  const showLesson = makeLesson();
  const ownParts = makeOwnParts();
  // The board around a docked phone says what everybody may hear.
  const speech = makeSpeech({
    button: document.querySelector("[data-do=speech]"),
    box: place("listening"),
    base: `/api/seats/${seat}`,
    isOpen: () => Boolean(hand),
    saysAll: !docked,
    say,
  });
  const acting = makeActing(seat, () => refresh(), ({ message }) => {
    sound("refused");
    speech.utter(message);
  });
  const runners = makeRunners(() => render(view));
  const badge = tokens([]);
  place("badge").append(badge);
  let view = null;
  let hand = null; // what works the own parts, while they are there
  let raced = null; // the race whose track is known
  let held = null; // the seats of this phone; null as long as we do not know
  let taken = ""; // which seats of the table any phone holds
  let longLog = false;
  let stood = null; // what had the focus last

  const cover = makeCover(place("cover"), (open) => {
    if (open) unfold();
    else fold();
    speech.opened();
    if (view) render(view);
  });

  function unfold() {
    ownParts.unfold();
    const sheet = makeSheet(place("sheet"), seat, acting, markOpen, speech.tell);
    const path = makePath(place("path"), (square) => {
      const d = destinations().find((each) => each.square === square);
      if (d) sheet.offer(d);
      else sheet.explain(course.squares[square - 1]);
    });
    const hints = makeHints(place("hints"), seat, (action) => {
      const d = view?.me?.destinations.find((each) => each.action === action);
      return d && (() => {
        runners.lookAt(d.runner);
        sheet.offer(d);
      });
    });
    hand = { sheet, path, hints, chance: makeChance(place("chance"), acting) };
    leadOut();
    acting.paint();
    if (cover.needed) scrollTo(0, 0);
  }

  function fold() {
    hand = null;
    ownParts.fold();
    forgetHand();
    document.body.classList.remove("has-sheet");
  }

  let chosen = 0;
  const destinations = () => view?.me?.destinations.filter((d) => d.runner === chosen) ?? [];

  function showSeat(state) {
    document.body.dataset.seated = state;
    place("no-game").hidden = state !== "none";
    place("not-yours").hidden = state !== "denied";
    place("players-box").hidden = place("menu").hidden = place("listening").hidden = state !== "yes";
    if (state === "yes") return;
    for (const name of ["rescued", "table", "ranking", "confirm", "take-back", "pass-on", "tabs"]) place(name).hidden = true;
    field("card").hidden = true;
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  }

  function render(next) {
    const news = Boolean(view) && next !== view;
    const before = view;
    const another = raced && isAnotherRace(raced, next);
    if (another) follow();
    raced = next;
    // Another race, or the end of one, is read from its headline on; its hand is dealt, not paid.
    if (another || (before && before.phase !== next.phase)) {
      scrollTo(0, 0);
      forgetHand();
    }
    view = next;
    acting.saw(view);
    const own = seatOf(view, seat);
    const mine = Boolean(view.me?.my_turn);
    write(field("headline"), view.headline);
    write(field("instruction"), view.instruction);
    showLesson(view);
    clock.show(view);
    document.body.dataset.phase = view.phase;
    document.body.classList.toggle("is-mine", mine);
    document.body.classList.toggle("is-paused", Boolean(view.paused));
    if (!view.me || !own) {
      if (cover.open) cover.update(null, false);
      showSeat("none");
      return;
    }
    cover.update(docked ? hidden : held && held.length > 1, mine);

    showSeat("yes");
    showWho(own, mine);
    showRescued(place("rescued"), view);
    showTable(place("table"), view);
    place("table").hidden = false;
    showCard(view, seat, !hand);
    showRanking(place("ranking"), view);
    showAfterMove(view, seat);
    showPlayers(place("players"), view, seat);
    document.body.classList.toggle("is-asked", Boolean(hand) && isAsked(view.me));
    document.body.classList.toggle("is-wrong", view.table.mismatches.length > 0);
    if (hand) showOwn(own);
    showMoment(view, seat, !hand);
    showStrip(place("strip"), view, seat, hand ? destinations().map((d) => d.square) : [], course.home);
    speech.saw(view);
    if (news && before.me) play(before);
    keepFocus();
    requestAnimationFrame(keepFocus);
  }

  /** Another game may go another way. */
  async function follow() {
    course = await loadTrack();
    if (view) render(view); // while it came, the phone may have been put away
  }

  /** Whoever stood on what has gone begins again where the page does. */
  function keepFocus() {
    // What has gone may keep the focus until the next frame.
    const now = document.activeElement;
    if (!stood || stood.getClientRects().length || (now !== document.body && now !== stood)) return;
    stood = null;
    field("headline").focus();
  }

  function showWho(own, mine) {
    document.title = `${mine ? _("Your turn") : view.headline} · ${own.name}`;
    document.body.style.setProperty("--seat", lookOf(own.runners[0].colour).rgb);
    document.body.style.setProperty("--seat-2", lookOf(own.runners.at(-1).colour).rgb);
    dressAll(badge, own.runners);
    write(field("name"), own.name);
    write(field("team"), teamName(own.team));
    showTabs();
  }

  /** The seats of a shared phone, and to whom it is to be given now. */
  function showTabs() {
    const seats = docked ? [] : view.seats.filter((s) => held?.includes(s.seat));
    place("tabs").hidden = seats.length < 2;
    place("who").hidden = seats.length > 1;
    keyed(place("tab-list"), seats.length > 1 ? seats : [], (s) => s.seat,
      (s) => h("li", {}, h("a", { class: "tab", href: `/seat/${s.seat}`, "data-tab": s.seat }, tokens([]), h("span"), h("em", { class: "unseen" }))),
      (row, s) => {
        const tab = row.firstElementChild;
        dressAll(tab.querySelector(".tokens"), looksOf(view, s.seat));
        write(tab.querySelector(".tokens + span"), s.name);
        write(tab.querySelector("em"), s.seat === view.to_act ? _("to move") : "");
        tab.classList.toggle("is-turn", s.seat === view.to_act);
        if (s.seat === seat) tab.setAttribute("aria-current", "page");
      });
    const next = seats.find((s) => s.seat === view.to_act && s.seat !== seat);
    place("pass-on").hidden = seats.length < 2 || !next;
    if (!next) return;
    place("pass-on").href = `/seat/${next.seat}`;
    write(place("pass-on").querySelector("span"), _("Give the phone to {name}", { name: next.name }));
  }

  function showOwn(own) {
    showHand(view, own);
    place("race").hidden = view.phase === "over"; // nobody moves any more
    chosen = runners.show(view, own);
    hand.chance(view);
    showMoves(view, destinations(), acting, hand.sheet.offer);
    hand.path(view, chosen, course);
    hand.sheet.saw(view, destinations());
    hand.hints(view);
    showStory();
  }

  function showStory() {
    const more = document.querySelector("[data-do=more-log]");
    showLog(field("log"), view, longLog ? LONG_LOG : SHORT_LOG);
    place("log-box").hidden = !view.log.length;
    more.hidden = view.log.length <= SHORT_LOG;
    more.setAttribute("aria-expanded", String(longLog));
    write(more, longLog ? _("Show less") : _("Show earlier"));
  }

  /** The sounds, if they are switched on. */
  function play(before) {
    const { card } = view;
    const key = (each) => each && `${each.number}-${each.card}`;
    const drawn = card && key(card) !== key(before.card);
    const arrived = (some) => seatOf(some, seat)?.runners.filter((r) => r.arrived !== null).length ?? 0;
    if (arrived(view) > arrived(before)) sound("home");
    else if (view.me.refusal && !before.me.refusal) sound("refused");
    else if (view.me.my_turn && !before.me.my_turn) sound("turn");
    else if (drawn) sound("card");
  }

  /** Which seats this phone holds may change at any time, in another tab or by the host. */
  async function askSeats() {
    try {
      held = (await askMe()).seats;
    } catch (refused) {
      // Without an answer a hand that is shown stays, and one that is not stays covered.
      if (refused.code !== "no-answer") say(refused.message);
      return;
    }
    if (view?.me) render(view);
  }

  /** Takes everything away that is somebody's own. */
  function clear() {
    view = null;
    raced = { phase: "setup" };
    clock.show({ clock: null, to_act: null });
    cover.update(null, false);
  }

  function lock() {
    clear();
    document.body.classList.remove("is-mine");
    document.title = _("Your hand");
    showSeat("denied");
    write(field("headline"), _("This hand is not on this phone"));
    write(field("instruction"), "");
    speech.tell(_("This hand is not on this phone"));
    write(field("name"), "");
    write(field("team"), "");
    badge.replaceChildren();
    banner(true);
  }

  /** A game that was put away is not lost; without one there is nothing to hold. */
  async function tellWhyNone() {
    const latest = await get("/api/games").then(({ games }) => games[0], () => null);
    if (view) return;
    const saved = latest?.state === "aside";
    write(field("headline"), saved ? _("The game is saved") : _("Nobody sits here"));
    write(field("instruction"), saved ? _("The host has put it away. When it is opened again, your hand is here as you left it.") : "");
  }

  const DO = {
    confirm: acting.confirm,
    "take-back": acting.takeBack,
    menu: () => openMenu({ seat, name: field("name").textContent }),
    "more-log": () => {
      longLog = !longLog;
      showStory();
    },
    reload: () => location.reload(),
  };
  document.addEventListener("focusin", ({ target }) => (stood = target));
  document.querySelector("main").addEventListener("click", ({ target }) => DO[target.closest("[data-do]")?.dataset.do]?.());

  const refresh = followView(`/api/seats/${seat}`, (next) => {
    const now = next.seats.map((s) => Number(s.taken)).join("");
    if (held === null || taken !== now) askSeats();
    taken = now;
    render(next);
  }, {
    beat: clock.hear,
    changed: (live) => {
      const shut = document.body.dataset.seated === "denied" || document.body.dataset.seated === "another";
      banner(live || shut || document.body.dataset.seated === "none");
      acting.inTouch(live);
    },
    absent: () => {
      clear();
      showSeat("none");
      banner(true);
      tellWhyNone();
    },
    denied: lock,
    another: () => {
      lock();
      document.body.dataset.seated = "another";
      place("not-yours").hidden = true;
      place("another").hidden = false;
      write(field("headline"), _("This is another board"));
    },
  });
  document.addEventListener("visibilitychange", () => document.hidden || askSeats());
  addEventListener("pageshow", (event) => event.persisted && askSeats());
}

start().catch((refused) => say(refused.message));
