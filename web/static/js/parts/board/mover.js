/* Whose runner the headline is about: its token, and the face of a computer opponent, beside the words. */

import { face, showFace } from "../../lib/faces.js";
import { seatOf } from "../../lib/seats.js";
import { dressAll, tokens } from "../../lib/tokens.js";

/** Returns what keeps the token in `box` up to date with a view. */
export function makeMover(box) {
  const shown = tokens([]);
  const picture = face();
  box.append(shown, picture);
  return (view) => {
    const named = seatOf(view, view.named);
    dressAll(shown, named?.runners.map(({ colour }) => ({ colour })) ?? []);
    showFace(picture, named?.opponent);
  };
}
