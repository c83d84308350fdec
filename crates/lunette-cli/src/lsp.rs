//! `lunette lsp`: a language server on standard input and output, for editors.
//!
//! Messages come and go as the Language Server Protocol wants them ([`wire`]). Whatever changes in a text, all of it is
//! checked again ([`document`]); nothing of it is ever run.

mod answer;
mod document;
mod place;
mod wire;

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

use serde_json::{Value, json};

use self::document::Document;
use crate::shell::exit::Exit;
use crate::shell::report::Report;

/// Serves until the editor says that it is done.
pub fn run(report: Report) -> Exit {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    match serve(&mut input, &mut output) {
        Ok(exit) => exit,
        Err(error) => {
            report.words(&format!("the editor cannot be understood: {error}"));
            Exit::Usage
        }
    }
}

fn serve(input: &mut impl BufRead, output: &mut impl Write) -> io::Result<Exit> {
    let mut server = Server::default();
    while let Some(message) = wire::read(input)? {
        for answer in server.take(&message) {
            wire::write(output, &answer)?;
        }
        if message["method"] == "exit" {
            break;
        }
    }
    // An editor that goes without a word has crashed.
    Ok(if server.is_done { Exit::Success } else { Exit::Mistake })
}

/// What the server knows.
#[derive(Default)]
struct Server {
    /// The texts that are open, by their addresses.
    documents: HashMap<String, Document>,
    is_done: bool,
}

/// The codes of the protocol for a question that cannot be answered.
const NO_SUCH_METHOD: i64 = -32601;

impl Server {
    /// Takes a message; what is to be said to it.
    fn take(&mut self, message: &Value) -> Vec<Value> {
        let (method, params) = (message["method"].as_str().unwrap_or(""), &message["params"]);
        match message.get("id") {
            Some(id) if !method.is_empty() => vec![self.answer(id, method, params)],
            _ => self.notice(method, params),
        }
    }

    /// The answer to a question.
    fn answer(&mut self, id: &Value, method: &str, params: &Value) -> Value {
        let result = match method {
            "initialize" => answer::abilities(),
            "shutdown" => {
                self.is_done = true;
                Value::Null
            }
            "textDocument/hover" => self.about(params, answer::hover),
            "textDocument/completion" => self.about(params, answer::completion),
            "textDocument/definition" => self.about(params, answer::definition),
            "textDocument/formatting" => self.about(params, |document, _| answer::formatting(document)),
            _ => {
                let words = format!("there is no method `{method}`");
                return json!({"jsonrpc": "2.0", "id": id, "error": {"code": NO_SUCH_METHOD, "message": words}});
            }
        };
        json!({"jsonrpc": "2.0", "id": id, "result": result})
    }

    /// An answer about a text and a place in it; nothing where the text is not open.
    fn about(&self, params: &Value, answer: impl FnOnce(&Document, usize) -> Value) -> Value {
        let Some(document) = self.documents.get(address(params)) else { return Value::Null };
        answer(document, place::offset(document.text(), &params["position"]))
    }

    /// Takes what needs no answer.
    fn notice(&mut self, method: &str, params: &Value) -> Vec<Value> {
        let address = address(params).to_owned();
        match method {
            "textDocument/didOpen" => self.change(&address, &params["textDocument"]["text"]),
            "textDocument/didChange" => {
                // The server asks for whole texts: the last one counts.
                let last = params["contentChanges"].as_array().and_then(|changes| changes.last());
                self.change(&address, last.map_or(&Value::Null, |change| &change["text"]))
            }
            "textDocument/didClose" => {
                self.documents.remove(&address);
                vec![answer::diagnostics(&address, &[])]
            }
            _ => Vec::new(),
        }
    }

    /// A text is another now: what is wrong with it.
    fn change(&mut self, address: &str, text: &Value) -> Vec<Value> {
        let Some(text) = text.as_str() else { return Vec::new() };
        let before = self.documents.remove(address);
        let document = Document::new(address, text, before);
        let told = answer::diagnostics(address, &document.diagnostics());
        self.documents.insert(address.to_owned(), document);
        vec![told]
    }
}

/// The text that a message is about.
fn address(params: &Value) -> &str {
    params["textDocument"]["uri"].as_str().unwrap_or("")
}
