// Starts a server, and runs the files of tests against it: its engines are slow to start and the same for all.
import { spawn } from "node:child_process";
import { once } from "node:events";

import { Dragoman } from "./support/server.js";
import { SHARED } from "./support/suite.js";

const dragoman = await Dragoman.start();
const tests = spawn(
  process.execPath,
  ["--test", "--test-concurrency=3", "--test-reporter=spec", ...process.argv.slice(2)],
  { stdio: "inherit", env: { ...process.env, [SHARED]: dragoman.write() } },
);
const [code] = await once(tests, "exit");
await dragoman.remove();
process.exitCode = code ?? 1;
