//! What an index gives, beside what the library says when everything is known.
