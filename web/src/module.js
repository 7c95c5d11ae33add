// A module of WebAssembly that answers messages: text in, texts out.

const read = new TextDecoder();
const write = new TextEncoder();

/**
 * Starts a module, with a memory of its own, and `say` called for each reply; returns what answers a message, and what `say`
 * may call to end the search that is being answered, with the best answer so far.
 * @param {WebAssembly.Module} module
 * @param {(reply: string) => void} say
 * @returns {{ answer: (message: string) => void, stop: () => void }}
 */
export function started(module, say) {
  /** @type {{ memory: WebAssembly.Memory, secateur_room(bytes: number): number, secateur_answer(bytes: number): void, secateur_stop(): void }} */
  let exports;
  const env = {
    /** @type {(at: number, bytes: number) => void} */
    secateur_say: (at, bytes) => say(read.decode(new Uint8Array(exports.memory.buffer, at, bytes))),
    secateur_now: () => performance.now(),
  };
  exports = /** @type {any} */ (new WebAssembly.Instance(module, { env }).exports);
  const answer = (/** @type {string} */ message) => {
    const text = write.encode(message);
    const at = exports.secateur_room(text.length);
    new Uint8Array(exports.memory.buffer, at, text.length).set(text);
    exports.secateur_answer(text.length);
  };
  return { answer, stop: () => exports.secateur_stop() };
}
