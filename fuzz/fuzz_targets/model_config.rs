//! The configuration inside a model.
#![no_main]

use std::sync::LazyLock;

use dragoman_fuzz::{file, smallest_config};
use dragoman_nmt::files::{ModelConfig, write};
use libfuzzer_sys::fuzz_target;

static VALID: LazyLock<String> = LazyLock::new(|| write::config_yaml(&smallest_config()));

fuzz_target!(|data: &[u8]| {
    if let Ok(config) = ModelConfig::parse(&file(data, VALID.as_bytes())) {
        config.check().unwrap();
        // What was read can be written and is the same again.
        let again = ModelConfig::parse(write::config_yaml(&config).as_bytes());
        assert_eq!(again.unwrap(), config);
    }
});
