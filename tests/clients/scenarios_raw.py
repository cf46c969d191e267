"""Runs steps of scenarios by JSON-RPC lines, without an SDK, as a client whose user answers questions."""

from typing import Any

from harness import expect
from wire import Peer, line, notification

Json = dict[str, Any]

LISTS = {
    "tools": ("tools/list", "tools"),
    "prompts": ("prompts/list", "prompts"),
    "resources": ("resources/list", "resources"),
    "templates": ("resources/templates/list", "resourceTemplates"),
}

_CAPABILITIES = {"elicitation": {"form": {}}}
_DECLARED = {"io.modelcontextprotocol/clientCapabilities": _CAPABILITIES}


class RawClient:
    """One connection, with the questions of its running call."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self._opened: Json = {}
        self._answers: list[Json] = []
        self._questions: list[str] = []
        # How many requests of the server have an answer.
        self._done = 0

    async def open(self) -> None:
        """Shakes hands in the era that does."""
        for message in self._peer.era.opening():
            if message["method"] == "initialize":
                message["params"]["capabilities"] = _CAPABILITIES
            await self._peer.write(line(message))
            if "id" in message:
                self._opened = (await self._peer.reply(message["id"]))["result"]

    async def run(self, step: Json) -> Json:
        match step:
            case {"tool": tool, "arguments": arguments, "cancel": True}:
                return await self._cancelled({"name": tool, "arguments": arguments})
            case {"tool": tool, "arguments": arguments}:
                self._answers, self._questions = list(step.get("answers", [])), []
                return await self._called({"name": tool, "arguments": arguments}, f"token of {tool}")
            case {"list": name}:
                return await self._pages(LISTS[name][0])
            case {"instructions": _}:
                discovered = self._opened or (await self._request("server/discover", {}))["result"]
                return {"text": discovered["instructions"]}
            case {"prompt": name, "arguments": arguments}:
                return await self._request("prompts/get", {"name": name, "arguments": arguments})
            case {"read": uri}:
                return await self._request("resources/read", {"uri": uri})
            case {"complete": params}:
                return await self._request("completion/complete", params)
        raise ValueError(f"an unknown step: {step}")

    async def _request(self, method: str, params: Json) -> Json:
        return _received(await self._peer.reply(await self._post(method, params)))

    async def _post(self, method: str, params: Json, token: str | None = None) -> int:
        meta = {} if self._peer.era.handshake else dict(_DECLARED)
        if token is not None:
            meta["progressToken"] = token
        return await self._peer.post(method, {**params, "_meta": meta} if meta else params)

    async def _pages(self, method: str) -> Json:
        pages, params = [], {}
        while True:
            page = (await self._request(method, params))["result"]
            pages.append(page)
            if "nextCursor" not in page:
                return {"pages": pages}
            params = {"cursor": page["nextCursor"]}

    async def _called(self, params: Json, token: str) -> Json:
        """Calls a tool, again with the answers as long as its result has questions."""
        told = len(self._peer.progress(token))
        received = await self._answered(await self._post("tools/call", params, token))
        result = received.get("result", {})
        if result.get("resultType") == "input_required":
            answers = {key: self._answer(asked["params"]) for key, asked in result["inputRequests"].items()}
            again = {"inputResponses": answers, "requestState": result["requestState"]}
            return await self._called({**params, **again}, token)
        if "result" not in received:
            return received
        progress = [
            {"progress": each["progress"], "total": each.get("total"), "message": each.get("message")}
            for each in self._peer.progress(token)[told:]
        ]
        return {"result": result, "progress": progress, "questions": self._questions}

    async def _answered(self, identity: int) -> Json:
        """Waits for a response, and answers the requests of the server until then."""
        peer = self._peer
        while True:
            told = lambda: identity in peer.replies or len(peer.requests) > self._done  # noqa: E731
            await peer.until("a response or a question", told)
            if identity in peer.replies:
                return _received(peer.replies[identity])
            request = peer.requests[self._done]
            self._done += 1
            expect("the method of a request of the server", request["method"], "elicitation/create")
            await peer.write(line({"jsonrpc": "2.0", "id": request["id"], "result": self._answer(request["params"])}))

    def _answer(self, asked: Json) -> Json:
        self._questions.append(asked["message"])
        return self._answers.pop(0) if self._answers else {"action": "cancel"}

    async def _cancelled(self, params: Json) -> Json:
        identity = await self._post("tools/call", params, "cancelled")
        await self._peer.begun({"cancelled": identity})
        await self._peer.write(line(notification("notifications/cancelled", requestId=identity)))
        return {"cancelled": True}


def _received(message: Json) -> Json:
    if "error" in message:
        return {"error": {"code": message["error"]["code"], "message": message["error"]["message"]}}
    return {"result": message["result"]}
