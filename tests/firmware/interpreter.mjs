// MicroPython in a process of its own, led over standard input and output by tests/support/interpreter.py.
//
//   node interpreter.mjs MICROPYTHON HEAP_BYTES
//
// Every message is a line of JSON. To us: the files, then one code after the other, and meanwhile
// the answers to what it asks. From us: a mark, then what was asked or printed, or how it ended.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [ASKS, PRINTS, ENDS, FAILS] = "?>.!";
const LINE_END = 10;

const [micropython, heap_bytes] = process.argv.slice(2);
const pause = new Int32Array(new SharedArrayBuffer(4));
const piece = Buffer.alloc(1 << 16);
let received = Buffer.alloc(0);
let printed = [];

// Does with a pipe what it may not be ready for.
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

function send(mark, content) {
  let rest = Buffer.from(`${mark}${JSON.stringify(content)}\n`);
  while (rest.length) rest = rest.subarray(patiently(() => fs.writeSync(1, rest)));
}

// The next message. Where there is none any more, whoever led us is gone, and so are we.
function receive() {
  let end;
  while ((end = received.indexOf(LINE_END)) < 0) {
    const length = patiently(() => fs.readSync(0, piece));
    if (!length) process.exit();
    received = Buffer.concat([received, piece.subarray(0, length)]);
  }
  const message = JSON.parse(received.toString("utf8", 0, end));
  received = received.subarray(end + 1);
  return message;
}

// `_board.call`. An error thrown here would not come out as one of MicroPython.
function call(text) {
  send(ASKS, typeof text === "string" ? text : null);
  return receive();
}

function flush() {
  if (printed.length) send(PRINTS, Buffer.from(printed).toString());
  printed = [];
}

function print([byte]) {
  printed.push(byte);
  if (byte === LINE_END) flush();
}

// What WebAssembly has to say is no message.
console.log = console.error;
const { loadMicroPython } = await import(pathToFileURL(micropython));
const board = await loadMicroPython({
  heapsize: Number(heap_bytes),
  stdin: () => null, // ours has messages for us, none for the firmware
  stdout: print,
  linebuffer: false,
});
board.registerJsModule("_board", { call });
for (const [name, text] of Object.entries(receive())) {
  board.FS.mkdirTree(`/${name}`.replace(/[^/]*$/, ""));
  board.FS.writeFile(`/${name}`, text);
}
board.runPython(`
import builtins
def same(buffer):
    return buffer
builtins.ptr8 = builtins.ptr16 = builtins.ptr32 = same
del builtins, same
`);
const { collect, mem_alloc } = board.pyimport("gc");
for (;;) {
  const code = receive();
  try {
    board.runPython(code);
    flush();
    collect();
    send(ENDS, mem_alloc());
  } catch (error) {
    if (error.name !== "PythonError") throw error;
    flush();
    send(FAILS, error.message);
  }
}
