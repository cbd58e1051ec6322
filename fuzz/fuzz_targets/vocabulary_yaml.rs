//! Tables of pieces in YAML.
#![no_main]

use dragoman_nmt::vocabulary::PieceTable;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(table) = PieceTable::parse_yaml(data) else {
        return;
    };
    for id in 0..u32::try_from(table.len()).unwrap() {
        let text = table.piece(id).unwrap();
        assert_eq!(table.id(text), Some(id));
    }
});
