/* The first page in the board's own Wi-Fi. Phones show it in a window of their own, which closes once they believe to be somewhere. */

import { post } from "../lib/api.js";
import { say } from "../lib/notice.js";

const place = (name) => document.querySelector(`[data-place="${name}"]`);

document.querySelector('[data-do="go-on"]').addEventListener("click", async () => {
  try {
    await post("/api/welcome");
    place("ways").hidden = true;
    place("then").hidden = false;
  } catch (refused) {
    say(refused.message);
  }
});
