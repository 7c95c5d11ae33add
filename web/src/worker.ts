// Answers messages with one module at a time: that which the last message came with, or the one before.

import { started } from "./module.js";

/** A message to be answered; with a module if it is for another one than the last. */
export interface Errand {
  id: number;
  text: string;
  module?: WebAssembly.Module;
}

let answer: (message: string) => void;

self.onmessage = ({ data }: MessageEvent<Errand>) => {
  try {
    // (Whatever the last one kept is gone: a table is large.)
    if (data.module) ({ answer } = started(data.module, (reply) => postMessage(reply)));
    answer(data.text);
  } catch (error) {
    postMessage(JSON.stringify({ id: data.id, error: `the search broke off: ${String(error)}` }));
  }
};
