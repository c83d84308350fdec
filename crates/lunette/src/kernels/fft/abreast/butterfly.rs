//! Transforms of a few numbers, of all lanes at once.

use std::f64::consts::FRAC_1_SQRT_2;

use super::numbers::Numbers;

/// A complex number of each lane.
#[derive(Clone, Copy)]
pub(super) struct Pair<V> {
    pub(super) re: V,
    pub(super) im: V,
}

impl<V: Numbers> Pair<V> {
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { re: self.re.add(other.re), im: self.im.add(other.im) }
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { re: self.re.sub(other.re), im: self.im.sub(other.im) }
    }

    /// `self + i * other`.
    #[inline(always)]
    fn add_turned(self, other: Self) -> Self {
        Self { re: self.re.sub(other.im), im: self.im.add(other.re) }
    }

    /// `self - i * other`.
    #[inline(always)]
    fn sub_turned(self, other: Self) -> Self {
        Self { re: self.re.add(other.im), im: self.im.sub(other.re) }
    }

    #[inline(always)]
    pub(super) fn mul(self, other: Self) -> Self {
        Self {
            re: self.re.mul(other.re).sub_product(self.im, other.im),
            im: self.re.mul(other.im).add_product(self.im, other.re),
        }
    }

    /// `self * factor + summand`.
    #[inline(always)]
    fn scaled_add(self, factor: V, summand: Self) -> Self {
        Self { re: summand.re.add_product(self.re, factor), im: summand.im.add_product(self.im, factor) }
    }

    /// `summand - self * factor`.
    #[inline(always)]
    fn scaled_from(self, factor: V, summand: Self) -> Self {
        Self { re: summand.re.sub_product(self.re, factor), im: summand.im.sub_product(self.im, factor) }
    }
}

/// The transform of `R` numbers, where it is one of the radices of a plan.
#[inline(always)]
pub(super) fn butterfly<V: Numbers, const R: usize>(x: [Pair<V>; R]) -> [Pair<V>; R] {
    match R {
        2 => resized(two(resized(x))),
        3 => resized(odd::<V, 3, 1>(resized(x), &THIRDS)),
        4 => resized(four(resized(x))),
        5 => resized(odd::<V, 5, 2>(resized(x), &FIFTHS)),
        7 => resized(odd::<V, 7, 3>(resized(x), &SEVENTHS)),
        8 => resized(eight(resized(x))),
        _ => x,
    }
}

/// The same list, where `A` is `B`.
#[inline(always)]
fn resized<X: Copy, const A: usize, const B: usize>(list: [X; A]) -> [X; B] {
    let mut same = [list[0]; B];
    same.copy_from_slice(&list[..B]);
    same
}

#[inline(always)]
fn two<V: Numbers>([a, b]: [Pair<V>; 2]) -> [Pair<V>; 2] {
    [a.add(b), a.sub(b)]
}

#[inline(always)]
fn four<V: Numbers>([a, b, c, d]: [Pair<V>; 4]) -> [Pair<V>; 4] {
    let (p, q, r, s) = (a.add(c), a.sub(c), b.add(d), b.sub(d));
    [p.add(r), q.sub_turned(s), p.sub(r), q.add_turned(s)]
}

/// Two transforms of four numbers; those of the second are turned by eighths.
#[inline(always)]
fn eight<V: Numbers>([a, b, c, d, e, f, g, h]: [Pair<V>; 8]) -> [Pair<V>; 8] {
    let [p, q, r, s] = four([a, c, e, g]);
    let [t, u, v, w] = four([b, d, f, h]);
    let root = a.re.of(FRAC_1_SQRT_2);
    // Turned by an eighth, and the conjugate of what is turned by three eighths, but for the root.
    let u = Pair { re: u.re.add(u.im), im: u.im.sub(u.re) };
    let w = Pair { re: w.im.sub(w.re), im: w.re.add(w.im) };
    [
        p.add(t),
        u.scaled_add(root, q),
        r.sub_turned(v),
        Pair { re: s.re.add_product(w.re, root), im: s.im.sub_product(w.im, root) },
        p.sub(t),
        u.scaled_from(root, q),
        r.add_turned(v),
        Pair { re: s.re.sub_product(w.re, root), im: s.im.add_product(w.im, root) },
    ]
}

/// The transform of an odd number of numbers, `R = 2 H + 1`: sums and differences of numbers equally far from the first are
/// multiplied by cosines and sines of parts of a turn.
#[inline(always)]
fn odd<V: Numbers, const R: usize, const H: usize>(x: [Pair<V>; R], parts: &[[f64; 2]; H]) -> [Pair<V>; R] {
    let v = x[0].re;
    let (mut sums, mut differences, mut total) = ([x[0]; H], [x[0]; H], x[0]);
    for i in 0..H {
        sums[i] = x[i + 1].add(x[R - 1 - i]);
        differences[i] = x[i + 1].sub(x[R - 1 - i]);
        total = total.add(sums[i]);
    }
    let mut out = [total; R];
    for k in 1..=H {
        // Parts of a turn beyond the half mirror those before it.
        let part = |i: usize| match (i + 1) * k % R {
            e if e <= H => parts[e - 1],
            e => [parts[R - e - 1][0], -parts[R - e - 1][1]],
        };
        let sine = v.of(part(0)[1]);
        let mut even = sums[0].scaled_add(v.of(part(0)[0]), x[0]);
        let mut uneven = Pair { re: differences[0].re.mul(sine), im: differences[0].im.mul(sine) };
        for i in 1..H {
            even = sums[i].scaled_add(v.of(part(i)[0]), even);
            uneven = differences[i].scaled_add(v.of(part(i)[1]), uneven);
        }
        out[k] = even.sub_turned(uneven);
        out[R - k] = even.add_turned(uneven);
    }
    out
}

/// The cosine and the sine of a third of a turn.
const THIRDS: [[f64; 2]; 1] = [[-0.5, 0.866_025_403_784_438_6]];

/// The cosines and the sines of one and two fifths of a turn.
const FIFTHS: [[f64; 2]; 2] = [
    [0.309_016_994_374_947_45, 0.951_056_516_295_153_5],
    [-0.809_016_994_374_947_5, 0.587_785_252_292_473_1],
];

/// The cosines and the sines of one, two and three sevenths of a turn.
const SEVENTHS: [[f64; 2]; 3] = [
    [0.623_489_801_858_733_5, 0.781_831_482_468_029_8],
    [-0.222_520_933_956_314_4, 0.974_927_912_181_823_6],
    [-0.900_968_867_902_419_1, 0.433_883_739_117_558_1],
];
