//! The target for files of translation memories.

use dragoman_memory::{TmxLimits, TmxReader, TmxWriter, Unit};
use jiff::Timestamp;

use crate::changes::{self, changed};

const VALID: &[u8] = br#"<?xml version="1.0"?><!DOCTYPE tmx SYSTEM "tmx14.dtd"><tmx version="1.4"><header srclang="en"/><body>
<tu creationdate="20200102T030405Z"><tuv xml:lang="en"><seg>a &amp; <bpt i="1" x="2">&lt;b&gt;</bpt>b<ept i="1">x</ept><ph/></seg></tuv>
<tuv lang="de_AT"><seg><![CDATA[a]]>&#65;<hi>b</hi><it pos="end">&lt;/b&gt;</it></seg></tuv></tu></body></tmx>"#;

/// TMX files: reading, and then writing and reading again whatever came out, which loses no unit.
pub fn tmx(data: &[u8]) {
    let bytes = changed(data, VALID);
    let mut reader = TmxReader::new(bytes.as_slice(), TmxLimits::default());
    let units: Vec<Unit> = reader.by_ref().map_while(Result::ok).collect();
    let Some(source) = reader.source_language() else {
        return;
    };
    let mut writer = TmxWriter::new(Vec::new(), source, Timestamp::UNIX_EPOCH).unwrap();
    for unit in &units {
        writer.write(unit).unwrap();
    }
    assert_eq!(read(&writer.finish().unwrap()).len(), units.len());
}

fn read(file: &[u8]) -> Vec<Unit> {
    TmxReader::new(file, TmxLimits::default())
        .map_while(Result::ok)
        .collect()
}

pub(crate) fn tmx_seeds() -> Vec<Vec<u8>> {
    changes::seeds(VALID)
}
