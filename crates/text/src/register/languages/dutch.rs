//! Dutch: u and je.

use super::super::lexicon::{Forms, Source, no_rule};

pub(super) const SOURCE: Source = Source {
    formal: Forms {
        words: "u uw uwe uzelf alstublieft",
        ..Forms::NONE
    },
    informal: Forms {
        words: "je jij jou jouw jouwe jezelf jullie alsjeblieft",
        ..Forms::NONE
    },
    possibly_formal: Forms::NONE,
    openers: "",
    joints: "",
    exceptions: "",
    rule: no_rule,
};
