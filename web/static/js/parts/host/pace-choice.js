/* How long a move of the program takes, so that people can follow. */

import { h } from "../../lib/dom.js";
import { _, n_ } from "../../lib/text.js";

const PACES_S = [0, 1, 2, 5, 10];
const USUAL_S = 2;

const said = (seconds) => (seconds ? n_("{count} second", "{count} seconds", seconds) : _("as little as possible"));

/** Fills the select in `box`, which is shown while the program plays a seat. */
export function makePaceChoice(box) {
  const select = box.querySelector("select");
  const offer = (seconds) => select.append(h("option", { value: seconds }, said(seconds)));
  PACES_S.forEach(offer);
  select.value = USUAL_S;

  return {
    select,
    show: (some) => (box.hidden = !some),
    /** The seconds that were chosen; undefined if they are the usual ones. */
    chosen: () => (box.hidden || Number(select.value) === USUAL_S ? undefined : Number(select.value)),
    fill(seconds = USUAL_S) {
      if (![...select.options].some(({ value }) => Number(value) === seconds)) offer(seconds);
      select.value = seconds;
    },
  };
}
