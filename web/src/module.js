// A module of WebAssembly that answers messages: text in, texts out.

const read = new TextDecoder();
const write = new TextEncoder();

/**
 * Starts a module, with a memory of its own; returns what answers a message, with `say` called for each reply.
 * @param {WebAssembly.Module} module
 * @param {(reply: string) => void} say
 * @returns {(message: string) => void}
 */
export function started(module, say) {
  /** @type {{ memory: WebAssembly.Memory, secateur_room(bytes: number): number, secateur_answer(bytes: number): void }} */
  let exports;
  const env = {
    /** @type {(at: number, bytes: number) => void} */
    secateur_say: (at, bytes) => say(read.decode(new Uint8Array(exports.memory.buffer, at, bytes))),
    secateur_now: () => performance.now(),
  };
  exports = /** @type {any} */ (new WebAssembly.Instance(module, { env }).exports);
  return (message) => {
    const text = write.encode(message);
    const at = exports.secateur_room(text.length);
    new Uint8Array(exports.memory.buffer, at, text.length).set(text);
    exports.secateur_answer(text.length);
  };
}
