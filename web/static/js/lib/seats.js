/* Seats and their runners. */

export const seatOf = (view, seat) => view.seats.find((s) => s.seat === seat);

/** All runners of a view, each with its seat. */
export const runnersOf = (view) => view.seats.flatMap((s) => s.runners.map((runner) => ({ ...runner, seat: s.seat })));

/** How a seat's runners look when they stand. */
export const looksOf = (view, seat) => seatOf(view, seat)?.runners.map(({ colour }) => ({ colour })) ?? [];
