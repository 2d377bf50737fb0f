/* What the terminal says, for whoever is at the board: the PIN of the host, and the code for phones. */

import { get } from "../../lib/api.js";
import { onToggle, write } from "../../lib/dom.js";
import { say } from "../../lib/notice.js";
import { invitation } from "../../lib/qr.js";

/** Fills the details `box` each time they are opened; they stay away where the board is elsewhere. */
export function makeTerminal(box) {
  const pin = box.querySelector('[data-field="pin"]');
  const code = box.querySelector('[data-place="table-code"]');

  async function read() {
    const [terminal, table] = await Promise.all([get("/api/terminal"), get("/api/table")]);
    write(pin, terminal.pin);
    code.replaceChildren(invitation(table));
  }

  onToggle(box, () => {
    // Nobody should read it over a shoulder once it is closed.
    if (!box.open) {
      write(pin, "");
      code.replaceChildren();
    } else read().catch((refused) => say(refused.message));
  });
  get("/api/me").then((found) => (box.hidden = !found.at_board), () => {});
}
