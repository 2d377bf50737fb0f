/* Seats and their runners. */

export const seatOf = (view, seat) => view.seats.find((s) => s.seat === seat);

/** All runners of a view, each with its seat. */
export const runnersOf = (view) => view.seats.flatMap((s) => s.runners.map((runner) => ({ ...runner, seat: s.seat })));

/** How a seat's runners look when they stand. */
export const looksOf = (view, seat) => seatOf(view, seat)?.runners.map(({ colour }) => ({ colour })) ?? [];

const race = ({ phase, setup }) => JSON.stringify({ ...setup, phase, pace_s: 0 }); // the pace may change in a race

/** Whether a view is of a race that was begun or resumed since an earlier one: it may have another track. */
export const isAnotherRace = (before, view) => view.phase === "playing" && race(before) !== race(view);
