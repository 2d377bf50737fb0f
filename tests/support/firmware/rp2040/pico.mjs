// A Raspberry Pi Pico: rp2040js with what it lacks for MicroPython. Flash and its cache are in
// flash.mjs; here are PIO and SPI that take their time, a USB host, and resets by the watchdog.
import fs from "node:fs";
import { Cache, FLASH_BYTES, FlashChip, FlashInterface, FlashPins } from "./flash.mjs";
import { runner } from "./fast.mjs";
import { BasePeripheral, ConsoleLogger, LogLevel, RP2040, SimulationClock, USBCDC } from "./rp2040js.mjs";

const FILES_OFFSET = 0xa0000; // of MicroPython's file system
const PACKET_US = 60; // on USB; assumed
const PACKET_BYTES = 64;
const UF2_MAGIC = 0x0a324655;
const [SSI, XIP, PINS, ROSC, REGULATOR, WATCHDOG] = [0x18000, 0x14000, 0x40018, 0x40060, 0x40064, 0x40058];

// The parts of a firmware file: where each goes in the flash, and its bytes.
function parts(path) {
  const data = fs.readFileSync(path);
  if (data.readUInt32LE(0) !== UF2_MAGIC) return [[0, data]];
  const found = [];
  for (let at = 0; at + 512 <= data.length; at += 512) {
    if (data.readUInt32LE(at + 8) & 1) continue; // not for the flash
    const length = data.readUInt32LE(at + 16);
    found.push([data.readUInt32LE(at + 12) - 0x10000000, data.subarray(at + 32, at + 32 + length)]);
  }
  return found;
}

// Registers that only remember.
class Registers extends BasePeripheral {
  constructor(mcu, name, initial = {}) {
    super(mcu, name);
    this.registers = { ...initial };
  }
  readUint32(offset) {
    return this.registers[offset & 0xfff] ?? 0;
  }
  writeUint32(offset, value) {
    this.registers[offset & 0xfff] = value >>> 0;
  }
}

// `exchange(bus, byte)` returns what the chips on an SPI bus answer; `heard(bytes)` takes what
// comes over USB; `booted()` is called after each start.
export class Pico {
  constructor({ firmware, bootrom, files, unique, exchange, heard, booted }) {
    Object.assign(this, { unique, exchange, heard, booted });
    this.flash = new Uint8Array(FLASH_BYTES).fill(0xff);
    for (const [at, data] of parts(firmware)) this.flash.set(data, at);
    this.flash.set(fs.readFileSync(files), FILES_OFFSET);
    const rom = fs.readFileSync(bootrom);
    this.bootrom = new Uint32Array(rom.buffer.slice(rom.byteOffset, rom.byteOffset + rom.length));
    this.inward = [];
    this.resets = this.before = 0;
    this.boot(0, null);
  }
  get nanos() {
    return this.before + this.clock.nanos;
  }
  boot(reason, scratch) {
    const clock = (this.clock = new SimulationClock());
    const mcu = (this.mcu = new RP2040(clock));
    mcu.logger = new ConsoleLogger(LogLevel.Error, false);
    mcu.loadBootrom(this.bootrom);
    mcu.flash.set(this.flash);
    this.chip = new FlashChip(mcu.flash, clock, this.unique);
    const flash = new FlashInterface(mcu, this.chip);
    mcu.peripherals[SSI] = flash;
    mcu.peripherals[PINS] = new FlashPins(mcu, flash);
    mcu.peripherals[ROSC] = new Registers(mcu, "ROSC", { 0x18: 0x80001000 });
    mcu.peripherals[REGULATOR] = new Registers(mcu, "VREG");
    mcu.peripherals[XIP] = new Registers(mcu, "XIP_CTRL", { 0x08: 3 });
    this.cycleNanos = 1e9 / mcu.clkSys;
    mcu.addClockListener((hz) => {
      this.cycleNanos = 1e9 / hz;
    });
    this.cache = new Cache();
    this.chip.changed = () => this.cache.flush();
    this.cache.watch(mcu);
    this.execute = runner(mcu, this.cache, () => this.cycleNanos, () => this.again);
    for (const pio of mcu.pio) this.clockPio(pio);
    mcu.spi.forEach((spi, bus) => this.timeSpi(spi, bus));
    this.plug(mcu);
    this.watch(mcu, reason, scratch);
    mcu.core.PC = 0x10000000;
    this.booted(this);
  }
  watch(mcu, reason, scratch) {
    const dog = mcu.peripherals[WATCHDOG];
    if (scratch) {
      dog.scratchData.set(scratch);
      dog.reason = reason;
    }
    this.again = false;
    // Its timer would fire for ever in this same instant.
    dog.onWatchdogTrigger = () => {
      this.again = true;
      dog.alarm.enable = dog.timer.enable = false;
    };
  }
  // State machines that take the time of their cycles, which rp2040js runs all at once.
  clockPio(pio) {
    pio.run = () => {};
    const kicks = pio.machines.map((machine) => this.clockMachine(pio, machine));
    const write = pio.writeUint32.bind(pio);
    pio.writeUint32 = (offset, value) => {
      write(offset, value);
      pio.checkChangedPins();
      if (offset === 0) for (const kick of kicks) kick();
    };
  }
  clockMachine(pio, machine) {
    const clock = this.clock;
    let due = 0;
    let armed = false;
    const arm = (cycles) => {
      if (armed || !machine.enabled) return;
      if (due < clock.nanos - 1e6) due = clock.nanos;
      const divider = (machine.clockDivInt || 65536) + machine.clockDivFrac / 256;
      due += cycles * divider * this.cycleNanos;
      armed = true;
      alarm.schedule(Math.max(0, due - clock.nanos));
    };
    const alarm = clock.createAlarm(() => {
      armed = false;
      if (!machine.enabled) return;
      const before = machine.cycles;
      machine.step();
      pio.checkChangedPins();
      // Until there is something to send.
      if (!(machine.waiting && machine.txFIFO.empty)) arm(Math.max(1, machine.cycles - before));
    });
    const write = machine.writeFIFO.bind(machine);
    const start = (cycles) => {
      if (armed || !machine.enabled) return;
      due = clock.nanos;
      arm(cycles);
    };
    machine.writeFIFO = (value) => {
      const before = machine.cycles;
      write(value);
      pio.checkChangedPins();
      start(Math.max(1, machine.cycles - before));
    };
    return () => start(1);
  }
  timeSpi(spi, bus) {
    let answer = 0;
    const alarm = this.clock.createAlarm(() => spi.completeTransmit(answer));
    spi.onTransmit = (value) => {
      answer = this.exchange(bus, value);
      alarm.schedule((spi.dataBits / spi.clockFrequency) * 1e9);
    };
  }
  // A USB host; that of rp2040js floods an idle device with empty packets.
  plug(mcu) {
    const usb = mcu.usbCtrl;
    const serial = new USBCDC(usb);
    let wanted = 0;
    this.pump = () => {
      if (!wanted || !this.inward.length) return;
      const bytes = Uint8Array.from(this.inward.splice(0, Math.min(wanted, PACKET_BYTES)));
      wanted = 0;
      usb.endpointReadDone(serial.outEndpoint, bytes, PACKET_US);
    };
    usb.onEndpointRead = (endpoint, size) => {
      if (endpoint !== serial.outEndpoint) return;
      wanted = size;
      this.pump();
    };
    this.connected = false;
    serial.onSerialData = (bytes) => {
      if (bytes.length) this.heard(bytes);
    };
    serial.onDeviceConnected = () => {
      this.connected = true;
    };
  }
  send(bytes) {
    this.inward.push(...bytes);
    this.pump();
  }
  run(nanos) {
    const end = this.nanos + nanos;
    while (this.nanos < end) {
      this.runUntil(end - this.before);
      if (!this.again) continue;
      const dog = this.mcu.peripherals[WATCHDOG];
      this.flash.set(this.mcu.flash.subarray(0, FLASH_BYTES));
      this.before = this.nanos;
      this.resets++;
      this.boot(dog.reason, dog.scratchData.slice());
    }
  }
  runUntil(end) {
    const { clock } = this;
    while (clock.nanos < end && !this.again)
      if (this.mcu.core.waiting) {
        const next = clock.nextAlarm ? clock.nextAlarm.nanos - clock.nanos : Infinity;
        clock.tick(Math.min(Math.max(next, 0), end - clock.nanos));
      } else this.execute(end);
  }
}
