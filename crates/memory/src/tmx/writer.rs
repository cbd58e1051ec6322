use std::io::{self, Write};

use dragoman_language::Language;
use jiff::Timestamp;
use quick_xml::escape::escape;

use super::codes::{Part, is_allowed, parts};
use super::{Unit, dates};

/// Writes TMX 1.4b in UTF-8, one unit at a time.
///
/// Tags in a text become inline codes, so that other programs show them as such; [`TmxReader`]
/// reads them as the same text again. Characters that XML cannot hold are left out.
///
/// [`TmxReader`]: super::TmxReader
#[derive(Debug)]
pub struct TmxWriter<W> {
    output: W,
    source: Language,
}

impl<W: Write> TmxWriter<W> {
    /// Writes the beginning of a file whose sources are in one language. `now` is its date.
    ///
    /// # Errors
    /// Those of the output.
    pub fn new(mut output: W, source: Language, now: Timestamp) -> io::Result<Self> {
        writeln!(output, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        writeln!(output, "<!DOCTYPE tmx SYSTEM \"tmx14.dtd\">")?;
        writeln!(output, "<tmx version=\"1.4\">")?;
        writeln!(
            output,
            "  <header creationtool=\"Dragoman\" creationtoolversion=\"{}\" segtype=\"sentence\" o-tmf=\"Dragoman\" \
             adminlang=\"en\" srclang=\"{source}\" datatype=\"plaintext\" creationdate=\"{}\"/>",
            env!("CARGO_PKG_VERSION"),
            dates::format(now),
        )?;
        writeln!(output, "  <body>")?;
        Ok(Self { output, source })
    }

    /// Writes a unit.
    ///
    /// # Errors
    /// Those of the output.
    pub fn write(&mut self, unit: &Unit) -> io::Result<()> {
        write!(self.output, "    <tu")?;
        for (name, moment) in [
            ("creationdate", unit.created),
            ("changedate", unit.changed),
            ("lastusagedate", unit.last_used),
        ] {
            if let Some(moment) = moment {
                write!(self.output, " {name}=\"{}\"", dates::format(moment))?;
            }
        }
        writeln!(self.output, ">")?;
        self.variant(self.source, &unit.source)?;
        for (language, text) in &unit.targets {
            self.variant(*language, text)?;
        }
        writeln!(self.output, "    </tu>")
    }

    /// Writes the end of the file and gives the output back, flushed.
    ///
    /// # Errors
    /// Those of the output.
    pub fn finish(mut self) -> io::Result<W> {
        writeln!(self.output, "  </body>\n</tmx>")?;
        self.output.flush()?;
        Ok(self.output)
    }

    fn variant(&mut self, language: Language, text: &str) -> io::Result<()> {
        write!(self.output, "      <tuv xml:lang=\"{language}\"><seg>")?;
        for part in parts(text) {
            self.part(&part)?;
        }
        writeln!(self.output, "</seg></tuv>")
    }

    fn part(&mut self, part: &Part<'_>) -> io::Result<()> {
        let output = &mut self.output;
        match part {
            Part::Text(text) => write!(output, "{}", escaped(text)),
            Part::Begin(pair, tag) => write!(output, "<bpt i=\"{pair}\">{}</bpt>", escaped(tag)),
            Part::End(pair, tag) => write!(output, "<ept i=\"{pair}\">{}</ept>", escaped(tag)),
            Part::Opening(tag) => write!(output, "<it pos=\"begin\">{}</it>", escaped(tag)),
            Part::Closing(tag) => write!(output, "<it pos=\"end\">{}</it>", escaped(tag)),
            Part::Empty(tag) => write!(output, "<ph>{}</ph>", escaped(tag)),
        }
    }
}

/// A text as XML holds it. A carriage return would be read as a line feed if it stood there itself.
fn escaped(text: &str) -> String {
    let allowed: String = text.chars().filter(|symbol| is_allowed(*symbol)).collect();
    escape(allowed.as_str()).replace('\r', "&#13;")
}
