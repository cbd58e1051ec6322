//! What somebody sees who has just got the program.

use crate::support::Installation;

#[tokio::test]
async fn doctor_lists_the_pairs_of_apertium_by_language() {
    let installation =
        Installation::new().option("engines.apertium.modes_folder", "/usr/share/apertium/modes");
    let output = installation.run(&["doctor"]).await.expect(0).output;
    let mut lines = output
        .lines()
        .skip_while(|line| !line.starts_with("ok       Apertium translates "));
    let number = lines.next().and_then(|line| line.split(' ').rev().nth(2));
    let groups: Vec<(&str, &str)> = lines
        .take_while(|line| line.starts_with(' '))
        .filter_map(|line| line.trim().split_once(" to "))
        .collect();
    let pairs: usize = groups
        .iter()
        .map(|(_, targets)| targets.split(", ").count())
        .sum();
    assert_eq!(number, Some(pairs.to_string().as_str()), "{output}");
    assert!(
        groups
            .iter()
            .any(|(source, targets)| *source == "en" && targets.contains("es")),
        "{output}"
    );
    let mut sources: Vec<&str> = groups.iter().map(|(source, _)| *source).collect();
    sources.dedup();
    assert_eq!(sources.len(), groups.len(), "{output}");
}
