/* Set-up: who plays, who begins, by which rules. The host's; while a game is under way, how others join it. */

import { get, post } from "../lib/api.js";
import { askPin } from "../parts/host/ask-pin.js";
import { field, h, keyed, write } from "../lib/dom.js";
import { followView } from "../lib/live.js";
import { face, showFace } from "../lib/faces.js";
import { makeClockChoice } from "../parts/host/clock-choice.js";
import { makePaceChoice } from "../parts/host/pace-choice.js";
import { keepDraft, keptDraft } from "../parts/host/draft.js";
import { me } from "../parts/phone/me.js";
import { lostBanner, say } from "../lib/notice.js";
import { invitation } from "../lib/qr.js";
import { AGAINST_ONE, makeRacers } from "../parts/host/racers.js";
import { showRescued } from "../parts/host/rescued.js";
import { makeRules } from "../parts/host/rules.js";
import { looksOf } from "../lib/seats.js";
import { makeTeams } from "../parts/host/teams.js";
import { makeTogether } from "../parts/host/together.js";
import { _, listed, n_ } from "../lib/text.js";
import { dressAll, loadTrack, tokens } from "../lib/tokens.js";

const WRONG = "wrong";
/** The address of whoever comes to play alone. */
const ALONE = "#alone";
const place = (name) => document.querySelector(`[data-place="${name}"]`);
const form = document.querySelector("form");
const button = (name) => document.querySelector(`[data-do="${name}"]`);

async function start() {
  const [track, shelf, who] = await Promise.all([loadTrack(), get("/api/editions"), me()]);
  const sheet = makeSheet(track, shelf);
  let isHost = who.host || who.at_board;
  let view = null;
  let filled = false;

  function show() {
    const playing = view.phase === "playing";
    place("locked").hidden = playing || isHost;
    place("running").hidden = !playing;
    form.hidden = playing || !isHost;
    if (!form.hidden) sheet.lookForPeople();
    if (isHost) showRescued(place("rescued"), view);
    write(field("headline"), view.headline);
    write(field("title"), title(view.phase));
    keyed(place("seats"), view.seats, (s) => s.seat, () => h("li", {}, tokens([]), face(), h("span")), (row, s) => {
      dressAll(row.querySelector(".tokens"), looksOf(view, s.seat));
      showFace(row.querySelector(".face"), s.opponent);
      write(row.lastElementChild, s.name);
    });
    if (playing) keepDraft(null);
    // As far as this form was filled before, else the same game again, as long as nobody has begun to fill it.
    const before = filled ? null : keptDraft() ?? view.setup;
    if (before) sheet.fill(before);
    if (!filled && location.hash === ALONE) sheet.playAlone();
    filled = true;
  }

  /** The code that lets phones in. */
  async function invite() {
    const table = isHost && (await get("/api/table").catch(() => null));
    place("invitation").hidden = !table;
    if (table) place("invitation-card").replaceChildren(invitation(table));
  }

  async function unlock() {
    isHost = isHost || (await askPin());
    if (isHost) sheet.lookForBoards();
    if (view) show();
    return isHost;
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send("start", {});
  });
  button("teach").addEventListener("click", () => send("teach", { lesson: true }));

  /** Begins the race, or first the lesson, with what is chosen. */
  async function send(pressed, more) {
    const chosen = sheet.checked();
    if (!chosen) return;
    const wanted = { ...chosen, ...more };
    const answer = await once(button(pressed), () => begin(...sheet.order(wanted)), sheet.complain);
    if (!answer) return;
    keepDraft(null);
    // Whoever plays alone takes the seat at once.
    const people = wanted.seats.flatMap(({ opponent }, seat) => (opponent || sheet.sitsThere(seat) ? [] : [seat]));
    if (people.length === 1) return location.assign(await sitDown(people[0], who.at_board));
    // At the board the game is played on this screen; elsewhere the others are let in first.
    if (who.at_board) return location.assign(await whereTo());
    field("title").focus();
  }

  /** The phone may have ceased to be the host's meanwhile. */
  async function begin(path, wanted) {
    try {
      return await post(path, wanted);
    } catch (refused) {
      if (refused.code !== "host-only") throw refused;
      isHost = false;
      return (await unlock()) && post(path, wanted);
    }
  }

  if (isHost) sheet.lookForBoards();
  button("pin").addEventListener("click", unlock);
  followView("/api/watch", (next) => {
    const began = next.phase === "playing" && view?.phase !== "playing";
    const first = !view;
    view = next;
    show();
    if (began) invite();
    else if (first && !isHost) unlock();
  }, { changed: lostBanner() });
}

function title(phase) {
  if (phase === "playing") return _("The race is on");
  return phase === "over" ? _("Once more round the garden?") : _("Who is racing?");
}

/** The form, with everything that follows from what is chosen. */
function makeSheet(track, shelf) {
  const editions = new Map(shelf.editions.map((edition) => [edition.id, edition]));
  const racers = makeRacers(form, place("rows"), track.colours.map((look) => look.colour), shelf.opponents, () => {
    refresh();
    keep();
  });
  const rules = makeRules(place("options"), shelf.options);
  const teams = makeTeams(place("teams-box"));
  const together = makeTogether(place("together-box"), () => refresh());
  const clock = makeClockChoice(place("clock-box"));
  const pace = makePaceChoice(place("pace-box"));
  form.elements.edition.replaceChildren(...shelf.editions.map(({ id, name }) => h("option", { value: id }, name)));
  form.elements.edition.value = shelf.default;
  refresh();
  form.addEventListener("change", () => refresh());
  // While one types: what grows once the field is left would move the button that is being pressed.
  // An empty field is filled with what is printed, but not before it is left.
  place("options").addEventListener("input", ({ target }) => target.value && refresh());
  for (const event of ["input", "change"]) form.addEventListener(event, keep);
  form.addEventListener("input", ({ target }) => target.getAttribute("aria-errormessage") === WRONG && complain(null));
  button("printed").addEventListener("click", () => {
    rules.reset();
    form.elements.teams.value = "";
    form.elements.chance.value = "electronic";
    refresh();
    keep();
    place("rules").querySelector("summary").focus();
  });

  function refresh({ options = null } = {}) {
    const players = Number(form.elements.players.value);
    const edition = editions.get(form.elements.edition.value);
    rules.update(edition, players, options);
    racers.resize(players, rules.runners());
    teams.update(players, racers.names());
    const programs = racers.names().filter((_name, i) => racers.programs()[i]);
    together.update(racers.names(), racers.programs());
    button("teach").hidden = Boolean(together.chosen()); // a lesson is for one board
    pace.show(programs.length);
    write(field("against"), programs.length ? _("The program plays {names}.", { names: listed(programs) }) : "");
    keyed(place("summary"), edition.summary, (sentence) => sentence, (sentence) => h("li", {}, sentence));
    const changes = Object.keys(chosen().options).length + (form.elements.chance.value === "electronic" ? 0 : 1);
    write(field("changed"), changes ? n_("{count} changed", "{count} changed", changes) : _("as printed"));
    button("printed").hidden = !changes;
  }

  function chosen() {
    const sides = teams.chosen();
    return {
      edition: form.elements.edition.value,
      first: Number(form.elements.first.value),
      chance: form.elements.chance.value,
      options: { ...rules.options(), ...(sides && { teams: sides }) },
      seats: racers.seats(),
      clock: clock.chosen(),
      pace_s: pace.chosen(),
      hints: form.elements.hints.value ? true : undefined,
    };
  }

  function keep() {
    keepDraft({ ...chosen(), seats: racers.draft() });
  }

  /** What was chosen; null, and says so, where names do not tell the players apart. */
  function checked() {
    complain(null);
    const names = racers.names();
    const nameless = names.findIndex((name) => !name);
    if (nameless >= 0) return complain(_("Player {number} needs a name.", { number: nameless + 1 }), racers.nameField(nameless));
    const plain = names.map((name) => name.toLowerCase());
    const twin = plain.findIndex((name, i) => plain.indexOf(name) < i);
    if (twin >= 0) return complain(_("Two players are called {name}.", { name: names[twin] }), racers.nameField(twin));
    const people = racers.programs().filter((program) => !program).length;
    const there = together.chosen()?.guests.length;
    if (there === 0 || there === people) return complain(_("At each of the two boards somebody has to sit."));
    return chosen();
  }

  /** What is wrong, beside the field it is about if that is known. */
  function complain(sentence, control = null) {
    const option = rules.blame(sentence ?? "");
    if (option) place("rules").open = true;
    field("wrong").hidden = !sentence;
    write(field("wrong"), option ? sentence.replace(/^\w+/, option.title) : sentence ?? "");
    blame(option?.control ?? control);
    if (sentence) field("wrong").scrollIntoView({ block: "nearest" });
    return null;
  }

  function playAlone() {
    form.elements.players.value = "4";
    refresh();
    racers.playAlone();
    refresh();
    keep();
    button("start").focus({ preventScroll: true });
  }

  function fill({ seats, edition, first, chance, options, clock: played, pace_s: seconds, hints }) {
    clock.fill(played);
    pace.fill(seconds);
    form.elements.hints.value = hints === true ? "yes" : ""; // those that fade come with the lesson
    form.elements.players.value = String(seats.length);
    if (editions.has(edition)) form.elements.edition.value = edition;
    form.elements.chance.value = chance;
    refresh({ options });
    racers.fill(seats, first);
    if (options.teams) teams.fill(options.teams);
    refresh();
  }

  place("alone-faces").append(...AGAINST_ONE.map(face));
  button("alone").addEventListener("click", playAlone);
  /** Where a race is begun, and what is sent there. */
  function order(setup) {
    const shared = together.chosen();
    return shared ? ["/api/partners/race", { ...shared, setup }] : ["/api/games", setup];
  }

  const sitsThere = (seat) => together.chosen()?.guests.includes(seat) ?? false;
  return { fill, playAlone, order, sitsThere, lookForBoards: together.look, lookForPeople: racers.lookForPeople, checked, complain: (sentence) => complain(sentence) };
}

/** Puts the complaint into a player's card or a rule, ties it to its field and brings the cursor there; or above the button. */
function blame(control) {
  for (const blamed of form.querySelectorAll("[aria-invalid]")) {
    for (const name of ["aria-invalid", "aria-errormessage", "aria-describedby"]) blamed.removeAttribute(name);
  }
  if (!control) return button("start").before(field("wrong"));
  control.closest(".racer, .rule").append(field("wrong"));
  control.setAttribute("aria-invalid", "true");
  for (const name of ["aria-errormessage", "aria-describedby"]) control.setAttribute(name, WRONG);
  control.focus();
}

/** Takes the seat of the only person, on the screen at the board or on this phone; where to play on. */
async function sitDown(seat, atBoard) {
  await post("/api/join", { seat, code: null, screen: atBoard }).catch(() => null);
  return atBoard ? "/board" : `/seat/${seat}`;
}

/** On a laptop with a simulated board the game is played there, else everybody takes a phone. */
async function whereTo() {
  if (!matchMedia("(min-width: 900px)").matches) return "/";
  return get("/api/simulator").then(() => "/board", () => "/");
}

/** Sends once, however often the button is pressed meanwhile; null when it was refused, which `complain` is told. */
async function once(pressed, send, complain) {
  if (pressed.disabled) return null;
  pressed.disabled = true;
  try {
    return await send();
  } catch (refused) {
    complain(refused.message);
    return null;
  } finally {
    pressed.disabled = false;
  }
}

start().catch((refused) => say(refused.message));
