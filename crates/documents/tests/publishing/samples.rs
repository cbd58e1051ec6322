use std::io::{Cursor, Read};

use dragoman_documents::{Idml, Mif};

use crate::sweep::{count, sweep, without_references};

/// The text of all stories, found without the filter.
fn text_of_stories(package: &[u8]) -> String {
    let mut archive = zip::ZipArchive::new(Cursor::new(package)).unwrap();
    let mut visible = String::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).unwrap();
        if !entry.name().unwrap().starts_with("Stories/") {
            continue;
        }
        let mut text = String::new();
        entry.read_to_string(&mut text).unwrap();
        for content in text.split("<Content>").skip(1) {
            visible.push_str(content.split_once("</Content>").unwrap().0);
        }
    }
    without_references(&visible)
}

#[test]
#[ignore = "reads the folder that DRAGOMAN_DOCUMENT_DATA names"]
fn real_packages_come_back() {
    let open = |source, options| Ok(Box::new(Idml::open(source, options)?) as _);
    sweep("idml", open, |file| count(&text_of_stories(file)), 200);
}

/// The text of flows and tables, found without the filter. Tables that say how pages become HTML stand on
/// reference pages as well.
fn text_of_flows(file: &[u8]) -> String {
    let text = String::from_utf8(file.to_vec()).unwrap();
    let mut visible = String::new();
    let mut is_reference = false;
    for line in text.lines().map(str::trim) {
        if line.starts_with("<PageType ") {
            is_reference = line.contains("ReferencePage");
        } else if line.starts_with("<TblTag ") {
            is_reference = line.contains("Mapping Table");
        } else if line.starts_with("<TextFlow") {
            is_reference = false;
        }
        for string in line.split("<String `").skip(1).filter(|_| !is_reference) {
            visible.push_str(string.split_once("'>").unwrap().0);
        }
    }
    [r"\t", r"\q", r"\Q", r"\x09", r"\n"]
        .into_iter()
        .fold(visible, |text, escape| text.replace(escape, ""))
}

#[test]
#[ignore = "reads the folder that DRAGOMAN_DOCUMENT_DATA names"]
fn real_interchange_files_come_back() {
    let open = |source, options| Ok(Box::new(Mif::open(source, options)?) as _);
    sweep("mif", open, |file| count(&text_of_flows(file)), 200);
}
