/* The lesson: which step it is, and the ways to another one. */

import { post } from "../../lib/api.js";
import { h, write } from "../../lib/dom.js";
import { say } from "../../lib/notice.js";
import { _ } from "../../lib/text.js";

/** Fills `box`; returns a function that is told every view. */
export function makeLesson(box) {
  let version = null;
  const counted = h("p", { class: "lesson__step" });
  const ways = {
    back: h("button", { type: "button", class: "button button--quiet small" }, _("Back")),
    again: h("button", { type: "button", class: "button button--quiet small" }, _("Once more")),
    next: h("button", { type: "button", class: "button small" }),
    race: h("button", { type: "button", class: "button button--quiet small lesson__race" }, _("Start the race now")),
  };
  for (const [to, button] of Object.entries(ways)) {
    button.dataset.lesson = to;
    button.addEventListener("click", () => go(to));
  }
  box.append(counted, h("div", { class: "lesson__ways" }, ...Object.values(ways)));

  /** Whoever taps when the lesson has just gone on means the step that was there. */
  async function go(to) {
    await post("/api/lesson", { to, version }).catch((refused) => refused.code === "stale" || say(refused.message));
  }

  return ({ lesson, version: now, paused }) => {
    version = now;
    const shown = Boolean(lesson) && !paused;
    if (!shown && box.contains(document.activeElement)) document.querySelector(".headline").focus();
    box.hidden = !shown;
    if (!shown) return;
    write(counted, _("Lesson: step {step} of {steps}", lesson));
    const races = lesson.ends && lesson.done;
    write(ways.next, races ? _("Start the race") : lesson.done ? _("Next step") : _("Skip this step"));
    ways.next.classList.toggle("button--quiet", !lesson.done);
    ways.back.disabled = lesson.step === 1;
    ways.race.hidden = races;
  };
}
