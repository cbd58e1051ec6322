//! Int8 matrix and f32 vector kernels for every instruction set, and mapped files.
