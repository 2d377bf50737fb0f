/* From a colour as the eye should see it to a ring of light on wood: its hue, and how bright it is. */

/** Light wood drowns dim lights on a screen: they are drawn brighter than they are. */
const LIFT = 0.65;

export function glow(hex) {
  const [r, g, b] = [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16) || 0);
  const peak = Math.max(r, g, b);
  if (!peak) return { rgb: "0 0 0", lit: 0 };
  const rgb = [r, g, b].map((part) => Math.round((255 * part) / peak)).join(" ");
  return { rgb, lit: Number(((peak / 255) ** LIFT).toFixed(3)) };
}

/** A frame of the strip in which all that is lit stands still, at its brightest. */
export function steadyStrip(track, lit) {
  const colours = new Map(lit.map(({ square, colour }) => [square, colour]));
  return track.squares.map(({ square }) => colours.get(square) ?? "000000").join("");
}
