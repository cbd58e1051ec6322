//! From which language into which.

use std::sync::atomic::Ordering;

use dragoman_domain::{Detection, EngineError, ErrorKind, Formality, LanguagePair, Register};
use dragoman_service::{DocumentRequest, DocumentTranslationError, TranslationError};

use crate::engines::{Rewriter, language, pair, translator, translator_detecting};
use crate::{request, translate, unit, units};

fn unknown_source() -> DocumentRequest {
    DocumentRequest {
        source: None,
        ..request()
    }
}

#[tokio::test]
async fn the_language_is_found_out_once_for_the_document() {
    let english = Detection::Detected(language("en"));
    let (translator, detector) = translator_detecting(Rewriter::upper_case(), english);
    let units: Vec<_> = (0..500)
        .map(|number| unit(&format!("Text {number}")))
        .collect();
    let translated = translate(&translator, &unknown_source(), &units).await;
    assert_eq!(translated.unwrap().source, language("en"));
    assert_eq!(detector.1.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_language_that_cannot_be_told_is_to_be_given() {
    for detection in [Detection::NoLanguage, Detection::Unsupported(None)] {
        let (translator, _) = translator_detecting(Rewriter::upper_case(), detection);
        let refused = translate(&translator, &unknown_source(), &units(&["Text"])).await;
        let error = refused.unwrap_err();
        assert_eq!(error, DocumentTranslationError::UnknownSourceLanguage);
        assert_eq!(error.kind(), ErrorKind::InvalidInput);
    }
}

#[tokio::test]
async fn nothing_is_translated_within_a_language() {
    let german = Detection::Detected(language("de"));
    let (found, _) = translator_detecting(Rewriter::upper_case(), german);
    let refused = translate(&found, &unknown_source(), &units(&["Text"])).await;
    assert_eq!(refused, Err(DocumentTranslationError::SameLanguage));
    let given = DocumentRequest {
        source: Some(language("de")),
        ..request()
    };
    let refused = translate(&found, &given, &units(&["Text"])).await;
    assert_eq!(refused, Err(DocumentTranslationError::SameLanguage));
}

#[tokio::test]
async fn what_no_engine_can_do_is_refused_before_any_work() {
    let engine = Rewriter::upper_case();
    let translator = translator(engine.clone());
    let french = DocumentRequest {
        target: language("fr"),
        ..request()
    };
    let pair_to_french = LanguagePair::new(language("en"), language("fr"));
    let refused = translate(&translator, &french, &units(&["Text"])).await;
    assert_eq!(
        refused,
        Err(DocumentTranslationError::Texts(TranslationError::Engine(
            EngineError::UnsupportedPair {
                pair: pair_to_french,
                remedy: None,
            }
        )))
    );
    let formal = DocumentRequest {
        formality: Some(Formality {
            register: Register::Formal,
            is_required: true,
        }),
        ..request()
    };
    let refused = translate(&translator, &formal, &units(&["Text"])).await;
    let error = refused.unwrap_err();
    assert_eq!(
        error,
        DocumentTranslationError::Texts(TranslationError::NoRegisters(pair()))
    );
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert!(engine.segments().is_empty());
}
