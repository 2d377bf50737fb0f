/* Who has raced here before: suggested while names are typed, those with most races first. */

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";

const MOST = 100;
const LOOK_AGAIN_MS = 1000;

/** What tells people apart: the name, whatever its capitals and blanks. */
const keyOf = (name) => name.trim().replace(/\s+/g, " ").toLowerCase();

/**
 * Everybody who has finished a race, and the `list` of names that a browser suggests.
 *
 * `found()` is called once there is somebody to suggest.
 */
export function knownPeople(found) {
  const list = h("datalist", { id: "known-people" });
  let people = new Map();
  let asked = false;

  /** Suggests everybody but those of these names. */
  function offer(seated) {
    const elsewhere = new Set(seated.map(keyOf));
    const names = [...people].filter(([key]) => !elsewhere.has(key)).map(([, { name }]) => name);
    list.replaceChildren(...names.slice(0, MOST).map((value) => h("option", { value })));
  }

  async function read() {
    const { house, unread } = await get("/api/statistics");
    const frequent = [...house.people].sort((one, other) => other.races - one.races);
    people = new Map(frequent.map((person) => [keyOf(person.name), person]));
    offer([]);
    if (people.size) found();
    if (unread) setTimeout(() => read().catch(() => null), LOOK_AGAIN_MS);
  }

  return {
    list,
    offer,
    /** Asks once; without an answer nobody is suggested. */
    look() {
      if (!asked) read().catch(() => null);
      asked = true;
    },
    /** Who has this name, or undefined. */
    person: (name) => people.get(keyOf(name)),
  };
}
