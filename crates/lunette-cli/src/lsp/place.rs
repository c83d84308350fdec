//! Places of the protocol, lines and columns from 0 that count UTF-16, beside bytes of the text; and addresses of files.

use std::path::{Path, PathBuf};

use lunette_lang::source::{Source, Span};
use serde_json::{Value, json};

/// The byte of a place.
pub fn offset(text: &str, position: &Value) -> usize {
    let line = position["line"].as_u64().unwrap_or(0) as usize;
    let column = position["character"].as_u64().unwrap_or(0) as usize;
    let start = match line {
        0 => 0,
        _ => text.match_indices('\n').nth(line - 1).map_or(text.len(), |(at, _)| at + 1),
    };
    let rest = text.get(start..).unwrap_or("");
    let line = rest.split('\n').next().unwrap_or("");
    let mut units = 0;
    for (at, character) in line.char_indices() {
        if units >= column {
            return start + at;
        }
        units += character.len_utf16();
    }
    start + line.len()
}

/// The place of a byte.
pub fn position(source: &Source, offset: u32) -> Value {
    let line = source.line_column(offset).line;
    let (start, _) = source.line(line);
    let before = source.slice(Span { file: source.id, start, end: offset.max(start) });
    json!({"line": line - 1, "character": before.encode_utf16().count()})
}

/// The stretch from one byte to another.
pub fn range(source: &Source, span: Span) -> Value {
    json!({"start": position(source, span.start), "end": position(source, span.end)})
}

/// The path of an address, `file:///a%20b`; another kind of address is taken as it is.
pub fn path(address: &str) -> PathBuf {
    let Some(path) = address.strip_prefix("file://") else { return PathBuf::from(address) };
    let mut bytes = Vec::new();
    let mut rest = path.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()).filter(|_| first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    let path = String::from_utf8_lossy(&bytes).into_owned();
    // Windows: `file:///c:/a` is the path `c:/a`.
    let drive = path.strip_prefix('/').filter(|path| path.as_bytes().get(1) == Some(&b':'));
    PathBuf::from(drive.map_or(path.clone(), str::to_owned))
}

/// The address of a path.
pub fn address(path: &Path) -> String {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let mut address = String::from("file://");
    let text = path.to_string_lossy().replace('\\', "/");
    if !text.starts_with('/') {
        address.push('/');
    }
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' | b':' => {
                address.push(char::from(byte));
            }
            _ => address.push_str(&format!("%{byte:02X}")),
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use lunette_lang::source::{FileId, Source};
    use serde_json::json;

    use super::{address, offset, path, position};

    #[test]
    fn columns_count_utf16() {
        let text = "a\n𝒙é = 1\n";
        let source = Source::new(FileId(0), "-", text);
        for (at, line, character) in
            [(0, 0, 0), (1, 0, 1), (2, 1, 0), (6, 1, 2), (8, 1, 3), (12, 1, 7), (13, 2, 0)]
        {
            let place = json!({"line": line, "character": character});
            assert_eq!(position(&source, at), place);
            assert_eq!(offset(text, &place), at as usize);
        }
        assert_eq!(offset(text, &json!({"line": 0, "character": 9})), 1, "columns end with their line");
        assert_eq!(offset(text, &json!({"line": 9, "character": 0})), text.len());
    }

    #[test]
    fn addresses_are_paths() {
        assert_eq!(path("file:///data/a%20b/%C3%A9.lun"), Path::new("/data/a b/é.lun"));
        assert_eq!(path("file:///c:/a.lun"), Path::new("c:/a.lun"));
        assert_eq!(path("untitled:1"), Path::new("untitled:1"));
        assert_eq!(address(Path::new("/not there/é%.lun")), "file:///not%20there/%C3%A9%25.lun");
    }
}
