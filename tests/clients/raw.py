"""What an SDK would hide: raw lines into the server, raw lines out of it.

`connected` and `spawned` end every check alike: stdin closes, the server exits with 0, each of its lines was
valid JSON-RPC and its stderr shows no panic.
"""

import asyncio

from contract import (
    ACTION_MISSING,
    ACTION_UNKNOWN,
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    TOOL,
    UNSUPPORTED_VERSION,
    check_invalid_open,
    check_tools,
    error_text_of,
    titles_of,
    value_of,
)
from harness import Suite, expect, expect_that, tail
from wire import ERAS, LEGACY, MODERN, Era, call_params, connected, error_code_of, line, result_of, spawned

SUITE = Suite("raw")

_EVERY_REVISION = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]

_NOISE = {
    "text": b"hello\n",
    "half an object": b'{"jsonrpc":\n',
    "bytes that are not UTF-8": b'{"jsonrpc":"2.0","id":"noise","method":"\xff\xfe"}\n',
    "a lone NUL": b"\0\n",
    "an empty line": b"\n\r\n",
    "a number": b"5\n",
    "an empty object": b"{}\n",
    "an empty batch": b"[]\n",
    "a response to nothing": b'{"jsonrpc":"2.0","id":"noise","result":{}}\n',
    "an unknown notification": b'{"jsonrpc":"2.0","method":"notifications/noise"}\n',
    "an id that is an object": b'{"jsonrpc":"2.0","id":{},"method":"ping"}\n',
}


# What it says of itself


@SUITE.each(ERAS)
async def lists_one_tool_for_each_group(era: Era) -> None:
    async with connected(era) as peer:
        result = (await peer.request("tools/list"))["result"]
        tools = result.pop("tools")
        check_tools(tools)
        expect("the key of the tool", tools[0]["_meta"], {"dev.fusion/key": TOOL})
        hints = {} if era.handshake else {"resultType", "ttlMs", "cacheScope"}
        expect("what stands beside the tools", set(result) - {"_meta"}, set(hints))


@SUITE.each(ERAS)
async def lists_the_same_bytes_on_every_start(era: Era) -> None:
    first, second = [await _listing(era) for _ in range(2)]
    expect("the listing of a second start", second, first)


@SUITE.each(_EVERY_REVISION)
async def a_handshake_revision_is_accepted(revision: str) -> None:
    async with connected(Era("legacy", revision, handshake=True)) as peer:
        expect("the negotiated revision", peer.replies["initialize"]["result"]["protocolVersion"], revision)
        expect("titles found", titles_of(await peer.call("issues.list", text="no such issue")), [])


@SUITE.check
async def discover_names_the_revisions_and_is_cacheable() -> None:
    async with connected(MODERN) as peer:
        result = (await peer.request("server/discover"))["result"]
        expect_that(MODERN.version in result["supportedVersions"], "the modern revision", result)
        expect_that("tools" in result["capabilities"], "the capability `tools`", result)
        expect_that({"resultType", "ttlMs", "cacheScope"} <= set(result), "caching hints", result)


@SUITE.check
async def an_unknown_revision_is_told_the_known_ones() -> None:
    future = Era("future", "2031-01-01", handshake=False)
    async with connected(MODERN) as peer:
        await peer.write(line(future.request("future", "tools/list")))
        reply = await peer.reply("future")
        expect("the error's code", error_code_of(reply), UNSUPPORTED_VERSION)
        expect_that(MODERN.version in reply["error"]["data"]["supported"], "the supported revisions", reply)


# Calls


@SUITE.each(ERAS)
async def an_opened_issue_is_listed(era: Era) -> None:
    async with connected(era) as peer:
        opened = value_of(await peer.call("issues.open", title="Needle é 🦀", body="line\nbreak", assignee="ada"))
        expect("the opened issue", value_of(await peer.call("issues.get", issue=opened["id"])), opened)
        expect("titles found", titles_of(await peer.call("issues.list", text="Needle é 🦀")), ["Needle é 🦀"])


@SUITE.each(ERAS)
async def absent_and_null_arguments_are_an_empty_object(era: Era) -> None:
    async with connected(era) as peer:
        for params in ({"name": "tracker"}, call_params(None), call_params({})):
            result = result_of(await peer.request("tools/call", params))
            expect(f"the text for {params}", error_text_of(result), ACTION_MISSING)


@SUITE.each(ERAS)
async def arguments_that_are_no_object_are_answered_in_band(era: Era) -> None:
    async with connected(era) as peer:
        for arguments in ([1], "list", 5, True):
            result = result_of(await peer.request("tools/call", call_params(arguments)))
            text = error_text_of(result)
            named = text.startswith("Error: arguments: expected object, got ")
            expect_that(named, f"what is wrong with the arguments {arguments!r}", text)


@SUITE.each(ERAS)
async def wrong_arguments_are_named_all_at_once(era: Era) -> None:
    async with connected(era) as peer:
        text = error_text_of(await peer.call("issues.open", title=5, assignee=[], zzz=1))
        check_invalid_open(
            text,
            "title: expected string, got 5. Send it as a string, in quotes",
            "assignee: expected string, got array. To say nothing, leave the field out or send null",
            "zzz: unknown field",
        )
        check_invalid_open(error_text_of(await peer.call("issues.open")), "title: required, but missing")
        expect("the text for `issues.lst`", error_text_of(await peer.call("issues.lst")), ACTION_UNKNOWN)


@SUITE.each(ERAS)
async def unknown_tool_and_unknown_method_are_protocol_errors(era: Era) -> None:
    async with connected(era) as peer:
        reply = await peer.request("tools/call", call_params({"action": "issues.list"}, tool="nope"))
        expect("code for an unknown tool", error_code_of(reply), INVALID_PARAMS)
        expect("code for an unknown method", error_code_of(await peer.request("no/such")), METHOD_NOT_FOUND)


# Lines that no client should send


@SUITE.each(_NOISE)
async def does_not_end_a_session(noise: str) -> None:
    async with connected(LEGACY) as peer:
        await peer.write(_NOISE[noise])
        await peer.still_works()


@SUITE.each(_NOISE)
async def does_not_end_a_session_that_has_not_begun(noise: str) -> None:
    async with spawned(MODERN) as peer:
        await peer.write(_NOISE[noise])
        await peer.still_works()


@SUITE.each(ERAS)
async def lines_may_end_with_carriage_returns_and_arrive_in_pieces(era: Era) -> None:
    async with connected(era) as peer:
        request = line(era.request("pieces", "tools/call", call_params({"action": "issues.list"})))
        data = request.replace(b"\n", b"\r\n")
        for start in range(0, len(data), 7):
            await peer.write(data[start : start + 7])
            await asyncio.sleep(0)
        expect("the number of issues", len(titles_of(result_of(await peer.reply("pieces")))), 6)


@SUITE.each(ERAS)
async def an_argument_nested_a_hundred_deep_is_refused_in_band(era: Era) -> None:
    async with connected(era) as peer:
        await peer.write(_nested_call(era, 100))
        check_invalid_open(
            error_text_of(result_of(await peer.reply("nested"))),
            "title: expected string, got array",
        )


@SUITE.each(ERAS)
async def an_argument_nested_a_thousand_deep_does_no_harm(era: Era) -> None:
    # The parser's own limit is 128; a line beyond it is no message, so no answer is owed.
    async with connected(era) as peer:
        await peer.write(_nested_call(era, 1_000))
        await peer.still_works()


@SUITE.each(ERAS)
async def an_argument_of_ten_megabytes_is_answered(era: Era) -> None:
    async with connected(era) as peer:
        result_of(await peer.request("tools/call", call_params({"action": "issues.open", "title": "x" * 10_000_000})))
        await peer.still_works()


@SUITE.each(ERAS)
async def a_line_of_forty_megabytes_does_no_harm(era: Era) -> None:
    async with connected(era) as peer:
        huge = call_params({"action": "issues.open", "title": "x" * 40_000_000})
        await peer.write(line(era.request("huge", "tools/call", huge)))
        await peer.still_works()


@SUITE.each(ERAS)
async def stdout_stays_json_rpc_under_trace_logs(era: Era) -> None:
    async with connected(era, RUST_LOG="trace") as peer:
        await peer.still_works()
        await peer.call("issues.open", title="logged")
        await peer.call("issues.open", title=5)
        await peer.write(_NOISE["text"])
        await peer.still_works()
        peer.check_lines()
        expect_that(peer.errors.stat().st_size > 0, "logs on stderr, else this proves nothing", tail(peer.errors))


async def _listing(era: Era) -> bytes:
    async with connected(era) as peer:
        await peer.write(line(era.request("listing", "tools/list")))
        await peer.reply("listing")
        return peer.lines[-1]


def _nested_call(era: Era, depth: int) -> bytes:
    request = line(era.request("nested", "tools/call", call_params({"action": "issues.open", "title": "@"})))
    return request.replace(b'"@"', b"[" * depth + b"]" * depth)
