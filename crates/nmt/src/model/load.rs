//! Reading a model's files into layers.

use std::cell::Cell;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use dragoman_kernels::Activation;

use super::decoder::{DecoderLayer, History};
use super::embedding::Embedding;
use super::encoder::EncoderLayer;
use super::error::LoadError;
use super::layers::{LayerReader, require_shape};
use super::output::OutputLayer;
use super::positions::Positions;
use super::{Model, ModelPaths, VocabularyPaths};
use crate::files::{self, DecoderCell, DecoderSettings, FileError, ModelFile, Shortlist};
use crate::vocabulary::{PieceTable, SentencePiece, Vocabulary, VocabularyError};
use crate::wrapping::MAX_SOURCE_TOKENS;

/// Vocabulary files are at most this large; real ones have below 2 MB.
const MAX_VOCABULARY_BYTES: u64 = 64 << 20;

impl Model {
    /// Loads and checks a model.
    ///
    /// # Errors
    /// [`LoadError`], which names the file or the tensor; any bytes are safe to load.
    pub fn load(paths: &ModelPaths) -> Result<Self, LoadError> {
        let file = open(&paths.weights, ModelFile::open)?;
        let (source, target) = vocabularies(&paths.vocabulary)?;
        let shortlist = match &paths.shortlist {
            Some(path) => Some(open(path, Shortlist::open)?),
            None => None,
        };
        let mut model = Self::assemble(&file, source, target, shortlist)?;
        // The weights are packed by now, and of embeddings a text needs few rows.
        file.release();
        if let Some(path) = &paths.decoder_settings {
            model.search = open(path, DecoderSettings::open)?;
        }
        Ok(model)
    }

    /// Puts a model together from files that are already parsed.
    ///
    /// # Errors
    /// [`LoadError`] if they do not fit each other.
    pub fn assemble(
        file: &ModelFile,
        source: Arc<Vocabulary>,
        target: Arc<Vocabulary>,
        shortlist: Option<Shortlist>,
    ) -> Result<Self, LoadError> {
        let config = file.config();
        let dim = config.embedding;
        let reader = LayerReader {
            file,
            dim,
            feed_forward: config.feed_forward,
            activation: config.activation,
            packed_bytes: Cell::new(0),
        };
        let (source_embedding, target_embedding) = embeddings(file)?;
        let sides = [
            ("source", &source, config.source_vocabulary),
            ("target", &target, config.target_vocabulary),
        ];
        for (side, vocabulary, embeddings) in sides {
            if vocabulary.len() > embeddings {
                let tokens = vocabulary.len();
                return Err(LoadError::VocabularySize {
                    side,
                    tokens,
                    embeddings,
                });
            }
        }
        if let Some(shortlist) = &shortlist {
            shortlist.check_vocabularies(config.source_vocabulary, config.target_vocabulary)?;
        }
        let end_of_sentence = source
            .end_of_sentence()
            .filter(|end| target.end_of_sentence() == Some(*end))
            .ok_or(LoadError::NoEndOfSentence)?;
        if [&source, &target]
            .map(|side| side.unknown())
            .contains(&end_of_sentence)
        {
            return Err(LoadError::UnknownEndsSentences);
        }
        let output = OutputLayer::read(
            &reader,
            &target_embedding,
            config.target_vocabulary,
            target.unknown(),
            shortlist.is_none(),
        )?;
        let encoder = encoder(&reader, config.encoder_layers)?;
        let decoder = decoder(&reader, config.decoder_layers, config.decoder)?;
        Ok(Self {
            dim,
            feed_forward: config.feed_forward,
            heads: config.heads,
            activation: match config.activation {
                files::Activation::Relu => Activation::Relu,
                files::Activation::Swish => Activation::Swish,
            },
            encoder,
            decoder,
            source_embedding,
            target_embedding,
            output,
            positions: Positions::new(dim, 2 * MAX_SOURCE_TOKENS),
            shortlist,
            source_vocabulary: source,
            target_vocabulary: target,
            source_tokens: config.source_vocabulary,
            target_tokens: config.target_vocabulary,
            end_of_sentence,
            packed_bytes: reader.packed_bytes.get(),
            search: DecoderSettings::default(),
        })
    }
}

fn embeddings(file: &ModelFile) -> Result<(Embedding, Embedding), FileError> {
    let config = file.config();
    let (source, target) = (config.source_vocabulary, config.target_vocabulary);
    let dim = config.embedding;
    if let Some(shared) = Embedding::read(file, "Wemb", (target, dim))? {
        // Whatever the configuration says of the sides: each token needs a row.
        require_shape("Wemb", [target, dim], [source, dim])?;
        return Ok((shared.clone(), shared));
    }
    let read = |name: &str, tokens| {
        let missing = || FileError::MissingTensor {
            name: name.to_owned(),
        };
        Embedding::read(file, name, (tokens, dim))?.ok_or_else(missing)
    };
    Ok((read("encoder_Wemb", source)?, read("decoder_Wemb", target)?))
}

fn encoder(reader: &LayerReader<'_>, layers: usize) -> Result<Vec<EncoderLayer>, FileError> {
    let layer = |number| {
        Ok(EncoderLayer {
            attention: reader.attention(&format!("encoder_l{number}_self"))?,
            feed_forward: reader.feed_forward(&format!("encoder_l{number}_ffn"))?,
        })
    };
    (1..=layers).map(layer).collect()
}

fn decoder(
    reader: &LayerReader<'_>,
    layers: usize,
    cell: DecoderCell,
) -> Result<Vec<DecoderLayer>, FileError> {
    let history = |number| match cell {
        DecoderCell::Ssru => reader
            .recurrent_unit(&format!("decoder_l{number}_rnn"))
            .map(|unit| History::Recurrent(Box::new(unit))),
        DecoderCell::SelfAttention => reader
            .attention(&format!("decoder_l{number}_self"))
            .map(|attention| History::SelfAttention(Box::new(attention))),
    };
    let layer = |number| {
        Ok(DecoderLayer {
            history: history(number)?,
            attention: reader.attention(&format!("decoder_l{number}_context"))?,
            feed_forward: reader.feed_forward(&format!("decoder_l{number}_ffn"))?,
        })
    };
    (1..=layers).map(layer).collect()
}

/// Opens a file; an error says which.
fn open<T>(path: &Path, opener: impl Fn(&Path) -> Result<T, FileError>) -> Result<T, LoadError> {
    opener(path).map_err(|source| match source {
        FileError::Read { path, source } => LoadError::Read { path, source },
        source => LoadError::NamedFile {
            path: path.to_owned(),
            source,
        },
    })
}

/// The vocabularies of both sides: the same object when they share one file.
fn vocabularies(paths: &VocabularyPaths) -> Result<(Arc<Vocabulary>, Arc<Vocabulary>), LoadError> {
    match paths {
        VocabularyPaths::Shared(path) => {
            let shared = Arc::new(Vocabulary::from_sentencepiece(sentencepiece(path)?));
            Ok((Arc::clone(&shared), shared))
        }
        VocabularyPaths::Split { source, target } => Ok((
            Arc::new(Vocabulary::from_sentencepiece(sentencepiece(source)?)),
            Arc::new(Vocabulary::from_sentencepiece(sentencepiece(target)?)),
        )),
        VocabularyPaths::Table {
            source,
            target,
            table,
        } => {
            let table = parse(table, |bytes| {
                let table = PieceTable::parse_yaml(bytes)?;
                // The number that would be taken for it is that of another piece, which the model
                // could not read or write any more.
                let unknown = table.id("<unk>");
                unknown.ok_or(VocabularyError::NoUnknownPiece)?;
                Ok(table)
            })?;
            let with_table = |path| {
                let vocabulary = Vocabulary::with_table(sentencepiece(path)?, table.clone());
                Ok::<_, LoadError>(Arc::new(vocabulary))
            };
            Ok((with_table(source)?, with_table(target)?))
        }
    }
}

fn sentencepiece(path: &Path) -> Result<SentencePiece, LoadError> {
    parse(path, SentencePiece::parse)
}

fn parse<T>(
    path: &Path,
    parser: impl Fn(&[u8]) -> Result<T, VocabularyError>,
) -> Result<T, LoadError> {
    let unreadable = |source| LoadError::Read {
        path: path.to_owned(),
        source,
    };
    let bytes = fs::metadata(path).map_err(unreadable)?.len();
    if bytes > MAX_VOCABULARY_BYTES {
        return Err(LoadError::VocabularyTooLarge {
            path: path.to_owned(),
            bytes,
        });
    }
    let content = fs::read(path).map_err(unreadable)?;
    parser(&content).map_err(|source| LoadError::Vocabulary {
        path: path.to_owned(),
        source,
    })
}
