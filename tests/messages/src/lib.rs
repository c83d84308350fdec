//! What the compiler says about mistakes in programs that use Lunette; the programs are in `tests/ui`.
