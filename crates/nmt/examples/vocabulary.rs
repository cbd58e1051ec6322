//! Applies a SentencePiece model to many texts, for comparison with other implementations; see `testdata/vocabulary/compare.py`.
//!
//! ```text
//! vocabulary pieces MODEL    reads JSON strings, one per line; writes {"ids", "ranges", "text", "text_ranges"} for each
//! vocabulary speed MODEL TEXTS    cuts the lines of a file into pieces for some seconds; writes what it measured as JSON
//! ```

use std::error::Error;
use std::io::{BufRead, BufWriter, Write};
use std::ops::Range;
use std::time::{Duration, Instant};

use dragoman_nmt::vocabulary::{Piece, SentencePiece, TokenId};
use serde_json::json;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["pieces", model] => pieces(&SentencePiece::parse(&std::fs::read(model)?)?),
        ["speed", model, texts] => speed(&std::fs::read(model)?, &std::fs::read_to_string(texts)?),
        _ => Err("usage: vocabulary pieces MODEL | vocabulary speed MODEL TEXTS".into()),
    }
}

fn pairs(ranges: &[Range<usize>]) -> Vec<[usize; 2]> {
    let pair = |range: &Range<usize>| [range.start, range.end];
    ranges.iter().map(pair).collect()
}

/// Encodes what comes from the standard input, and decodes the result again.
fn pieces(model: &SentencePiece) -> Result<(), Box<dyn Error>> {
    let mut output = BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let text: String = serde_json::from_str(&line?)?;
        let mut found = Vec::new();
        model.encode(&text, &mut found);
        let ids: Vec<TokenId> = found.iter().map(|piece| piece.id).collect();
        let ranges: Vec<Range<usize>> = found.into_iter().map(|piece| piece.range).collect();
        let (mut decoded, mut decoded_ranges) = (String::new(), Vec::new());
        model.decode(&ids, &mut decoded, &mut decoded_ranges);
        let result = json!({
            "ids": ids,
            "ranges": pairs(&ranges),
            "text": decoded,
            "text_ranges": pairs(&decoded_ranges),
        });
        writeln!(output, "{result}")?;
    }
    Ok(output.flush()?)
}

/// Measures loading and encoding, the best of several rounds each.
fn speed(file: &[u8], texts: &str) -> Result<(), Box<dyn Error>> {
    let mut load = Duration::MAX;
    for _ in 0..100 {
        let start = Instant::now();
        SentencePiece::parse(file)?;
        load = load.min(start.elapsed());
    }
    let model = SentencePiece::parse(file)?;
    let lines: Vec<&str> = texts.lines().collect();
    let mut found: Vec<Piece> = Vec::new();
    let (mut best, mut count) = (f64::MIN, 0);
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(3) {
        count = 0;
        let start = Instant::now();
        for line in &lines {
            found.clear();
            model.encode(line, &mut found);
            count += found.len();
        }
        #[allow(clippy::cast_precision_loss)] // Nowhere near 2^52.
        let rate = count as f64 / start.elapsed().as_secs_f64();
        best = best.max(rate);
    }
    let result = json!({
        "load_ms": load.as_secs_f64() * 1e3,
        "pieces": count,
        "pieces_per_second": best,
    });
    writeln!(std::io::stdout(), "{result}")?;
    Ok(())
}
