//! Whole texts: their types, and what is wrong with them.
