//! `lunette lsp`: a language server on standard input and output, for editors.
//!
//! Messages come and go as the Language Server Protocol wants them ([`wire`]). Whatever changes in a text, all that are open
//! are checked again ([`document`]), as one may import another ([`open`]); nothing of them is ever run.

mod answer;
mod document;
mod meaning;
mod open;
mod place;
mod wire;

use std::collections::{BTreeMap, HashMap};
use std::io::{self, BufRead, Write};
use std::sync::Arc;

use serde_json::{Value, json};

use self::document::Document;
use self::open::Open;
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
        let message = match message {
            Ok(message) => message,
            Err(error) => {
                wire::write(output, &refusal(&Value::Null, NO_JSON, &format!("this is no JSON: {error}")))?;
                continue;
            }
        };
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
    texts: BTreeMap<String, Arc<str>>,
    /// What is known of them.
    documents: HashMap<String, Document>,
    is_done: bool,
}

/// The codes of the protocol for a question that cannot be answered.
const NO_JSON: i64 = -32700;
const NO_REQUEST: i64 = -32600;
const NO_SUCH_METHOD: i64 = -32601;

/// The answer to a question that cannot be answered.
fn refusal(id: &Value, code: i64, words: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": words}})
}

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
        if self.is_done {
            return refusal(id, NO_REQUEST, "the server has been told to shut down");
        }
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
            _ => return refusal(id, NO_SUCH_METHOD, &format!("there is no method `{method}`")),
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
                self.texts.remove(&address);
                self.documents.remove(&address);
                let mut told = vec![answer::diagnostics(&address, &[])];
                told.extend(self.check(&address));
                told
            }
            _ => Vec::new(),
        }
    }

    /// A text is another now: what is wrong with those that are open.
    fn change(&mut self, address: &str, text: &Value) -> Vec<Value> {
        let Some(text) = text.as_str() else { return Vec::new() };
        self.texts.insert(address.to_owned(), Arc::from(text));
        self.check(address)
    }

    /// Checks all texts, as one may import another: what is wrong with them, first with the one that has changed.
    fn check(&mut self, changed: &str) -> Vec<Value> {
        let open = Open::new(&self.texts);
        let mut texts: Vec<_> = self.texts.iter().collect();
        texts.sort_by_key(|(address, _)| *address != changed);
        let mut told = Vec::with_capacity(texts.len());
        for (address, text) in texts {
            let before = self.documents.remove(address);
            let document = Document::new(address, text, before, open.clone());
            told.push(answer::diagnostics(address, &document.diagnostics()));
            self.documents.insert(address.clone(), document);
        }
        told
    }
}

/// The text that a message is about.
fn address(params: &Value) -> &str {
    params["textDocument"]["uri"].as_str().unwrap_or("")
}
