/* Draws the picture of every light into a page of ours; given what `lights_picture._sheet` makes. */
async ({ blocks, lights, rows }) => {
  const { makeBoard } = await import("/static/js/parts/board/board.js");
  const { loadTrack } = await import("/static/js/lib/tokens.js");
  const { glow } = await import("/static/js/parts/board/glow.js");
  const { h } = await import("/static/js/lib/dom.js");
  const track = await loadTrack();
  const light = (hex) => { const { rgb, lit } = glow(hex); return `rgb(${rgb} / ${lit})`; };
  const filters = blocks.map(({ name, matrix }) =>
    `<filter id="${name}" color-interpolation-filters="linearRGB"><feColorMatrix values="${matrix}"/></filter>`);
  const sheet = h("div", { class: "contact" });
  for (const { name, title } of blocks) {
    const box = h("div", { class: "board-box" });
    const list = h("ul", {}, ...rows.map(({ square, title, frames }) => {
      const bar = h("span", { class: "contact__bar" });
      const stops = frames.map((hex, i) => `${light(hex)} ${(100 * i) / frames.length}% ${(100 * (i + 1)) / frames.length}%`);
      bar.style.backgroundImage = `linear-gradient(90deg, ${stops.join(", ")})`;
      return h("li", {}, h("b", {}, String(square)), h("span", {}, title), bar);
    }));
    const block = h("section", {}, h("h2", {}, title), box, list);
    block.style.filter = `url(#${name})`;
    sheet.append(block);
    makeBoard(box, track).setLights(lights);
  }
  document.body.className = "";
  document.body.replaceChildren(...document.body.querySelectorAll(":scope > svg"), sheet);
  document.body.insertAdjacentHTML("afterbegin", `<svg width="0" height="0" style="position: absolute">${filters.join("")}</svg>`);
}
