// npm's rp2040js, in the folder that RP2040JS names; tools/micropython puts it there.
import { createRequire } from "node:module";

const load = createRequire(`${process.env.RP2040JS}/`);
export const { BasePeripheral, ConsoleLogger, LogLevel, RP2040, Simulator, USBCDC } = load("rp2040js");
// It does not export its clock.
export const SimulationClock = new Simulator().clock.constructor;
