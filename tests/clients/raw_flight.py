"""Many calls at once, over raw lines: who answers when, what a cancelled call leaves, how a server ends."""

from contract import (
    LIST_LIMIT,
    check_progress,
    check_succeeded,
    import_text,
    import_titles,
    titles_of,
    value_of,
)
from harness import Suite, expect, expect_that
from wire import ERAS, MODERN, Era, Message, Peer, call_params, connected, line, notification, result_of, spawned

SUITE = Suite("raw in flight")

# Enough lines that an import is still running when other things happen to it.
_SLOW_LINES = 100
_VERY_SLOW_LINES = 1_000


@SUITE.each(ERAS)
async def two_hundred_calls_in_flight_answer_for_themselves(era: Era) -> None:
    async with connected(era) as peer:
        seeds = [value_of(await peer.call("issues.open", title=f"seed {number:02}")) for number in range(10)]
        slow = await peer.post_call("issues.import", lines=import_text("slow", _VERY_SLOW_LINES))
        calls = _mixed_calls(seeds)
        await peer.write(b"".join(line(era.request(name, "tools/call", call_params(call))) for name, call in calls))
        for name, _ in calls:
            _check_mixed(name, result_of(await peer.reply(name)), seeds)
        check_succeeded(result_of(await peer.reply(slow)))
        expect("the call answered last", list(peer.replies)[-1], slow)


@SUITE.each(ERAS)
async def progress_increases_up_to_the_total(era: Era) -> None:
    async with connected(era) as peer:
        call = await peer.post_call("issues.import", token="p", lines=import_text("progress", 20))
        check_succeeded(result_of(await peer.reply(call)))
        check_progress(peer.progress("p"), 20)
        await _check_titles(peer, "progress", import_titles("progress", 20))


@SUITE.each(ERAS)
async def no_progress_without_a_token(era: Era) -> None:
    async with connected(era) as peer:
        check_succeeded(await peer.call("issues.import", lines=import_text("quiet", 5)))
        told = [each for each in peer.lines if b"notifications/progress" in each]
        expect("progress notifications", told, [])


@SUITE.each(ERAS)
async def a_cancelled_import_is_never_answered_and_leaves_nothing(era: Era) -> None:
    async with connected(era) as peer:
        cancelled = await peer.post_call("issues.import", token="c", lines=import_text("cancelled", LIST_LIMIT))
        await peer.begun({"c": cancelled})
        await peer.write(line(notification("notifications/cancelled", requestId=cancelled, reason="test")))
        # A second import of the same length is our clock: had the first gone on, it would be done by now.
        check_succeeded(await peer.call("issues.import", lines=import_text("finished", LIST_LIMIT)))
        await _check_titles(peer, "finished", import_titles("finished", LIST_LIMIT))
        await _check_titles(peer, "cancelled", [])
        await peer.finish()
        expect_that(cancelled not in peer.replies, "no answer to a cancelled call", peer.replies.get(cancelled))


@SUITE.each(ERAS)
async def cancelling_an_unknown_call_does_no_harm(era: Era) -> None:
    async with connected(era) as peer:
        await peer.write(line(notification("notifications/cancelled", requestId="never sent")))
        await peer.still_works()


# Endings


@SUITE.check
async def end_of_input_before_a_word_is_no_failure() -> None:
    async with spawned(MODERN) as peer:
        await peer.finish()
        expect("lines of the server", peer.lines, [])


@SUITE.check
async def discover_alone_is_no_failure() -> None:
    async with spawned(MODERN) as peer:
        result_of(await peer.request("server/discover"))


@SUITE.check
async def half_a_line_before_a_word_is_no_failure() -> None:
    async with spawned(MODERN) as peer:
        await peer.write(b'{"jsonrpc":"2.0","id":1,"meth')
        await peer.finish()


@SUITE.each(ERAS)
async def half_a_line_at_the_end_is_no_failure(era: Era) -> None:
    async with connected(era) as peer:
        await peer.write(line(era.request("half", "tools/list"))[:-20])
        await peer.finish()
        expect_that("half" not in peer.replies, "no answer to half a request", peer.replies.get("half"))


@SUITE.each(ERAS)
async def a_whole_session_may_come_in_one_write(era: Era) -> None:
    calls = [era.request(number, "tools/call", call_params({"action": "issues.list"})) for number in range(20)]
    async with spawned(era) as peer:
        await peer.write(b"".join(line(each) for each in [*era.opening(), *calls]))
        await peer.finish()
        answered = sorted(identity for identity in peer.replies if identity != "initialize")
        expect("the calls that were answered", answered, list(range(20)))


@SUITE.each(ERAS)
async def end_of_input_lets_calls_in_flight_finish(era: Era) -> None:
    async with connected(era) as peer:
        calls = await _calls_in_flight(peer)
        await peer.close_input()
        await _check_finished(peer, calls)


@SUITE.each(ERAS)
async def sigterm_lets_calls_in_flight_finish(era: Era) -> None:
    async with connected(era) as peer:
        calls = await _calls_in_flight(peer)
        peer.terminate()
        await _check_finished(peer, calls)


@SUITE.each(ERAS)
async def sigterm_answers_the_calls_that_have_arrived(era: Era) -> None:
    wanted = list(range(1_000, 1_150))
    calls = [era.request(number, "tools/call", call_params({"action": "issues.list"})) for number in wanted]
    async with connected(era) as peer:
        # A program that has not started yet has no handler of the signal.
        await peer.still_works()
        await peer.write(b"".join(line(each) for each in calls))
        peer.terminate()
        await peer.exits_cleanly()
        expect("the calls that were answered", sorted(each for each in peer.replies if each in wanted), wanted)


@SUITE.each(ERAS)
async def sigterm_ends_an_idle_session(era: Era) -> None:
    async with connected(era) as peer:
        await peer.still_works()
        peer.terminate()
        await peer.exits_cleanly()


async def _check_titles(peer: Peer, text: str, wanted: list[str]) -> None:
    expect(f"titles with {text!r}", titles_of(await peer.call("issues.list", text=text, limit=LIST_LIMIT)), wanted)


def _mixed_calls(seeds: list[Message]) -> list[tuple[str, Message]]:
    """Two hundred calls whose names say what must come back."""
    calls = []
    for number in range(200):
        seed = number % len(seeds)
        kind = ("get", "list", "open")[number % 3]
        arguments = {
            "get": {"action": "issues.get", "issue": seeds[seed]["id"]},
            "list": {"action": "issues.list", "text": seeds[seed]["title"]},
            "open": {"action": "issues.open", "title": f"mixed {number:03}"},
        }[kind]
        calls.append((f"{kind} {number} of seed {seed}", arguments))
    return calls


def _check_mixed(name: str, result: Message, seeds: list[Message]) -> None:
    kind, number, _, _, seed = name.split()
    wanted = seeds[int(seed)]
    if kind == "list":
        expect(f"titles for {name!r}", titles_of(result), [wanted["title"]])
    elif kind == "get":
        expect(f"the issue for {name!r}", value_of(result), wanted)
    else:
        expect(f"the title for {name!r}", value_of(result)["title"], f"mixed {int(number):03}")


async def _calls_in_flight(peer: Peer) -> list[int]:
    """Two imports, of which one at least has begun, and neither is done."""
    names = ["first", "second"]
    calls = {name: await peer.post_call("issues.import", token=name, lines=import_text(name, _SLOW_LINES)) for name in names}
    await peer.begun(calls)
    return list(calls.values())


async def _check_finished(peer: Peer, calls: list[int]) -> None:
    await peer.exits_cleanly()
    for call in calls:
        expect_that(call in peer.replies, "an answer to each call in flight", list(peer.replies))
        check_succeeded(result_of(peer.replies[call]))
