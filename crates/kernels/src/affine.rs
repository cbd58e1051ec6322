//! Affine layers and what directly follows them.

use std::ops::Range;

use crate::aligned::AlignedVec;
use crate::isa::{Kernels, LANES, Operation, Simd};
use crate::layer::Affine;
use crate::layer_norm::{LayerNorm, assert_norm};
use crate::multiply::{Epilogue, multiply};
use crate::pair;
use crate::quantize::{Quantization, QuantizedRows, to_int8, write};
use crate::table::{Columns, Table};
use crate::vector::{load_or, store_some};

/// What is applied to the results of a layer before the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// `max(x, 0)`.
    Relu,
    /// `x * sigmoid(x)`.
    Swish,
}

impl Kernels {
    /// Applies a layer: `out` is `x.rows()` x `layer.outputs()`.
    ///
    /// # Panics
    /// If shapes do not fit, or `x` was made by another instruction set.
    pub fn affine(self, x: &QuantizedRows, layer: &Affine, out: &mut [f32]) {
        self.affine_rows(x, 0..x.rows(), layer, out);
    }

    /// Applies a layer to some rows: `out` is `rows.len()` x `layer.outputs()`.
    ///
    /// # Panics
    /// Like [`Self::affine`], and if `rows` are not rows of `x`.
    pub fn affine_rows(
        self,
        x: &QuantizedRows,
        rows: Range<usize>,
        layer: &Affine,
        out: &mut [f32],
    ) {
        assert_eq!(
            out.len(),
            rows.len() * layer.outputs(),
            "the results of a layer do not fit their place"
        );
        self.multiply::<false>(x, rows, layer, out);
    }

    /// Applies a layer and an activation, and quantises the results for the next layer. `scratch` is
    /// working memory to be reused.
    ///
    /// # Panics
    /// Like [`Self::affine`], and if the layer's outputs are not a multiple of 4.
    pub fn affine_activate_quantize(
        self,
        x: &QuantizedRows,
        layer: &Affine,
        activation: Activation,
        next: Quantization,
        out: &mut QuantizedRows,
        scratch: &mut AlignedVec<f32>,
    ) {
        let width = layer.outputs();
        // A negative or undefined multiplier would turn the sign.
        let keeps_sign = match next {
            Quantization::Fixed(multiplier) => multiplier >= 0.0,
            Quantization::PerRow => true,
        };
        let nonnegative = activation == Activation::Relu && keeps_sign;
        if let Quantization::Fixed(multiplier) = next
            && nonnegative
            && width.is_multiple_of(LANES)
            // A helper computes results, and leaves what becomes of them to this thread.
            && pair::middle(layer).is_none()
        {
            self.run(ReluQuantize {
                x,
                layer,
                multiplier,
                out,
            });
            return;
        }
        scratch.resize(x.rows() * width);
        self.affine(x, layer, scratch);
        match activation {
            Activation::Relu => self.relu(scratch),
            Activation::Swish => self.swish(scratch),
        }
        self.quantize_known(scratch, width, next, nonnegative, out);
    }

    /// Applies a layer, adds the results to `residual` and normalises each row of the sum: in the
    /// residual, out the result, both `x.rows()` x `layer.outputs()`.
    ///
    /// # Panics
    /// Like [`Self::affine`], and if `norm` has another width than the layer has outputs.
    pub fn affine_add_layer_norm(
        self,
        x: &QuantizedRows,
        layer: &Affine,
        norm: &LayerNorm,
        residual: &mut [f32],
    ) {
        assert_eq!(
            residual.len(),
            x.rows() * layer.outputs(),
            "the results of a layer do not fit the residual"
        );
        assert_norm(norm, layer.outputs(), residual.len());
        self.multiply::<true>(x, 0..x.rows(), layer, residual);
        self.layer_norm(norm, residual);
    }

    /// Puts the results of a layer into a table of `rows.len()` x `layer.outputs()`, or adds them to what is there. A helper of
    /// this thread computes half of the columns.
    fn multiply<const ADD: bool>(
        self,
        x: &QuantizedRows,
        rows: Range<usize>,
        layer: &Affine,
        out: &mut [f32],
    ) {
        let table = Table::new(out, layer.outputs());
        let columns = |tiles: Range<usize>| {
            // SAFETY: no two calls at the same time are for the same tiles.
            let columns = unsafe { table.columns(tiles.clone()) };
            self.run(Multiply {
                x,
                rows: rows.clone(),
                layer,
                tiles,
                epilogue: Store::<ADD> { columns },
            });
        };
        let tiles = layer.tiles();
        match pair::middle(layer) {
            Some(middle) => pair::join(|| columns(0..middle), || columns(middle..tiles)),
            None => columns(0..tiles),
        }
    }
}

struct Multiply<'a, const ADD: bool> {
    x: &'a QuantizedRows,
    rows: Range<usize>,
    layer: &'a Affine,
    tiles: Range<usize>,
    epilogue: Store<'a, ADD>,
}

impl<const ADD: bool> Operation for Multiply<'_, ADD> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(mut self, s: S) {
        multiply(
            s,
            self.x,
            self.rows,
            self.layer,
            self.tiles,
            &mut self.epilogue,
        );
    }
}

/// Some columns of a table, which the results replace or, if `ADD`, are added to.
struct Store<'a, const ADD: bool> {
    columns: Columns<'a>,
}

impl<const ADD: bool> Store<'_, ADD> {
    /// Fewer than `T` whole tiles of a row.
    #[inline(always)]
    fn end_of_row<S: Simd, const T: usize>(s: S, mut row: &mut [f32], results: [S::F; T]) {
        for result in results {
            let (place, rest) = row.split_at_mut(LANES.min(row.len()));
            let result = if ADD {
                s.add(result, load_or(s, place, 0.0))
            } else {
                result
            };
            store_some(s, result, place);
            row = rest;
        }
    }
}

impl<S: Simd, const ADD: bool> Epilogue<S> for Store<'_, ADD> {
    #[inline(always)]
    fn emit<const R: usize, const T: usize>(
        &mut self,
        s: S,
        row: usize,
        tile: usize,
        results: [[S::F; T]; R],
    ) {
        for (r, results) in results.into_iter().enumerate() {
            let row = self.columns.of_row(row + r, tile..tile + T);
            if let Some(places) = row.as_chunks_mut::<LANES>().0.first_chunk_mut::<T>() {
                for (place, result) in places.iter_mut().zip(results) {
                    let result = if ADD {
                        s.add(result, s.load(place))
                    } else {
                        result
                    };
                    s.store(result, place);
                }
            } else {
                Self::end_of_row(s, row, results);
            }
        }
    }
}

struct ReluQuantize<'a> {
    x: &'a QuantizedRows,
    layer: &'a Affine,
    multiplier: f32,
    out: &'a mut QuantizedRows,
}

impl Operation for ReluQuantize<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let Self { x, layer, .. } = self;
        self.out.reset::<S>(x.rows(), layer.outputs(), true);
        let mut epilogue = WriteNonnegative {
            multiplier: self.multiplier,
            width: layer.outputs(),
            stride: self.out.stride(),
            out: self.out.bytes_mut(),
        };
        multiply(s, x, 0..x.rows(), layer, 0..layer.tiles(), &mut epilogue);
    }
}

struct WriteNonnegative<'a> {
    multiplier: f32,
    width: usize,
    stride: usize,
    out: &'a mut [u8],
}

impl<S: Simd> Epilogue<S> for WriteNonnegative<'_> {
    #[inline(always)]
    fn emit<const R: usize, const T: usize>(
        &mut self,
        s: S,
        row: usize,
        tile: usize,
        results: [[S::F; T]; R],
    ) {
        let multiplier = s.splat(self.multiplier);
        let rows = self.out[row * self.stride..].chunks_exact_mut(self.stride);
        for (row, results) in rows.zip(results) {
            for (t, result) in results.into_iter().enumerate() {
                let activated = s.max(result, s.splat(0.0));
                let value = to_int8(s, s.mul(activated, multiplier), true);
                write(s, value, true, row, self.width, (tile + t) * LANES);
            }
        }
    }
}
