/* Opens the workshop, or the measuring of the board, while the game has the board. */

import { say } from "../lib/notice.js";
import { enter } from "../parts/host/mode.js";

const WAYS = { enter: ["workshop", "/workshop"], measure: ["acceptance", "/acceptance"] };

for (const [name, [mode, page]] of Object.entries(WAYS)) {
  const button = document.querySelector(`[data-do="${name}"]`);
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      button.disabled = await enter(mode, page);
    } catch (refused) {
      say(refused.message);
      button.disabled = false;
    }
  });
}
