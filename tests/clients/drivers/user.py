"""The person at the client, who answers what the server asks. See drivers/README.md."""

from collections.abc import Callable
from typing import Any

import anyio

Json = dict[str, Any]


class User:
    """Answers a question as it was laid down for its message, and thinks about it until then."""

    def __init__(self) -> None:
        self.asked = anyio.Event()
        self._questions: list[Json] = []
        self._answers: dict[str, Json] = {}
        self._thinking = 0
        self._withdrawn = 0
        self._news = anyio.Event()

    async def answer(self, question: Json) -> Json:
        """What an SDK's callback for elicitation returns, as on the wire."""
        self._questions.append(question)
        self._thinking += 1
        self.asked.set()
        try:
            await self._until(lambda: question["message"] in self._answers)
            answer = self._answers.pop(question["message"])
            await anyio.sleep(answer.pop("after", 0))
            return answer
        except anyio.get_cancelled_exc_class():
            self._withdrawn += 1
            raise
        finally:
            self._thinking -= 1
            self._tell()

    def lay_down(self, answers: dict[str, Json]) -> None:
        """By the messages of the questions; each answer is given once, after `after` seconds if it has that."""
        self._answers |= answers
        self._tell()

    def questions(self) -> list[Json]:
        """Those since the last time, in the order they came."""
        questions, self._questions = self._questions, []
        return questions

    async def idle(self) -> None:
        """Waits until no question is open."""
        await self._until(lambda: not self._thinking)

    async def withdrawn(self) -> None:
        """Waits until a question was withdrawn, once more than it was waited for."""
        await self._until(lambda: self._withdrawn > 0)
        self._withdrawn -= 1

    async def _until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            await self._news.wait()

    def _tell(self) -> None:
        news, self._news = self._news, anyio.Event()
        news.set()
