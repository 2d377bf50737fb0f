/*
 * A phone that holds several seats covers each hand until its owner holds a button. Covered means gone:
 * `changed(open)` puts the hand into the page and takes it out again.
 */

import { write } from "../../lib/dom.js";
import { _ } from "../../lib/text.js";

const KEYS = ["Enter", " "];
/** A hand that is kept open is covered after so long without a touch. */
const FORGOTTEN_MS = 120_000;

/**
 * Works the bar `box`, which has the button to hold and the switch that keeps the hand open for a
 * turn. `needed` is null as long as we do not know whether the phone is shared.
 */
export function makeCover(box, changed) {
  const button = box.querySelector("[data-do=look]");
  const label = button.querySelector("span");
  const keeping = box.querySelector("[name=keep-open]");
  let needed = null;
  let myTurn = false;
  let held = false;
  let kept = false;
  let key = null;
  let forgotten = 0;
  let open = false;

  function settle() {
    const now = needed === false || (needed === true && (held || kept));
    clearTimeout(forgotten);
    if (kept) forgotten = setTimeout(shut, FORGOTTEN_MS);
    box.hidden = !needed;
    keeping.closest("label").hidden = !myTurn;
    button.classList.toggle("is-held", held);
    box.classList.toggle("cover--open", kept);
    write(label, kept ? _("Cover my hand") : _("Hold to look"));
    if (now === open) return;
    open = now;
    changed(open);
  }

  function shut() {
    held = kept = false;
    key = null;
    settle();
  }

  function press() {
    if (kept) return shut();
    held = true;
    settle();
  }

  function letGo() {
    if (!held) return;
    key = null;
    held = false;
    kept = keeping.checked && myTurn;
    settle();
  }

  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    // The finger may slide off the button; only lifting it counts.
    button.setPointerCapture(event.pointerId);
    press();
  });
  for (const up of ["pointerup", "lostpointercapture"]) button.addEventListener(up, letGo);
  button.addEventListener("pointercancel", shut);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("keydown", (event) => {
    if (!KEYS.includes(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (event.repeat || key) return;
    key = event.key;
    press();
    if (!held) key = null;
  });
  button.addEventListener("keyup", (event) => {
    if (!KEYS.includes(event.key)) return;
    event.preventDefault();
    if (event.key === key) letGo();
  });
  button.addEventListener("blur", () => held && shut());
  // Screen readers click without a finger or a key that could be held.
  button.addEventListener("click", (event) => {
    if (event.detail !== 0) return;
    const was = kept;
    shut();
    kept = !was;
    settle();
  });
  for (const touched of ["pointerdown", "keydown", "scroll"]) addEventListener(touched, () => kept && settle(), { passive: true });
  document.addEventListener("visibilitychange", () => document.hidden && shut());
  addEventListener("pagehide", shut);
  addEventListener("blur", shut);

  return {
    shut,
    get open() {
      return open;
    },
    get needed() {
      return needed;
    },
    /** `shared`: whether this phone holds other hands too; null as long as nobody knows. */
    update(shared, turn) {
      needed = shared;
      if (myTurn && !turn) kept = false;
      myTurn = turn;
      settle();
    },
  };
}
