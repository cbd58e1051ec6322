// Archives of files (ZIP): their content as it is, since most documents are compressed themselves.

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum >>> 0;
});

function checksum(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = TABLE[(sum ^ byte) & 0xff] ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

/** Numbers as bytes, the lowest first; each with how many bytes it has. */
function packed(...numbers) {
  const bytes = new Uint8Array(numbers.reduce((all, [length]) => all + length, 0));
  let at = 0;
  for (const [length, number] of numbers) {
    for (let byte = 0; byte < length; byte += 1) bytes[at + byte] = Math.floor(number / 2 ** (8 * byte)) & 0xff;
    at += length;
  }
  return bytes;
}

/** The date and the time of archives: of here, in steps of two seconds. */
function stamp(now) {
  const time = (now.getHours() << 11) | (now.getMinutes() << 5) | (now.getSeconds() >> 1);
  return [time, ((now.getFullYear() - 1980) << 9) | ((now.getMonth() + 1) << 5) | now.getDate()];
}

/** An archive of files, each { name, blob }, no two of one name; of less than 4 GiB in all. */
export async function archive(files) {
  const [time, date] = stamp(new Date());
  const parts = [];
  const entries = [];
  let at = 0;
  for (const { name, blob } of files) {
    const path = new TextEncoder().encode(name);
    const sum = checksum(new Uint8Array(await blob.arrayBuffer()));
    // Version 2.0, names in UTF-8, stored.
    const facts = [[2, 20], [2, 0x800], [2, 0], [2, time], [2, date], [4, sum], [4, blob.size], [4, blob.size], [2, path.length], [2, 0]];
    const header = packed([4, 0x04034b50], ...facts);
    parts.push(header, path, blob);
    entries.push(packed([4, 0x02014b50], [2, 20], ...facts, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]), path);
    at += header.length + path.length + blob.size;
  }
  const length = entries.reduce((all, entry) => all + entry.length, 0);
  const end = packed([4, 0x06054b50], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, length], [4, at], [2, 0]);
  return new Blob([...parts, ...entries, end], { type: "application/zip" });
}
