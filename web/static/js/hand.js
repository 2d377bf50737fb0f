/* What is yours: carrots, lettuces, your place. */

import { drawing, field, h, write } from "./dom.js";
import { runnersOf } from "./seats.js";
import { lettuces, ordinal } from "./words.js";

let last = null;

export function showHand(view, own) {
  const { me } = view;
  const number = field("carrots");
  write(number, String(me.carrots));
  number.parentElement.setAttribute("aria-label", `${me.carrots} carrots`);
  // A new game deals a new hand; that is no payment.
  if (last?.version <= view.version && last.carrots !== me.carrots) travel(me.carrots - last.carrots);
  last = { version: view.version, carrots: me.carrots };

  showLettuces(field("lettuces"), me.lettuces, own.runners.length > 1 ? 5 : 3);
  // With two runners each has its own place, told where it is chosen.
  const [runner, second] = own.runners;
  document.querySelector(".hand__position").hidden = Boolean(second);
  write(field("position"), ordinal(runner.arrived ?? runner.position));
  write(field("position-of"), runner.arrived ? "HOME" : `of ${runnersOf(view).length}`);
  const refusal = field("refusal");
  refusal.hidden = !me.refusal;
  if (me.refusal) write(refusal.querySelector("p"), me.refusal.sentence);
}

/** What came or went floats off the number; the number itself is right at once. */
function travel(difference) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const chip = h("span", { class: "travel", "aria-hidden": "true" }, `${difference > 0 ? "+" : "−"}${Math.abs(difference)}`);
  document.querySelector(".hand__carrots").append(chip);
  const far = difference > 0 ? [24, 0] : [0, 34];
  chip.animate(
    [{ opacity: 0, translate: `0 ${far[0]}px` }, { opacity: 1, offset: 0.2 }, { opacity: 1, offset: 0.7 }, { opacity: 0, translate: `0 ${far[1]}px` }],
    { duration: 1800, easing: "ease-out" },
  ).finished.finally(() => chip.remove());
}

/** Those of the beginning are shown, eaten or not: three, or five with two runners. */
function showLettuces(element, left, usual) {
  const most = Math.max(usual, left);
  element.setAttribute("aria-label", `${lettuces(left)} left`);
  if (element.children.length !== most) element.replaceChildren(...Array.from({ length: most }, () => drawing("lettuce")));
  [...element.children].forEach((svg, i) => svg.classList.toggle("is-eaten", i >= left));
}
