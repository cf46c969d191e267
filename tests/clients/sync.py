"""State sync as a client sees it: what the list says, what a write says, and that it is true."""

from typing import Any

from contract import error_text_of, text_of, titles_of, token_of, value_of
from harness import Suite, expect, expect_that
from wire import ERAS, Era, Message, Peer, connected

SUITE = Suite("state sync")

_INVALIDATES = "dev.fusion/invalidates"


def _noticed(result: Message, cause: str, *patterns: str) -> None:
    """A success that ends with the notice, for the model and for a program."""
    notice = f"[System: Cache invalidated for {', '.join(patterns)} — caused by {cause}]"
    expect("the last block", result["content"][-1], {"type": "text", "text": notice})
    expect("the patterns", result.get("_meta", {}).get(_INVALIDATES), list(patterns))


async def _call(peer: Peer, action: str, **arguments: Any) -> Message:
    """The whole result of a call, its `_meta` included."""
    return (await peer.reply(await peer.post_call(action, **arguments)))["result"]


def _silent(result: Message) -> None:
    """No notice, neither in the text nor beside it."""
    notices = [block for block in result["content"] if block.get("text", "").startswith("[System: ")]
    expect("notices", notices, [])
    expect("the patterns", result.get("_meta", {}).get(_INVALIDATES), None)


@SUITE.each(ERAS)
async def the_list_says_what_may_be_kept(era: Era) -> None:
    async with connected(era) as peer:
        tool = (await peer.request("tools/list"))["result"]["tools"][0]
        which = tool["inputSchema"]["properties"]["action"]["description"]
        lines = [*tool["description"].splitlines(), *which.splitlines()]
        marked = [line for line in lines if line.startswith("Cache-Control: ")]
        wanted = [
            "Cache-Control: no-store: issues.list, issues.get, comments.list, members.list",
            "Cache-Control: immutable: labels.list",
        ]
        expect("the marks", marked, wanted)


@SUITE.each(ERAS)
async def a_write_says_what_to_read_again_and_it_has_changed(era: Era) -> None:
    async with connected(era) as peer:
        before = await _call(peer, "issues.list", text="freshness")
        _silent(before)
        expect("titles before", titles_of(before), [])
        opened = await _call(peer, "issues.open", title="freshness")
        _noticed(opened, "tracker.issues.open", "tracker.issues.*", "tracker.members.*")
        after = await _call(peer, "issues.list", text="freshness")
        _silent(after)
        expect("titles after", titles_of(after), ["freshness"])
        issue = value_of(opened)["id"]
        asked = await _call(peer, "issues.delete", issue=issue)
        _silent(asked)
        token = token_of(asked, f'Delete issue {issue}, "freshness", with no comments?')
        deleted = await _call(peer, "issues.delete", issue=issue, confirmation=token)
        _noticed(deleted, "tracker.issues.delete", "tracker.**")


@SUITE.each(ERAS)
async def a_write_that_fails_says_nothing_and_nothing_has_changed(era: Era) -> None:
    async with connected(era) as peer:
        before = await _call(peer, "members.list")
        for failed in [
            await _call(peer, "members.add", member=""),
            await _call(peer, "members.add"),
            await _call(peer, "issues.close", issue=999_999),
        ]:
            expect_that(bool(error_text_of(failed)), "a text for the model", failed)
            _silent(failed)
        after = await _call(peer, "members.list")
        expect("the members", text_of(after), text_of(before))
