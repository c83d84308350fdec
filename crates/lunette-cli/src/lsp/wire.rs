//! Messages of the protocol: a header with the number of bytes, and so many bytes of JSON.

use std::io::{self, BufRead, ErrorKind, Write};

use serde_json::Value;

/// No message of an editor is longer: texts are not.
const MOST_BYTES: usize = 1 << 30;

/// The next message, or what is wrong with its JSON; none at the end of the input.
///
/// # Errors
/// If the input cannot be read, or a header is wrong: then nobody knows where the next message begins.
pub fn read(input: &mut impl BufRead) -> io::Result<Option<serde_json::Result<Value>>> {
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
    Ok(Some(serde_json::from_slice(&bytes)))
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
        bytes.extend(b"Content-Length: 1\r\n\r\n{");
        write(&mut bytes, &json!(3)).unwrap();
        let mut input = &bytes[..];
        let mut next = || read(&mut input).unwrap();
        assert_eq!(next().unwrap().unwrap(), json!({"a": "é"}));
        assert_eq!(next().unwrap().unwrap(), json!(2));
        assert!(next().unwrap().is_err(), "no JSON");
        assert_eq!(next().unwrap().unwrap(), json!(3), "the next message is read all the same");
        assert!(next().is_none());
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
