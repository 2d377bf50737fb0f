/* The MQTT broker of the board: whether it is connected, its settings, and a test of them. */

import { post } from "../lib/api.js";
import { sure } from "../lib/confirm.js";
import { labelled } from "../lib/dialog.js";
import { field, write } from "../lib/dom.js";
import { say } from "../lib/notice.js";
import { _ } from "../lib/text.js";
import { brokerState } from "../parts/host/broker.js";
import { lookOn } from "../parts/host/looking.js";

const PLAIN_PORT = "1883";
const TLS_PORT = "8883";
const typed = { class: "field", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 255 };
const place = (name) => document.querySelector(`[data-place="${name}"]`);
const button = (name) => document.querySelector(`[data-do="${name}"]`);
const tls = document.querySelector("#tls");
const names = document.querySelector("#names");
const host = labelled(_("Address"), _("Name or address of the broker, such as 192.168.1.20."), { id: "host", name: "host", inputmode: "url", required: true, ...typed });
const port = labelled(_("Port"), _("Leave it empty for the usual one."), { id: "port", name: "port", inputmode: "numeric", ...typed, maxlength: 5 });
const user = labelled(_("User"), _("Leave it empty if the broker asks for none."), { id: "user", name: "user", ...typed });
const password = labelled(_("Password"), "", { id: "password", name: "password", type: "password", ...typed, autocomplete: "new-password" });
const hint = password.box.querySelector(".soft");
let filled = false;

function show(seen) {
  const { saved, state, sentence, fixed, topics } = seen;
  write(field("state"), brokerState(seen));
  field("trouble").hidden = state !== "trouble";
  write(field("trouble"), sentence ?? "");
  field("fixed").hidden = !fixed;
  write(field("fixed"), fixed ?? "");
  button("save").disabled = Boolean(fixed);
  button("leave").hidden = !saved;
  write(hint, saved?.password ? _("Saved. Leave it empty to keep it.") : _("Leave it empty if there is none."));
  write(field("topics"), _("The names of the board's topics begin with {topics}", { topics }));
  if (!filled) fill(saved);
  filled = true;
  place("form").hidden = false;
}

function fill(saved) {
  host.input.value = saved?.host ?? "";
  port.input.value = saved?.port ?? "";
  user.input.value = saved?.user ?? "";
  password.input.value = "";
  tls.checked = saved?.tls ?? false;
  names.checked = saved?.names ?? false;
  showPort();
}

const showPort = () => port.input.setAttribute("placeholder", tls.checked ? TLS_PORT : PLAIN_PORT);

/** What is typed; null, and said so, if it cannot be meant. */
function asked() {
  for (const each of [host, port, password]) each.complain(null);
  const number = port.input.value.trim();
  if (number && !(/^\d+$/.test(number) && Number(number) >= 1 && Number(number) <= 65535)) {
    port.complain(_("A port is a number from 1 to 65535."));
    return null;
  }
  return {
    host: host.input.value.trim(), port: number ? Number(number) : null, tls: tls.checked,
    user: user.input.value.trim() || null, password: password.input.value || null, names: names.checked,
  };
}

async function order(path, name) {
  const body = asked();
  if (!body) return null;
  button(name).disabled = true;
  try {
    return await post(path, body);
  } catch (refused) {
    if (refused.code === "host-only") ask();
    else if (refused.code === "bad-broker") host.complain(refused.message);
    else if (refused.code === "bad-password") password.complain(refused.message);
    else say(refused.message);
    return null;
  } finally {
    button(name).disabled = false;
  }
}

function tell(sentence, connected) {
  field("tried").hidden = false;
  field("tried").classList.toggle("tried--well", connected);
  write(field("tried"), sentence);
}

async function test() {
  tell(_("Connecting…"), false);
  const answer = await order("/api/broker/try", "try");
  if (answer) tell(answer.sentence, answer.connected);
  else field("tried").hidden = true;
}

async function save(event) {
  event.preventDefault();
  if (!(await order("/api/broker", "save"))) return;
  filled = false;
  tell(_("Saved. The board connects with these settings from now on."), true);
  look();
}

async function leave() {
  const text = _("The broker forgets this board, and so does Home Assistant. Address and password are deleted.");
  if (!(await sure({ question: _("Stop publishing?"), text, yes: _("Stop publishing") }))) return;
  try {
    await post("/api/broker/leave");
    filled = false;
    field("tried").hidden = true;
  } catch (refused) {
    say(refused.message);
  }
  look();
}

place("where").append(host.box, port.box);
place("user").append(user.box);
place("password").append(password.box);
tls.addEventListener("change", showPort);
button("try").addEventListener("click", test);
button("leave").addEventListener("click", leave);
place("form").addEventListener("submit", save);
const look = lookOn("/api/broker", show, place("form"));
