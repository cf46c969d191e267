//! The TOON form: one table of the actions, or one for each module.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use fusion_toon::{Delimiter, Options};
use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{
    DescribedAction, DescribedTool, Description,
    entry::{with_cache, with_deprecation, with_one_of},
    fit::{details, length},
    page::DescriptionParts,
    workflow::notes,
};
use crate::spec::sentence::{append_sentence, one_line};

/// The table row of one action.
#[derive(Debug, Serialize)]
struct TableRow<'d> {
    action: &'d str,
    desc: String,
    required: String,
    /// The mark of a destructive action. `None` if no action of the tool is destructive, because a
    /// column is in every row or in none.
    #[serde(skip_serializing_if = "Option::is_none")]
    destructive: Option<bool>,
    #[serde(skip)]
    module: Option<usize>,
}

/// The form [`Describe::Toon`](crate::spec::Describe::Toon).
pub fn toon(tool: &DescribedTool<'_>) -> Description {
    tables(tool).fields(notes(tool))
}

fn tables(tool: &DescribedTool<'_>) -> Description {
    let page = DescriptionParts::new(tool, "");
    let rows = rows(tool, &page);
    let rows: Vec<_> = rows.iter().collect();
    let [first, _, last] = page.first_lines();
    let whole = page.full_text(&first.text);
    let text = join_sections([&whole, &table(tool, &rows)]);
    if length(&text) <= tool.budget {
        return Description::new(text);
    }
    // Rows are dropped from the end, because a table states how many rows it has.
    let details = details(tool.discriminator);
    let room = tool.budget.saturating_sub(length(&details));
    let first = if length(&first.text) <= room {
        first
    } else {
        last
    };
    let with = |count: usize| join_sections([&first.text, &table(tool, &rows[..count])]);
    let counts: Vec<_> = (1..=rows.len()).collect();
    let fitting = counts.partition_point(|&count| length(&with(count)) <= room);
    let (text, left) = (with(fitting), &rows[fitting..]);
    let intro = if first.has_intro { "" } else { &page.intro };
    let overflow = join_sections([intro, page.paragraphs, &table(tool, left)]);
    Description {
        overflow: (!overflow.is_empty()).then_some(overflow),
        ..Description::new(text + &details)
    }
}

/// Joins the sections that are not empty, with a blank line between them.
fn join_sections<const N: usize>(sections: [&str; N]) -> String {
    let sections = sections.into_iter().filter(|section| !section.is_empty());
    sections.collect::<Vec<_>>().join("\n\n")
}

fn rows<'d>(tool: &DescribedTool<'d>, page: &DescriptionParts<'_>) -> Vec<TableRow<'d>> {
    let mut actions = tool.actions.iter();
    let destructive = actions.any(|action| action.hints.destructive);
    let actions = tool.actions.iter();
    actions
        .map(|action| TableRow {
            action: action.name,
            desc: with_cache(words(action), page.own_cache(action)),
            required: required(action),
            destructive: destructive.then_some(action.hints.destructive),
            module: action.module,
        })
        .collect()
}

/// Returns the action's whole docs on one line, with the differences of its arguments.
fn words(action: &DescribedAction<'_>) -> String {
    let mut text = with_deprecation(one_line(action.docs), action.deprecated);
    for argument in &action.arguments {
        append_sentence(&mut text, &argument.difference().unwrap_or_default());
    }
    with_one_of(text, action.one_of)
}

fn required(action: &DescribedAction<'_>) -> String {
    let names: Vec<_> = action.own_required().collect();
    names.join(", ")
}

/// Formats the rows as a table; for a tool of modules, as a table under the name of each.
fn table(tool: &DescribedTool<'_>, rows: &[&TableRow<'_>]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let options = Options::new().delimiter(Delimiter::Pipe);
    let written = if tool.modules.is_empty() {
        options.to_string(rows)
    } else {
        options.to_string(&ModuleTables { tool, rows })
    };
    // The serialization of text in rows two levels deep cannot fail.
    written.unwrap_or_default()
}

/// The tables of modules in source order, independent of the map order in this build.
struct ModuleTables<'s, 'd> {
    tool: &'s DescribedTool<'d>,
    rows: &'s [&'s TableRow<'d>],
}

impl Serialize for ModuleTables<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut modules: BTreeMap<usize, Vec<&TableRow<'_>>> = BTreeMap::new();
        for row in self.rows {
            modules
                .entry(row.module.unwrap_or_default())
                .or_default()
                .push(row);
        }
        let mut map = serializer.serialize_map(Some(modules.len()))?;
        for (module, rows) in modules {
            let module = self.tool.modules.get(module);
            let name = module.map_or("", |module| module.name);
            map.serialize_entry(name, &rows)?;
        }
        map.end()
    }
}
