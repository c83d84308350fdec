// Starts `lunette lsp` for every program that is opened.

const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function activate() {
  const command = workspace.getConfiguration("lunette").get("command", "lunette");
  const server = { command, args: ["lsp"] };
  const documents = { documentSelector: [{ language: "lunette" }] };
  client = new LanguageClient("lunette", "Lunette", server, documents);
  return client.start();
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
