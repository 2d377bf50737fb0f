/* Set-up: who plays, who begins; or ending the game under way. */

import { get, post } from "./api.js";
import { field, h, keyed, write } from "./dom.js";
import { followView } from "./live.js";
import { lostBanner, say } from "./notice.js";
import { dress, loadTrack, token } from "./tokens.js";

const NAMES = ["Clover", "Sorrel", "Fennel", "Thistle", "Marjoram", "Borage"];
const place = (name) => document.querySelector(`[data-place="${name}"]`);
const form = document.querySelector("form");
const button = (name) => document.querySelector(`[data-do="${name}"]`);

async function start() {
  const track = await loadTrack();
  const colours = track.colours.map((look) => look.colour);
  let version = null;
  let filled = false;

  const rows = place("rows");
  rows.append(...NAMES.map((name, i) => makeRow(name, i, colours)));
  setPlayers(3);

  form.addEventListener("change", (event) => {
    const { name, value } = event.target;
    if (name === "players") setPlayers(Number(value));
    else if (name.startsWith("colour-")) swapColour(Number(name.slice(7)), value);
  });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const seats = inPlay().map((i) => ({ name: form.elements[`name-${i}`].value.trim(), colour: form.elements[`colour-${i}`].value }));
    const nameless = seats.findIndex((seat) => !seat.name);
    if (nameless >= 0) {
      form.elements[`name-${nameless}`].focus();
      return say(`Player ${nameless + 1} needs a name.`);
    }
    const answer = await once(button("start"), () => post("/api/games", { edition: track.edition, first: Number(form.elements.first.value), seats }));
    if (answer) location.assign(await whereTo());
  });

  button("abandon").addEventListener("click", () => ask(true));
  button("abandon-no").addEventListener("click", () => ask(false));
  button("abandon-yes").addEventListener("click", () => once(button("abandon-yes"), () => post("/api/games/abandon", { version })));

  followView("/api/watch", (view) => {
    const playing = view.phase === "playing";
    version = view.version;
    place("running").hidden = !playing;
    form.hidden = playing;
    if (!playing) ask(false, { focus: false });
    write(field("headline"), view.headline);
    write(place("title"), playing ? "A game is under way" : view.phase === "over" ? "Once more round the garden?" : "Who is racing?");
    keyed(place("seats"), view.seats, (s) => s.seat, (s) => h("li", {}, token(s.colour), h("span")), (row, s) => {
      dress(row.querySelector(".token"), s.colour);
      write(row.lastElementChild, s.name);
    });
    // The same players again, as long as nobody has begun to fill the form.
    if (!filled && view.seats.length) view.seats.forEach(fill);
    if (!filled && view.seats.length) setPlayers(view.seats.length);
    filled = true;
  }, { changed: lostBanner() });

  function fill({ seat, name, colour }) {
    form.elements[`name-${seat}`].value = name;
    if (form.elements[`colour-${seat}`].value !== colour) {
      form.elements[`colour-${seat}`].value = colour;
      swapColour(seat, colour);
    }
  }
}

/** On a laptop with a simulated board the game is played there, else everybody takes a phone. */
async function whereTo() {
  if (!matchMedia("(min-width: 900px)").matches) return "/";
  return get("/api/simulator").then(() => "/board", () => "/");
}

const inPlay = () => Array.from({ length: Number(form.elements.players.value) }, (_, i) => i);

function makeRow(name, i, colours) {
  const choices = colours.map((colour, c) => h("label", { class: "swatch" },
    h("input", { type: "radio", name: `colour-${i}`, value: colour, checked: c === i, "aria-label": colour }), token(colour)));
  const row = h("fieldset", { class: "racer", "data-row": i, "data-colour": colours[i] },
    h("legend", { class: "unseen" }, `Player ${i + 1}`),
    h("input", { class: "racer__name", name: `name-${i}`, value: name, maxlength: 24, autocomplete: "off", "aria-label": `Name of player ${i + 1}`, onfocus: (event) => event.target.select() }),
    h("div", { class: "racer__colours", role: "group", "aria-label": "Colour" }, ...choices),
    h("label", { class: "racer__first" }, h("input", { type: "radio", name: "first", value: i, checked: i === 0 }), h("span", {}, "begins")));
  return row;
}

function setPlayers(count) {
  form.elements.players.value = String(count);
  for (const row of form.querySelectorAll(".racer")) {
    row.hidden = Number(row.dataset.row) >= count;
    row.disabled = row.hidden;
  }
  if (Number(form.elements.first.value || 0) >= count || !form.elements.first.value) form.elements.first.value = "0";
}

/** Two players cannot have one colour: whoever had it gets the one that is given up. */
function swapColour(i, colour) {
  const row = form.querySelector(`[data-row="${i}"]`);
  const other = [...form.querySelectorAll(".racer")].find((r) => r !== row && r.dataset.colour === colour);
  if (other) {
    form.elements[`colour-${other.dataset.row}`].value = row.dataset.colour;
    other.dataset.colour = row.dataset.colour;
  }
  row.dataset.colour = colour;
}

function ask(really, { focus = true } = {}) {
  place("abandon-ask").hidden = !really;
  button("abandon").hidden = really;
  if (focus) button(really ? "abandon-no" : "abandon").focus();
}

/** Sends once, however often the button is pressed meanwhile; null when it was refused. */
async function once(pressed, send) {
  if (pressed.disabled) return null;
  pressed.disabled = true;
  try {
    return await send();
  } catch (refused) {
    say(refused.message);
    return null;
  } finally {
    pressed.disabled = false;
  }
}

start().catch((refused) => say(refused.message));
