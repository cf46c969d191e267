"""Counts the instructions of one call of a server over stdio: the difference of two runs under callgrind, whose
numbers of calls differ, divided by the difference of these numbers. Prints the median of five, and the range."""

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

FEW, MANY, ROUNDS = 256, 1280, 5
INITIALIZE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "count", "version": "1"},
}
ARGUMENTS = {"action": "scalars", "name": "Ada", "age": 36, "days": 7, "active": True}


def instructions(program, calls):
    """Returns the instructions of a server that answers so many calls, one after the other."""
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", program, "stdio"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # One worker: the order in which threads run would change the count.
            env={**os.environ, "TOKIO_WORKER_THREADS": "1"},
        )

        def send(**message):
            server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            server.stdin.flush()

        send(id=0, method="initialize", params=INITIALIZE)
        server.stdout.readline()
        send(method="notifications/initialized")
        for number in range(1, calls + 1):
            send(id=number, method="tools/call", params={"name": "work", "arguments": ARGUMENTS})
            answer = json.loads(server.stdout.readline())
            if answer["result"].get("isError"):
                raise SystemExit(f"the call failed: {answer}")
        _, errors = server.communicate()
        return int(re.search(r"Collected : (\d+)", errors).group(1))


def main():
    program = sys.argv[1]
    counts = [
        (instructions(program, MANY) - instructions(program, FEW)) / (MANY - FEW)
        for _ in range(ROUNDS)
    ]
    print(f"{statistics.median(counts):,.0f} ({min(counts):,.0f}–{max(counts):,.0f})")


main()
