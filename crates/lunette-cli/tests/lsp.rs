//! `lunette lsp`: a session with an editor, from its first message to its last.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// A server, and an editor that talks to it.
struct Editor {
    server: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    asked: u64,
}

const TEXT: &str = "\
// Twice as much.
fun twice(x) {
    let factor = 2
    x * factor
}
let value = twice(1.5)
print(value, sqrt( 4.0 ))
";

impl Editor {
    fn new() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lunette"));
        let mut server = command
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let (to, from) = (server.stdin.take().unwrap(), BufReader::new(server.stdout.take().unwrap()));
        let mut editor = Self { server, to, from, asked: 0 };
        let abilities = editor.ask("initialize", json!({"capabilities": {}}));
        assert_eq!(abilities["capabilities"]["hoverProvider"], true);
        editor.tell("initialized", json!({}));
        editor
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.to.flush().unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).unwrap() > 0, "the server is gone");
            match line.trim_end().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().unwrap(),
                None if line.trim_end().is_empty() => break,
                None => {}
            }
        }
        let mut bytes = vec![0; length];
        self.from.read_exact(&mut bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// What the server answers to a question.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        let answer = self.receive();
        assert_eq!(answer["id"], id, "{answer}");
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    /// What the server says to a text that is opened.
    fn open(&mut self, address: &str, text: &str) -> Vec<Value> {
        let document = json!({"uri": address, "languageId": "lunette", "version": 1, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
        self.told(address)
    }

    /// What the server says to a text that is another now.
    fn change(&mut self, address: &str, text: &str) -> Vec<Value> {
        let params =
            json!({"textDocument": {"uri": address, "version": 2}, "contentChanges": [{"text": text}]});
        self.tell("textDocument/didChange", params);
        self.told(address)
    }

    fn told(&mut self, address: &str) -> Vec<Value> {
        let told = self.receive();
        assert_eq!(told["method"], "textDocument/publishDiagnostics", "{told}");
        assert_eq!(told["params"]["uri"], address, "{told}");
        told["params"]["diagnostics"].as_array().unwrap().clone()
    }

    /// The answer about the place of `word`, or of its last occurrence.
    fn at(&mut self, question: &str, address: &str, text: &str, word: &str) -> Value {
        let at = text.rfind(word).unwrap_or_else(|| panic!("{word}"));
        let before = &text[..at];
        let line = before.matches('\n').count();
        let character = before.rsplit('\n').next().unwrap().encode_utf16().count();
        let position = json!({"line": line, "character": character});
        let params = json!({"textDocument": {"uri": address}, "position": position});
        self.ask(&format!("textDocument/{question}"), params)
    }

    fn leave(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        assert!(self.server.wait().unwrap().success());
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        // It has gone by itself where all went well.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn markdown(answer: &Value) -> &str {
    answer["contents"]["value"].as_str().unwrap_or("")
}

#[test]
fn an_editor_is_told_what_is_wrong() {
    let mut editor = Editor::new();
    let address = "file:///nowhere/a%20b.lun";
    assert!(editor.open(address, TEXT).is_empty());
    let wrong = "let é = [1, 2]\né[0] <- 7\nprint(squrt(4.0))\n";
    let found = editor.change(address, wrong);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(
        found[0]["range"],
        json!({"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 1}})
    );
    assert_eq!((&found[0]["severity"], &found[0]["source"]), (&json!(1), &json!("lunette")));
    let related = &found[0]["relatedInformation"][0];
    assert_eq!(related["location"]["uri"], address, "{related}");
    assert_eq!(related["location"]["range"]["start"], json!({"line": 0, "character": 4}));
    assert!(found[1]["message"].as_str().unwrap().contains("help: did you mean `sqrt`?"), "{}", found[1]);
    assert!(editor.change(address, TEXT).is_empty(), "mistakes that are mended are gone");
    editor.tell("textDocument/didClose", json!({"textDocument": {"uri": address}}));
    assert!(editor.told(address).is_empty());
    editor.leave();
}

#[test]
fn an_editor_can_ask_about_names() {
    let mut editor = Editor::new();
    let address = "file:///nowhere/names.lun";
    editor.open(address, TEXT);
    let hover = editor.at("hover", address, TEXT, "sqrt");
    assert!(markdown(&hover).contains("sqrt(x)"), "{hover}");
    let hover = editor.at("hover", address, TEXT, "twice(1.5)");
    assert!(
        markdown(&hover).contains("fun twice(x)") && markdown(&hover).contains("Twice as much."),
        "{hover}"
    );
    let hover = editor.at("hover", address, TEXT, "value,");
    assert!(markdown(&hover).contains("value: f64"), "{hover}");
    let hover = editor.at("hover", address, TEXT, "factor\n}");
    assert!(markdown(&hover).contains("let factor = 2"), "{hover}");
    assert_eq!(editor.at("hover", address, TEXT, " 4.0"), Value::Null);
    let found = editor.at("definition", address, TEXT, "factor\n}");
    assert_eq!(found["range"]["start"], json!({"line": 2, "character": 8}), "{found}");
    let found = editor.at("definition", address, TEXT, "twice(1.5)");
    assert_eq!(found["range"]["start"], json!({"line": 1, "character": 4}), "{found}");
    assert_eq!(editor.at("definition", address, TEXT, "sqrt"), Value::Null);
    editor.leave();
}

#[test]
fn an_editor_completes_names_and_formats() {
    let mut editor = Editor::new();
    let address = "file:///nowhere/typed.lun";
    editor.open(address, TEXT);
    // What is being typed has mistakes: what was known before counts.
    let typed = format!("{TEXT}val");
    editor.change(address, &typed);
    let labels = |found: &Value| -> Vec<String> {
        found.as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap().to_owned()).collect()
    };
    let position = json!({"line": 7, "character": 3});
    let params = json!({"textDocument": {"uri": address}, "position": position});
    let found = editor.ask("textDocument/completion", params.clone());
    assert!(labels(&found).contains(&"value".to_owned()), "{found}");
    let item = found.as_array().unwrap().iter().find(|item| item["detail"] == "f64");
    assert!(item.is_some(), "a variable of the program: {found}");
    let inside = TEXT.replace("x * factor", "x * fac");
    editor.change(address, &inside);
    let params = json!({"textDocument": {"uri": address}, "position": {"line": 3, "character": 11}});
    let found = editor.ask("textDocument/completion", params);
    assert!(labels(&found).contains(&"factor".to_owned()), "a name inside of a function: {found}");
    editor.change(address, TEXT);
    let changes =
        editor.ask("textDocument/formatting", json!({"textDocument": {"uri": address}, "options": {}}));
    let text = changes[0]["newText"].as_str().unwrap();
    assert_eq!(text, TEXT.replace("sqrt( 4.0 )", "sqrt(4.0)"));
    editor.change(address, text);
    let changes =
        editor.ask("textDocument/formatting", json!({"textDocument": {"uri": address}, "options": {}}));
    assert_eq!(changes, json!([]));
    editor.leave();
}

#[test]
fn names_of_modules_lie_in_their_files() {
    let folder = std::env::temp_dir().join(format!("lunette-lsp-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("stats.lun"), "let unused = 1\nfun middle(x) { x / 2 }\n").unwrap();
    let address = format!("file://{}", folder.join("main.lun").display());
    let text = "module stats as stats\nprint(stats.middle(3))\nprint(stats.wrong)\n";
    let mut editor = Editor::new();
    let found = editor.open(&address, text);
    assert_eq!(found.len(), 1, "{found:?}");
    let place = editor.at("definition", &address, text, "middle");
    assert!(place["uri"].as_str().unwrap().ends_with("/stats.lun"), "{place}");
    assert_eq!(place["range"]["start"], json!({"line": 1, "character": 4}));
    editor.leave();
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_is_no_question_is_answered_too() {
    let mut editor = Editor::new();
    editor.send(&json!({"jsonrpc": "2.0", "id": "a", "method": "workspace/nothing", "params": {}}));
    let answer = editor.receive();
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!("a"), &json!(-32601)), "{answer}");
    let nowhere = json!({"textDocument": {"uri": "file:///none"}, "position": {"line": 0, "character": 0}});
    assert_eq!(editor.ask("textDocument/hover", nowhere), Value::Null);
    editor.leave();
}

#[test]
fn a_message_that_is_no_json_is_answered_and_the_next_one_too() {
    let mut editor = Editor::new();
    write!(editor.to, "Content-Length: 9\r\n\r\n{{\"id\": 1,").unwrap();
    let answer = editor.receive();
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&Value::Null, &json!(-32700)), "{answer}");
    assert!(editor.open("file:///nowhere/after.lun", TEXT).is_empty());
    assert_eq!(editor.ask("shutdown", Value::Null), Value::Null);
    editor.send(&json!({"jsonrpc": "2.0", "id": 9, "method": "textDocument/hover", "params": {}}));
    let answer = editor.receive();
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(9), &json!(-32600)), "{answer}");
    editor.tell("exit", Value::Null);
    assert!(editor.server.wait().unwrap().success());
}

#[test]
fn a_dot_is_of_a_module_of_a_call_or_of_a_range() {
    let mut editor = Editor::new();
    let (library, address) = ("file:///nowhere/lib/stats.lun", "file:///nowhere/dots.lun");
    editor.open(library, "// Not the mean.\nfun mean(x) { x[0] }\n");
    let text = "module lib.stats as stats\nfun twice(x) { 2 * x }\nlet n = 2\nlet v = [1, 2]\n\
        print(v[0..n], stats.mean(v), v.twice(), stats.sum)\n";
    editor.tell(
        "textDocument/didOpen",
        json!({"textDocument": {"uri": address, "languageId": "lunette", "version": 1, "text": text}}),
    );
    editor.told(address);
    editor.told(library);
    let hover = editor.at("hover", address, text, "n], stats");
    assert!(markdown(&hover).contains("let n = 2") || markdown(&hover).contains("n: i32"), "{hover}");
    let found = editor.at("definition", address, text, "n], stats");
    assert_eq!(found["range"]["start"], json!({"line": 2, "character": 4}), "{found}");
    let hover = editor.at("hover", address, text, "mean");
    assert!(markdown(&hover).contains("Not the mean."), "{hover}");
    let found = editor.at("definition", address, text, "mean");
    assert_eq!((&found["uri"], &found["range"]["start"]["line"]), (&json!(library), &json!(1)), "{found}");
    let hover = editor.at("hover", address, text, "twice()");
    assert!(markdown(&hover).contains("fun twice(x)"), "{hover}");
    let found = editor.at("definition", address, text, "twice()");
    assert_eq!(found["range"]["start"], json!({"line": 1, "character": 4}), "{found}");
    assert_eq!(editor.at("hover", address, text, "sum)"), Value::Null, "the module has no such name");
    for (typed, label, is_offered) in [
        ("print(v[0..", "n", true),
        ("print(v.", "twice", true),
        ("print(v.", "n", false),
        ("print(stats.", "mean", true),
        ("print(stats.", "twice", false),
    ] {
        let text = format!("{text}{typed}");
        editor.change(address, &text);
        editor.told(library);
        let position = json!({"line": 5, "character": typed.len()});
        let params = json!({"textDocument": {"uri": address}, "position": position});
        let found = editor.ask("textDocument/completion", params);
        let is_found = found.as_array().unwrap().iter().any(|item| item["label"] == label);
        assert_eq!(is_found, is_offered, "{typed}{label}: {found}");
    }
    editor.leave();
}

#[test]
fn open_texts_import_each_other_as_they_stand() {
    let mut editor = Editor::new();
    let (module, address) = ("file:///nowhere/open/part.lun", "file:///nowhere/open/whole.lun");
    assert_eq!(
        editor.open(address, "module part as part\nprint(part.one)\n").len(),
        1,
        "there is no such file"
    );
    assert!(editor.open(module, "let one = 1\n").is_empty());
    assert!(editor.told(address).is_empty(), "now there is");
    assert!(editor.change(module, "let two = 2\n").is_empty());
    assert_eq!(editor.told(address).len(), 1, "the name is gone");
    editor.tell("textDocument/didClose", json!({"textDocument": {"uri": module}}));
    assert!(editor.told(module).is_empty());
    assert_eq!(editor.told(address).len(), 1, "the file is gone");
    editor.leave();
}
