/* Whose runner the headline is about: its token beside the words. */

import { looksOf, seatOf } from "../../lib/seats.js";
import { dressAll, tokens } from "../../lib/tokens.js";

/** Returns what keeps the token in `box` up to date with a view. */
export function makeMover(box) {
  const shown = tokens([]);
  box.append(shown);
  return (view) => {
    const seat = view.to_act ?? view.ranking[0]?.seat ?? null;
    const named = seat !== null && view.headline.includes(seatOf(view, seat).name);
    dressAll(shown, named ? looksOf(view, seat) : []);
  };
}
