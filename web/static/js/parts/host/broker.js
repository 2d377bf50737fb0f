/* Whether the MQTT broker is connected, in words. */

import { _ } from "../../lib/text.js";

export function brokerState({ saved, state }) {
  if (state === "connected") return _("The game is published through {host}.", { host: saved?.host ?? "" });
  if (state === "trying") return _("The board is connecting to the broker…");
  if (state === "trouble") return _("There is trouble with the broker. The game continues without it.");
  return _("The game is not published.");
}
