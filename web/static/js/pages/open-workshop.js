/* Opens the workshop while the game has the board. */

import { say } from "../lib/notice.js";
import { enter } from "../parts/host/mode.js";

const button = document.querySelector('[data-do="enter"]');

button.addEventListener("click", async () => {
  button.disabled = true;
  try {
    button.disabled = await enter("workshop", "/workshop");
  } catch (refused) {
    say(refused.message);
    button.disabled = false;
  }
});
