use lunette::s;
use lunette::tensor::Tensor;

fn pick(weights: &Tensor<f64>) {
    let _ = s![.., weights];
}

fn main() {}
