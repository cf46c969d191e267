//! A registry attached to a handler of the SDK, over the wire, in both protocol eras.

mod access;
mod detach;
mod hidden_tools;
mod initialize;
mod lists;
mod migrated;
mod pagination;
mod prompts_and_resources;
mod sdk_methods;
mod subscriptions;
mod tasks;
mod wrapped_handler;

use fusion_core::Server;
use fusion_tests::wire::{Wire, modern, request};
use rmcp::ServerHandler;
use serde_json::{Value, json};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Era {
    Legacy,
    Modern,
}

const ERAS: [Era; 2] = [Era::Legacy, Era::Modern];

/// A client of one era.
struct Client {
    wire: Wire,
    era: Era,
    last: u64,
}

impl Client {
    async fn connect<H: ServerHandler>(handler: H, era: Era) -> Self {
        Self::over_wire(Wire::handler(handler), era).await
    }

    /// Of a server by itself.
    async fn connect_server(server: Server, era: Era) -> Self {
        Self::over_wire(Wire::serve(server), era).await
    }

    async fn over_wire(mut wire: Wire, era: Era) -> Self {
        if era == Era::Legacy {
            wire.shake_hands().await;
        }
        Self { wire, era, last: 0 }
    }

    /// Sends a request; its number.
    async fn send(&mut self, method: &str, params: Value) -> u64 {
        self.last += 1;
        let request = match self.era {
            Era::Legacy => request(self.last, method, params),
            Era::Modern => modern(self.last, method, params),
        };
        self.wire.send(&request).await;
        self.last
    }

    /// Returns all messages of the server for a request, the response last.
    async fn exchange(&mut self, method: &str, params: Value) -> Vec<Value> {
        let id = self.send(method, params).await;
        let mut said = Vec::new();
        loop {
            let message = self.wire.receive().await;
            let last = message["id"] == id;
            said.push(message);
            if last {
                return said;
            }
        }
    }

    async fn ask(&mut self, method: &str, params: Value) -> Value {
        self.exchange(method, params).await.pop().unwrap()
    }

    async fn result(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, params).await;
        assert!(answer["result"].is_object(), "{answer}");
        answer["result"].clone()
    }

    async fn error(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, params).await;
        assert!(answer["error"].is_object(), "{answer}");
        answer["error"].clone()
    }

    /// Sends a request of the modern era, in which the client has this name.
    async fn send_as(&mut self, name: &str, method: &str, params: Value) -> Value {
        self.last += 1;
        let mut request = modern(self.last, method, params);
        request["params"]["_meta"]["io.modelcontextprotocol/clientInfo"]["name"] = json!(name);
        self.wire.send(&request).await;
        self.wire.receive().await
    }

    async fn list(&mut self) -> Value {
        self.ask("tools/list", json!({})).await["result"].clone()
    }

    async fn names(&mut self) -> Vec<String> {
        names(&self.list().await)
    }

    async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({"name": tool, "arguments": arguments}))
            .await
    }
}

fn names(list: &Value) -> Vec<String> {
    let tools = list["tools"].as_array().unwrap_or_else(|| panic!("{list}"));
    let name = |tool: &Value| tool["name"].as_str().unwrap().to_owned();
    tools.iter().map(name).collect()
}

fn text(answer: &Value) -> &str {
    let text = answer["result"]["content"][0]["text"].as_str();
    text.unwrap_or_else(|| panic!("{answer}"))
}

/// Returns the value under `key` of each item of a list.
fn all(list: &Value, items: &str, key: &str) -> Vec<String> {
    let items = list[items].as_array().unwrap_or_else(|| panic!("{list}"));
    let one = |item: &Value| item[key].as_str().unwrap().to_owned();
    items.iter().map(one).collect()
}
