//! What the search has produced so far: a tree of tokens.

use crate::vocabulary::TokenId;

/// Index of a node.
pub(crate) type NodeId = usize;

/// Tokens with the token that each continues. Hypotheses that share a beginning share its nodes,
/// so extending one never copies it.
#[derive(Debug, Default)]
pub(crate) struct TokenTree {
    nodes: Vec<Node>,
    /// One row per node: attention to each source token.
    attention: Vec<f32>,
    /// Length of a row of `attention`; 0 if alignments were not asked for.
    width: usize,
}

#[derive(Debug)]
struct Node {
    token: TokenId,
    parent: Option<NodeId>,
    /// Natural logarithm of the token's probability; 0 when scores were not asked for.
    log_probability: f32,
    /// The term that the token begins.
    begins: Option<usize>,
}

impl TokenTree {
    /// An empty tree whose rows of attention are `width` wide.
    pub(crate) fn new(width: usize) -> Self {
        Self {
            width,
            ..Self::default()
        }
    }

    /// Appends a token and, when alignments are kept, its row of attention.
    pub(crate) fn push(
        &mut self,
        parent: Option<NodeId>,
        token: TokenId,
        (log_probability, begins): (f32, Option<usize>),
        attention: &[f32],
    ) -> NodeId {
        self.nodes.push(Node {
            token,
            parent,
            log_probability,
            begins,
        });
        if let Some(row) = attention.get(..self.width) {
            self.attention.extend_from_slice(row);
        }
        self.nodes.len() - 1
    }

    /// The token of a node.
    pub(crate) fn token(&self, node: NodeId) -> TokenId {
        self.nodes[node].token
    }

    /// Nodes from the given one back to the first.
    pub(crate) fn back(&self, leaf: Option<NodeId>) -> impl Iterator<Item = NodeId> {
        std::iter::successors(leaf, |node| self.nodes[*node].parent)
    }

    /// Writes the tokens that lead to `leaf`, first to last.
    pub(crate) fn path_tokens(&self, leaf: Option<NodeId>, tokens: &mut Vec<TokenId>) {
        tokens.clear();
        tokens.extend(self.back(leaf).map(|node| self.token(node)));
        tokens.reverse();
    }

    /// The logarithms of the probabilities of the tokens that lead to `leaf`, first to last.
    pub(crate) fn log_probabilities(&self, leaf: Option<NodeId>) -> Vec<f32> {
        let back = self.back(leaf).map(|node| self.nodes[node].log_probability);
        let mut values: Vec<f32> = back.collect();
        values.reverse();
        values
    }

    /// The terms that the tokens which lead to `leaf` begin, first to last.
    pub(crate) fn begins(&self, leaf: Option<NodeId>) -> Vec<Option<usize>> {
        let mut begins: Vec<_> = self
            .back(leaf)
            .map(|node| self.nodes[node].begins)
            .collect();
        begins.reverse();
        begins
    }

    /// The rows of attention of the tokens that lead to `leaf`, first to last.
    pub(crate) fn attention(&self, leaf: Option<NodeId>) -> Vec<f32> {
        let mut nodes: Vec<NodeId> = self.back(leaf).collect();
        nodes.reverse();
        let row = |node| &self.attention[node * self.width..(node + 1) * self.width];
        nodes.into_iter().flat_map(row).copied().collect()
    }
}
