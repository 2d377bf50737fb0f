/* What is yours: carrots, lettuces, your place. */

import { drawing, field, h, write } from "./dom.js";
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

  showLettuces(field("lettuces"), me.lettuces);
  write(field("position"), ordinal(own.arrived ?? me.position));
  write(field("position-of"), own.arrived ? "HOME" : `of ${view.seats.length}`);
  write(field("place"), own.place.startsWith("square") ? `You are on ${own.place}.` : "");
  write(field("here"), me.here.sentence ?? "");
  write(field("home"), me.home.sentence ?? "");
  document.querySelector("[data-place=home]").hidden = !me.home.sentence || own.arrived !== null;
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

function showLettuces(element, left) {
  const most = Math.max(3, left);
  element.setAttribute("aria-label", `${lettuces(left)} left`);
  if (element.children.length !== most) element.replaceChildren(...Array.from({ length: most }, () => drawing("lettuce")));
  [...element.children].forEach((svg, i) => svg.classList.toggle("is-eaten", i >= left));
}
