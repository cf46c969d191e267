"""A scripted model behind the HTTP interfaces of three makers: it calls tools in the order of a script, then says `done`.

It has no state: the results in a request tell how far the script has come. So the requests that a host makes besides,
for titles or routing, disturb nothing.
"""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Protocol

from drivers.driver import confirmed

Json = dict[str, Any]
Event = tuple[str, Json]

_USAGE = {"input_tokens": 1, "output_tokens": 1}


@dataclass
class Script:
    """The calls that the model makes, and what it was sent."""

    calls: list[Json]
    offered: list[str] = field(default_factory=list)
    results: list[str] = field(default_factory=list)
    # The last request that had tools, for a failure's text.
    asked: str = ""


class Dialect(Protocol):
    """The interface of one maker."""

    def tools(self, body: Json) -> list[str]: ...

    def results(self, body: Json) -> list[str]: ...

    def call(self, tool: str, arguments: Json, turn: int) -> list[Event]: ...

    def text(self, text: str) -> list[Event]: ...


class Messages:
    """Anthropic's messages."""

    def tools(self, body: Json) -> list[str]:
        return [tool["name"] for tool in body.get("tools", [])]

    def results(self, body: Json) -> list[str]:
        blocks = [block for each in body["messages"] if isinstance(each["content"], list) for block in each["content"]]
        return [_text(block.get("content", "")) for block in blocks if block["type"] == "tool_result"]

    def call(self, tool: str, arguments: Json, turn: int) -> list[Event]:
        block = {"type": "tool_use", "id": f"toolu_{turn}", "name": tool, "input": {}}
        return self._message(block, {"type": "input_json_delta", "partial_json": json.dumps(arguments)}, "tool_use")

    def text(self, text: str) -> list[Event]:
        return self._message({"type": "text", "text": ""}, {"type": "text_delta", "text": text}, "end_turn")

    def _message(self, block: Json, delta: Json, stop: str) -> list[Event]:
        message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "scripted", "content": []}
        message |= {"stop_reason": None, "stop_sequence": None, "usage": _USAGE}
        events = [
            {"type": "message_start", "message": message},
            {"type": "content_block_start", "index": 0, "content_block": block},
            {"type": "content_block_delta", "index": 0, "delta": delta},
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": None}, "usage": {"output_tokens": 1}},
            {"type": "message_stop"},
        ]
        return [(event["type"], event) for event in events]


class Responses:
    """OpenAI's responses. A host may put the tools of a server into a namespace; then a call names it."""

    def tools(self, body: Json) -> list[str]:
        return [name for name, _ in self._functions(body)]

    def results(self, body: Json) -> list[str]:
        self._namespaces = dict(self._functions(body))
        items = body["input"] if isinstance(body["input"], list) else []
        return [_text(item["output"]) for item in items if item.get("type") == "function_call_output"]

    def call(self, tool: str, arguments: Json, turn: int) -> list[Event]:
        item = {"type": "function_call", "id": f"fc_{turn}", "call_id": f"call_{turn}", "name": tool}
        namespace = self._namespaces[tool]
        return self._response(item | {"arguments": json.dumps(arguments)} | ({"namespace": namespace} if namespace else {}))

    def text(self, text: str) -> list[Event]:
        content = [{"type": "output_text", "text": text, "annotations": []}]
        return self._response({"type": "message", "id": "msg_1", "role": "assistant", "content": content})

    def _functions(self, body: Json) -> Iterator[tuple[str, str | None]]:
        for tool in body.get("tools", []):
            if tool["type"] == "namespace":
                yield from ((inner["name"], tool["name"]) for inner in tool["tools"])
            elif tool["type"] == "function":
                yield tool["name"], None

    def _response(self, item: Json) -> list[Event]:
        item |= {"status": "completed"}
        started = {"id": "resp_1", "object": "response", "status": "in_progress", "model": "scripted", "output": []}
        usage = _USAGE | {"input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
        ended = started | {"status": "completed", "output": [item], "usage": usage | {"total_tokens": 2}}
        events = [
            {"type": "response.created", "response": started},
            {"type": "response.output_item.added", "output_index": 0, "item": item},
            {"type": "response.output_item.done", "output_index": 0, "item": item},
            {"type": "response.completed", "response": ended},
        ]
        return [(event["type"], event | {"sequence_number": number}) for number, event in enumerate(events)]


class GenerateContent:
    """Google's content generation."""

    def tools(self, body: Json) -> list[str]:
        return [each["name"] for tool in body.get("tools", []) for each in tool.get("functionDeclarations", [])]

    def results(self, body: Json) -> list[str]:
        parts = [part for content in body["contents"] for part in content.get("parts", [])]
        return [json.dumps(part["functionResponse"]["response"]) for part in parts if "functionResponse" in part]

    def call(self, tool: str, arguments: Json, turn: int) -> list[Event]:
        return self._content({"functionCall": {"id": f"call_{turn}", "name": tool, "args": arguments}})

    def text(self, text: str) -> list[Event]:
        return self._content({"text": text})

    def _content(self, part: Json) -> list[Event]:
        candidate = {"index": 0, "content": {"role": "model", "parts": [part]}, "finishReason": "STOP"}
        usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
        return [("", {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "scripted"})]


@contextmanager
def serving(script: Script, dialect: Dialect) -> Iterator[str]:
    """Serves the model on a free port of this machine; gives its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _handler(script, dialect)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


def _handler(script: Script, dialect: Dialect) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
            generates = any(key in body for key in ("messages", "input", "contents"))
            if "count_tokens" in self.path or "countTokens" in self.path or not generates:
                return self._send("application/json", json.dumps({"input_tokens": 1, "totalTokens": 1}))
            events = _turn(script, dialect, body)
            if body.get("stream") or "streamGenerateContent" in self.path:
                lines = [(f"event: {name}\n" if name else "") + f"data: {json.dumps(data)}\n\n" for name, data in events]
                return self._send("text/event-stream", "".join(lines))
            return self._send("application/json", json.dumps(events[-1][1]))

        def do_GET(self) -> None:
            self._send("application/json", json.dumps({"data": [], "models": []}))

        do_HEAD = do_GET

        def log_message(self, *_: Any) -> None:
            """Nobody reads a log of the model."""

        def _send(self, kind: str, text: str) -> None:
            encoded = text.encode()
            self.send_response(200)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(encoded)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(encoded)

    return Handler


def _turn(script: Script, dialect: Dialect, body: Json) -> list[Event]:
    offered, results = dialect.tools(body), dialect.results(body)
    if not any("tracker" in tool for tool in offered):
        return dialect.text("done")
    script.offered, script.results, script.asked = offered, results, json.dumps(body)
    if len(results) >= len(script.calls):
        return dialect.text("done")
    call = confirmed(script.calls[len(results)], results[-1] if results else "")
    found = [name for name in offered if name == call["tool"] or name.endswith(f"_{call['tool']}")]
    return dialect.call(found[0], call["arguments"], len(results)) if found else dialect.text("done")


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(block.get("text", json.dumps(block)) for block in content)
