"""Prompts, resources, completion and subscriptions of the tracker, as the official SDKs ask for them: every client, over
each transport, in each era that it speaks."""

from contract import (
    INVALID_PARAMS,
    MANIFEST,
    NOT_FOUND,
    PROMPT,
    TEMPLATE,
    check_manifest,
    check_prompts,
    check_resources,
    check_triage,
    json_of,
    value_of,
)
from harness import Suite, expect
from sdk import CASES, Case, connected
from server import serving

SUITE = Suite("offers")


@SUITE.each(CASES)
async def prompts_are_listed_and_filled_in(case: Case) -> None:
    async with serving(case.transport) as server, connected(case, server) as session:
        check_prompts((await session.ask("prompts"))["prompts"])
        opened = value_of(await session.call("issues.open", title="It crashes"))
        number = {"number": str(opened["id"])}
        check_triage(await session.ask("prompt", name=PROMPT, arguments=number), "It crashes")
        for name, arguments in [("nope", {}), (PROMPT, {}), (PROMPT, {"number": "x"})]:
            refused = await session.asked("prompt", name=name, arguments=arguments)
            expect(f"{name} {arguments}", refused, {"error": INVALID_PARAMS})


@SUITE.each(CASES)
async def resources_are_listed_and_read(case: Case) -> None:
    async with serving(case.transport) as server, connected(case, server) as session:
        opened = value_of(await session.call("issues.open", title="It crashes"))
        resources = (await session.ask("resources"))["resources"]
        check_resources(resources, (await session.ask("templates"))["resourceTemplates"])
        uri = TEMPLATE.format(number=opened["id"])
        expect("the issue", json_of(await session.ask("read", uri=uri), uri), opened)
        check_manifest(json_of(await session.ask("read", uri=MANIFEST), MANIFEST))
        # The TypeScript client 2.x tells its application the code of today for that of yesterday.
        today = case.modern or case.sdk.name == "typescript 2"
        unknown = INVALID_PARAMS if today else NOT_FOUND
        for uri in ["tracker://issues/99", "tracker://nothing", "tracker://issues/%2e%2e"]:
            expect(uri, await session.asked("read", uri=uri), {"error": unknown})


@SUITE.each(CASES)
async def numbers_are_completed(case: Case) -> None:
    async with serving(case.transport) as server, connected(case, server) as session:
        for ref in [{"type": "ref/prompt", "name": PROMPT}, {"type": "ref/resource", "uri": TEMPLATE}]:
            for value, values in [("", ["6", "5", "4", "3", "2", "1"]), ("4", ["4"]), ("x", [])]:
                told = await session.ask("complete", ref=ref, argument={"name": "number", "value": value})
                expect(f"{ref} {value!r}", told["completion"]["values"], values)


# Over legacy HTTP without sessions nobody can be told anything.
@SUITE.each([case for case in CASES if case.transport == "stdio" or case.modern])
async def who_watches_an_issue_is_told_of_its_changes(case: Case) -> None:
    async with serving(case.transport) as server, connected(case, server) as session:
        watched = TEMPLATE.format(number=2)
        await session.watch(watched)
        await session.call("issues.close", issue=1)
        await session.call("issues.close", issue=2)
        expect("what has changed", await session.updated(), watched)
        expect("its state", json_of(await session.ask("read", uri=watched), watched)["state"], "closed")
