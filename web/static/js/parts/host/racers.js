/* Who races: names, people or characters, who begins, and the colours of everybody's runners. */

import { knownPeople } from "./known-people.js";
import { askWho, showWho, whoButton } from "./who-plays.js";
import { h, write } from "../../lib/dom.js";
import { _, p_ } from "../../lib/text.js";
import { lookOf, token } from "../../lib/tokens.js";

const NAMES = [
  p_("name", "Clover"), p_("name", "Sorrel"), p_("name", "Fennel"), p_("name", "Thistle"), p_("name", "Marjoram"), p_("name", "Borage"),
];
const COLOURS = {
  red: p_("colour", "red"), yellow: p_("colour", "yellow"), green: p_("colour", "green"), blue: p_("colour", "blue"), pink: p_("colour", "pink"), black: p_("colour", "black"),
};

const called = (colour) => _("{colour}, number {number}", { colour: COLOURS[colour] ?? colour, number: lookOf(colour).number });

/** The characters that play against one person. */
export const AGAINST_ONE = ["alternator", "sprinter", "strategist-1"];

/**
 * Rows for six racers in `box`; `resize` says how many play, and with how many runners each.
 * `opponents` are the characters that the program can play; `changed` is called when one is chosen.
 */
export function makeRacers(form, box, colours, opponents, changed) {
  /** The colour of each runner, by the name of its radio buttons. */
  const taken = new Map();
  /** Who plays in each row: a character, or null for a person. */
  const who = NAMES.map(() => null);
  /** The slots whose colour somebody has chosen by hand. */
  const chosen = new Set();
  const known = knownPeople(suggestNames);
  const told = h("p", { class: "unseen", role: "status", "data-field": "takes-colour" });
  let players = 0;
  let runners = 1;

  const slots = (i) => [`colour-${i}`, `colour2-${i}`].slice(0, runners);
  const inPlay = () => Array.from({ length: players }, (_, i) => i);

  box.append(...NAMES.map((name, i) => h("fieldset", { class: "racer", "data-row": i },
    h("legend", { class: "unseen" }, _("Player {number}", { number: i + 1 })),
    h("input", { class: "racer__name", name: `name-${i}`, value: name, maxlength: 24, autocomplete: "off", "aria-label": _("Name of player {number}", { number: i + 1 }), onfocus: (event) => suggest(event.target, i), oninput: (event) => event.inputType === "insertReplacementText" && returns(i), onchange: () => returns(i) }),
    whoButton(() => ask(i)),
    swatches(`colour-${i}`, _("Colour")), swatches(`colour2-${i}`, _("Colour of the second runner")),
    h("label", { class: "racer__first" }, h("input", { type: "radio", name: "first", value: i, checked: i === 0 }), h("span", {}, _("goes first"))))));

  box.append(known.list, told);
  // Whoever has typed a name goes on to the next, and after the last to the button: Enter alone starts nothing.
  box.addEventListener("keydown", (event) => {
    const at = inPlay().findIndex((i) => nameField(i) === event.target);
    if (at < 0 || event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    (at + 1 < players ? nameField(at + 1) : form.querySelector("[type=submit]")).focus();
  });

  /** Until somebody is known, a name is a plain field, not a list without entries. */
  function suggestNames() {
    for (const name of box.querySelectorAll(".racer__name")) {
      name.setAttribute("list", known.list.id);
      name.removeAttribute("autocomplete"); // with "off", Firefox shows no list
    }
  }

  /** Suggests everybody who does not sit elsewhere. */
  function suggest(name, i) {
    name.select();
    known.offer(inPlay().filter((other) => other !== i).map((other) => nameField(other).value));
  }

  /** Whoever returns takes their favourite colour, unless somebody else who is named has it, or has chosen it. */
  function returns(i) {
    const own = slots(i)[0];
    const person = who[i] ? null : known.person(nameField(i).value);
    if (!person || chosen.has(own) || taken.get(own) === person.favourite) return;
    const other = inPlay().find((each) => slots(each).some((slot) => taken.get(slot) === person.favourite));
    if (other !== undefined && other !== i && (!isGiven(other) || slots(other).some((slot) => chosen.has(slot)))) return;
    swap(own, person.favourite);
    write(told, _("{name} takes {colour}.", { name: person.name, colour: called(person.favourite) }));
    changed();
  }

  const nameField = (i) => form.elements[`name-${i}`];
  const offered = (id) => id && (opponents.find(({ opponent }) => opponent === id) ?? { opponent: id, name: id, level: id, text: "" });

  async function ask(i) {
    const chosen = await askWho(i + 1, opponents, who[i]);
    if (chosen === undefined) return;
    seat(i, chosen);
    changed();
  }

  /** Lets a character, or a person, play; a name that nobody has typed goes with that. */
  function seat(i, id) {
    if (id === who[i]) return;
    const typed = !isGiven(i);
    who[i] = id;
    if (id) nameField(i).value = freeName(offered(id).name, i);
    else if (!typed) nameField(i).value = NAMES[i];
    showWho(box.querySelector(`[data-row="${i}"] .racer__who`), offered(id));
  }

  /** Whether nobody has typed the name. */
  function isGiven(i) {
    const { value } = nameField(i);
    const usual = offered(who[i])?.name ?? NAMES[i];
    return value === usual || (who[i] && value.startsWith(`${usual} `) && Number(value.slice(usual.length)) > 1);
  }

  /** A second one of the same character is told apart by a number. */
  function freeName(name, i) {
    const others = inPlay().filter((other) => other !== i).map((other) => nameField(other).value.trim());
    const numbered = (number) => (number > 1 ? `${name} ${number}` : name);
    let number = 1;
    while (others.includes(numbered(number))) number += 1;
    return numbered(number);
  }

  function swatches(name, label) {
    return h("div", { class: "racer__colours", role: "group", "aria-label": label }, ...colours.map((colour) => h("label", { class: "swatch" },
      h("input", { type: "radio", name, value: colour, "aria-label": called(colour), onchange: () => { chosen.add(name); swap(name, colour); } }), token({ colour }))));
  }

  function paint(name, colour) {
    taken.set(name, colour);
    form.elements[name].value = colour;
  }

  /** Nobody shares a colour: whoever had it gets the one that is given up. */
  function swap(name, colour) {
    const other = inPlay().flatMap(slots).find((each) => each !== name && taken.get(each) === colour);
    if (other) paint(other, taken.get(name));
    paint(name, colour);
  }

  /** Everybody keeps their colours, as far as no one before them has them. */
  function share() {
    const free = new Set(colours);
    const order = [0, 1].flatMap((which) => inPlay().map((i) => slots(i)[which]).filter(Boolean));
    const kept = order.filter((name) => free.delete(taken.get(name)));
    for (const name of order) {
      if (kept.includes(name)) continue;
      const [colour] = free;
      free.delete(colour);
      paint(name, colour);
    }
  }

  const one = (i) => ({ name: nameField(i).value.trim(), colours: slots(i).map((name) => taken.get(name)), ...(who[i] && { opponent: who[i] }) });

  return {
    resize(count, each) {
      players = count;
      runners = each;
      for (const row of box.querySelectorAll(".racer")) {
        row.hidden = row.disabled = Number(row.dataset.row) >= count;
        row.classList.toggle("racer--two", each > 1);
      }
      if (!(Number(form.elements.first.value || NaN) < count)) form.elements.first.value = "0";
      share();
    },
    /** The players of a game before, or of a draft. */
    fill(seats, first) {
      seats.forEach(({ name, colours: own, opponent = null, deleted = false }, i) => {
        seat(i, opponent);
        if (name !== null && !deleted) nameField(i).value = name;
        own.forEach((colour, which) => paint(slots(i)[which], colour));
      });
      form.elements.first.value = String(first);
    },
    /** One person against three: the first seat stays a person's. */
    playAlone() {
      seat(0, null);
      AGAINST_ONE.forEach((id, i) => seat(i + 1, id));
    },
    names: () => inPlay().map((i) => nameField(i).value.trim()),
    /** Whether the program plays, row by row. */
    programs: () => inPlay().map((i) => Boolean(who[i])),
    /** The players so far; a name that nobody has typed is null, for the page may come in another language. */
    draft: () => inPlay().map((i) => {
      const { value } = nameField(i);
      return { ...one(i), name: isGiven(i) ? null : value };
    }),
    nameField,
    /** Looks up who has raced here before, for suggestions. */
    lookForPeople: known.look,
    seats: () => inPlay().map(one),
  };
}
