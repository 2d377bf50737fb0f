/* What can go wrong with power and lights of the simulated board. */

import { post } from "../../lib/api.js";
import { say } from "../../lib/notice.js";

export function makeMishaps(box, mishaps) {
  const switches = [...box.querySelectorAll("input")];
  const show = (now) => switches.forEach((input) => (input.checked = now[input.name]));
  show(mishaps);
  box.addEventListener("change", async () => {
    const wanted = Object.fromEntries(switches.map((input) => [input.name, input.checked]));
    try {
      show((await post("/api/simulator/mishaps", wanted)).mishaps);
    } catch (refused) {
      say(refused.message);
    }
  });
}
