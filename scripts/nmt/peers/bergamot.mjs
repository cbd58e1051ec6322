// Translates lines with the WebAssembly build of Bergamot, in as many workers as asked for, and reports the time of each round.
//
// usage: node bergamot.mjs PACKAGE_FOLDER JOB
//
// JOB is a JSON file: {"model": path, "shortlist": path, "vocabularies": [paths], "lines": [text], "workers": n, "rounds": n, "warm_up": n}.
// Prints one JSON object: {"seconds": [..], "cpu_seconds": [..], "translations": [..]}. The first lines are translated once before.

import {readFileSync} from "node:fs";
import {join} from "node:path";
import {Worker} from "node:worker_threads";

const [packageFolder, jobPath] = process.argv.slice(2);
const job = JSON.parse(readFileSync(jobPath, "utf-8"));
const PAIR = {from: "xx", to: "yy"};

/** A worker of the package with its calls as promises. */
class Peer {
  #worker = new Worker(join(packageFolder, "worker", "translator-worker.js"));
  #waiting = new Map();
  #serial = 0;

  constructor() {
    this.#worker.on("message", ({id, result, error}) => {
      const {resolve, reject} = this.#waiting.get(id);
      this.#waiting.delete(id);
      error === undefined ? resolve(result) : reject(new Error(error.message));
    });
    this.#worker.on("error", (error) => this.#waiting.forEach(({reject}) => reject(error)));
  }

  call(name, ...args) {
    return new Promise((resolve, reject) => {
      const id = ++this.#serial;
      this.#waiting.set(id, {resolve, reject});
      this.#worker.postMessage({id, name, args});
    });
  }

  async load() {
    const bytes = (path) => new Uint8Array(readFileSync(path)).buffer;
    await this.call("initialize", {cacheSize: 0});
    await this.call("loadTranslationModel", PAIR, {
      model: bytes(job.model),
      shortlist: bytes(job.shortlist),
      vocabs: job.vocabularies.map(bytes),
    });
    return this;
  }

  stop() {
    return this.#worker.terminate();
  }
}

const peers = await Promise.all(Array.from({length: job.workers}, () => new Peer().load()));
// Line i goes to worker i mod n, so that each has sentences of every length.
const shares = peers.map((_, worker) => job.lines.filter((_, i) => i % job.workers === worker));
const seconds = [];
const cpuSeconds = [];
const translations = [];
const translate = (peer, texts) => peer.call("translate", {models: [PAIR], texts: texts.map((text) => ({text, html: false}))});
await Promise.all(peers.map((peer) => translate(peer, job.lines.slice(0, job.warm_up))));
for (let round = 0; round < job.rounds; round++) {
  const started = performance.now();
  const cpu = process.cpuUsage();
  const results = await Promise.all(peers.map((peer, i) => translate(peer, shares[i])));
  const {user, system} = process.cpuUsage(cpu);
  seconds.push((performance.now() - started) / 1000);
  cpuSeconds.push((user + system) / 1e6);
  results.forEach((share, worker) => share.forEach(({target}, i) => (translations[i * job.workers + worker] = target.text)));
}
console.log(JSON.stringify({seconds, cpu_seconds: cpuSeconds, translations}));
await Promise.all(peers.map((peer) => peer.stop()));
