//! The commands that count tokens: of the served list, and of all expositions and forms.

use comfy_table::Cell;
use serde_json::{Value, json};

use super::{
    arguments::PrintOptions,
    failure::Failure,
    listing,
    output::{Output, name_cell, print_table, print_text, quiet_cell},
};
use crate::{
    registry::{Cost, DeferredCost, EXPOSITIONS, FORMS, ListCost, Preview, ToolCost, View},
    spec::Describe,
    surface::Exposition,
};

/// Prints the cost of the served list.
pub(super) fn preview(view: &View, options: &PrintOptions) -> Result<(), Failure> {
    let output = Output::new(options);
    let preview = view.preview();
    if output.is_json() {
        return output.json(&preview_json(&preview));
    }
    print_text(&output.prose(&output.text(&format!("{preview}\n"))))
}

fn preview_json(preview: &Preview) -> Value {
    let deferred =
        |cost: &DeferredCost| json!({"first": json_of(cost.first), "tool": json_of(cost.tool)});
    json!({
        "tools": preview.tools.iter().map(tool_json).collect::<Vec<_>>(),
        "instructions": json_of(preview.instructions),
        "total": json_of(preview.total()),
        "deferred": deferred(&preview.deferred),
        "flat": {
            "tools": preview.flat_tools,
            "total": json_of(preview.flat),
            "deferred": deferred(&preview.flat_deferred),
        },
    })
}

fn tool_json(tool: &ToolCost) -> Value {
    json!({
        "name": tool.tool,
        "parts": {
            "name": json_of(tool.name),
            "description": json_of(tool.description),
            "schema": json_of(tool.schema),
        },
        "total": json_of(tool.total()),
    })
}

fn json_of(cost: Cost) -> Value {
    json!({"bytes": cost.bytes, "tokens": cost.tokens})
}

/// One list of a server.
struct ComparedList {
    exposition: &'static str,
    /// `None` for the flat list and that of a search, which have no forms.
    form: Option<&'static str>,
    cost: ListCost,
}

/// Prints the cost of each exposition and form, and of each action by itself.
pub(super) fn tokens(view: &View, options: &PrintOptions) -> Result<(), Failure> {
    let output = Output::new(options);
    let lists = lists(view);
    let flat = lists.iter().find(|list| list.exposition == "flat");
    let keys: Vec<_> = view.with_exposition(Exposition::Flat).map_or_else(
        |_| {
            listing::actions(view)
                .into_iter()
                .map(|action| action.key)
                .collect()
        },
        |flat| flat.tools().iter().map(|tool| tool.key.clone()).collect(),
    );
    let actions = flat.map_or(&[][..], |flat| &flat.cost.tools);
    let actions: Vec<_> = keys.iter().zip(actions).collect();
    if output.is_json() {
        let lists: Vec<_> = lists.iter().map(list_json).collect();
        let actions: Vec<_> = actions
            .iter()
            .map(|(key, cost)| json!({"key": key, "total": json_of(cost.total())}))
            .collect();
        return output.json(&json!({"lists": lists, "actions": actions}));
    }
    let all = flat.map_or(0, |flat| flat.cost.total().tokens);
    let mut table = output.table(["EXPOSITION", "FORM", "TOOL", "TOKENS", "OF FLAT"]);
    for list in &lists {
        let total = list.cost.total().tokens;
        let percent = (total * 100).checked_div(all).unwrap_or(100);
        let (count, form) = (list.cost.tools.len(), list.form.unwrap_or("–"));
        let tools = if count == 1 {
            "1 tool".to_owned()
        } else {
            format!("{count} tools")
        };
        table.add_row([
            name_cell(list.exposition),
            Cell::new(form),
            Cell::new(tools),
            Cell::new(total),
            Cell::new(format!("{percent} %")),
        ]);
        let is_divided = list.form.is_some() && count > 1;
        for tool in list.cost.tools.iter().filter(|_| is_divided) {
            let tokens = tool.total().tokens.to_string();
            table.add_row(["", "", &tool.tool, &tokens, ""].map(quiet_cell));
        }
    }
    align_right(&mut table, &[3, 4]);
    print_table(&table)?;
    let mut table = output.table(["ACTION BY ITSELF", "TOKENS"]);
    for (key, cost) in actions {
        table.add_row([name_cell(key), Cell::new(cost.total().tokens)]);
    }
    align_right(&mut table, &[1]);
    print_text("\n")?;
    print_table(&table)?;
    print_text(&format!("\n{}\n", output.quiet(ESTIMATED)))
}

const ESTIMATED: &str = "Tokens are estimated, rather too many than too few, as `preview` does.";

/// Returns the lists of a server. A form that its tools cannot have is left out.
fn lists(view: &View) -> Vec<ComparedList> {
    let forms = |exposition| match exposition {
        // A list of single actions has no forms, and one without actions neither.
        Exposition::Flat | Exposition::Search => vec![(Describe::default(), None)],
        _ => FORMS
            .iter()
            .map(|&(form, name)| (form, Some(name)))
            .collect(),
    };
    let lists = EXPOSITIONS.into_iter().flat_map(|(exposition, name)| {
        forms(exposition)
            .into_iter()
            .filter_map(move |(form, form_name)| {
                Some(ComparedList {
                    exposition: name,
                    form: form_name,
                    cost: view.cost_in(exposition, form)?,
                })
            })
    });
    lists.collect()
}

fn list_json(list: &ComparedList) -> Value {
    json!({
        "exposition": list.exposition,
        "form": list.form,
        "tools": list.cost.tools.iter().map(tool_json).collect::<Vec<_>>(),
        "instructions": json_of(list.cost.instructions),
        "total": json_of(list.cost.total()),
    })
}

fn align_right(table: &mut comfy_table::Table, columns: &[usize]) {
    for column in columns {
        if let Some(column) = table.column_mut(*column) {
            column.set_cell_alignment(comfy_table::CellAlignment::Right);
        }
    }
}
