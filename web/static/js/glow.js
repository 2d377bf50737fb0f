/* From what the strip is told to what an eye sees. */

/** A strip's brightness is linear and the eye's is not: a tenth of the current is far from dark. */
export function glow(hex) {
  const [r, g, b] = [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16) || 0);
  const peak = Math.max(r, g, b);
  if (!peak) return { rgb: "0 0 0", lit: 0 };
  const rgb = [r, g, b].map((part) => Math.round(255 * (part / peak) ** 0.75)).join(" ");
  return { rgb, lit: Number(((peak / 255) ** 0.5).toFixed(3)) };
}
