//! What is to be done with a document, as it is kept beside it.

use dragoman_domain::{Formality, Language, Priority, Register};
use serde::{Deserialize, Serialize};

use crate::{Customization, DocumentFormat, DocumentRequest, MemoryChoice};

/// What is to be done with a document. Its names are the customer's, so that it is kept encrypted only.
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(Debug))]
pub(super) struct Task {
    pub(super) file_name: String,
    pub(super) format: DocumentFormat,
    /// The format of the translation where it is not the usual one.
    pub(super) output: Option<DocumentFormat>,
    /// Whether each translation follows its source.
    pub(super) is_bilingual: bool,
    pub(super) source: Option<Language>,
    pub(super) target: Language,
    pub(super) formality: Option<Formality>,
    pub(super) customization: Customization,
}

/// The form in which tasks are kept. Later versions may add to it what is absent in older ones.
#[derive(Serialize, Deserialize)]
struct Kept {
    file_name: String,
    format: String,
    #[serde(default)]
    output: Option<String>,
    #[serde(default)]
    is_bilingual: bool,
    source: Option<String>,
    target: String,
    formality: Option<KeptFormality>,
    glossaries: Vec<String>,
    memory: Option<KeptMemory>,
    style: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct KeptFormality {
    is_formal: bool,
    is_required: bool,
}

#[derive(Serialize, Deserialize)]
struct KeptMemory {
    id: String,
    threshold: u8,
}

impl Task {
    /// The task as it is kept; none if that is impossible.
    pub(super) fn to_bytes(&self) -> Option<Vec<u8>> {
        let customization = &self.customization;
        let kept = Kept {
            file_name: self.file_name.clone(),
            format: self.format.name().to_owned(),
            output: self.output.map(|output| output.name().to_owned()),
            is_bilingual: self.is_bilingual,
            source: self.source.map(|source| source.tag().to_owned()),
            target: self.target.tag().to_owned(),
            formality: self.formality.map(|formality| KeptFormality {
                is_formal: formality.register == Register::Formal,
                is_required: formality.is_required,
            }),
            glossaries: customization
                .glossaries
                .iter()
                .map(ToString::to_string)
                .collect(),
            memory: customization.memory.map(|memory| KeptMemory {
                id: memory.id.to_string(),
                threshold: memory.threshold,
            }),
            style: customization.style.map(|style| style.to_string()),
        };
        serde_json::to_vec(&kept).ok()
    }

    /// The task that was kept; none if it was another version that did so.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let kept: Kept = serde_json::from_slice(bytes).ok()?;
        let language = |tag: &str| Language::parse(tag).ok();
        let glossaries: Option<Vec<_>> = kept.glossaries.iter().map(|id| id.parse().ok()).collect();
        Some(Self {
            file_name: kept.file_name,
            format: DocumentFormat::of_extension(&kept.format)?,
            output: match kept.output {
                Some(output) => Some(DocumentFormat::of_extension(&output)?),
                None => None,
            },
            is_bilingual: kept.is_bilingual,
            source: match kept.source {
                Some(tag) => Some(language(&tag)?),
                None => None,
            },
            target: language(&kept.target)?,
            formality: kept.formality.map(|formality| Formality {
                register: if formality.is_formal {
                    Register::Formal
                } else {
                    Register::Informal
                },
                is_required: formality.is_required,
            }),
            customization: Customization {
                glossaries: glossaries?,
                memory: match kept.memory {
                    Some(memory) => Some(MemoryChoice {
                        id: memory.id.parse().ok()?,
                        threshold: memory.threshold,
                    }),
                    None => None,
                },
                style: match kept.style {
                    Some(id) => Some(id.parse().ok()?),
                    None => None,
                },
            },
        })
    }
}

impl Task {
    /// What an engine is to do.
    pub(super) const fn request(&self) -> DocumentRequest {
        DocumentRequest {
            source: self.source,
            target: self.target,
            formality: self.formality,
            priority: Priority::Bulk,
        }
    }

    /// The format of the translation.
    pub(super) fn output(&self) -> DocumentFormat {
        self.output.unwrap_or(self.format.output())
    }

    /// The name of the translation: that of the document, with the ending of the format that it has now.
    pub(super) fn output_name(&self) -> String {
        let output = self.output();
        match self.file_name.rsplit_once('.') {
            Some((stem, _)) if output != self.format => format!("{stem}.{}", output.name()),
            _ => self.file_name.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use dragoman_domain::{GlossaryId, MemoryId, StyleListId};
    use uuid::Uuid;

    use super::*;

    fn language(tag: &str) -> Language {
        Language::parse(tag).unwrap()
    }

    #[test]
    fn a_task_is_read_as_it_was_written() {
        let plain = Task {
            file_name: "R\u{e9}sum\u{e9} \"2\".txt".to_owned(),
            format: DocumentFormat::PlainText,
            output: None,
            is_bilingual: false,
            source: None,
            target: language("pt-BR"),
            formality: None,
            customization: Customization::default(),
        };
        let full = Task {
            source: Some(language("de")),
            output: Some(DocumentFormat::Docx),
            is_bilingual: true,
            formality: Some(Formality {
                register: Register::Informal,
                is_required: true,
            }),
            customization: Customization {
                glossaries: [1, 2].map(|id| GlossaryId(Uuid::from_u128(id))).into(),
                memory: Some(MemoryChoice {
                    id: MemoryId(Uuid::from_u128(3)),
                    threshold: 75,
                }),
                style: Some(StyleListId(Uuid::from_u128(4))),
            },
            ..plain.clone()
        };
        for format in DocumentFormat::ALL {
            for task in [&plain, &full] {
                let task = Task {
                    format,
                    ..task.clone()
                };
                let bytes = task.to_bytes().unwrap();
                assert_eq!(Task::from_bytes(&bytes), Some(task));
            }
        }
    }

    #[test]
    fn a_task_of_an_earlier_version_is_read() {
        let kept = r#"{"file_name": "a.html", "format": "html", "source": null, "target": "de", "formality": null,
            "glossaries": [], "memory": null, "style": null}"#;
        let task = Task::from_bytes(kept.as_bytes()).unwrap();
        assert_eq!((task.output, task.is_bilingual), (None, false));
    }

    #[test]
    fn the_translation_is_named_by_its_format() {
        for (name, format, output, translated) in [
            ("a.b.htm", DocumentFormat::Html, None, "a.b.htm"),
            ("a.DOC", DocumentFormat::Doc, None, "a.docx"),
            ("a.Pdf", DocumentFormat::Pdf, None, "a.Pdf"),
            (
                "a.b.pdf",
                DocumentFormat::Pdf,
                Some(DocumentFormat::Docx),
                "a.b.docx",
            ),
        ] {
            let task = Task {
                file_name: name.to_owned(),
                format,
                output,
                is_bilingual: false,
                source: None,
                target: language("de"),
                formality: None,
                customization: Customization::default(),
            };
            assert_eq!(task.output_name(), translated);
        }
    }

    #[test]
    fn what_names_something_unknown_is_no_task() {
        let kept = |format: &str, target: &str| {
            format!(
                r#"{{"file_name": "a.txt", "format": "{format}", "source": null,
                "target": "{target}", "formality": null, "glossaries": [], "memory": null,
                "style": null}}"#
            )
        };
        assert!(Task::from_bytes(kept("txt", "de").as_bytes()).is_some());
        assert!(Task::from_bytes(kept("odg", "de").as_bytes()).is_none());
        assert!(Task::from_bytes(kept("txt", "xx").as_bytes()).is_none());
        assert!(Task::from_bytes(b"{}").is_none());
    }
}
