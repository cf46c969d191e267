"""Runs the client checks named on the command line, or all of them: raw, sdk, offers, asking, scenarios,
switching, inspector, agreement, oauth, packs."""

import asyncio
import importlib
import signal
import sys

from harness import run_all

_MODULES = {
    "raw": ["raw", "raw_flight", "sync"],
    "sdk": ["sdk"],
    "offers": ["offers"],
    "scenarios": ["scenarios"],
    "asking": ["asking"],
    "switching": ["switching"],
    "inspector": ["inspector"],
    "agreement": ["agreement"],
    "oauth": ["oauth"],
    "packs": ["packs"],
}


async def _main(names: list[str]) -> int:
    # A signal cancels the running check, so that its children are killed on the way out.
    main = asyncio.current_task()
    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(each, main.cancel)
    modules = [module for name in names for module in _MODULES[name]]
    tally = await run_all(importlib.import_module(module).SUITE for module in modules)
    print(f"{tally.passed} passed, {tally.failed} failed")
    return 1 if tally.failed or not tally.passed else 0


def _chosen(arguments: list[str]) -> list[str]:
    unknown = [name for name in arguments if name not in _MODULES]
    if unknown:
        sys.exit(f"unknown client {unknown}; there are {list(_MODULES)}")
    return arguments or list(_MODULES)


if __name__ == "__main__":
    try:
        sys.exit(asyncio.run(_main(_chosen(sys.argv[1:]))))
    except asyncio.CancelledError:
        sys.exit("stopped by a signal")
