//! Messages of the protocol: a header with the number of bytes, and so many bytes of JSON.

use std::io::{self, BufRead, ErrorKind, Write};

use serde_json::Value;

/// No message of an editor is longer: texts are not.
const MOST_BYTES: usize = 1 << 30;

/// The next message; none at the end of the input.
///
/// # Errors
/// If the input cannot be read, or is no message.
pub fn read(input: &mut impl BufRead) -> io::Result<Option<Value>> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        match line.trim_end().split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().ok().filter(|&length| length <= MOST_BYTES);
            }
            Some(_) => {}
            None if line.trim_end().is_empty() => break,
            None => return Err(wrong("a line of its header has no colon")),
        }
    }
    let mut bytes = vec![0; length.ok_or_else(|| wrong("a message does not say how long it is"))?];
    input.read_exact(&mut bytes)?;
    Ok(Some(serde_json::from_slice(&bytes)?))
}

/// Sends a message.
///
/// # Errors
/// If nobody reads it.
pub fn write(output: &mut impl Write, message: &Value) -> io::Result<()> {
    let text = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

fn wrong(words: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, words)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{read, write};

    #[test]
    fn what_is_written_is_read() {
        let mut bytes = Vec::new();
        write(&mut bytes, &json!({"a": "é"})).unwrap();
        write(&mut bytes, &json!(2)).unwrap();
        let mut input = &bytes[..];
        assert_eq!(read(&mut input).unwrap(), Some(json!({"a": "é"})));
        assert_eq!(read(&mut input).unwrap(), Some(json!(2)));
        assert_eq!(read(&mut input).unwrap(), None);
    }

    #[test]
    fn what_is_no_message_is_refused() {
        for text in
            ["hello\r\n\r\n", "A: b\r\n\r\n{}", "Content-Length: x\r\n\r\n{}", "Content-Length: 9\r\n\r\n{}"]
        {
            assert!(read(&mut text.as_bytes()).is_err(), "{text:?}");
        }
    }
}
