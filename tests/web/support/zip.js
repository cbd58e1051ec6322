// The files in a ZIP archive, as far as documents need it.
import { inflateRawSync } from "node:zlib";

const END = 0x06054b50;
const STORED = 0;

/** The content of each file by its name. */
export function readZip(archive) {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || archive.readUInt32LE(end) !== END) throw new Error("this is no ZIP archive");
  const files = new Map();
  let entry = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const method = archive.readUInt16LE(entry + 10);
    const length = archive.readUInt32LE(entry + 20);
    const [name, extra, comment] = [28, 30, 32].map((place) => archive.readUInt16LE(entry + place));
    const header = archive.readUInt32LE(entry + 42);
    const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
    const content = archive.subarray(start, start + length);
    const path = archive.toString("utf8", entry + 46, entry + 46 + name);
    files.set(path, method === STORED ? Buffer.from(content) : inflateRawSync(content));
    entry += 46 + name + extra + comment;
  }
  return files;
}
