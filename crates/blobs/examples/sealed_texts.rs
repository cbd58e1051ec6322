//! What it would cost to encrypt the texts of a translation memory, and glossaries, one by one in their databases:
//! `cargo run --release -p dragoman-blobs --example sealed_texts`.
//!
//! A memory is put together and read through the real store; then the same texts are sealed and opened with
//! AES-256-GCM, each with a random nonce, under one key. Ratios mean more than times: both are of the same run.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a program for whoever measures"
)]

use std::time::{Duration, Instant};

use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use dragoman_domain::{
    AccountId, Language, Memory, MemoryId, MemoryStore, NewSegment, SegmentQuery, SegmentTimes,
    Timestamp,
};
use dragoman_store::{Durability, SqliteMemories};
use uuid::Uuid;

const SEGMENTS: u32 = 200_000;
const BATCH: u32 = 1_000;
/// Features of a segment, about as many as a sentence of ten words has.
const FEATURES: u32 = 12;
const MEMORY: MemoryId = MemoryId(Uuid::from_u128(1));
/// Bytes that a sealed text is longer: a nonce and a tag.
const OVERHEAD: usize = NONCE_LEN + 16;

fn source(number: u32) -> String {
    format!("The machine of type {number} must be switched off before it is opened by anybody.")
}

fn target(number: u32) -> String {
    format!("Die Maschine vom Typ {number} muss ausgeschaltet werden, bevor jemand sie öffnet.")
}

fn segment(number: u32) -> NewSegment {
    let mut features: Vec<u32> = (0..FEATURES)
        .map(|feature| number.wrapping_mul(feature + 1).wrapping_mul(2_654_435_761) >> 12)
        .collect();
    features.sort_unstable();
    features.dedup();
    NewSegment {
        source: source(number),
        targets: vec![(Language::parse("de").unwrap(), target(number))],
        times: SegmentTimes::default(),
        hash: number.wrapping_mul(2_246_822_519),
        features,
        length: 20,
    }
}

async fn write(store: &SqliteMemories) -> Duration {
    let batches: Vec<Vec<NewSegment>> = (0..SEGMENTS / BATCH)
        .map(|batch| (batch * BATCH..(batch + 1) * BATCH).map(segment).collect())
        .collect();
    let begin = Instant::now();
    let mut builder = store.build_memory(MEMORY).await.unwrap();
    for batch in batches {
        builder.add(batch).await.unwrap();
    }
    let memory = Memory {
        id: MEMORY,
        account: AccountId(Uuid::from_u128(2)),
        name: "measured".to_owned(),
        source: Language::parse("en").unwrap(),
        targets: Vec::new(),
        segment_count: 0,
        created: Timestamp::UNIX_EPOCH,
    };
    builder.finish(memory, None).await.unwrap();
    begin.elapsed()
}

/// Reads all segments in pages, and as many sources by their numbers as look-ups do.
async fn read(store: &SqliteMemories) -> (Duration, Duration) {
    let begin = Instant::now();
    let mut next = Some(0);
    while let Some(from) = next {
        let query = SegmentQuery {
            from,
            most: 500,
            filter: None,
        };
        next = store.segments(MEMORY, &query).await.unwrap().next;
    }
    let paged = begin.elapsed();
    let german = [Language::parse("de").unwrap()];
    let begin = Instant::now();
    for start in 0..SEGMENTS / 100 {
        let numbers: Vec<u32> = (0..100)
            .map(|step| (start + step * 1_999) % SEGMENTS)
            .collect();
        let found = store.sources(MEMORY, &numbers, &german).await.unwrap();
        assert_eq!(found.len(), numbers.len());
    }
    (paged, begin.elapsed())
}

struct Texts(LessSafeKey);

impl Texts {
    fn seal(&self, text: &str) -> Vec<u8> {
        let mut nonce = [0; NONCE_LEN];
        aws_lc_rs::rand::fill(&mut nonce).unwrap();
        let mut sealed = Vec::with_capacity(text.len() + OVERHEAD);
        sealed.extend_from_slice(text.as_bytes());
        let key = &self.0;
        key.seal_in_place_append_tag(
            Nonce::assume_unique_for_key(nonce),
            Aad::empty(),
            &mut sealed,
        )
        .unwrap();
        sealed.extend_from_slice(&nonce);
        sealed
    }

    fn open(&self, sealed: &[u8]) -> String {
        let (content, nonce) = sealed.split_last_chunk::<NONCE_LEN>().unwrap();
        let mut content = content.to_vec();
        let nonce = Nonce::assume_unique_for_key(*nonce);
        let plain = self.0.open_in_place(nonce, Aad::empty(), &mut content);
        String::from_utf8(plain.unwrap().to_vec()).unwrap()
    }
}

fn per_segment(what: &str, time: Duration) {
    let each = time.as_secs_f64() * 1e6 / f64::from(SEGMENTS);
    println!("{what:<58} {each:8.2} µs a segment");
}

fn ratio(what: &str, part: Duration, whole: Duration) {
    let percent = 100.0 * part.as_secs_f64() / whole.as_secs_f64();
    println!("{what:<58} {percent:8.1} %");
}

#[tokio::main]
async fn main() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteMemories::open(folder.path(), Durability::PowerLoss);
    let store = store.await.unwrap();
    let written = write(&store).await;
    let (paged, looked_up) = read(&store).await;

    let texts = Texts(LessSafeKey::new(
        UnboundKey::new(&AES_256_GCM, &[7; 32]).unwrap(),
    ));
    let plain: Vec<String> = (0..SEGMENTS)
        .flat_map(|number| [source(number), target(number)])
        .collect();
    let begin = Instant::now();
    let sealed: Vec<Vec<u8>> = plain.iter().map(|text| texts.seal(text)).collect();
    let sealing = begin.elapsed();
    let begin = Instant::now();
    let opened: Vec<String> = sealed.iter().map(|text| texts.open(text)).collect();
    let opening = begin.elapsed();
    assert_eq!(opened, plain);
    let bytes: usize = plain.iter().map(String::len).sum();

    println!(
        "{SEGMENTS} segments of two texts, {} bytes each on average",
        bytes / plain.len()
    );
    per_segment("putting the memory together", written);
    per_segment("sealing both texts", sealing);
    ratio("  sealing, of putting together", sealing, written);
    per_segment("reading segments in pages of 500, as exports do", paged);
    per_segment("opening both texts", opening);
    ratio("  opening, of reading in pages", opening, paged);
    per_segment("reading sources by 100 numbers, as look-ups do", looked_up);
    ratio("  opening one text, of that", opening / 2, looked_up);
    let longer = 100.0 * (OVERHEAD * plain.len()) as f64 / bytes as f64;
    println!("{:<58} {longer:8.1} %", "the texts would be longer by");

    // A dictionary of a glossary is one text of up to 10 MiB.
    let glossary = "source term\tZielbegriff\n".repeat(10 * 1024 * 1024 / 24);
    let begin = Instant::now();
    let sealed = texts.seal(&glossary);
    let sealing = begin.elapsed();
    let begin = Instant::now();
    assert_eq!(texts.open(&sealed), glossary);
    let opening = begin.elapsed();
    println!("a dictionary of 10 MiB: sealing {sealing:.1?}, opening {opening:.1?}");
}
