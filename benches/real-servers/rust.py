"""Rust's notation of names, strings and docs."""

import re

KEYWORDS = set(
    "abstract as async await become box break const continue crate do dyn else enum extern false final fn "
    "for gen if impl in let loop macro match mod move mut override priv pub ref return self static struct "
    "super trait true try type typeof unsafe unsized use virtual where while yield".split()
)


def snake(name):
    """Returns the identifier of a function, a parameter or a field."""
    name = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name)
    name = re.sub(r"\W+", "_", name).lower().strip("_")
    if not name or name[0].isdigit():
        name = f"n{name}"
    return f"{name}_" if name in KEYWORDS else name


def camel(name):
    """Returns the identifier of a type."""
    return "".join(word.capitalize() for word in snake(name).split("_"))


def string(text):
    """Returns a raw string literal."""
    hashes = "#"
    while f'"{hashes}' in text:
        hashes += "#"
    return f'r{hashes}"{text}"{hashes}'


def docs(text):
    """Returns a doc attribute, or nothing."""
    return f"#[doc = {string(text)}] " if text and text.strip() else ""
