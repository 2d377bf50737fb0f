/* The lesson: its script comes once there is one. */

import { post } from "../../lib/api.js";
import { say } from "../../lib/notice.js";

/** Returns a function that is told every view. */
export function makeLesson() {
  let version = null;
  let script = null;

  /** Whoever taps when the lesson has just gone on means the step that was there. */
  const go = (to) => post("/api/lesson", { to, version }).catch((refused) => refused.code === "stale" || say(refused.message));

  return (view) => {
    version = view.version;
    if (!view.lesson && !script) return;
    script ??= import("../../later/lesson.js").then((lesson) => lesson.makeLesson(go));
    script.then((show) => show(view), () => (script = null));
  };
}
