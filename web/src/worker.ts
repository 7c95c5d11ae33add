// WebAssembly that answers messages: text in, texts out.

interface Exports {
  memory: WebAssembly.Memory;
  secateur_room(bytes: number): number;
  secateur_answer(bytes: number): void;
}

const read = new TextDecoder();
const write = new TextEncoder();

async function load(): Promise<Exports> {
  const url = new URL("../secateur.wasm", self.location.href);
  const imports = {
    env: {
      secateur_say: (at: number, bytes: number) => {
        postMessage(read.decode(new Uint8Array(exports.memory.buffer, at, bytes)));
      },
      secateur_now: () => performance.now(),
    },
  };
  const { instance } = await WebAssembly.instantiateStreaming(fetch(url), imports);
  const exports = instance.exports as unknown as Exports;
  postMessage("ready");
  return exports;
}

const loaded = load();

self.onmessage = async (event) => {
  const exports = await loaded;
  const text = write.encode(event.data as string);
  const at = exports.secateur_room(text.length);
  new Uint8Array(exports.memory.buffer, at, text.length).set(text);
  try {
    exports.secateur_answer(text.length);
  } catch (error) {
    const id = (JSON.parse(event.data as string) as { id: number }).id;
    postMessage(JSON.stringify({ id, error: `the search broke off: ${String(error)}` }));
  }
};
