"""The official SDKs and their users, whom a server asks in the middle of a call: every client, over each transport, in
each era that it speaks.

The server (`tests/src/bin/asking/`) keeps a journal of its handlers. It is read when the server has ended, so that
nothing can happen after it. In the modern era a handler begins again with the answers of each round.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from contract import error_text_of, text_of
from harness import Suite, expect, expect_that, scratch, waiting_for
from sdk import CASES, Case, Session, connected
from server import Server, started

SUITE = Suite("asking")

_TOOL = "office"
_HINT = (
    "\nHint: Connect with a client that shows questions to its user, or ask the user to do this another way."
)
_UNDECLARED = "the client does not declare that it shows forms to its user (capability `elicitation`)"
_NO_SESSION = "the client has no session in which it could be asked in the middle of a call"

_DELETE = {"issue": 7, "note": 'a "b"\u202e\n'}
_DELETE_QUESTION = 'Delete issue 7 and "a \\"b\\"\ufffd "?'
_DELETED = r'deleted 7 and "a \"b\"\u{202e}\n"'

_WHY = "Why close issue 7?"
_CLOSING = {
    "reason": "it's done é 🦀",
    "kind": "done",
    "hours": 1.5,
    "duplicate_of": 3,
    "tell": True,
    "labels": ["urgent"],
}
_CLOSED = (
    'closed 7: Closing { reason: "it\'s done é 🦀", kind: Done, hours: 1.5, duplicate_of: Some(3), tell: true, '
    "labels: [Urgent] }"
)
_FORM = {
    "type": "object",
    "properties": {
        "reason": {"type": "string", "description": "The reason, in a few words.", "minLength": 3},
        "kind": {"type": "string", "description": "The kind of the end.", "enum": ["done", "dropped"]},
        "hours": {"type": "number", "description": "The hours that it took."},
        "duplicate_of": {"type": "integer", "description": "The issue that this one repeats.", "minimum": 0},
        "tell": {"type": "boolean", "description": "True if everyone who follows it is told.", "default": False},
        "labels": {
            "type": "array",
            "description": "The labels to remove.",
            "items": {"type": "string", "enum": ["bug", "urgent"]},
        },
    },
    "required": ["reason", "kind", "hours"],
}
_NO_FIELDS = {"type": "object", "properties": {}}

# Calls whose questions stay open, and the journals that they leave.
_QUESTIONS = [_DELETE_QUESTION, _WHY]
_OPEN = [
    ("delete", _DELETE, []),
    ("close", {"issue": 7}, ["begins close 7", "drops close 7"]),
]

# A client waits for a call so long, and its user answers so late.
_PATIENCE = 1.5
_LATE = 2.5

# A server over HTTP ends the session of a client of which it hears nothing, in some checks soon.
_SHORT_SESSIONS = ["--session-timeout", "2000"]

_END = "nothing is left behind"


def _accepted(content: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"action": "accept", "content": content or {}}


_DECLINED = {"action": "decline"}
_CANCELLED = {"action": "cancel"}


@SUITE.each(CASES)
async def a_confirmed_action_runs_exactly_once_and_only_if_its_user_agrees(case: Case) -> None:
    journal = [_DELETED, *_rounds(case, "merge 1 2", "true false", 1), *_rounds(case, "merge 1 2", "false true", 1)]
    async with _office(case, journal) as server, connected(case, server, user=True) as session:
        dismissed = "the user dismissed the question without an answer"
        for answer, reason in [(_DECLINED, "the user declined"), (_CANCELLED, dismissed)]:
            await session.lay_down(**{_DELETE_QUESTION: answer})
            refused = error_text_of(await _call(session, "delete", **_DELETE))
            expect(f"the text after {answer}", refused, f"[office/delete] {reason}")
        await session.lay_down(**{_DELETE_QUESTION: _accepted()})
        expect("the text when the user agrees", text_of(await _call(session, "delete", **_DELETE)), _DELETED)
        expect("the questions", await _asked(session), [(_DELETE_QUESTION, _NO_FIELDS)] * 3)
        # Two questions at once, each with its own answer.
        one, other = "Close issue 1?", "Change issue 2?"
        for agreed, refused, text in [(one, other, "true false"), (other, one, "false true")]:
            await session.lay_down(**{agreed: _accepted(), refused: _DECLINED})
            merged = await _call(session, "merge", **{"from": 1, "into": 2})
            expect(f"the text when the user agrees to {agreed!r}", text_of(merged), text)
            asked = sorted(message for message, _ in await _asked(session))
            expect("the questions", asked, sorted([one, other]))


@SUITE.each(CASES)
async def a_form_arrives_whole_and_is_asked_for_in_as_many_rounds_as_it_takes(case: Case) -> None:
    answers = [(_accepted(_CLOSING), _CLOSED), (_DECLINED, "declined"), (_CANCELLED, "cancelled")]
    ordered, unpaid, no_address = "ordered a lamp for 40 to Oslo", "not paid", "paid, and nothing ordered"
    journal = [line for _, text in answers for line in _rounds(case, "close 7", text, 1)]
    journal += _rounds(case, "close 7", _CLOSED, 2)
    journal += [*_order(case, ordered, 2), *_order(case, no_address, 2), *_order(case, unpaid, 1)]
    async with _office(case, journal) as server, connected(case, server, user=True) as session:
        for answer, text in answers:
            await session.lay_down(**{_WHY: answer})
            expect(f"the text after {answer}", text_of(await _call(session, "close", issue=7)), text)
        expect("the questions", await _asked(session), [(_WHY, _FORM)] * 3)
        again = f"{_WHY}\n\nPlease answer again: `reason`: expected string, length 3.., found 2 characters"
        await session.lay_down(**{_WHY: _accepted({**_CLOSING, "reason": "no"}), again: _accepted(_CLOSING)})
        expect("the text after two answers", text_of(await _call(session, "close", issue=7)), _CLOSED)
        expect("the questions", await _asked(session), [(_WHY, _FORM), (again, _FORM)])
        pay, where, oslo = "Pay 40 for a lamp?", "Where shall a lamp go?", _accepted({"city": "Oslo"})
        for laid, text in [
            ({pay: _accepted(), where: oslo}, ordered),
            ({pay: _accepted(), where: _DECLINED}, no_address),
            ({pay: _DECLINED}, unpaid),
        ]:
            await session.lay_down(**laid)
            expect(f"the text after {laid}", text_of(await _call(session, "order", item="a lamp")), text)
            expect("the questions", [message for message, _ in await _asked(session)], list(laid))


@SUITE.each(CASES)
async def a_call_that_its_client_gives_up_in_mid_question_does_nothing_even_if_its_user_agrees(case: Case) -> None:
    journal = ["begins close 7", "drops close 7"] * 2
    async with _office(case, [*journal, "looked"]) as server:
        async with connected(case, server, user=True) as session:
            for question, (action, arguments, _) in zip(_QUESTIONS, _OPEN, strict=True):
                await session.begin(action, tool=_TOOL, **arguments)
                await session.cancel()
                if _learns_that_it_is_withdrawn(case, question):
                    await session.withdrawn()
                else:
                    await session.lay_down(**{question: _accepted(_CLOSING)})
            expect("the questions", await _asked(session), [(_DELETE_QUESTION, _NO_FIELDS), (_WHY, _FORM)])
            await session.lay_down(**{question: {**_accepted(_CLOSING), "after": _LATE} for question in _QUESTIONS})
            for action, arguments, _ in _OPEN:
                ended = await session.call_within(_PATIENCE, _TOOL, action, **arguments)
                expect(f"how `{action}` ended", ended, {"timed_out": True})
            expect("the questions", await _asked(session), [(_DELETE_QUESTION, _NO_FIELDS), (_WHY, _FORM)])
            expect("the text of another call", text_of(await _call(session, "look")), "looked")


def _learns_that_it_is_withdrawn(case: Case, question: str) -> bool:
    match case.sdk.name:
        case "python 1":
            # It reads nothing while its callback runs.
            return False
        case "typescript 1":
            # It takes the id 0, which the first question has, for no id.
            return question != _DELETE_QUESTION
    return True


@SUITE.each(CASES)
async def a_client_that_hangs_up_in_mid_question_leaves_nothing(case: Case) -> None:
    for action, arguments, journal in _OPEN:
        async with _office(case, journal, *_SHORT_SESSIONS) as server:
            async with connected(case, server, user=True) as session:
                await session.begin(action, tool=_TOOL, **arguments)
            await _written(server, journal)


@SUITE.each(CASES)
async def a_client_that_dies_in_mid_question_leaves_nothing(case: Case) -> None:
    action, arguments, journal = _OPEN[1]
    async with _office(case, journal, *_SHORT_SESSIONS) as server:
        async with connected(case, server, user=True) as session:
            await session.begin(action, tool=_TOOL, **arguments)
            await session.kill()
        await _written(server, journal)


async def _written(server: Server, journal: Sequence[str]) -> None:
    """The server, which goes on over HTTP, must learn that its client is gone."""
    async with waiting_for(f"the journal {journal}"):
        while [line for line in _journal(server.directory) if line != _END] != list(journal):
            await asyncio.sleep(0.02)


@SUITE.each(CASES)
async def a_client_without_a_user_is_refused_or_confirms_by_itself_as_the_action_wants(case: Case) -> None:
    journal = ["begins close 7", "drops close 7", "archived 7", "locked 7"]
    async with _office(case, journal) as server, connected(case, server) as session:
        await _check_refused(session, _UNDECLARED)
        expect("an action that allows it", text_of(await _call(session, "archive", issue=7)), "archived 7")
        asked = error_text_of(await _call(session, "lock", issue=7))
        expect_that("the user must confirm it: Lock issue 7?" in asked, "the question, in the result", asked)
        token = asked.rpartition('`confirmation`: "')[2].removesuffix('".')
        for arguments in [{"issue": 8}, {"issue": 7}]:
            answer = await _call(session, "lock", confirmation=token, **arguments)
            wrong = arguments["issue"] == 8
            text = error_text_of(answer) if wrong else text_of(answer)
            expect_that(wrong or text == "locked 7", "the text of the confirmed call", text)


@SUITE.each([case for case in CASES if case.transport == "http" and not case.modern])
async def a_client_without_a_session_cannot_be_asked(case: Case) -> None:
    async with _office(case, ["begins close 7", "drops close 7"], sessions=False) as server:
        async with connected(case, server, user=True) as session:
            await _check_refused(session, _NO_SESSION)
            expect("the questions", await _asked(session), [])


async def _check_refused(session: Session, reason: str) -> None:
    for action, arguments, _ in _OPEN:
        text = error_text_of(await _call(session, action, **arguments))
        expect(f"the text of `{action}`", text, f"[office/{action}] this asks the user, and {reason}{_HINT}")


async def _call(session: Session, action: str, **arguments: Any) -> dict[str, Any]:
    answer = await session.answer(_TOOL, action, **arguments)
    expect_that("result" in answer, f"a result of `{action}`", answer)
    return answer["result"]


async def _asked(session: Session) -> list[tuple[str, dict[str, Any]]]:
    """The message and the form of each question since the last time."""
    questions = await session.questions()
    modes = {question.get("mode", "form") for question in questions}
    expect_that(modes <= {"form"}, "questions with forms", questions)
    return [(question["message"], question["requestedSchema"]) for question in questions]


def _rounds(case: Case, what: str, result: str, rounds: int) -> list[str]:
    """The journal of a handler that asks in so many rounds."""
    again = [f"drops {what}", f"begins {what}"] * rounds if case.modern else []
    return [f"begins {what}", *again, f"ends {what}: {result}"]


def _order(case: Case, result: str, rounds: int) -> list[str]:
    begins, *rest = _rounds(case, "order a lamp", result, rounds)
    return [begins, "reserves a lamp", *rest]


@asynccontextmanager
async def _office(case: Case, journal: Sequence[str], *options: str, sessions: bool = True) -> AsyncIterator[Server]:
    """The server that asks; in the end its handlers must have done what the journal says, and left nothing."""
    over_http = [*options, "--sessions"] if case.transport == "http" and sessions else []
    with scratch() as directory:
        async with started("ASKING", case.transport, directory, "--journal", "journal", *over_http) as server:
            yield server
        # Each server ends its journal. A client may start one more, only to ask for its revisions.
        lines = _journal(directory)
        ends = [line for line in lines if line.endswith("left behind")]
        expect("the last lines of the journals", ends, [_END] * len(list(directory.glob("*/journal"))))
        expect("the journal", [line for line in lines if line not in ends], list(journal))


def _journal(directory: Path) -> list[str]:
    return [line for path in sorted(directory.glob("*/journal")) for line in path.read_text().splitlines()]
