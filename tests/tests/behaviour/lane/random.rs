//! Random requests of a seed, from plain ones to broken ones.

use serde_json::{Map, Value, json};

/// A generator of random numbers, the same for each seed.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Returns a number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(number).unwrap() % limit
    }

    /// Returns true once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn one_of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    fn text(&mut self) -> String {
        const LETTERS: [&str; 12] = [
            "a", "Z", "0", " ", "\"", "\\", "\n", "é", "𝄞", "\u{2028}", "/", "\u{7f}",
        ];
        let length = self.below(6);
        (0..length).map(|_| *self.one_of(&LETTERS)).collect()
    }

    /// Returns any value, seldom a deep one.
    pub fn value(&mut self) -> Value {
        match self.below(12) {
            0 => Value::Null,
            1 => json!(self.once_in(2)),
            2 => json!(self.below(200)),
            3 => json!(-1 - i64::try_from(self.below(9)).unwrap()),
            4 => json!(1.5),
            5 => json!(u64::MAX),
            6 | 7 => json!(self.text()),
            8 => (0..self.below(3)).map(|_| self.value()).collect(),
            9 => {
                let members = (0..self.below(3)).map(|_| (self.text(), self.value()));
                Value::Object(members.collect())
            }
            _ => json!(*self.one_of(&["1", "true", "newest", "", "null", "[1]"])),
        }
    }

    /// Returns arguments of an action, mostly right ones.
    fn arguments(&mut self, action: &str) -> Map<String, Value> {
        let right = match action {
            "echo" => json!({"text": self.text(), "times": self.below(3)}),
            "kinds" => json!({
                "number": self.below(120), "share": 0.5, "on": self.once_in(2),
                "order": self.one_of(&["newest", "oldest", "oldset"]), "tags": [self.text()],
                "point": {"x": self.below(9)},
            }),
            "object" => json!({"x": self.below(9)}),
            "list" => json!({"length": self.below(4)}),
            "fail" => json!({"how": self.one_of(&["plain", "internal", "not"])}),
            "sleep" => json!({"millis": self.below(3)}),
            "progress" => json!({"steps": self.below(3)}),
            "secret" => json!({"text": self.one_of(&["word", "forbidden"])}),
            _ => json!({}),
        };
        let mut arguments: Map<String, Value> = serde_json::from_value(right).unwrap();
        let names: Vec<String> = arguments.keys().cloned().collect();
        if !names.is_empty() && self.once_in(4) {
            let name = self.one_of(&names).clone();
            if self.once_in(2) {
                arguments.remove(&name);
            } else {
                arguments.insert(name, self.value());
            }
        }
        if self.once_in(6) {
            let name = self.one_of(&["texts", "limit", "x", ""]);
            arguments.insert((*name).to_owned(), self.value());
        }
        arguments
    }

    fn id(&mut self) -> Value {
        match self.below(10) {
            0..=3 => json!(self.below(1_000)),
            4 => json!(i64::MIN),
            5 => json!(i64::MAX),
            6..=8 => json!(self.text()),
            _ => match self.below(6) {
                0 => Value::Null,
                1 => json!(1.5),
                2 => json!(2.0),
                3 => json!(u64::MAX),
                4 => json!([1]),
                _ => json!(true),
            },
        }
    }

    /// Returns a call, with the `_meta` of its era, or a message that is nearly one.
    pub fn call(&mut self, flat: bool, meta: &Value) -> Value {
        const ACTIONS: [&str; 15] = [
            "echo", "echo", "kinds", "kinds", "object", "list", "blocks", "fail", "boom", "sleep",
            "progress", "request", "caller", "secret", "nothing",
        ];
        let action = *self.one_of(&ACTIONS);
        let mut arguments = Value::Object(self.arguments(action));
        let mut name = "work".to_owned();
        if flat {
            name = format!("work_{action}");
        } else if !self.once_in(20) {
            arguments["action"] = json!(action);
        }
        if self.once_in(25) {
            arguments = self.value();
        }
        if self.once_in(25) {
            name = self.text();
        }
        let mut params = json!({"name": name, "arguments": arguments});
        self.vary_meta(meta, &mut params);
        if self.once_in(30) {
            let member = *self.one_of(&["arguments", "name", "task", "requestState"]);
            params[member] = self.value();
        }
        let mut call = json!({
            "jsonrpc": "2.0", "id": self.id(), "method": "tools/call", "params": params,
        });
        if self.once_in(30) {
            let member = *self.one_of(&["jsonrpc", "method", "params", "extra", "result"]);
            call[member] = self.value();
        }
        if self.once_in(40) {
            let member = *self.one_of(&["jsonrpc", "id", "params"]);
            call.as_object_mut().unwrap().remove(member);
        }
        call
    }

    fn vary_meta(&mut self, meta: &Value, params: &mut Value) {
        if !meta.is_null() {
            params["_meta"] = meta.clone();
        }
        if self.once_in(8) {
            let (key, value) = match self.below(9) {
                0 => ("progressToken", json!(self.below(9))),
                1 => (
                    "traceparent",
                    json!("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
                ),
                2 => ("traceparent", self.value()),
                3 => ("tracestate", json!("a=1")),
                4 => (
                    "io.modelcontextprotocol/clientInfo",
                    json!({"name": self.text(), "version": "1", "title": "T"}),
                ),
                5 => ("io.modelcontextprotocol/clientInfo", self.value()),
                6 => ("io.modelcontextprotocol/clientCapabilities", self.value()),
                7 => (
                    "io.modelcontextprotocol/protocolVersion",
                    json!(*self.one_of(&["2025-11-25", "2026-07-28", "2099-01-01"])),
                ),
                _ => ("claude/tool", self.value()),
            };
            params["_meta"][key] = value;
        }
    }

    /// Returns the text of a message: often as it is, and sometimes with other spaces, escapes, members
    /// that occur twice, or broken.
    pub fn text_of(&mut self, message: &Value) -> String {
        let text = message.to_string();
        match self.below(40) {
            0 => text.replace(':', " :\t").replace(',', " , "),
            1 => text.replace("tools/call", "tools\\/call"),
            2 => text.replace("work", "w\\u006frk"),
            3 => text.replacen('{', r#"{"jsonrpc":"2.0","#, 1),
            4 => text.replacen(r#""arguments":{"#, r#""arguments":{"x":1,"x":2,"#, 1),
            5 => text.replacen(r#""_meta":{"#, r#""_meta":{"x":1,"x":2,"#, 1),
            6 => text[..text.len() - 1].to_owned(),
            7 => format!("{text} {text}"),
            8 => format!("[{text}]"),
            9 => text.replacen(":1", ":1e999", 1),
            10 => text.replacen("\"a", "\"\\ud800", 1),
            11 => {
                let deep = format!("{}{}", "[".repeat(125), "]".repeat(125));
                text.replacen(
                    r#""arguments":{"#,
                    &format!(r#""arguments":{{"x":{deep},"#),
                    1,
                )
            }
            // Arrays of what the members of an object would be.
            12 => json!(["2.0", "tools/call", message["id"], message["params"]]).to_string(),
            13 => {
                let mut message = message.clone();
                let params = message["params"].take();
                message["params"] = json!([params["name"], params["arguments"], params["_meta"]]);
                message.to_string()
            }
            14 => {
                let key = "io.modelcontextprotocol/clientInfo";
                let mut message = message.clone();
                if message["params"]["_meta"].is_object() {
                    message["params"]["_meta"][key] = json!(["wire", null, "1"]);
                }
                message.to_string()
            }
            _ => text,
        }
    }
}
