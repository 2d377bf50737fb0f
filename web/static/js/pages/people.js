/* Who ran which races on this board, and how: everybody, or one person. */

import { get, post } from "../lib/api.js";
import { sure } from "../lib/confirm.js";
import { field, h, write } from "../lib/dom.js";
import { say } from "../lib/notice.js";
import { asHost } from "../parts/host/ask-pin.js";
import { begun } from "../parts/host/games.js";
import { _, language, n_ } from "../lib/text.js";
import { loadTrack, token } from "../lib/tokens.js";

const LOOK_AGAIN_MS = 1000;
const IN_CHART = 40;
const deleteButton = document.querySelector('[data-do="delete"]');
const place = (name) => document.querySelector(`[data-place="${name}"]`);
let name = new URLSearchParams(location.search).get("name");

const decimal = (value, digits = 1) => value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
const pageOf = (who) => `/people?${new URLSearchParams({ name: who })}`;
/** The story of a race, at one of its turns. */
const storyOf = (game, turn = 0) => `/games/${game}` + (turn ? `#${turn}` : "");

function racesTold({ races, wins }) {
  const ran = n_("{count} race", "{count} races", races);
  const won = n_("{count} won", "{count} won", wins);
  return `${ran}, ${won}`;
}

const section = (title, ...parts) => h("section", { class: "sheet" }, h("h2", {}, title), ...parts);

const FEATS = {
  longest: [() => _("Longest move"), (amount) => n_("{count} square", "{count} squares", amount)],
  cards: [() => _("Most hare cards in a race"), (amount) => n_("{count} hare card", "{count} hare cards", amount)],
  eaten: [() => _("Most carrots eaten in a race"), (amount) => n_("{count} carrot", "{count} carrots", amount)],
  turns: [() => _("Fewest turns for a win"), (amount) => n_("{count} turn", "{count} turns", amount)],
};

function table(caption, heads, rows) {
  return h("div", { class: "people__scroll", tabindex: "0", role: "region", "aria-label": caption }, h("table", {},
    h("thead", {}, h("tr", {}, ...heads.map((each) => h("th", { scope: "col" }, each)))),
    h("tbody", {}, ...rows.map(([first, ...others]) => h("tr", {}, h("th", { scope: "row" }, first), ...others.map((each) => h("td", {}, each)))))));
}

const person = ({ name: who, favourite }) => h("a", { class: "people__one", href: pageOf(who) }, token({ colour: favourite }), h("b", {}, who));

function showHouse({ house: { people, feats }, unread }) {
  place("unread").hidden = !unread;
  place("nothing").hidden = people.length > 0 || unread > 0;
  place("export").hidden = !people.length;
  place("parts").replaceChildren(...people.length ? [
    section(_("Everybody"), table(_("Everybody"), [_("Name"), _("Races"), _("Won"), _("Mean place"), _("Strength")],
      people.map((each) => [person(each), each.races, each.wins, decimal(each.mean_place), decimal(each.strength)])),
    h("p", { class: "soft small" }, _("Strength is what somebody is rated at least, from all places in all races; it needs a few races to be sure."))),
    section(_("Records of this board"), h("ul", { class: "people__feats" }, ...feats.map(({ of, name: who, amount, game, turn }) => h("li", {},
      h("span", { class: "soft" }, FEATS[of][0]()), h("b", {}, FEATS[of][1](amount)), h("a", { href: storyOf(game, turn) }, who))))),
  ] : []);
  if (unread) setTimeout(look, LOOK_AGAIN_MS);
}

/** A bar for every race, the newest first, as high as one came far ahead; each leads to its race. */
function chart(races) {
  return h("ol", { class: "people__chart" }, ...races.slice(0, IN_CHART).map(({ game, place: at, seats, begun_at: when }) => {
    const told = _("{place} of {seats}, {date}", { place: at, seats, date: begun(when) });
    const bar = h("a", { href: storyOf(game), class: at === 1 ? "is-won" : "", "aria-label": told }, h("span", { "aria-hidden": "true" }, at));
    bar.style.setProperty("--high", (seats - at + 1) / seats);
    return h("li", {}, bar);
  }));
}

function showPerson({ person: { standing, editions, players, rivals, races }, edition_names: editionNames }) {
  document.title = standing.name;
  write(field("title"), standing.name);
  write(field("lead"), racesTold(standing));
  place("back").hidden = false;
  const tallies = (title, head, rows, called) => section(title, table(title, [head, _("Races"), _("Won"), _("Mean place")],
    rows.map((each) => [called(each.of), each.races, each.wins, decimal(each.mean_place)])));
  place("parts").replaceChildren(
    section(_("Places"), chart(races), h("p", { class: "soft small" }, _("The higher a bar, the better the place. The newest race comes first."))),
    section(_("Races"), table(_("Races"), [_("Race"), _("Place"), _("Turns"), _("Carrots eaten"), _("Hare cards"), _("Longest move"), _("Strength")],
      races.map((each) => [h("a", { href: storyOf(each.game) }, begun(each.begun_at)), _("{place} of {seats}", { place: each.place, seats: each.seats }), each.turns, each.eaten, each.cards,
        each.longest ? h("a", { href: storyOf(each.game, each.longest_turn) }, each.longest) : 0, decimal(each.strength)]))),
    rivals.length ? section(_("Against others"), table(_("Against others"), [_("Name"), _("Races together"), _("Ahead in")],
      rivals.map(({ name: who, races: together, ahead }) => [who, together, ahead]))) : "",
    tallies(_("By edition"), _("Edition"), editions, (of) => editionNames[of]),
    tallies(_("By number of players"), _("Players"), players, (of) => of),
  );
}

async function deletePerson() {
  if (!(await asHost())) return;
  const text = _("“A player” takes the place of the name in all races on this board, and copies that it keeps of older games are deleted. This cannot be undone. Downloaded files, backups and other boards keep the name.");
  if (!(await sure({ question: _("Delete {name}?", { name }), text, yes: _("Delete for good"), look: "button--earth" }))) return;
  deleteButton.disabled = true; // many races take their time
  try {
    await post("/api/statistics/person/delete", { name });
  } catch (refused) {
    deleteButton.disabled = false;
    deleteButton.focus();
    return say(refused.message);
  }
  say(_("Deleted. No race on this board has the name any more."));
  name = null;
  history.replaceState(null, "", "/people");
  document.title = _("People and their races");
  write(field("title"), document.title);
  write(field("lead"), "");
  place("back").hidden = place("delete").hidden = true;
  place("parts").replaceChildren();
  field("title").focus();
  await look();
}

async function look() {
  try {
    if (name === null) showHouse(await get("/api/statistics"));
    else showPerson(await get(`/api/statistics/person?${new URLSearchParams({ name })}`));
  } catch (refused) {
    place("back").hidden = name === null;
    say(refused.message);
  }
  document.querySelector("main").removeAttribute("aria-busy");
}

place("delete").hidden = name === null;
deleteButton.addEventListener("click", deletePerson);
loadTrack().then(look);
