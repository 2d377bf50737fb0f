// The emulated Pico, led in steps over standard input and output by tests/support/firmware/emulated.py.
//
//   RP2040JS=FOLDER node lockstep.mjs FIRMWARE BOOTROM FILES UNIQUE_ID PINS
//
// Lines of JSON. To us: {"us": how long to go on, "in": bytes for its USB, "pins": {number: level}}.
// From us, while it goes on: {"pin": number, "level": level, "us": when} for PINS, a JSON array, and
// {"spi": bus, "byte": byte, "us": when, "hz": its clock, "mode": 0 to 3}, which is answered with
// {"byte": byte}; at the end {"us", "out", "resets", ...}.
import fs from "node:fs";
import { Pico } from "./pico.mjs";

const [firmware, bootrom, files, unique, told] = process.argv.slice(2);
const PINS = 29;
const tells = new Set(JSON.parse(told));
const piece = Buffer.alloc(1 << 16);
const pause = new Int32Array(new SharedArrayBuffer(4));
let received = "";
let heard = [];
let unsent = "";

function patiently(what) {
  for (;;) {
    try {
      return what();
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(pause, 0, 0, 1);
    }
  }
}

function receive() {
  let end;
  while ((end = received.indexOf("\n")) < 0) {
    const length = patiently(() => fs.readSync(0, piece));
    if (!length) process.exit();
    received += piece.toString("latin1", 0, length);
  }
  const message = JSON.parse(received.slice(0, end));
  received = received.slice(end + 1);
  return message;
}

// What needs no answer goes along with the next that does.
function tell(message) {
  unsent += `${JSON.stringify(message)}\n`;
}

function send(message) {
  tell(message);
  const lines = Buffer.from(unsent);
  unsent = "";
  for (let at = 0; at < lines.length; ) at += patiently(() => fs.writeSync(1, lines, at));
}

const us = (pico) => pico.nanos / 1000;
const pico = new Pico({
  firmware,
  bootrom,
  files,
  unique: Buffer.from(unique, "hex"),
  exchange(bus, byte) {
    const { clockFrequency, spiMode } = pico.mcu.spi[bus];
    send({ spi: bus, byte, us: us(pico), hz: clockFrequency, mode: spiMode });
    return receive().byte;
  },
  heard: (bytes) => heard.push(Buffer.from(bytes)),
  booted(started) {
    started.mcu.gpio.slice(0, PINS).forEach((pin, number) => {
      // 0 and 1 are driven; what is not driven is pulled up outside.
      if (tells.has(number))
        pin.addListener((state) => tell({ pin: number, level: state === 0 ? 0 : 1, us: us(started) }));
      pin.setInputValue(true);
    });
  },
});
for (;;) {
  const order = receive();
  if (order.in) pico.send(Buffer.from(order.in, "hex"));
  for (const [pin, level] of Object.entries(order.pins ?? {})) pico.mcu.gpio[pin].setInputValue(!!level);
  pico.run(order.us * 1000);
  const out = Buffer.concat(heard).toString("hex");
  heard = [];
  send({ us: us(pico), out, resets: pico.resets, connected: pico.connected, erases: pico.chip.erases });
}
