/* Who plays at a seat: a person, or one of the characters that the program plays. */

import { cancelButton, openDialog } from "../../lib/dialog.js";
import { drawing, h, write } from "../../lib/dom.js";
import { face, showFace } from "../../lib/faces.js";
import { _ } from "../../lib/text.js";

const PERSON = "person";

/** The button that shows who plays at a seat and changes it; `choose` is called when it is pressed. */
export function whoButton(choose) {
  return h("button", { type: "button", class: "racer__who", "aria-haspopup": "dialog", onclick: choose },
    face(PERSON), h("span", {}, h("em", { class: "unseen" }, _("Who plays:")), " ", h("b", {}, _("A person")), " ", h("small")), drawing("i-next", "racer__more"));
}

/** Shows on a button who plays: a character that is offered, or null for a person. */
export function showWho(button, offered) {
  showFace(button.querySelector(".face"), offered?.opponent ?? PERSON);
  write(button.querySelector("em"), offered ? _("Who plays: {who}.", { who: offered.name }) : _("Who plays:"));
  write(button.querySelector("b"), offered ? offered.level : _("A person"));
  write(button.querySelector("small"), offered?.text ?? "");
}

/**
 * Asks who plays as player `number`. Promises a character, PERSON's null for a person; undefined if
 * nothing was chosen.
 */
export async function askWho(number, opponents, now) {
  const pick = (id, title, level, text) => h("li", {}, h("button", {
    type: "button", class: "pick", "data-pick": id, "aria-pressed": String((now ?? PERSON) === id), onclick: () => asked.close(id),
  }, face(id), h("span", {}, h("b", {}, title), " ", level && h("i", {}, level), " ", h("small", {}, text))));
  const asked = openDialog(_("Who plays as player {number}?", { number }),
    h("ul", { class: "picks-who" },
      pick(PERSON, _("A person"), null, _("At the board, with a phone or without.")),
      ...opponents.map((each) => pick(each.opponent, each.name, each.level, each.text))),
    h("div", { class: "dialog__buttons" }, cancelButton(() => asked.close())));
  asked.dialog.querySelector('[aria-pressed="true"]')?.focus();
  const id = await asked.closed;
  return id === null ? undefined : id === PERSON ? null : id;
}
