/* A race with another board: which one, and who sits there. */

import { get } from "../../lib/api.js";
import { h, keyed, write } from "../../lib/dom.js";
import { _ } from "../../lib/text.js";

const EVERY_MS = 5000;

/** A choice in `box`, shown where boards are paired; `changed` is called at every change. */
export function makeTogether(box, changed) {
  const select = box.querySelector("select");
  const part = box.querySelector("[data-place=who-there]");
  const list = box.querySelector("[data-place=there]");
  const text = box.querySelector("legend");
  /** Rows of those who sit at the other board. */
  const there = new Set();
  let wanted = new URLSearchParams(location.hash.slice(1)).get("with");
  let people = [];
  const boards = new Map(); // their names

  select.addEventListener("change", () => {
    seatSomebody();
    show();
    changed();
  });

  /** Where nobody sits there, the last one does. */
  function seatSomebody() {
    if (select.value && people.length && !people.some((i) => there.has(i))) there.add(people.at(-1));
  }

  function show() {
    part.hidden = !select.value;
    if (select.value) write(text, _("Who sits at “{board}”?", { board: boards.get(select.value) }));
    for (const input of list.querySelectorAll("input")) input.checked = there.has(Number(input.value));
  }

  /** Which boards are there: two may have one name, as after they were paired once more. */
  function label(partners) {
    for (const { id, name, reached } of partners) {
      const option = [...select.options].find(({ value }) => value === id);
      if (option) write(option, reached ? name : _("{board} (not connected)", { board: name }));
    }
  }

  const ask = () => get("/api/partners").catch(() => ({ partners: [] }));
  setInterval(async () => {
    if (!document.hidden && box.offsetParent) label((await ask()).partners);
  }, EVERY_MS);

  return {
    /** Asks for the paired boards, which only the host may see. */
    async look() {
      const { partners } = await ask();
      const chosen = select.value || wanted || "";
      for (const { id, name } of partners) boards.set(id, name);
      select.replaceChildren(h("option", { value: "" }, _("All at this board")), ...partners.map(({ id }) => h("option", { value: id })));
      label(partners);
      select.value = partners.some(({ id }) => id === chosen) ? chosen : "";
      wanted = null;
      box.hidden = !partners.length;
      select.dispatchEvent(new Event("change"));
    },
    /** The names of those who play, and whether the program does. */
    update(names, programs) {
      const before = people.length;
      people = names.map((_name, i) => i).filter((i) => !programs[i]);
      if (people.length < before) seatSomebody();
      keyed(list, people, (i) => String(i),
        (i) => h("label", {}, h("input", { type: "checkbox", value: i, onchange: ({ target }) => { there[target.checked ? "add" : "delete"](i); changed(); } }), h("span", {})),
        (row, i) => write(row.lastElementChild, names[i]));
      show();
    },
    /** The other board and the seats there; null for a race at this board. */
    chosen: () => (select.value ? { pair: select.value, guests: people.filter((i) => there.has(i)) } : null),
  };
}
