//! The grammar of colours knows the words of the language.

use lunette::DType;
use lunette_lang::syntax::{Class, highlight};
use serde_json::Value;

fn grammar() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../editors/vscode/syntaxes/lunette.tmLanguage.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).expect("the grammar is JSON")
}

/// The words that stand as alternatives in the grammar: between brackets, bars and the ends of words.
fn words() -> Vec<String> {
    fn collect(value: &Value, words: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    match (name.as_str(), value) {
                        ("match" | "begin", Value::String(pattern)) => {
                            let plain = pattern.replace("\\b", " ").replace("\\s", " ");
                            let parts = plain.split(|c: char| !c.is_alphanumeric());
                            words.extend(parts.map(str::to_owned));
                        }
                        _ => collect(value, words),
                    }
                }
            }
            Value::Array(items) => items.iter().for_each(|item| collect(item, words)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    collect(&grammar(), &mut found);
    found
}

#[test]
fn every_word_of_the_language_is_in_the_grammar() {
    let words = words();
    let keywords = lunette_lang::syntax::KEYWORDS;
    assert!(keywords.len() >= 20 && keywords.contains(&"let"));
    for word in keywords.iter().copied().chain(DType::ALL.map(DType::name)) {
        assert!(words.iter().any(|known| known == word), "`{word}` is missing");
    }
    for word in ["from", "to", "step", "in", "as", "string", "range"] {
        assert!(words.iter().any(|known| known == word), "`{word}` is missing");
    }
    let classes = highlight(&keywords.join(" "));
    assert!(classes.iter().all(|piece| matches!(piece.class, Class::Keyword | Class::Number)));
}

#[test]
fn the_extension_names_files_that_are_there() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../editors/vscode/");
    let read = |name: &str| std::fs::read_to_string(format!("{folder}{name}")).unwrap();
    let package: Value = serde_json::from_str(&read("package.json")).unwrap();
    let contributes = &package["contributes"];
    for path in [&contributes["languages"][0]["configuration"], &contributes["grammars"][0]["path"]] {
        let _: Value = serde_json::from_str(&read(path.as_str().unwrap())).unwrap();
    }
    assert!(!read(package["main"].as_str().unwrap()).is_empty());
}
