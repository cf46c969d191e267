//! The compact form, in a registry.

use fusion_core::{Exposition, Registry, spec::Describe};

use super::variants::{Clock, whole};

#[test]
fn a_compact_tool_tells_its_arguments_in_the_description_and_nowhere_else() {
    let builder = Registry::builder().describe(Describe::Compact);
    let registry = builder.tool(whole::desk()).tool(Clock).build().unwrap();
    let tool = &registry.tools()[0];
    assert_eq!(
        tool.description,
        "Everything about a project. (? optional)\n\
         issues: Track issues\n\
         \x20They are numbered.\n\
         list(state?, limit?) List issues\n\
         \x20See `issues.get` for one.\n\
         get(id) Get an issue\n\
         open(title) Open an issue\n\
         close(id) Close an issue\n\
         \x20It can be listed by `issues.list`.\n\
         delete(id) Delete an issue for good [DESTRUCTIVE]\n\
         purge(older?, state?) Delete every issue. state: In which state [DESTRUCTIVE]\n\
         \x20Not like `issues.delete`.\n\
         labels: Name what issues are about\n\
         list() List labels\n\
         rename(from, to) Rename a label"
    );
    let properties = tool.input_schema["properties"].as_object().unwrap();
    let docs: Vec<_> = properties
        .iter()
        .map(|(name, field)| (name.as_str(), field["description"].as_str()))
        .filter(|(name, _)| *name != "action")
        .collect();
    assert_eq!(
        docs,
        [
            ("from", Some("The old name.")),
            ("id", Some("Its number.")),
            ("limit", Some("How many.")),
            ("older", Some("Only older than this many days.")),
            ("state", Some("Only in this state.")),
            ("title", Some("What is wrong.")),
            ("to", Some("The new one.")),
        ]
    );
    let view = registry.view(Exposition::BySafety).unwrap();
    assert_eq!(
        view.tools()[2].description,
        "Destructive. See also: desk_read, desk_write. (? optional)\n\
         issues:\n\
         delete(id) Delete an issue for good [DESTRUCTIVE]\n\
         purge(older?, state?) Delete every issue [DESTRUCTIVE]\n\
         \x20Not like `issues.delete`."
    );
}
