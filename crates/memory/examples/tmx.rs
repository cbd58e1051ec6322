//! How fast a TMX file of a given size is read, and in how much memory.
//!
//! ```sh
//! cargo run --release -p dragoman-memory --example tmx -- 1000
//! ```
//!
//! The argument is the size in MB; the file is generated while it is read.
#![allow(clippy::print_stdout, clippy::expect_used)]

use std::io::{BufReader, Cursor, Read};
use std::time::Instant;

use dragoman_memory::{TmxLimits, TmxReader};

const BEGIN: &[u8] = b"<?xml version=\"1.0\"?><tmx version=\"1.4\"><header srclang=\"en\"/><body>";
const UNIT: &str = r#"
    <tu creationdate="20200102T030405Z" changedate="20210102T030405Z">
      <prop type="project">a project</prop>
      <tuv xml:lang="en-US"><seg>Press <bpt i="1">&lt;b&gt;</bpt>OK<ept i="1">&lt;/b&gt;</ept> &amp; wait until the machine has come to a stop.</seg></tuv>
      <tuv xml:lang="de-DE"><seg>Drücken Sie <bpt i="1">&lt;b&gt;</bpt>OK<ept i="1">&lt;/b&gt;</ept> &amp; warten Sie, bis die Maschine steht.</seg></tuv>
    </tu>"#;
const END: &[u8] = b"</body></tmx>";

fn main() {
    let megabytes: usize = std::env::args()
        .nth(1)
        .map_or(1000, |text| text.parse().expect("a number"));
    let units = megabytes * 1_000_000 / UNIT.len();
    // Many small readers would be slow, one large one would be the file.
    let chunk = UNIT.repeat(100);
    let chunks = (0..units / 100).map(|_| Cursor::new(chunk.as_bytes()));
    let body = Chunks {
        chunks,
        current: Cursor::new(&[]),
    };
    let input = BufReader::with_capacity(1 << 16, BEGIN.chain(body).chain(END));
    let started = Instant::now();
    let mut read = 0;
    for unit in TmxReader::new(input, TmxLimits::default()) {
        unit.expect("the file is well-formed");
        read += 1;
    }
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "{read} units, {megabytes} MB in {seconds:.1} s: {:.0} MB/s",
        megabytes as f64 / seconds
    );
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    if let Some(peak) = status.lines().find(|line| line.starts_with("VmHWM")) {
        println!("peak of resident memory: {peak}");
    }
}

struct Chunks<'a, I> {
    chunks: I,
    current: Cursor<&'a [u8]>,
}

impl<'a, I: Iterator<Item = Cursor<&'a [u8]>>> Read for Chunks<'a, I> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        loop {
            let read = self.current.read(buffer)?;
            if read > 0 {
                return Ok(read);
            }
            match self.chunks.next() {
                Some(next) => self.current = next,
                None => return Ok(0),
            }
        }
    }
}
