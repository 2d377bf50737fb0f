/* A picture of a game over its turns: a line for every runner or seat, with a slider to read it turn by turn. */

import { drawing, h, keyed, write } from "../../lib/dom.js";
import { TICKS } from "./race-sketch.js";
import { _ } from "../../lib/text.js";
import { lookOf, tokens } from "../../lib/tokens.js";

const SVG = "http://www.w3.org/2000/svg";
const THUMB = 28; // Of the slider, in pixels; story.css has it too.

let charts = 0;

function s(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/**
 * Draws into `parent`.
 *
 * `title`, `about`: what it shows, in words. `lines`: `{name, label, looks, values, last}` each;
 * `values` begins with how it stood before the first turn, `last` is where the line ends. `levels`:
 * `{at, text, drawing}` for every line across. `most`: the top of the picture. `told(turn)`: what
 * happened in it. `inWords(value)`: a value as one says it. `chosen(turn)` is called when somebody
 * chooses a turn. Returns how to `show` a turn, and to `grow` by what happened meanwhile.
 */
export function makeChart(parent, { title, about, lines, levels, most, told, inWords, chosen }) {
  const id = `chart-${(charts += 1)}`;
  let end = lines[0].values.length - 1;
  const svg = s("svg", { class: "chart__picture", role: "img", "aria-labelledby": `${id}-title ${id}-about` });
  const slider = h("input", { class: "chart__slider", type: "range", min: 0, max: end, step: 1, "aria-label": _("Turn") });
  const number = h("b", { class: "chart__turn" });
  const sentence = h("p", { class: "chart__told" });
  const values = h("ul", { class: "chart__values" });
  const step = (by, text, turned) => h("button", { type: "button", class: `chart__step${turned}`, "aria-label": text, onclick: () => choose(now + by) }, drawing("i-next"));
  const before = step(-1, _("One turn back"), " chart__step--back");
  const after = step(1, _("One turn forward"), "");
  const table = makeTable(title, lines, told, inWords);
  const figure = h("figure", { class: "chart sheet" },
    h("figcaption", {}, h("h2", { id: `${id}-title` }, title), h("p", { class: "soft", id: `${id}-about` }, about)),
    svg, slider, h("div", { class: "chart__now" }, before, number, after), sentence, values, table.box);
  let now = end;
  let room = null;

  function choose(turn) {
    chosen(Math.max(0, Math.min(end, turn)));
  }

  function show(turn) {
    now = turn;
    slider.value = turn;
    slider.setAttribute("aria-valuetext", _("Turn {number}: {sentence}", { number: turn, sentence: told(turn) }));
    write(number, _("Turn {number} of {count}", { number: turn, count: end }));
    write(sentence, told(turn));
    before.disabled = turn === 0;
    after.disabled = turn === end;
    lines.forEach((line, at) => write(values.children[at].lastElementChild, inWords(line.values[turn])));
    if (room) showCursor(svg.querySelector(".chart__cursor"), room, lines, now, end);
  }

  function draw() {
    const width = Math.round(svg.getBoundingClientRect().width);
    if (!width || width === room?.width) return;
    room = makeRoom(width, end, most, lines);
    slider.style.marginInlineStart = `${room.left - THUMB / 2}px`;
    slider.style.width = `${room.right - room.left + THUMB}px`;
    svg.setAttribute("viewBox", `0 0 ${width} ${room.height}`);
    // A long game on a small screen wants finer lines.
    svg.classList.toggle("chart__picture--fine", room.right - room.left < 3 * end);
    svg.replaceChildren(...drawLevels(room, levels), ...drawTurns(room, end), ...lines.flatMap((line) => drawLine(room, line)),
      ...drawNames(room, lines), s("g", { class: "chart__cursor" }));
    show(now);
  }

  function point(event) {
    const x = event.clientX - svg.getBoundingClientRect().left;
    choose(Math.round(((x - room.left) / (room.right - room.left)) * end));
  }

  keyed(values, lines, (line) => line.looks.map((look) => look.colour), (line) =>
    h("li", {}, tokens(line.looks), h("span", {}, line.label), h("b")));
  slider.addEventListener("input", () => choose(Number(slider.value)));
  svg.addEventListener("pointerdown", (event) => {
    svg.setPointerCapture(event.pointerId);
    point(event);
  });
  svg.addEventListener("pointermove", (event) => event.buttons && point(event));
  parent.append(figure);
  new ResizeObserver(draw).observe(svg);
  draw();
  show(end);

  /** Takes longer lines, and keeps what is looked at. */
  function grow(longer) {
    lines = longer;
    end = lines[0].values.length - 1;
    slider.max = end;
    table.fill(lines);
    room = null;
    draw();
  }

  return { show, grow };
}

/** Where everything goes in a picture of so many pixels. */
function makeRoom(width, end, most, lines) {
  const em = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const named = width > 34 * em;
  const longest = Math.max(...lines.map((line) => line.name.length));
  const left = Math.round(2.9 * em);
  const right = width - (named ? Math.min(2.6 * em + longest * 0.5 * em, width / 4) : 2.1 * em);
  const height = Math.round(Math.max(17 * em, Math.min(26 * em, width * 0.5)));
  const top = 0.9 * em;
  const bottom = height - 1.7 * em;
  return {
    width, height, left, right, top, bottom, em, named,
    x: (turn) => left + ((right - left) * turn) / Math.max(1, end),
    y: (value) => bottom - ((bottom - top) * value) / most,
  };
}

function drawLevels(room, levels) {
  const size = 1.05 * room.em;
  return levels.flatMap(({ at, text, drawing: what }) => {
    const y = room.y(at);
    const label = s("text", { class: "chart__label", x: room.left - 6, y: y + 0.3 * room.em, "text-anchor": "end" }, text);
    const picture = what ? s("use", { href: `#${what}`, x: 0, y: y - size / 2, width: size, height: size }) : null;
    return [s("path", { class: "chart__level", d: `M${room.left} ${y}H${room.right}` }), label, picture].filter(Boolean);
  });
}

function drawTurns(room, end) {
  const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000];
  const by = steps.find((each) => (each / end) * (room.right - room.left) > 3.2 * room.em) ?? 5000;
  const marks = [];
  for (let turn = 0; turn <= end; turn += by) {
    marks.push(s("text", { class: "chart__label", x: room.x(turn), y: room.bottom + 1.4 * room.em, "text-anchor": "middle" }, String(turn)));
  }
  return marks;
}

function drawLine(room, { looks, values, last }) {
  const look = lookOf(looks[0].colour);
  let path = `M${room.x(0)} ${room.y(values[0])}`;
  for (let turn = 1; turn <= last; turn += 1) {
    // Where nothing changes there is no corner.
    if (values[turn] === values[turn - 1] && values[turn] === values[turn + 1] && turn < last) continue;
    path += `L${room.x(turn).toFixed(1)} ${room.y(values[turn]).toFixed(1)}`;
  }
  const strokes = [["chart__edge", null], ["chart__line", null]];
  if (TICKS[look.number]) strokes.push(["chart__ticks", TICKS[look.number]]);
  return strokes.map(([name, dashes]) => coloured(s("path", { class: name, d: path, "stroke-dasharray": dashes }), look));
}

function coloured(element, look) {
  element.style.setProperty("--runner", look.rgb);
  element.style.setProperty("--runner-ink", look.ink);
  return element;
}

/** A runner as it stands on the board, its middle at a place. */
function runnerAt(colour, x, y, size) {
  const look = lookOf(colour);
  const at = { x: x - size / 2, y: y - size * 0.78, width: size, height: size * 1.24 };
  return coloured(s("g", { class: "chart__runner" },
    s("use", { href: "#ears", ...at }), s("use", { href: `#shape-${look.shape}`, ...at }),
    s("text", { class: "chart__number", x, y: y + size * (look.shape === "triangle" ? 0.26 : 0.18), "font-size": size * 0.5, "text-anchor": "middle" }, String(look.number))), look);
}

/** Who each line is, at its end; moved apart where they would lie on each other. */
function drawNames(room, lines) {
  const size = 1.25 * room.em;
  const gap = size * 1.3;
  const places = lines.map((line) => ({ line, y: room.y(line.values[line.last]) })).sort((a, b) => a.y - b.y || a.line.last - b.line.last);
  places.forEach((each, at) => (each.at = Math.max(each.y, at ? places[at - 1].at + gap : room.top)));
  let floor = room.bottom;
  for (const each of [...places].reverse()) {
    each.at = Math.min(each.at, floor);
    floor = each.at - gap;
  }
  return places.flatMap(({ line, y, at }) => {
    const x = room.right + 0.45 * room.em;
    const wide = size * (line.looks.length > 1 ? 1.7 : 1);
    return [
      s("path", { class: "chart__leader", d: `M${room.x(line.last)} ${y}L${room.right} ${y}L${x + 2} ${at}` }),
      ...line.looks.map(({ colour }, i) => runnerAt(colour, x + size / 2 + i * size * 0.7, at, size)),
      ...(room.named ? [s("text", { class: "chart__name", x: x + wide + 5, y: at + 0.3 * room.em }, shortened(line.name, room))] : []),
    ];
  });
}

function shortened(name, room) {
  const most = Math.floor((room.width - room.right - 2.6 * room.em) / (0.5 * room.em));
  return name.length > most ? `${name.slice(0, Math.max(1, most - 1))}…` : name;
}

/** The turn that is looked at: a line, and on it everybody where they stood. */
function showCursor(group, room, lines, now, end) {
  const x = room.x(now);
  group.replaceChildren(s("path", { class: "chart__here", d: `M${x} ${room.top - 6}V${room.bottom}` }));
  if (now === end) return; // There they stand with their names.
  for (const { looks, values } of lines) {
    looks.forEach(({ colour }, i) => group.append(runnerAt(colour, x + i * room.em, room.y(values[now]), 1.15 * room.em)));
  }
}

/** The same in words and figures; made when somebody opens it. */
function makeTable(title, lines, told, inWords) {
  const names = lines.map((line) => h("th", { scope: "col" }, line.label));
  const body = h("tbody");
  const table = h("div", { class: "chart__scroll", tabindex: 0, role: "region", "aria-label": title },
    h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, _("Turn")), ...names, h("th", { scope: "col" }, _("What happened")))), body));
  const box = h("details", { class: "chart__table" }, h("summary", {}, _("As a table")));

  function fill(longer) {
    lines = longer;
    if (!box.open) return;
    if (!table.parentNode) box.append(table);
    body.replaceChildren(...lines[0].values.map((_value, turn) => h("tr", {}, h("th", { scope: "row" }, String(turn)),
      ...lines.map((line) => h("td", {}, inWords(line.values[turn]))), h("td", {}, told(turn)))));
  }

  box.addEventListener("toggle", () => fill(lines));
  return { box, fill };
}
