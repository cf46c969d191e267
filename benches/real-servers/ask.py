"""Asks a server for its tools over stdio."""

import json
import subprocess
import threading

PROTOCOL = "2025-06-18"
SECONDS = 300


def tool_list(command, environment, folder):
    """Starts the server, and returns all pages of its `tools/list`."""
    server = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True, env=environment, cwd=folder,
    )
    # A server that does not answer is ended, so that reading its output ends too.
    watch = threading.Timer(SECONDS, server.kill)
    watch.start()
    try:
        client = {"name": "fusion-benches", "version": "0"}
        ask(server, 0, "initialize", {"protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": client})
        send(server, {"method": "notifications/initialized"})
        tools, cursor, page = [], None, 0
        while page == 0 or cursor:
            page += 1
            answer = ask(server, page, "tools/list", {"cursor": cursor} if cursor else {})
            tools += answer["tools"]
            cursor = answer.get("nextCursor")
        return tools
    finally:
        watch.cancel()
        server.kill()
        server.wait()


def ask(server, number, method, params):
    """Sends a request, and returns the result of its response."""
    send(server, {"id": number, "method": method, "params": params})
    for line in server.stdout:
        # Some servers log on standard output.
        message = json.loads(line) if line.lstrip().startswith("{") else {}
        if message.get("id") == number and "method" not in message:
            if "result" not in message:
                raise RuntimeError(f"{server.args[0]} answered {method} with {message.get('error')}")
            return message["result"]
    raise RuntimeError(f"{' '.join(server.args)} ended before it answered {method}")


def send(server, message):
    """Writes a message."""
    server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    server.stdin.flush()
