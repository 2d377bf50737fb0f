/* A race with another board: which one, and who sits there. */

import { get } from "../../lib/api.js";
import { h, keyed, write } from "../../lib/dom.js";
import { _ } from "../../lib/text.js";

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
    const board = select.selectedOptions[0];
    part.hidden = !select.value;
    if (select.value) write(text, _("Who sits at “{board}”?", { board: board.textContent }));
    for (const input of list.querySelectorAll("input")) input.checked = there.has(Number(input.value));
  }

  return {
    /** Asks for the paired boards, which only the host may see. */
    async look() {
      const { partners } = await get("/api/partners").catch(() => ({ partners: [] }));
      const chosen = select.value || wanted || "";
      select.replaceChildren(h("option", { value: "" }, _("All at this board")), ...partners.map(({ id, name }) => h("option", { value: id }, name)));
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
