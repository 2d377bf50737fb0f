/* Where everything lies on the board, in hundredths of its width. START is below, HOME at the far end. */

export const COLUMNS = 8;
const FRAME = 2.4;
export const GAP = 0.35;
export const HEDGE = 1.9;
const TILE = (100 - 2 * FRAME - (COLUMNS - 1) * GAP) / COLUMNS;
const RAIL = 16;
export const TRAY_SLOTS = 6;
const TRAY = { left: FRAME + 1.2, pitch: 9.6 };

export function layOut(home) {
  const rows = Math.ceil(home / COLUMNS);
  const trackHeight = rows * TILE + (rows - 1) * HEDGE;
  const railTop = FRAME + trackHeight + HEDGE;
  const height = railTop + RAIL + FRAME;

  const rowOf = (square) => Math.floor((square - 1) / COLUMNS);
  const columnOf = (square) => {
    const along = (square - 1) % COLUMNS;
    return rowOf(square) % 2 ? COLUMNS - 1 - along : along;
  };
  const left = (column) => FRAME + column * (TILE + GAP);
  const top = (row) => FRAME + (rows - 1 - row) * (TILE + HEDGE);

  const corner = (square) => ({ x: left(columnOf(square)), y: top(rowOf(square)) });
  const centre = (square) => ({ x: corner(square).x + TILE / 2, y: corner(square).y + TILE / 2 });
  const slot = (index) => ({ x: TRAY.left + TRAY.pitch * (index + 0.5), y: railTop + RAIL * 0.6 });

  /** The square under a point, or null beside the track. Hedges belong to the nearer row. */
  function at({ x, y }) {
    const column = Math.floor((x - FRAME + GAP / 2) / (TILE + GAP));
    const row = rows - 1 - Math.floor((y - FRAME + HEDGE / 2) / (TILE + HEDGE));
    if (column < 0 || column >= COLUMNS || row < 0 || row >= rows) return null;
    const square = row * COLUMNS + (row % 2 ? COLUMNS - column : column + 1);
    return square <= home ? square : null;
  }

  /** The squares a runner pushed straight from one point to another passes, in order. */
  function between(from, to) {
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / (TILE / 4)));
    const passed = [];
    for (let i = 0; i <= steps; i += 1) {
      const square = at({ x: from.x + ((to.x - from.x) * i) / steps, y: from.y + ((to.y - from.y) * i) / steps });
      if (square && square !== passed.at(-1)) passed.push(square);
    }
    return passed;
  }

  /** The neighbouring square in a direction of the screen, or the same one at the edge; beside the board it is square 1. */
  function neighbour(square, dx, dy) {
    if (!square) return 1;
    const { x, y } = centre(square);
    return at({ x: x + dx * (TILE + GAP), y: y + dy * (TILE + HEDGE) }) ?? square;
  }

  return { home, rows, height, railTop, rail: RAIL, tile: TILE, frame: FRAME, left, top, rowOf, columnOf, corner, centre, slot, at, between, neighbour };
}
