// Starts the language server of Cartaro and joins the editor to it.
"use strict";

const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

async function activate() {
  const settings = vscode.workspace.getConfiguration("cartaro");
  const [command, ...rest] = settings.get("command");
  const language = settings.get("language");
  const args = language ? [...rest, "--language", language] : rest;
  client = new LanguageClient(
    "cartaro",
    "Cartaro",
    { command, args, transport: TransportKind.stdio },
    {
      documentSelector: [{ language: "cartaro" }],
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.regole") },
    },
  );
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(
      `The language server of Cartaro does not start (${[command, ...args].join(" ")}): pip install 'cartaro[lsp]', or see the setting cartaro.command.`,
    );
  }
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
