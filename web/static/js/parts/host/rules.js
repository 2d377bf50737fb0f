/* House rules: every option of a game, beginning with what the edition says. */

import { h, write } from "../../lib/dom.js";
import { _ } from "../../lib/text.js";

/** What follows from a house rule is left to the service. */
const HINGES = { restart_carrots: ["start_carrots"], baulk: ["patch_total"], skip_occupied_carrots: ["hare"], ten_may_be_declined: ["hare"] };
const MOST_WITH_TWO_RUNNERS = 3;

const textOf = (value) => (value === null || value === undefined ? "" : String(value));

/** What is longer than this is cut in half a row. */
const LONG = 24;

/** Fields for `specs` in `box`. */
export function makeRules(box, specs) {
  const rows = new Map();
  let edition = null;
  let players = 3;

  for (const group of new Set(specs.map((spec) => spec.group))) {
    box.append(h("section", { class: "rules__group" }, h("h3", {}, group), ...specs.filter((spec) => spec.group === group).map(makeRow)));
  }

  function makeRow(spec) {
    const name = `option-${spec.option}`;
    const chosen = Boolean(spec.values?.length);
    const control = chosen
      ? h("select", { id: name, name, class: "field" })
      : h("input", { id: name, name, class: "field field--number", type: "number", inputmode: "numeric", min: spec.least });
    const long = spec.values?.some(({ title }) => title.length > LONG) ?? false;
    const row = h("div", { class: `rule${long ? " rule--long" : ""}`, "data-option": spec.option }, h("label", { for: name }, spec.title), control, h("small", { class: "rule__printed soft" }));
    rows.set(spec.option, { spec, row, control, chosen, printed: undefined });
    return row;
  }

  /** A field left empty is as printed, unless empty means something. */
  const isChanged = ({ spec, control, printed }) =>
    control.value !== textOf(printed) && (control.value !== "" || Boolean(spec.may_be_none));
  const isInPlay = ({ spec }) => spec.option !== "runners" || players <= MOST_WITH_TWO_RUNNERS;
  const asked = () => [...rows.values()].filter((known) => isInPlay(known) && isChanged(known));
  const runners = () => (players > MOST_WITH_TWO_RUNNERS ? 1 : Number(rows.get("runners").control.value));

  /** The edition's value of an option in this game; undefined where only the service knows it. */
  function printedValue(option) {
    if (option === "runners") return players === 2 ? 2 : 1;
    const own = edition.by_players.find((each) => each.players === players && each.runners === runners())?.options;
    if (!own || HINGES[option]?.some((hinge) => isChanged(rows.get(hinge)))) return undefined;
    return option in own ? own[option] : edition.options[option];
  }

  const inWords = ({ spec, printed }) => spec.values?.find(({ value }) => value === printed)?.title ?? printed ?? spec.may_be_none;

  /** Gives a field the edition's value, unless it was changed by hand. */
  function refresh(known, kept) {
    const { spec, control, chosen } = known;
    known.printed = printedValue(spec.option);
    if (chosen) {
      const entries = spec.values.map(({ value, title }) => [String(value), title]);
      if (known.printed === undefined) entries.unshift(["", _("As printed")]);
      control.replaceChildren(...entries.map(([value, title]) => h("option", { value }, title)));
    } else control.placeholder = spec.may_be_none ?? _("as printed");
    control.value = kept ?? textOf(known.printed);
  }

  /** Takes in another edition, number of players, or what was changed by hand; `given` are the options of a game before. */
  function update(nextEdition, count, given = null) {
    const byHand = edition ? [...rows.values()].filter(isChanged) : [];
    const kept = given
      ? new Map(Object.entries(given).filter(([option]) => rows.has(option)).map(([option, value]) => [rows.get(option), textOf(value)]))
      : new Map(byHand.map((known) => [known, known.control.value]));
    edition = nextEdition;
    players = count;
    // What others hinge on comes first.
    const order = [...rows.values()].sort((a, b) => (a.spec.option in HINGES) - (b.spec.option in HINGES));
    for (const known of order) refresh(known, kept.get(known));
    for (const known of order) {
      known.row.hidden = !isInPlay(known);
      known.row.classList.toggle("is-changed", isChanged(known));
      write(known.row.querySelector("small"), isChanged(known) && known.printed !== undefined ? _("As printed: {value}", { value: inWords(known) }) : "");
    }
  }

  /** What a field holds, as the service wants it. */
  function valueOf({ spec, control, chosen }) {
    if (chosen) return spec.values.find(({ value }) => String(value) === control.value).value;
    return control.value === "" ? null : Number(control.value);
  }

  return {
    update, runners,
    reset() {
      for (const known of rows.values()) known.control.value = textOf(known.printed);
    },
    /** Only what differs from the edition. */
    options: () => Object.fromEntries(asked().map((known) => [known.spec.option, valueOf(known)])),
    /** Marks the option that a complaint names; returns its title and field, or null if there is none. */
    blame(message) {
      const named = [...rows.values()].find(({ spec }) => message.split(":")[0].trim() === spec.option);
      for (const known of rows.values()) known.row.classList.toggle("is-wrong", known === named);
      return named ? { title: named.spec.title, control: named.control } : null;
    },
  };
}
