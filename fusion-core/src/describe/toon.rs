//! The TOON form: one table of the actions, or one for each module.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use fusion_toon::{Delimiter, Options};
use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{
    DescribedTool, Description,
    entry::{with_cache, with_deprecation, with_one_of},
    fit::{details, length},
    page::DescriptionParts,
};
use crate::{
    definition::ActionDef,
    spec::sentence::{append_sentence, one_line},
};

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
    module: usize,
}

pub(super) fn describe(subject: &DescribedTool<'_>, budget: usize) -> Description {
    let page = DescriptionParts::new(subject, "");
    let rows = rows(subject, &page);
    let rows: Vec<_> = rows.iter().collect();
    let [first, _, last] = page.first_lines();
    let whole = page.full_text(&first.text);
    let text = join_sections([&whole, &table(subject, &rows)]);
    if length(&text) <= budget {
        return Description {
            text,
            overflow: None,
        };
    }
    // Rows are dropped from the end, because a table states how many rows it has.
    let details = details(subject.discriminator);
    let room = budget.saturating_sub(length(&details));
    let first = if length(&first.text) <= room {
        first
    } else {
        last
    };
    let with = |count: usize| join_sections([&first.text, &table(subject, &rows[..count])]);
    let counts: Vec<_> = (1..=rows.len()).collect();
    let fitting = counts.partition_point(|&count| length(&with(count)) <= room);
    let (text, left) = (with(fitting), &rows[fitting..]);
    let intro = if first.has_intro { "" } else { &page.intro };
    let overflow = join_sections([intro, page.paragraphs, &table(subject, left)]);
    Description {
        text: text + &details,
        overflow: (!overflow.is_empty()).then_some(overflow),
    }
}

/// Joins the sections that are not empty, with a blank line between them.
fn join_sections<const N: usize>(sections: [&str; N]) -> String {
    let sections = sections.into_iter().filter(|section| !section.is_empty());
    sections.collect::<Vec<_>>().join("\n\n")
}

fn rows<'d>(subject: &DescribedTool<'d>, page: &DescriptionParts<'_>) -> Vec<TableRow<'d>> {
    let mut actions = subject.actions.iter();
    let destructive = actions.any(|action| action.spec.hints.destructive);
    let flat = subject.tool.is_flat();
    let differences = subject.merged.differences.iter();
    let differences = differences
        .map(Vec::as_slice)
        .chain(std::iter::repeat(&[][..]));
    let actions = subject.actions.iter().zip(differences);
    actions
        .map(|(action, differences)| TableRow {
            action: if flat { &action.key } else { action.spec.key },
            desc: with_cache(words(action, differences), page.own_cache(action)),
            required: required_names(action),
            destructive: destructive.then_some(action.spec.hints.destructive),
            module: action.module,
        })
        .collect()
}

/// Returns the action's whole docs on one line, with the differences of its arguments.
fn words(action: &ActionDef, differences: &[String]) -> String {
    let mut text = with_deprecation(one_line(&action.docs), action);
    for difference in differences {
        append_sentence(&mut text, difference);
    }
    with_one_of(text, action)
}

fn required_names(action: &ActionDef) -> String {
    let required = action.args.iter().filter(|arg| arg.required);
    let names: Vec<_> = required.map(|arg| arg.name).collect();
    names.join(", ")
}

/// Formats the rows as a table; for a tool of modules, as a table under the name of each.
fn table(subject: &DescribedTool<'_>, rows: &[&TableRow<'_>]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let options = Options::new().delimiter(Delimiter::Pipe);
    let written = if subject.tool.is_flat() {
        options.to_string(rows)
    } else {
        options.to_string(&ModuleTables { subject, rows })
    };
    // The serialization of text in rows two levels deep cannot fail.
    written.unwrap_or_default()
}

/// The tables of modules in source order, independent of the map order in this build.
struct ModuleTables<'s, 'd> {
    subject: &'s DescribedTool<'d>,
    rows: &'s [&'s TableRow<'d>],
}

impl Serialize for ModuleTables<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut modules: BTreeMap<usize, Vec<&TableRow<'_>>> = BTreeMap::new();
        for row in self.rows {
            modules.entry(row.module).or_default().push(row);
        }
        let mut map = serializer.serialize_map(Some(modules.len()))?;
        for (module, rows) in modules {
            let module = self.subject.tool.spec.modules.get(module);
            let name = module.and_then(|module| module.name).unwrap_or_default();
            map.serialize_entry(name, &rows)?;
        }
        map.end()
    }
}
