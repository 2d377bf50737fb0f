/* The network of a board that stands by itself: where it is, what is nearby, and how it joins that. */

import { post } from "../lib/api.js";
import { cancelButton, labelled, openDialog } from "../lib/dialog.js";
import { field, h, keyed, write } from "../lib/dom.js";
import { say } from "../lib/notice.js";
import { _ } from "../lib/text.js";
import { lookOn } from "../parts/host/looking.js";

const STRONG = 66;
const WEAK = 33;
const place = (name) => document.querySelector(`[data-place="${name}"]`);
const button = (name) => document.querySelector(`[data-do="${name}"]`);
let own = "";

function stateOf({ wifi, wired, joined, hotspot, joining }) {
  if (joining) return _("The board is joining {name}…", { name: joining });
  if (hotspot) return _("The board is not on any other network. It has its own Wi-Fi: {name}.", { name: own });
  if (joined) return _("The board is on the Wi-Fi {name}.", { name: joined });
  if (wired) return _("The board is connected to its network by cable.");
  if (!wifi) return _("The board's Wi-Fi is switched off. Its country must be set before you can use it.");
  return _("The board is not on a network yet. After a minute it opens its own Wi-Fi.");
}

function show(now) {
  own = now.own;
  write(field("state"), stateOf(now));
  field("failed").hidden = !now.failed;
  write(field("failed"), now.failed ?? "");
  place("choose").hidden = !now.wifi || Boolean(now.joining);
  place("none").hidden = now.nearby.length > 0;
  field("old").hidden = !now.hotspot;
  button("look").hidden = now.hotspot;
  if (now.failed) place("soon").hidden = true;
  keyed(place("nearby"), now.nearby, (each) => `${each.name} ${each.kind}`, makeRow, showRow);
}

function makeRow(each) {
  return h("li", {}, h("button", { type: "button", class: "wifi__network", onclick: () => choose(each) },
    h("b", {}, each.name), h("span", { class: "soft", "data-field": "about" })));
}

function showRow(row, { percent, kind }) {
  row.firstElementChild.disabled = kind === "beyond";
  write(field("about", row), kind === "beyond" ? _("asks for more than a password") : strength(percent, kind === "open"));
}

function strength(percent, open) {
  if (percent >= STRONG) return open ? _("strong, without a password") : _("strong");
  if (percent >= WEAK) return open ? _("fair, without a password") : _("fair");
  return open ? _("weak, without a password") : _("weak");
}

/** Asks for what is needed to join a network, and joins it; `known` is none of the list if it has a name to be typed. */
function choose(known = null) {
  const name = labelled(_("Name"), _("Exactly as on the router; capitals matter."), {
    id: "name", name: "name", class: "field", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 32, required: true,
  });
  const password = labelled(_("Password"), known ? _("The password of this Wi-Fi.") : _("Leave it empty if there is none."), {
    id: "password", name: "password", class: "field", type: "password", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 64, required: Boolean(known),
  });
  const shown = h("input", { type: "checkbox", onchange: () => password.input.setAttribute("type", shown.checked ? "text" : "password") });
  const join = h("button", { type: "submit", class: "button", "data-do": "join" }, _("Join this Wi-Fi"));
  const needsPassword = known?.kind !== "open";
  const form = h("form", { class: "dialog__form", novalidate: true },
    known ? null : name.box,
    needsPassword ? password.box : null,
    needsPassword ? h("label", { class: "wifi__show" }, shown, _("Show the password")) : null,
    h("div", { class: "dialog__buttons" }, cancelButton(() => asked.close()), join));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    join.disabled = true;
    try {
      const wanted = { name: known ? known.name : name.input.value, password: password.input.value || null, hidden: !known };
      const { address } = await post("/api/network/join", wanted);
      asked.close();
      tellSoon(wanted.name, address);
    } catch (refused) {
      (known || refused.code === "bad-password" ? password : name).complain(refused.message);
    } finally {
      join.disabled = false;
    }
  });
  const asked = openDialog(known ? _("Join {name}?", { name: known.name }) : _("Join a network"), form);
  (known ? (needsPassword ? password.input : join) : name.input).focus();
}

function tellSoon(name, address) {
  place("soon").hidden = false;
  write(field("soon"), _("The board is joining {name} now. If this phone was on the board's own Wi-Fi, it will lose it: let it join {name} too.", { name }));
  write(field("afterwards"), _("You'll then find the board at this address:"));
  field("address").href = `${address}/`;
  write(field("address"), address);
  write(field("otherwise"), _("If it does not work, the board's own Wi-Fi {own} comes back within a minute, and this page says why.", { own }));
  place("soon").scrollIntoView({ block: "nearest" });
  look();
}

button("other").addEventListener("click", () => choose());
button("look").addEventListener("click", async () => {
  try {
    await post("/api/network/look");
  } catch (refused) {
    say(refused.message);
  }
});
const look = lookOn("/api/network", show, place("choose"));
