//! Files of a model: weights, configuration and shortlist.
