"""Reading, writing and running Marian-family translation models in plain Python: the oracle that the Rust engine is compared with."""
