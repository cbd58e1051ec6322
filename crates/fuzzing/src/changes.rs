//! Inputs that are a file, or changes to a valid one.

/// The file to try: `data` but its first byte if that is odd, and else `valid` with changes in some places, so that
/// what comes after the first checks is reached as well.
pub(crate) fn changed(data: &[u8], valid: &[u8]) -> Vec<u8> {
    let (first, rest) = data.split_first().unwrap_or((&1, &[]));
    if first % 2 == 1 {
        return rest.to_vec();
    }
    let mut file = valid.to_vec();
    // Each change is a place and a byte; where places go beyond the file, they count from its end.
    for change in rest.chunks_exact(3) {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]]));
        let place = if place < 0x8000 {
            place
        } else {
            file.len().wrapping_sub(0x1_0000 - place)
        };
        if let Some(byte) = file.get_mut(place) {
            *byte = change[2];
        }
    }
    file
}

/// The valid file, once as no changes to it and once as a file.
pub(crate) fn seeds(valid: &[u8]) -> Vec<Vec<u8>> {
    vec![vec![0], [&[1], valid].concat()]
}
