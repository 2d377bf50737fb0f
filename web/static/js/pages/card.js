/* A card for the table: how to join, to be printed. */

import { get } from "../lib/api.js";
import { askPin } from "../parts/host/ask-pin.js";
import { field, write } from "../lib/dom.js";
import { me } from "../parts/phone/me.js";
import { say } from "../lib/notice.js";
import { qr } from "../lib/qr.js";
import { _ } from "../lib/text.js";

const place = (name) => document.querySelector(`[data-place="${name}"]`);
const button = (name) => document.querySelector(`[data-do="${name}"]`);

async function show() {
  const { code, link, svg, own } = await get("/api/card");
  place("join").replaceChildren(qr(svg, _("A code to scan: it opens the page to join the game.")));
  write(field("address"), new URL(link).host);
  write(field("code"), code);
  place("own").hidden = !own;
  if (own) {
    place("own-code").replaceChildren(qr(own.svg, _("A code to scan: it joins the board's own Wi-Fi.")));
    write(field("own-name"), own.name);
    write(field("own-password"), own.password);
  }
  place("ask").hidden = true;
  place("card").hidden = false;
  place("deeds").hidden = false;
}

async function ask() {
  place("ask").hidden = false;
  if (await askPin()) await show();
}

async function start() {
  button("print").addEventListener("click", () => print());
  button("ask-pin").addEventListener("click", () => ask().catch((refused) => say(refused.message)));
  const { host, at_board: atBoard } = await me();
  await (host || atBoard ? show() : ask());
}

start().catch((refused) => say(refused.message));
