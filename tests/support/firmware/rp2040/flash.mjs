// The flash chip of a Pico, the controller in front of it, and the cache through which code is run.
// rp2040js has the memory only. Sources: W25Q16JV data sheet; RP2040 datasheet, 2.6.3 and 4.10.
import { BasePeripheral } from "./rp2040js.mjs";

export const FLASH_BYTES = 2 * 1024 * 1024;
const ERASE_US = 45_000; // a sector of 4 kB
const PROGRAM_US = 400; // a page
const MISS_CYCLES = 44; // to fetch a word of 4 bytes (pico-sdk issue 1182)
const ERASES = { 0x20: 4096, 0x52: 32768, 0xd8: 65536 };
const [WRITE_STATUS, PROGRAM, READ, WRITE_DISABLE, STATUS, WRITE_ENABLE, FAST_READ] = [1, 2, 3, 4, 5, 6, 11];
const [STATUS_2, UNIQUE_ID, JEDEC_ID] = [0x35, 0x4b, 0x9f];

// Commands over SPI. `changed` is called when its contents are.
export class FlashChip {
  constructor(memory, clock, unique) {
    Object.assign(this, { memory, clock, unique });
    this.busyUntil = 0;
    this.enabled = false;
    this.bytes = [];
    this.erases = this.programs = 0;
    this.changed = () => {};
  }
  begin() {
    this.end();
  }
  transfer(byte) {
    const at = this.bytes.push(byte) - 1;
    const address = this.address();
    switch (this.bytes[0]) {
      case STATUS:
        return (this.clock.nanos < this.busyUntil ? 1 : 0) | (this.enabled ? 2 : 0);
      case STATUS_2:
        return 2;
      case JEDEC_ID:
        return [0, 0xef, 0x40, 0x15][at] ?? 0;
      case UNIQUE_ID:
        return at < 5 ? 0 : this.unique[(at - 5) % 8];
      case READ:
        return at < 4 ? 0 : this.memory[(address + at - 4) % FLASH_BYTES];
      case FAST_READ:
        return at < 5 ? 0 : this.memory[(address + at - 5) % FLASH_BYTES];
      default:
        return 0xff;
    }
  }
  address() {
    const [, high, middle, low] = this.bytes;
    return ((high << 16) | (middle << 8) | low) % FLASH_BYTES;
  }
  end() {
    const bytes = this.bytes;
    const address = this.address();
    this.bytes = [];
    if (!bytes.length) return;
    if (bytes[0] === WRITE_ENABLE) this.enabled = true;
    if (bytes[0] === WRITE_DISABLE) this.enabled = false;
    if (!this.enabled || bytes.length < 4 || bytes[0] === WRITE_STATUS) return;
    const size = ERASES[bytes[0]];
    if (size) {
      this.memory.fill(0xff, address & -size, (address & -size) + size);
      this.erases++;
      this.done(ERASE_US * (size / 4096));
    } else if (bytes[0] === PROGRAM) {
      const page = address & -256;
      for (let i = 4; i < bytes.length; i++) this.memory[page | ((address + i - 4) & 255)] &= bytes[i];
      this.programs++;
      this.done(PROGRAM_US);
    }
  }
  done(us) {
    this.busyUntil = this.clock.nanos + us * 1000;
    this.enabled = false;
    this.changed();
  }
}

// The serial interface in front of it: every byte written gives one to be read.
export class FlashInterface extends BasePeripheral {
  constructor(mcu, chip) {
    super(mcu, "SSI");
    Object.assign(this, { chip, registers: {}, received: [], forced: 0 });
  }
  // The chip select, if the pin is overridden: 2 low, 3 high.
  select(override) {
    if (override === this.forced) return;
    this.forced = override;
    if (override === 2) this.chip.begin();
    else this.chip.end();
  }
  readUint32(offset) {
    if (offset >= 0x60 && offset <= 0xec) return this.received.shift() ?? 0;
    if (offset === 0x28) return 0x06 | (this.received.length ? 8 : 0);
    if (offset === 0x20) return 0;
    if (offset === 0x24) return this.received.length;
    return this.registers[offset] ?? 0;
  }
  writeUint32(offset, value) {
    if (offset >= 0x60 && offset <= 0xec) {
      if (this.forced === 0 && !this.received.length) this.chip.begin();
      this.received.push(this.chip.transfer(value & 0xff));
      return;
    }
    if (offset === 0x08 && !(value & 1)) {
      this.received = [];
      if (this.forced === 0) this.chip.begin();
    }
    this.registers[offset] = value >>> 0;
  }
}

// The pins of the flash; only the override of the chip select matters.
export class FlashPins extends BasePeripheral {
  constructor(mcu, flash) {
    super(mcu, "IO_QSPI");
    Object.assign(this, { flash, registers: {} });
  }
  readUint32(offset) {
    return this.registers[offset] ?? (offset & 4 ? 0x1f : 0);
  }
  writeUint32(offset, value) {
    this.registers[offset] = value >>> 0;
    if (offset === 0x0c) this.flash.select((value >> 8) & 3);
  }
}

// 16 kB, two ways, lines of 8 bytes that are filled by halves. `stall` counts the cycles of misses
// since it was last set to 0.
export class Cache {
  constructor() {
    this.tags = new Int32Array(2048).fill(-1);
    this.valid = new Uint8Array(2048);
    this.last = new Uint8Array(1024);
    this.stall = this.misses = 0;
  }
  flush() {
    this.tags.fill(-1);
    this.valid.fill(0);
  }
  look(offset) {
    const way = (offset >> 2) & 2046;
    const half = offset & 4 ? 2 : 1;
    const tag = offset >> 13;
    if (this.tags[way] === tag && this.valid[way] & half) this.last[way >> 1] = 0;
    else if (this.tags[way + 1] === tag && this.valid[way + 1] & half) this.last[way >> 1] = 1;
    else this.miss(way, half, tag);
  }
  miss(way, half, tag) {
    let line = this.tags[way] === tag ? 0 : this.tags[way + 1] === tag ? 1 : -1;
    if (line < 0) {
      line = this.last[way >> 1] ^ 1;
      this.tags[way + line] = tag;
      this.valid[way + line] = 0;
    }
    this.last[way >> 1] = line;
    this.valid[way + line] |= half;
    this.misses++;
    this.stall += MISS_CYCLES;
  }
  // Has all of a microcontroller's reads of its flash go through this cache.
  watch(mcu) {
    const { flash, flash16, sram } = mcu;
    const flash32 = new Uint32Array(flash.buffer);
    const sram16 = new Uint16Array(sram.buffer);
    const sram32 = new Uint32Array(sram.buffer);
    const through = (flashOf, sramOf, shift, other) => (signed) => {
      const address = signed >>> 0;
      if (!(address & ((1 << shift) - 1))) {
        if (address >>> 24 === 0x10) {
          this.look(address & 0xffffff);
          return flashOf[(address & 0xffffff) >> shift];
        }
        if (address >= 0x20000000 && address < 0x20042000) return sramOf[(address - 0x20000000) >> shift];
      }
      if (address >>> 26 === 4) this.stall += MISS_CYCLES; // a mirror that is not cached
      return other(address);
    };
    mcu.readUint8 = through(flash, sram, 0, mcu.readUint8.bind(mcu));
    mcu.readUint16 = through(flash16, sram16, 1, mcu.readUint16.bind(mcu));
    mcu.readUint32 = through(flash32, sram32, 2, mcu.readUint32.bind(mcu));
  }
}
