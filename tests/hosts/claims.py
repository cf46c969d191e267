"""What a host must do with the tracker: the steps that a driver performs, and the judgement of its answers."""

from typing import Any

from contract import ACTIONS, PROMPT, TEMPLATE
from harness import shown

from hosts import Case

Json = dict[str, Any]

CLAIMS = ["lists", "calls", "errors", "deletes", "prompt", "resource"]

_TITLE = "Needle of a host"
_MARKS = {
    "opened": '"id":7',
    "found": _TITLE,
    "unknown": "there is no issue 99",
    # A host that fills in every field sends null for the title.
    "missing": "Expected: title: string (required)",
    "question": f'Delete issue 7, "{_TITLE}", with no comments?',
    "deleted": "deleted issue 7",
    "dismissed": "the user dismissed the question",
}
_TOOLS = {"issues.open": "tracker_write", "issues.delete": "tracker_destructive"}
# An issue that the tracker has from the start.
_SEED = {"number": "1"}


def tools(exposition: str) -> list[str]:
    """The names of the tools that the tracker lists."""
    if exposition == "flat":
        return [f"tracker_{action.replace('.', '_')}" for action in ACTIONS]
    return ["tracker"] if exposition == "grouped" else ["tracker_read", "tracker_write", "tracker_destructive"]


def steps(case: Case) -> list[Json]:
    """What a driver does after it has connected and listed the tools."""
    calls = {
        "opened": _call(case, "issues.open", title=_TITLE),
        "found": _call(case, "issues.list", text=_TITLE),
        "unknown": _call(case, "issues.get", issue=99),
        "asked": _call(case, "issues.delete", issue=7),
        # The model calls again with the token of the answer before.
        "deleted": _call(case, "issues.delete", issue=7) | {"confirms": True},
    }
    # In a flat list the title is required, and many hosts refuse the call themselves.
    if case.exposition != "flat":
        calls["missing"] = _call(case, "issues.open", body="A call without a title")
    offers = {
        "prompt": {"do": "prompt", "name": PROMPT, "arguments": _SEED},
        "resource": {"do": "resource", "uri": TEMPLATE.format(**_SEED)},
    }
    return [{"name": name, "does": does} for name, does in (calls | offers).items()]


def judge(case: Case, answers: Json, asks: str | None) -> dict[str, str | None]:
    """Judges each claim: an empty text if it holds, the reason if it does not, `None` if the host has no such thing.
    `asks` is what the host answers for its user, `None` if it cannot ask."""
    failure = answers.get("failure")
    wrong = [name for name in ("unknown", "missing") if name != "missing" or case.exposition != "flat"]
    return {
        "lists": failure if "lists" not in answers else _lists(case, answers["lists"]["value"]),
        "calls": failure or _told(answers, "opened") or _told(answers, "found"),
        "errors": failure or next(filter(None, (_refused(answers, name) for name in wrong)), ""),
        "deletes": failure or _deletes(answers, asks),
        "prompt": failure or _offered(answers.get("prompt"), "Triage issue 1 of the tracker."),
        "resource": failure or _offered(answers.get("resource"), '"id":1'),
    }


def _call(case: Case, action: str, **arguments: Any) -> Json:
    match case.exposition:
        case "flat":
            return {"do": "call", "tool": f"tracker_{action.replace('.', '_')}", "arguments": arguments}
        case "by-safety":
            tool = _TOOLS.get(action, "tracker_read")
        case _:
            tool = "tracker"
    return {"do": "call", "tool": tool, "arguments": {"action": action, **arguments}}


def _lists(case: Case, names: list[str]) -> str:
    """Each tool once; a host may put a prefix before the names, and may have tools of its own."""
    for tool in tools(case.exposition):
        if sum(name == tool or name.endswith((f"_{tool}", f"-{tool}", f"/{tool}")) for name in names) != 1:
            return f"{tool} is not listed once: {shown(names)}"
    return ""


def _deletes(answers: Json, asks: str | None) -> str:
    """Nothing is deleted without the question, whoever reads it."""
    match asks:
        case "accepts":
            return _told(answers, "questions", "question") or _told(answers, "asked", "deleted")
        case "dismisses":
            return _refused(answers, "asked", "dismissed")
    return _refused(answers, "asked", "question") or _told(answers, "deleted")


def _told(answers: Json, name: str, mark: str | None = None) -> str:
    answer = answers.get(name) or {"error": "no answer"}
    return "" if _has(answer.get("value", ""), _MARKS[mark or name]) else f"{name}: {shown(answer)}"


def _refused(answers: Json, name: str, mark: str | None = None) -> str:
    """The text of the server, as a result or as an exception: hosts do either."""
    answer = answers.get(name) or {}
    text = answer.get("value") or answer.get("error", "")
    return "" if _has(text, _MARKS[mark or name]) else f"{name}: {shown(answer)}"


def _offered(answer: Json | None, mark: str) -> str | None:
    if answer is None:
        return None
    return "" if _has(answer.get("value", ""), mark) else shown(answer)


def _has(text: str, mark: str) -> bool:
    """Hosts put JSON into JSON and print it anew, so spaces and quotes do not count."""
    plain = str.maketrans("", "", ' \\"\n')
    return mark.translate(plain) in text.translate(plain)
