/* What is yours: carrots, lettuces, your place. */

import { drawing, field, h, write } from "../../lib/dom.js";
import { runnersOf } from "../../lib/seats.js";
import { _, n_ } from "../../lib/text.js";
import { carrots, placeIn, signed } from "../../lib/words.js";

const MOST_HEADS = 6;
let last = null; // how many carrots were shown

export function showHand(view, own) {
  const { me } = view;
  const number = field("carrots");
  write(number, String(me.carrots));
  number.parentElement.setAttribute("aria-label", carrots(me.carrots));
  number.parentElement.style.setProperty("--digits", String(me.carrots).length);
  if (last !== null && last !== me.carrots) travel(me.carrots - last);
  last = me.carrots;

  showLettuces(field("lettuces"), me.lettuces, view.lettuces_each);
  // With two runners each has its own place, told where it is chosen.
  const [runner, second] = own.runners;
  const place = placeIn(view, runner);
  document.querySelector(".hand__position").hidden = Boolean(second) || !place;
  write(field("position"), place);
  write(field("position-of"), runner.arrived ? runner.place : n_("of {count}", "of {count}", runnersOf(view).length));
  const refusal = field("refusal");
  refusal.hidden = !me.refusal;
  if (me.refusal) write(refusal.querySelector("p"), me.refusal.sentence);
}

/** A covered hand is nobody's news when it is shown again, nor is a new one a payment. */
export const forgetHand = () => (last = null);

/** What came or went is told for a moment on the edge above the number, which is right at once. */
function travel(difference) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const chip = h("span", { class: "travel", "aria-hidden": "true" }, signed(difference));
  document.querySelector(".hand").append(chip);
  chip.animate(
    [{ opacity: 0, scale: 0.6 }, { opacity: 1, scale: 1, offset: 0.2 }, { opacity: 1, offset: 0.75 }, { opacity: 0 }],
    { duration: 2200, easing: "ease-out" },
  ).finished.finally(() => chip.remove());
}

/** Those of the beginning are shown, eaten or not; more than can be taken in at a glance are a number. */
function showLettuces(element, left, each) {
  const many = each > MOST_HEADS;
  const heads = many ? 1 : each;
  element.hidden = !each;
  element.title = n_("{left} of {count} lettuce left", "{left} of {count} lettuces left", each, { left });
  element.setAttribute("aria-label", element.title);
  element.classList.toggle("hand__lettuces--many", many);
  if (element.childElementCount !== heads + 1) element.replaceChildren(...Array.from({ length: heads }, () => drawing("lettuce")), h("span"));
  element.querySelectorAll("svg").forEach((svg, i) => svg.classList.toggle("is-eaten", i >= left));
  write(element.lastElementChild, many ? _("{left} of {all}", { left, all: each }) : "");
}
