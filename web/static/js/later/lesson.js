/* The lesson: what a step explains, which step it is, and the ways to another one. */

import { h, write } from "../lib/dom.js";
import { _ } from "../lib/text.js";

const styles = new URL("../css/lesson.css", import.meta.url);

/** Puts the lesson below the instruction; `go` leads to another step. Gives a function that is told every view. */
export async function makeLesson(go) {
  const way = (to, look, text = "") => h("button", { type: "button", class: look, "data-lesson": to, onclick: () => go(to) }, text);
  const says = h("p", { class: "lesson__says" });
  const counted = h("p", { class: "lesson__step" });
  const quiet = "button button--quiet small";
  const back = way("back", quiet, _("Back"));
  const again = way("again", quiet, _("Once more"));
  const next = way("next", "button small");
  const race = way("race", "lesson__race", _("Start the race now"));
  const box = h("section", { class: "lesson", "aria-label": _("The lesson") },
    says, h("div", { class: "lesson__ways" }, back, again, next), h("div", { class: "lesson__at" }, counted, race));
  // Seen only with its styles, so that the board below does not jump under a finger.
  await new Promise((done) => document.head.append(h("link", { rel: "stylesheet", href: styles, onload: done, onerror: done })));
  document.querySelector(".instruction").after(box);

  /** Shows or hides a button; whoever stood on one that goes reads on at the headline. */
  function show(element, shown) {
    if (!shown && element.contains(document.activeElement)) document.querySelector(".headline").focus();
    element.hidden = !shown;
  }

  return ({ lesson, paused }) => {
    show(box, Boolean(lesson) && !paused);
    if (box.hidden) return;
    const { step, done, ends } = lesson;
    const races = ends && done;
    write(says, lesson.says);
    says.hidden = !lesson.says;
    write(counted, _("Lesson: step {step} of {steps}", lesson));
    write(next, races ? _("Start the race") : done ? _("Next step") : _("Skip this step"));
    next.classList.toggle("button--quiet", !done);
    show(back, step > 1);
    show(again, done);
    show(race, !races);
  };
}
