//! What [`DocumentFiles`](dragoman_domain::DocumentFiles) promises, wherever the files lie.

/// Runs each of these functions as a test in every place that files may lie in.
macro_rules! promises {
    ($($promise:ident),+ $(,)?) => {
        promises!(in_a_folder: $($promise),+);
        promises!(in_a_folder_of_objects: $($promise),+);
        promises!(in_s3: $($promise),+);
    };
    ($place:ident: $($promise:ident),+) => {
        mod $place {
            $(
                #[test]
                fn $promise() {
                    super::$promise(&crate::installation::Installation::$place());
                }
            )+
        }
    };
}

mod content;
mod keeping;
mod tampering;
