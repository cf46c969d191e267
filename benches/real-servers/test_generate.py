"""Tests of the generator, without packages: `python3 -m unittest discover benches/real-servers`."""

import unittest

from argument_types import Types, shape
from generate import GeneratedGroup, keys, renames
from real_servers import RESULTS, TABLES
from table import deferred, excess, lists, section, with_table

ROW = {
    "server": "one", "actions": 2, "vendor": 300, "flat": 200, "one_flat": 90, "names": 8, "one_help": 40,
    "safety": 180, "one_safety": 99, "safety_brief": 90, "safety_workflow": 190, "workflow": 190,
    "compact": 150, "brief": 60, "toon": 170,
}


def tool(name, **properties):
    return {"name": name, "description": name, "inputSchema": {"type": "object", "properties": properties}}


class Names(unittest.TestCase):
    def test_the_prefix_of_all_tools_is_dropped(self):
        self.assertEqual(keys(["git_status", "git_add"]), [(None, "status"), (None, "add")])

    def test_shared_nouns_become_modules_and_verbs_do_not(self):
        names = ["pods_list", "pods_get", "events_list", "events_get"]
        expected = [("pods", "list"), ("pods", "get"), ("events", "list"), ("events", "get")]
        self.assertEqual(keys(names), expected)
        names = ["list_pods", "list_events", "get_pods", "get_events"]
        self.assertEqual(keys(names), [(None, name) for name in names])

    def test_keys_stay_unique(self):
        self.assertEqual(keys(["a-b", "a_c", "a_b_c"]), [(None, "b"), (None, "c"), (None, "b_c")])


class Shapes(unittest.TestCase):
    def test_texts_bounds_null_and_integers_are_no_shape(self):
        self.assertEqual(
            shape({"type": "integer", "minimum": 1, "description": "x"}),
            shape({"anyOf": [{"type": "number"}, {"type": "null"}]}),
        )
        self.assertNotEqual(shape({"type": "string"}), shape({"type": "array", "items": {"type": "string"}}))

    def test_the_less_frequent_shape_is_renamed(self):
        tools = [
            tool("a", parent={"type": "string"}),
            tool("b", parent={"type": "string"}),
            tool("c", parent={"type": "boolean"}),
        ]
        self.assertEqual(renames(tools, keys(["a", "b", "c"])), {("c", "parent"): "c_parent"})


class Rust(unittest.TestCase):
    def test_an_argument_keeps_its_docs_constraints_and_default(self):
        limit = {"type": "integer", "minimum": 1, "maximum": 9, "default": 5, "description": "How many."}
        source = GeneratedGroup("s", "s", "Docs.", [tool("list_all", limit=limit), tool("get")]).source()
        line = '#[doc = r#"How many."#] #[arg(range(min = 1, max = 9), default = 5)] limit: i64,'
        self.assertIn(line, source)

    def test_a_free_discriminator_is_chosen(self):
        group = GeneratedGroup("s", "s", "Docs.", [tool("a", action={"type": "string"}), tool("b")])
        self.assertEqual(group.discriminator, "operation")

    def test_a_schema_that_no_type_has_is_given(self):
        self.assertIsNone(Types().type_of({"oneOf": [{"type": "string"}, {"type": "boolean"}]}))

    def test_nested_objects_are_structs(self):
        types = Types()
        edit = {"type": "object", "properties": {"newText": {"type": "string"}}, "required": ["newText"]}
        self.assertEqual(types.type_of({"type": "array", "items": edit}), ("Vec<Object0>", []))
        self.assertIn('#[serde(rename = r#"newText"#)] pub new_text: String,', types.items[0])


class Tables(unittest.TestCase):
    def test_the_worst_server_is_first(self):
        better = {**ROW, "server": "two", "compact": 100}
        lines = lists([better, ROW]).splitlines()
        self.assertEqual(lines[2], "| one | 2 | 300 | 200 | 90 % | 95 % | 75 % | 30 % | 85 % |")
        self.assertEqual(lines[3].split(" | ")[0], "| two")
        self.assertEqual(lines[4], "| sum | 4 | 600 | 400 | 90 % | 95 % | 62 % | 30 % | 85 % |")
        lines = deferred([better, ROW]).splitlines()
        self.assertEqual(lines[2], "| one | 8 | 90 | 99 (1.1 ×) | 150 (1.7 ×) | 60 (0.7 ×) | 40 |")
        self.assertEqual(lines[3].split(" | ")[0], "| two")

    def test_a_list_above_its_limit_is_named(self):
        self.assertEqual(excess([ROW], ["one"]), [])
        above = {**ROW, "compact": 181, "brief": 101}
        self.assertEqual(
            excess([above], ["one"]),
            [
                "one: compact takes 90.5 % of flat, at most 90 % are allowed",
                "one: brief takes 50.5 % of flat, at most 50 % are allowed",
            ],
        )
        self.assertEqual(excess([above], []), [])
        above = {**ROW, "safety": 201}
        self.assertEqual(excess([above], []), ["one: safety takes 100.5 % of flat, at most 100 % are allowed"])

    def test_the_section_replaces_its_own_and_keeps_the_others(self):
        results = "# Results\n\n## Tokens\n\na\n\n## Soak\n\nb\n"
        once = section(results, [ROW], [("p", "1")], "now")
        self.assertEqual(section(once, [ROW], [("p", "1")], "now"), once)
        start = "# Results\n\n## Tokens\n\na\n\n## Real servers\n\n<sub>now</sub>\n<sub>p 1</sub>\n\n"
        self.assertTrue(once.startswith(start))
        self.assertTrue(once.endswith("\n\n## Soak\n\nb\n"))

    def test_a_table_is_replaced_where_its_head_stands(self):
        new = "| a | b |\n| --- | ---: |\n| c | 2 |\n"
        old = "Words\n\n| a | b |\n| --- | ---: |\n| x | 1 |\n| y | 1 |\n\nMore\n"
        self.assertEqual(with_table(old, new), f"Words\n\n{new}\nMore\n")
        with self.assertRaises(ValueError):
            with_table("Words\n", new)

    def test_quoted_tables_are_those_of_the_results(self):
        results = RESULTS.read_text()
        for file, columns in TABLES.items():
            head, rule = columns([ROW]).splitlines()[:2]
            rows = (text.partition(f"{head}\n{rule}\n")[2] for text in (results, file.read_text()))
            own, quoted = (text.partition("\n\n")[0] for text in rows)
            self.assertTrue(own)
            self.assertEqual(own, quoted)

    def test_the_quoted_summary_is_that_of_the_results(self):
        readme = (RESULTS.parents[1] / "README.md").read_text()
        quoted = readme.partition("<!-- how fast: ")[2].partition(" -->\n")[2].partition("<!--")[0]
        summary = RESULTS.read_text().partition("\n## How fast\n\n")[2].partition("\n## ")[0]
        self.assertTrue(summary)
        self.assertEqual(summary.strip(), quoted.strip())


if __name__ == "__main__":
    unittest.main()
