// Runs the instructions that make up nearly all of a program, some times as fast as rp2040js does:
// with numbers of 32 bits, and without the clock, which nobody reads until one of the others comes.
// Those are the ones it leaves to rp2040js, and all that reads or writes anything but memory, so
// that registers, flags, cycles and cache are the same after each instruction.
const [RAM, RAM_END, ROM_END] = [0x20000000, 0x20042000, 0x4000];

// Returns a function that goes on until `stops()`, the clock is at `end` or the core waits.
export function runner(mcu, cache, cycleNanos, stops) {
  const { core, clock, flash, flash16, sram } = mcu;
  const R = new Int32Array(core.registers.buffer);
  const flash32 = new Int32Array(flash.buffer, flash.byteOffset, flash.byteLength >> 2);
  const ram16 = new Uint16Array(sram.buffer, sram.byteOffset, sram.byteLength >> 1);
  const ram32 = new Int32Array(sram.buffer, sram.byteOffset, sram.byteLength >> 2);
  const rom16 = new Uint16Array(mcu.bootrom.buffer, mcu.bootrom.byteOffset, ROM_END >> 1);
  const inRam = (address) => address >= RAM && address < RAM_END;
  const inFlash = (address) => address >>> 24 === 0x10;
  let [N, Z, C, V] = [false, false, false, false];

  function fetch(pc) {
    if (inFlash(pc)) {
      cache.look(pc & 0xffffff);
      return flash16[(pc & 0xffffff) >> 1];
    }
    if (inRam(pc)) return ram16[(pc - RAM) >> 1];
    return pc < ROM_END ? rom16[pc >> 1] : -1;
  }
  function holds(condition) {
    switch (condition) {
      case 0: return Z;
      case 1: return !Z;
      case 2: return C;
      case 3: return !C;
      case 4: return N;
      case 5: return !N;
      case 6: return V;
      case 7: return !V;
      case 8: return C && !Z;
      case 9: return !C || Z;
      case 10: return N === V;
      case 11: return N !== V;
      case 12: return N === V && !Z;
      default: return N !== V || Z;
    }
  }
  function set(to, result) {
    R[to] = result;
    N = result < 0;
    Z = result === 0;
    return 1;
  }
  function subtract(a, b) {
    const result = (a - b) | 0;
    N = result < 0;
    Z = result === 0;
    C = a >>> 0 >= b >>> 0;
    V = ((a ^ b) & (a ^ result)) < 0;
    return result;
  }
  function add(a, b) {
    const result = (a + b) | 0;
    N = result < 0;
    Z = result === 0;
    C = result >>> 0 < a >>> 0;
    V = (~(a ^ b) & (a ^ result)) < 0;
    return result;
  }
  // Loads and stores return cycles, 0 if the address is not theirs.
  function load32(to, address) {
    if (address & 3) return 0;
    if (inRam(address)) R[to] = ram32[(address - RAM) >> 2];
    else if (inFlash(address)) {
      cache.look(address & 0xffffff);
      R[to] = flash32[(address & 0xffffff) >> 2];
    } else return 0;
    return 2;
  }
  function load16(to, address, signed) {
    let value;
    if (address & 1) return 0;
    if (inRam(address)) value = ram16[(address - RAM) >> 1];
    else if (inFlash(address)) {
      cache.look(address & 0xffffff);
      value = flash16[(address & 0xffffff) >> 1];
    } else return 0;
    R[to] = signed ? (value << 16) >> 16 : value;
    return 2;
  }
  function load8(to, address, signed) {
    let value;
    if (inRam(address)) value = sram[address - RAM];
    else if (inFlash(address)) {
      cache.look(address & 0xffffff);
      value = flash[address & 0xffffff];
    } else return 0;
    R[to] = signed ? (value << 24) >> 24 : value;
    return 2;
  }
  function store(from, address, size) {
    if (!inRam(address) || address & (size - 1)) return 0;
    if (size === 4) ram32[(address - RAM) >> 2] = R[from];
    else if (size === 2) ram16[(address - RAM) >> 1] = R[from];
    else sram[address - RAM] = R[from];
    return 2;
  }
  function count(bits) {
    let found = 0;
    for (; bits; bits &= bits - 1) found++;
    return found;
  }
  // Registers from memory or into it; returns how many, -1 if not all of it is RAM.
  function several(bits, address, loads) {
    const many = count(bits);
    if (address & 3 || !inRam(address) || !inRam(address + 4 * many)) return -1;
    let at = (address - RAM) >> 2;
    for (let i = 0; bits >> i; i++)
      if ((bits >> i) & 1) {
        if (loads) R[i] = ram32[at++];
        else ram32[at++] = R[i];
      }
    return many;
  }
  // One of 16 operations on two registers.
  function operate(code, d, m) {
    const a = R[d];
    const b = R[m];
    switch (code) {
      case 0: return set(d, a & b);
      case 1: return set(d, a ^ b);
      case 2: {
        const by = b & 0xff;
        if (by) C = !!(a & (1 << (32 - by)));
        return set(d, by >= 32 ? 0 : a << by);
      }
      case 3: {
        const by = b & 0xff;
        C = by <= 32 ? !!((a >>> (by - 1)) & 1) : false;
        return set(d, by < 32 ? (a >>> by) | 0 : 0);
      }
      case 8:
        N = (a & b) < 0;
        Z = (a & b) === 0;
        return 1;
      case 9:
        R[d] = subtract(0, b);
        return 1;
      case 10:
        subtract(a, b);
        return 1;
      case 12: return set(d, a | b);
      case 13: return set(d, Math.imul(a, b));
      case 14: return set(d, a & ~b);
      case 15: return set(d, ~b);
      default: return 0;
    }
  }
  function high(opcode) {
    const m = (opcode >> 3) & 15;
    const d = ((opcode >> 4) & 8) | (opcode & 7);
    switch ((opcode >> 8) & 3) {
      case 0:
        if (d >= 13 || m === 15) return 0;
        R[d] = R[d] + R[m];
        return 1;
      case 1:
        if (d === 15 || m === 15) return 0;
        subtract(R[d], R[m]);
        return 1;
      case 2:
        if (d === 15 || d === 13 || m === 15) return 0;
        R[d] = R[m];
        return 1;
      default: {
        const to = R[m];
        if (opcode & 7 || m === 15 || to >>> 28 === 15) return 0;
        if (opcode & 0x80) R[14] = R[15] | 1;
        R[15] = to & ~1;
        return 2;
      }
    }
  }
  // What is neither of these; returns cycles, 0 for what is left to rp2040js. PC is behind it.
  function other(opcode, pc) {
    switch (opcode >> 9) {
      case 0x5a: { // PUSH
        const bits = (opcode & 0xff) | ((opcode & 0x100) << 6);
        const address = R[13] - 4 * count(bits);
        if (several(bits, address, false) < 0) return 0;
        R[13] = address;
        return 1 + count(opcode & 0xff);
      }
      case 0x5e: { // POP
        const bits = opcode & 0xff;
        const many = count(bits);
        const address = R[13];
        const behind = address + 4 * many;
        if (address & 3 || !inRam(address) || !inRam(behind)) return 0;
        const back = opcode & 0x100 ? ram32[(behind - RAM) >> 2] : 0;
        if (back >>> 28 === 15) return 0;
        several(bits, address, true);
        R[13] = behind;
        if (!(opcode & 0x100)) return 1 + many;
        R[13] = behind + 4;
        R[15] = back & ~1;
        return 3 + many;
      }
      case 0x59: { // extend
        const value = R[(opcode >> 3) & 7];
        const kind = (opcode >> 6) & 3;
        if (opcode >> 8 !== 0xb2) return 0;
        R[opcode & 7] =
          kind === 0 ? (value << 16) >> 16 : kind === 1 ? (value << 24) >> 24 : kind === 2 ? value & 0xffff : value & 0xff;
        return 1;
      }
      case 0x58:
        if (opcode >> 8 !== 0xb0) return 0;
        R[13] += opcode & 0x80 ? -((opcode & 0x7f) << 2) : (opcode & 0x7f) << 2;
        return 1;
      default:
        return 0;
    }
  }
  function execute(opcode, pc) {
    const low = opcode & 7;
    const n = (opcode >> 3) & 7;
    const imm5 = (opcode >> 6) & 31;
    const imm8 = opcode & 0xff;
    const eighth = (opcode >> 8) & 7;
    switch (opcode >> 11) {
      case 0x00:
        if (imm5) C = !!(R[n] & (1 << (32 - imm5)));
        return set(low, R[n] << imm5);
      case 0x01:
        C = !!((R[n] >>> (imm5 ? imm5 - 1 : 31)) & 1);
        return set(low, imm5 ? (R[n] >>> imm5) | 0 : 0);
      case 0x02: {
        const value = R[n];
        C = !!(value & (1 << ((imm5 || 32) - 1)));
        return set(low, value >> (imm5 || 31));
      }
      case 0x03: {
        const b = opcode & 0x400 ? (opcode >> 6) & 7 : R[(opcode >> 6) & 7];
        R[low] = opcode & 0x200 ? subtract(R[n], b) : add(R[n], b);
        return 1;
      }
      case 0x04: return set(eighth, imm8);
      case 0x05:
        subtract(R[eighth], imm8);
        return 1;
      case 0x06:
        R[eighth] = add(R[eighth], imm8);
        return 1;
      case 0x07:
        R[eighth] = subtract(R[eighth], imm8);
        return 1;
      case 0x08: return opcode & 0x400 ? high(opcode) : operate((opcode >> 6) & 15, low, n);
      case 0x09: return load32(eighth, ((pc + 4) & ~3) + 4 * imm8);
      case 0x0a: {
        const address = (R[n] + R[(opcode >> 6) & 7]) | 0;
        const kind = (opcode >> 9) & 3;
        return kind === 3 ? load8(low, address, true) : store(low, address, 4 >> kind);
      }
      case 0x0b: {
        const address = (R[n] + R[(opcode >> 6) & 7]) | 0;
        const kind = (opcode >> 9) & 3;
        return kind === 0 ? load32(low, address) : kind === 2 ? load8(low, address, false) : load16(low, address, kind === 3);
      }
      case 0x0c: return store(low, (R[n] + 4 * imm5) | 0, 4);
      case 0x0d: return load32(low, (R[n] + 4 * imm5) | 0);
      case 0x0e: return store(low, (R[n] + imm5) | 0, 1);
      case 0x0f: return load8(low, (R[n] + imm5) | 0, false);
      case 0x10: return store(low, (R[n] + 2 * imm5) | 0, 2);
      case 0x11: return load16(low, (R[n] + 2 * imm5) | 0, false);
      case 0x12: return store(eighth, (R[13] + 4 * imm8) | 0, 4);
      case 0x13: return load32(eighth, (R[13] + 4 * imm8) | 0);
      case 0x14:
        R[eighth] = (pc & ~3) + 4 + 4 * imm8;
        return 1;
      case 0x15:
        R[eighth] = R[13] + 4 * imm8;
        return 1;
      case 0x16:
      case 0x17: return other(opcode, pc);
      case 0x18:
      case 0x19: {
        const loads = opcode >> 11 === 0x19;
        const address = R[eighth];
        const many = several(imm8, address, loads);
        if (many < 0) return 0;
        if (!((imm8 >> eighth) & 1)) R[eighth] = address + 4 * many;
        return 1 + many;
      }
      case 0x1a:
      case 0x1b: {
        const condition = (opcode >> 8) & 15;
        if (condition >= 14) return 0;
        if (!holds(condition)) return 1;
        R[15] = pc + 4 + ((opcode << 24) >> 23);
        return 2;
      }
      case 0x1c:
        R[15] = pc + 4 + ((opcode << 21) >> 20);
        return 2;
      case 0x1e: { // BL
        const second = fetch(pc + 2);
        if (second >> 14 !== 3 || !(second & 0x1000)) return 0;
        const sign = (opcode >> 10) & 1;
        const i1 = 1 ^ sign ^ ((second >> 13) & 1);
        const i2 = 1 ^ sign ^ ((second >> 11) & 1);
        const by = (-sign << 24) | (i1 << 23) | (i2 << 22) | ((opcode & 0x3ff) << 12) | ((second & 0x7ff) << 1);
        R[14] = (pc + 4) | 1;
        R[15] = pc + 4 + by;
        return 3;
      }
      default:
        return 0;
    }
  }
  return (end) => {
    while (clock.nanos < end && !stops() && !core.waiting) {
      const next = clock.nextAlarm ? Math.min(clock.nextAlarm.nanos, end) : end;
      const cycle = cycleNanos();
      const limit = (next - clock.nanos) / cycle;
      let passed = 0;
      let cycles = 1;
      if (!core.interruptsUpdated) {
        ({ N, Z, C, V } = core);
        while (passed < limit) {
          const pc = R[15] & ~1;
          const opcode = fetch(pc);
          R[15] = pc + 2;
          cycles = opcode < 0 ? 0 : execute(opcode, pc);
          if (!cycles) {
            R[15] = pc;
            break;
          }
          passed += cycles + cache.stall;
          cache.stall = 0;
        }
        core.N = N;
        core.Z = Z;
        core.C = C;
        core.V = V;
        if (cycles) {
          clock.tick(passed * cycle);
          continue;
        }
        clock.tick(passed * cycle);
      }
      const took = core.executeInstruction() + cache.stall;
      cache.stall = 0;
      clock.tick(took * cycleNanos());
    }
  };
}
