/* Who races: names, who begins, and the colours of everybody's runners. */

import { h } from "../../lib/dom.js";
import { _, p_ } from "../../lib/text.js";
import { lookOf, token } from "../../lib/tokens.js";

const NAMES = [
  p_("name", "Clover"), p_("name", "Sorrel"), p_("name", "Fennel"), p_("name", "Thistle"), p_("name", "Marjoram"), p_("name", "Borage"),
];
const COLOURS = {
  red: p_("colour", "red"), yellow: p_("colour", "yellow"), green: p_("colour", "green"), blue: p_("colour", "blue"), pink: p_("colour", "pink"), black: p_("colour", "black"),
};

const called = (colour) => _("{colour}, number {number}", { colour: COLOURS[colour] ?? colour, number: lookOf(colour).number });

/** Rows for six racers in `box`; `resize` says how many play, and with how many runners each. */
export function makeRacers(form, box, colours) {
  /** The colour of each runner, by the name of its radio buttons. */
  const taken = new Map();
  let players = 0;
  let runners = 1;

  const slots = (i) => [`colour-${i}`, `colour2-${i}`].slice(0, runners);
  const inPlay = () => Array.from({ length: players }, (_, i) => i);

  box.append(...NAMES.map((name, i) => h("fieldset", { class: "racer", "data-row": i },
    h("legend", { class: "unseen" }, _("Player {number}", { number: i + 1 })),
    h("input", { class: "racer__name", name: `name-${i}`, value: name, maxlength: 24, autocomplete: "off", "aria-label": _("Name of player {number}", { number: i + 1 }), onfocus: (event) => event.target.select() }),
    swatches(`colour-${i}`, _("Colour")), swatches(`colour2-${i}`, _("Colour of the second runner")),
    h("label", { class: "racer__first" }, h("input", { type: "radio", name: "first", value: i, checked: i === 0 }), h("span", {}, _("goes first"))))));

  function swatches(name, label) {
    return h("div", { class: "racer__colours", role: "group", "aria-label": label }, ...colours.map((colour) => h("label", { class: "swatch" },
      h("input", { type: "radio", name, value: colour, "aria-label": called(colour), onchange: () => swap(name, colour) }), token({ colour }))));
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
      seats.forEach(({ name, colours: own }, seat) => {
        if (name !== null) form.elements[`name-${seat}`].value = name;
        own.forEach((colour, i) => paint(slots(seat)[i], colour));
      });
      form.elements.first.value = String(first);
    },
    names: () => inPlay().map((i) => form.elements[`name-${i}`].value.trim()),
    /** The players so far; a name that nobody has typed is null, for the page may come in another language. */
    draft: () => inPlay().map((i) => {
      const { value, defaultValue } = form.elements[`name-${i}`];
      return { name: value === defaultValue ? null : value, colours: slots(i).map((name) => taken.get(name)) };
    }),
    nameField: (i) => form.elements[`name-${i}`],
    seats: () => inPlay().map((i) => ({ name: form.elements[`name-${i}`].value.trim(), colours: slots(i).map((name) => taken.get(name)) })),
  };
}
