use lunette::prelude::*;

fn main() {
    let x = DynTensor::zeros_of(DType::F32, 3).unwrap();
    let _ = x.to_vec();
}
