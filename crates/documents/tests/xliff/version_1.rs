use crate::support::*;
use std::fs;

#[test]
fn dump() {
    for f in ["all-of-1.2.xlf", "all-of-2.1.xlf"] {
        let text = fs::read_to_string(format!("testdata/xliff/{f}")).unwrap();
        let d = open(text.as_str());
        use dragoman_documents::Document;
        println!("{:#?} {:#?}", shown(&d), d.warnings());
        for e in [same, shuffled] {
            fs::write("/tmp/xl-a", &text).unwrap();
            fs::write("/tmp/xl-b", translated(&text, e)).unwrap();
            let o = std::process::Command::new("diff")
                .args(["-U0", "/tmp/xl-a", "/tmp/xl-b"])
                .output()
                .unwrap();
            println!("{}", String::from_utf8_lossy(&o.stdout));
        }
    }
}
