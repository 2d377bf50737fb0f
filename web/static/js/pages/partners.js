/* Other boards: those that are paired with this one, and the pairing that is under way. */

import { post } from "../lib/api.js";
import { labelled } from "../lib/dialog.js";
import { field, h, keyed, write } from "../lib/dom.js";
import { sure } from "../lib/confirm.js";
import { say } from "../lib/notice.js";
import { qr as drawQr } from "../lib/qr.js";
import { _, language, listed, n_ } from "../lib/text.js";
import { lookOn } from "../parts/host/looking.js";

const DAY_S = 24 * 3600;
/** The log of a race comes a little later. */
const SOON_MS = 800;
const place = (name) => document.querySelector(`[data-place="${name}"]`);
const button = (name) => document.querySelector(`[data-do="${name}"]`);
const typed = labelled(_("The other board's code"), _("Ten digits, which its host sees on this page."), {
  id: "code", name: "code", class: "field", inputmode: "numeric", autocomplete: "off", maxlength: 20,
});
let attempt = ""; // of the pairing that is shown
let drawn = null;

let version = 0;

function show({ partners, pairing, fixed, trouble, broker, race, racing }) {
  showInvitation(race);
  showRacing(racing);
  place("partners").classList.toggle("is-racing", Boolean(race ?? racing));
  place("fixed").hidden = !fixed;
  write(field("fixed"), fixed ?? "");
  place("to-broker").hidden = broker !== "off";
  field("trouble").hidden = broker !== "trouble" || Boolean(fixed);
  write(field("trouble"), trouble ?? "");
  place("list").hidden = !partners.length;
  keyed(place("partners"), partners, (each) => each.id, makePartner, updatePartner);
  place("begin").hidden = Boolean(fixed) || Boolean(pairing);
  place("pairing").hidden = !pairing;
  if (pairing) showPairing(pairing);
  place("all").hidden = false;
}

function makePartner({ id, name }) {
  const forget = h("button", { type: "button", class: "button button--quiet", "data-do": "forget", "aria-label": _("Forget {name}", { name }), onclick: () => forgetBoard(id, name) }, _("Forget"));
  const race = h("a", { class: "button", href: `/setup#with=${id}`, "aria-label": _("Race with “{board}”", { board: name }) }, _("Race"));
  return h("li", { class: "partners__one" }, h("div", {}, h("b", {}, name), h("span", { class: "soft" })), h("div", { class: "partners__deeds" }, race, forget));
}

async function forgetBoard(id, name) {
  const text = _("To race together again, both hosts have to pair the boards with a new code. A race of the two that was saved for later can then go on at one of them alone only.");
  if (await sure({ question: _("Forget “{board}”?", { board: name }), text, yes: _("Forget the board"), look: "button--earth" })) await order("forget", { id });
}

/** A race to which another board invites. */
function showInvitation(race) {
  place("race").hidden = !race;
  if (!race) return;
  write(field("race"), _("“{board}” invites you to a race", { board: race.board }));
  write(field("race-here"), _("At this board: {names}", { names: listed(race.here) }));
  write(field("race-there"), _("At “{board}”: {names}", { board: race.board, names: listed(race.there) }));
  for (const name of ["join-race", "decline-race"]) button(name).dataset.race = race.race;
  field("race-comes").hidden = !race.joined;
  place("race-deeds").hidden = race.joined;
}

/** The race with another board that is on the table. */
function showRacing(racing) {
  place("racing").hidden = !racing;
  if (!racing) return;
  version = racing.version;
  write(field("racing"), _("The race with “{board}”", { board: racing.board }));
  write(field("racing-text"), racing.sentence ?? _("Both boards are together."));
}

async function join(race) {
  if (await order("race/join", { race })) setTimeout(look, SOON_MS);
}

async function goOnAlone() {
  const text = _("Do so only if the other host agrees, or the other board never comes back. Everybody then plays at this board, and the other board cannot return to the race.");
  if (await sure({ question: _("Go on without the other board?"), text, yes: _("Go on alone"), look: "button--earth" })) await order("race/alone", { version });
}

function updatePartner(row, { reached, silent_s: silent }) {
  row.classList.toggle("is-there", reached);
  write(row.querySelector("span"), reached ? _("Connected") : silent === null ? _("Not heard yet") : _("Not heard since {time}", { time: moment(silent) }));
}

/** When it was so many seconds ago: the time of day, and the date if that was long ago. */
function moment(ago) {
  const how = ago < DAY_S ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" };
  return new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, how).format(Date.now() - ago * 1000);
}

const MINUTE_S = 60;
const TITLES = {
  waiting: ({ code }) => (code ? _("The code for the other board") : _("Looking for the other board…")),
  confirm: ({ other }) => _("Is “{name}” the board you mean?", { name: other }),
  agreeing: ({ other }) => _("Waiting for the host of “{name}”", { name: other }),
  paired: ({ other }) => _("“{name}” is paired with this board", { name: other }),
  failed: () => _("The boards are not paired"),
};
const TEXTS = {
  waiting: ({ code }) => (code ? _("Read it to the other host, who types it on this page of the other board. It works once.") : _("This takes a few seconds.")),
  confirm: () => _("Ask the other host what their board is called. Both hosts have to say yes."),
  agreeing: () => _("The boards are paired as soon as the other host has said yes too."),
  paired: () => _("They find each other from now on, whenever both are switched on."),
  failed: ({ sentence }) => sentence ?? "",
};

function showPairing(pairing) {
  const { state, code, qr, left_s: left } = pairing;
  const waits = state === "waiting";
  write(field("pairing"), TITLES[state](pairing));
  write(field("text"), TEXTS[state](pairing));
  field("code").hidden = !(waits && code);
  write(field("code"), code ?? "");
  place("qr").hidden = !qr;
  if (qr && drawn !== code) {
    place("qr").replaceChildren(drawQr(qr, _("The code, to scan in the other board's network")));
    drawn = code;
  }
  field("left").hidden = !(waits && code);
  write(field("left"), n_("Valid for {count} more minute. To scan it, use a phone in the other board's network.", "Valid for {count} more minutes. To scan it, use a phone in the other board's network.", Math.max(1, Math.ceil(left / MINUTE_S))));
  button("confirm").hidden = state !== "confirm";
  attempt = pairing.attempt;
  const ended = state === "paired" || state === "failed";
  write(button("cancel"), ended ? _("Done") : state === "confirm" ? _("No, cancel") : _("Cancel"));
}

async function order(path, body = {}) {
  try {
    await post(`/api/partners/${path}`, body);
    typed.complain(null);
    typed.input.value = "";
    return true;
  } catch (refused) {
    if (refused.code === "wrong-code") typed.complain(refused.message);
    else say(refused.message);
    return false;
  } finally {
    look();
  }
}

async function accept(event) {
  event.preventDefault();
  await order("accept", { code: typed.input.value });
}

place("typed").append(typed.box);
// A link with a code: somebody has scanned it.
typed.input.value = location.hash.slice(1);
if (location.hash) history.replaceState(null, "", location.pathname);
button("join-race").addEventListener("click", ({ currentTarget }) => join(currentTarget.dataset.race));
button("decline-race").addEventListener("click", ({ currentTarget }) => order("race/decline", { race: currentTarget.dataset.race }));
button("alone").addEventListener("click", goOnAlone);
button("confirm").addEventListener("click", () => order("confirm", { attempt }));
for (const name of ["invite", "cancel"]) button(name).addEventListener("click", () => order(name));
place("accept").addEventListener("submit", accept);
const look = lookOn("/api/partners", show, place("all"));
