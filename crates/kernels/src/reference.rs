//! What the kernels compute, in plain loops.
