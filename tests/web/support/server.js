// A Dragoman of the tests' own: on a free port, with a data folder that goes when the tests are done.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdir, mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

const PROGRAM = process.env.DRAGOMAN;

/** The account that the first start makes. */
const FIRST_ACCOUNT = "pro";

/** The folder that collects the logs of all tests, in which scripts/check-logs.sh looks for what is planted. */
const LOGS = process.env.DRAGOMAN_TEST_LOGS;

/** Says that no log may have these words. */
export async function plant(words) {
  if (!LOGS) return;
  await mkdir(join(LOGS, "planted"), { recursive: true });
  await appendFile(join(LOGS, "planted", `web-${process.pid}`), `${words}\n`);
}

function environment(options) {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith("DRAGOMAN_"));
  return { ...Object.fromEntries(kept), DRAGOMAN_MODELS__OFFLINE: "true", ...options };
}

export class Dragoman {
  /** Options as variables of the environment, such as DRAGOMAN_WEB__ENABLED. */
  static async start(options = {}) {
    const dragoman = new Dragoman();
    dragoman.folder = await mkdtemp(join(tmpdir(), "dragoman-web-"));
    await dragoman.serve(options);
    const first = await readFile(join(dragoman.folder, "data", "first-keys.txt"), "utf8");
    dragoman.key = /API key: +(\S+)/.exec(first)[1];
    dragoman.adminKey = /Admin key: +(\S+)/.exec(first)[1];
    dragoman.firstSignIn = /^ +(http\S+\/ui\/sign-in\?code=\S+)$/m.exec(first)?.[1];
    await plant(dragoman.key);
    await plant(dragoman.adminKey);
    if (dragoman.firstSignIn) await plant(new URL(dragoman.firstSignIn).searchParams.get("code"));
    return dragoman;
  }

  /** What another process needs to use the server, and no more: it cannot end it. */
  write() {
    const { folder, address, adminKey, firstSignIn, options } = this;
    return JSON.stringify({ folder, address, adminKey, firstSignIn, options });
  }

  /** A server that another process runs. */
  static read(written) {
    return Object.assign(new Dragoman(), JSON.parse(written));
  }

  /** Starts the server, for the first time or again. */
  async serve(options = {}) {
    this.options = options;
    const log = LOGS ? join(LOGS, `web-${process.pid}-${basename(this.folder)}.log`) : join(this.folder, "log");
    const file = await open(log, "a");
    this.process = spawn(
      PROGRAM,
      ["serve", "--init", "--listen", "127.0.0.1:0", "--data-dir", join(this.folder, "data")],
      { cwd: this.folder, env: environment(this.options), stdio: ["ignore", "pipe", file.fd] },
    );
    this.ended = once(this.process, "exit");
    await file.close();
    const lines = createInterface({ input: this.process.stdout });
    for await (const line of lines) {
      this.address = /^Dragoman listens on (http:\S+)$/.exec(line)?.[1];
      break;
    }
    if (!this.address) throw new Error(`the server did not start:\n${await readFile(log, "utf8")}`);
    // What it says besides is nobody's; a full pipe would hold it up.
    this.process.stdout.resume();
  }

  /** Runs a command on the installation and gives what it prints. */
  async run(...args) {
    const all = [...args, "--data-dir", join(this.folder, "data")];
    const { stdout } = await promisify(execFile)(PROGRAM, all, { cwd: this.folder, env: environment(this.options) });
    return stdout;
  }

  /** A new key, made with these options of "keys create": its id and its characters. */
  async newKey(...options) {
    const made = JSON.parse(await this.run("keys", "create", "--json", ...options));
    await plant(made.key);
    return made;
  }

  /** An address that signs one person in, once, made with these options of "sign-in". */
  async newSignIn(...options) {
    const said = await this.run("sign-in", "--account", FIRST_ACCOUNT, "--url", this.address, ...options);
    const address = /^(http\S+)$/m.exec(said)[1];
    await plant(new URL(address).searchParams.get("code"));
    return address;
  }

  /** Ends the server, which has to end well. */
  async end() {
    this.process.kill("SIGTERM");
    const [code] = await this.ended;
    if (code !== 0) throw new Error(`the server ended with ${code}`);
  }

  /** Ends the server if it still runs, and removes what it kept. */
  async remove() {
    if (this.process.exitCode === null) await this.end();
    await rm(this.folder, { recursive: true });
  }
}
