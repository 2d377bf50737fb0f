/* Which clock a game is played with: none, a reminder, or time for each move with a reserve. */

import { h } from "../../lib/dom.js";
import { n_, p_ } from "../../lib/text.js";

const TIMES_S = { after_s: [60, 120, 180, 300], move_s: [30, 60, 90, 120, 180, 300], reserve_s: [0, 180, 300, 600, 900] };
const USUAL_S = { after_s: 120, move_s: 60, reserve_s: 300 };

function said(seconds) {
  if (!seconds) return p_("reserve", "none");
  return seconds % 60 ? n_("{count} second", "{count} seconds", seconds) : n_("{count} minute", "{count} minutes", seconds / 60);
}

/** Fills the selects of `box`, whose rows name the kind of clock that they belong to. */
export function makeClockChoice(box) {
  const kind = box.querySelector("[name=clock]");
  const times = [...box.querySelectorAll("[data-kind]")].map((row) => [row, row.querySelector("select")]);

  function offer(select, seconds) {
    if ([...select.options].some((option) => Number(option.value) === seconds)) return;
    const after = [...select.options].find((option) => Number(option.value) > seconds) ?? null;
    select.insertBefore(h("option", { value: seconds }, said(seconds)), after);
  }

  function update() {
    for (const [row] of times) row.hidden = row.dataset.kind !== kind.value;
  }

  for (const [, select] of times) {
    for (const seconds of TIMES_S[select.name]) offer(select, seconds);
    select.value = USUAL_S[select.name];
  }
  kind.addEventListener("change", update);
  update();

  return {
    /** The clock that was chosen; nothing without one. */
    chosen() {
      if (!kind.value) return undefined;
      const own = times.filter(([row]) => row.dataset.kind === kind.value);
      return { kind: kind.value, ...Object.fromEntries(own.map(([, select]) => [select.name, Number(select.value)])) };
    },
    fill(clock) {
      kind.value = clock?.kind ?? "";
      for (const [, select] of times) {
        if (!(select.name in (clock ?? {}))) continue;
        offer(select, clock[select.name]);
        select.value = clock[select.name];
      }
      update();
    },
  };
}
