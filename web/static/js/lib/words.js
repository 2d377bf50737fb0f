/* Small words the pages share. */

import { _, n_, p_ } from "./text.js";

export const carrots = (n) => n_("{count} carrot", "{count} carrots", n);
export const lettuces = (n) => n_("{count} lettuce", "{count} lettuces", n);

/** A place in the race: 1st, 2nd, ... */
export function ordinal(number) {
  switch (number) {
    case 1: return p_("place", "1st");
    case 2: return p_("place", "2nd");
    case 3: return p_("place", "3rd");
    case 4: return p_("place", "4th");
    case 5: return p_("place", "5th");
    case 6: return p_("place", "6th");
    default: return p_("place", "{number}th", { number });
  }
}

/** A runner's place; none before somebody runs, since all are first on START. */
export const placeIn = (view, runner) =>
  view.seats.some((s) => s.runners.some((r) => r.square)) ? ordinal(runner.arrived ?? runner.position) : "";

/** What a move to a lit square costs or draws, in a sentence; null where it does neither. */
export function priceOf({ cost, gain }) {
  if (gain) return n_("You draw {count} carrot.", "You draw {count} carrots.", gain);
  return cost ? n_("It costs {count} carrot.", "It costs {count} carrots.", cost) : null;
}

/** Empty where everybody plays for themselves. */
export const teamName = (team) => (Number.isInteger(team) ? _("Team {letter}", { letter: "ABC"[team] }) : "");

/** Which drawing stands for a kind of square. */
export const DRAWING = {
  H: "hare", C: "carrot", L: "lettuce", T: "tortoise", 2: "two", 3: "three", 4: "four", F: "flag", HOME: "home",
};

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A number with a sign as it is printed: carrots that come or go. */
export const signed = (n) => (n > 0 ? `+${n}` : `−${Math.abs(n)}`);
