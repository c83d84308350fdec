//! A tour of the library: `cargo run --release --example tour`.

use lunette::prelude::*;

fn main() -> lunette::Result<()> {
    let x = tensor![[1, 2, 3], [4, 5, 6]]; // Tensor<i32>, shape [2, 3]
    let column = x.view(s![.., 1])?; // a view shares memory
    column.set([0], 9)?;
    println!("{x}"); // [[1, 9, 3], [4, 5, 6]]

    let row = x.load(s![0, ..])?; // a load copies
    x.store(s![0..2, -1], tensor![[7], [8]])?; // a store writes: shapes fit once the 1s are removed
    println!("{row} was loaded before the store into\n{x}");

    let turned = x.view(s![(.., -1), NewAxis, 1..=2])?; // steps, new axes, inclusive ranges
    println!("{turned} has strides {:?}", turned.strides());
    x.store(s![&tensor![true, false], (.., 2)], 0)?; // a mask and a step, for writing
    println!("{}", x.load(s![.., &tensor![2, 2, 0]])?); // an integer tensor, for reading
    x.store(s![.., 1..], &x.view(s![.., ..-1])?)?; // source and destination overlap: no smearing
    println!("{}", x.grid());

    let sum: i32 = x.read()?.iter().sum(); // a guard: plain references, at full speed
    let bytes = x.try_cast::<u8>()?.into_dyn(); // dtypes in the type, or at run time
    println!("sum {sum}, {} {:?}, {}", bytes.dtype(), bytes.shape(), bytes.literal());

    println!("{}", x.view(s![2]).unwrap_err()); // mistakes are values, with the facts and the cure
    println!("{}", x.store(s![0], f64::NAN).unwrap_err());
    Ok(())
}
