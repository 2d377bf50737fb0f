/* For whoever listens: the button that reads aloud, how much is said, and questions to ask. */

import { get } from "../../lib/api.js";
import { h, write } from "../../lib/dom.js";
import { detail, listener, tell } from "../../lib/read-aloud.js";
import { _ } from "../../lib/text.js";
import { canSpeak, hasVoice, hush, speech } from "../../lib/voice.js";

/** Returns what switches the voice of this browser, as `button` shows; `began` is called when it is on. */
export function speechSwitch(button, began, say) {
  function show() {
    button.setAttribute("aria-pressed", String(speech.on));
    listener();
  }
  addEventListener("storage", () => setTimeout(show));
  show();
  return () => {
    speech.on = !speech.on;
    show();
    if (!speech.on) return hush();
    if (!hasVoice()) say(_("This browser has no voice for this language. Install one in the settings of your device."));
    began();
  };
}

const DETAILS = () => [
  ["turn", _("Whose turn it is, and what is asked")],
  ["moves", _("Moves and places too")],
  ["all", _("Everything")],
];
const QUESTIONS = () => [
  ["carrots", _("My carrots")],
  ["square", _("My square")],
  ["runners", _("Who is where?")],
  ["choices", _("What can I do?")],
  ["last-move", _("The last move")],
];

/** What is asked of one's own hand. */
const OWN = ["carrots", "square"];

/**
 * Fills `box`, a closed part of the page. `base` is where answers come from; as long as no hand
 * `isOpen`, only what everybody may know is answered. Returns what is to be called when it opens or is covered.
 */
export function makeListening(box, base, isOpen) {
  const answer = h("p", { class: "asks__answer", "data-field": "answer", hidden: true });
  const asked = QUESTIONS().map(([question, label], at) => ({ question, key: String(at + 1), label }));

  async function ask(question) {
    const own = isOpen();
    const sentence = await get(`${own ? base : "/api/watch"}/answers`).then(({ answers }) => answers.find((each) => each.question === question)?.sentence, (refused) => refused.message);
    if (!sentence || own !== isOpen()) return;
    answer.hidden = false;
    write(answer, sentence);
    tell(sentence);
  }

  const buttons = asked.map(({ question, label, key }) => h("button", { type: "button", class: "button button--quiet", "data-ask": question, "aria-keyshortcuts": key, onclick: () => ask(question) }, label));
  const keys = h("p", { class: "soft small" });
  const mayAsk = ({ question }) => isOpen() || !OWN.includes(question);

  function opened() {
    asked.forEach((each, at) => (buttons[at].hidden = !mayAsk(each)));
    write(keys, _("While this page reads aloud, keys ask: {keys}.", { keys: asked.filter(mayAsk).map(({ key, label }) => `${key} ${label}`).join(", ") }));
    if (isOpen()) return;
    write(answer, "");
    answer.hidden = true;
  }

  opened();
  box.append(
    h("div", { class: "asks" },
      h("div", { class: "asks__questions", role: "group", "aria-label": _("Questions") }, ...buttons),
      answer,
      h("fieldset", { class: "asks__detail" }, h("legend", {}, _("What is read aloud, by this page or a screen reader")),
        ...DETAILS().map(([level, label]) => h("label", {}, h("input", { type: "radio", name: "speech-detail", value: level, checked: detail.chosen === level, onchange: () => (detail.chosen = level) }), h("span", {}, label)))),
      canSpeak ? keys : null));

  addEventListener("keydown", (event) => {
    if (!speech.on || event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, textarea, select, dialog")) return;
    const found = asked.filter(mayAsk).find(({ key }) => key === event.key);
    if (found) ask(found.question);
  });
  return opened;
}
