"""What the login drivers of both Python SDKs share: the memory of a client, and the user, who grants at once."""

import json
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import parse_qs, urlsplit

REDIRECT = "http://localhost:3999/callback"


class Memory:
    """The tokens and the registration of a client."""

    def __init__(self) -> None:
        self._tokens: Any = None
        self._client: Any = None

    async def get_tokens(self) -> Any:
        return self._tokens

    async def set_tokens(self, tokens: Any) -> None:
        self._tokens = tokens

    async def get_client_info(self) -> Any:
        return self._client

    async def set_client_info(self, client_info: Any) -> None:
        self._client = client_info


class _Kept(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


class User:
    """Opens the page of the issuer, and keeps what the client asked for and what came back."""

    def __init__(self) -> None:
        self.requested: list[str] = []
        self.resources: list[str] = []
        self.code = ""
        self.state: str | None = None

    async def open(self, url: str) -> None:
        asked = parse_qs(urlsplit(url).query)
        self.requested += asked["scope"]
        self.resources += asked["resource"]
        try:
            urllib.request.build_opener(_Kept).open(url)
        except urllib.error.HTTPError as redirect:
            answer = parse_qs(urlsplit(redirect.headers["location"]).query)
            self.code = answer["code"][0]
            self.state = answer.get("state", [None])[0]

    def tell(self, tools: list[str], whose: str, opened: str) -> None:
        told = {
            "tools": tools,
            "whose": whose,
            "open": opened,
            "requested": self.requested,
            "resources": self.resources,
        }
        print(json.dumps(told))
