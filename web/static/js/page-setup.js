/* Set-up: who plays, who begins, by which rules; or ending the game under way. */

import { get, post } from "./api.js";
import { field, h, keyed, write } from "./dom.js";
import { followView } from "./live.js";
import { lostBanner, say } from "./notice.js";
import { makeRacers } from "./racers.js";
import { makeRules } from "./rules.js";
import { looksOf } from "./seats.js";
import { makeTeams } from "./teams.js";
import { dressAll, loadTrack, tokens } from "./tokens.js";

const place = (name) => document.querySelector(`[data-place="${name}"]`);
const form = document.querySelector("form");
const button = (name) => document.querySelector(`[data-do="${name}"]`);

async function start() {
  const [track, shelf] = await Promise.all([loadTrack(), get("/api/editions")]);
  let version = null;
  let filled = false;

  const editions = new Map(shelf.editions.map((edition) => [edition.id, edition]));
  const racers = makeRacers(form, place("rows"), track.colours.map((look) => look.colour));
  const rules = makeRules(place("options"), shelf.options);
  const teams = makeTeams(place("teams-box"));
  form.elements.edition.replaceChildren(...shelf.editions.map(({ id, name }) => h("option", { value: id }, name)));
  form.elements.edition.value = shelf.default;
  refresh();

  /** Everything that follows from what is chosen. */
  function refresh({ options = null } = {}) {
    const players = Number(form.elements.players.value);
    const edition = editions.get(form.elements.edition.value);
    rules.update(edition, players, options);
    racers.resize(players, rules.runners());
    teams.update(players, racers.names());
    keyed(place("summary"), edition.summary, (sentence) => sentence, (sentence) => h("li", {}, sentence));
    const changes = Object.keys(chosen().options).length + (form.elements.chance.value === "electronic" ? 0 : 1);
    write(field("changed"), changes ? `${changes} changed` : "as printed");
    button("printed").hidden = !changes;
  }

  function chosen() {
    const together = teams.chosen();
    return {
      edition: form.elements.edition.value,
      first: Number(form.elements.first.value),
      chance: form.elements.chance.value,
      options: { ...rules.options(), ...(together && { teams: together }) },
      seats: racers.seats(),
    };
  }

  form.addEventListener("change", () => refresh());

  button("printed").addEventListener("click", () => {
    rules.reset();
    form.elements.teams.value = "";
    form.elements.chance.value = "electronic";
    refresh();
    place("rules").querySelector("summary").focus();
  });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    complain(null);
    const nameless = racers.names().findIndex((name) => !name);
    if (nameless >= 0) {
      complain(`Player ${nameless + 1} needs a name.`);
      return racers.focus(nameless);
    }
    const answer = await once(button("start"), () => post("/api/games", chosen()), complain);
    if (answer) location.assign(await whereTo());
  });

  /** What the service did not like, where it was asked for. */
  function complain(sentence) {
    const option = rules.blame(sentence ?? "");
    if (option) place("rules").open = true;
    field("wrong").hidden = !sentence;
    write(field("wrong"), option ? sentence.replace(/^\w+/, option) : sentence ?? "");
    if (sentence) field("wrong").scrollIntoView({ block: "nearest" });
  }

  button("abandon").addEventListener("click", () => ask(true));
  button("abandon-no").addEventListener("click", () => ask(false));
  button("abandon-yes").addEventListener("click", () => once(button("abandon-yes"), () => post("/api/games/abandon", { version }), say));

  followView("/api/watch", (view) => {
    const playing = view.phase === "playing";
    version = view.version;
    place("running").hidden = !playing;
    form.hidden = playing;
    if (!playing) ask(false, { focus: false });
    write(field("headline"), view.headline);
    write(place("title"), playing ? "A game is under way" : view.phase === "over" ? "Once more round the garden?" : "Who is racing?");
    keyed(place("seats"), view.seats, (s) => s.seat, () => h("li", {}, tokens([]), h("span")), (row, s) => {
      dressAll(row.querySelector(".tokens"), looksOf(view, s.seat));
      write(row.lastElementChild, s.name);
    });
    // The same game again, as long as nobody has begun to fill the form.
    if (!filled && view.setup) fill(view.setup);
    filled = true;
  }, { changed: lostBanner() });

  function fill({ seats, edition, first, chance, options }) {
    form.elements.players.value = String(seats.length);
    if (editions.has(edition)) form.elements.edition.value = edition;
    form.elements.chance.value = chance;
    refresh({ options });
    racers.fill(seats, first);
    if (options.teams) teams.fill(options.teams);
    refresh();
  }
}

/** On a laptop with a simulated board the game is played there, else everybody takes a phone. */
async function whereTo() {
  if (!matchMedia("(min-width: 900px)").matches) return "/";
  return get("/api/simulator").then(() => "/board", () => "/");
}

function ask(really, { focus = true } = {}) {
  place("abandon-ask").hidden = !really;
  button("abandon").hidden = really;
  if (focus) button(really ? "abandon-no" : "abandon").focus();
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
