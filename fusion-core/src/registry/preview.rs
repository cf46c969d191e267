//! The preview of a list: how many bytes and tokens a model reads.

use std::{
    fmt,
    iter::Sum,
    ops::{Add, AddAssign},
};

use super::{Registry, View};
use crate::{
    call::estimated_tokens,
    definition::host_hints::is_always_loaded,
    error::BuildErrors,
    surface::{Exposition, ListedTool, Surface, SurfaceForm},
};

/// The length of a text.
///
/// Tokens are estimated, as for [`OutputCap::tokens`](crate::spec::OutputCap::tokens): a third of a token for
/// each ASCII character, one token for any other. The estimate is high rather than low: the list of an
/// issue tracker has 4.1 bytes for each token of o200k, and its flat list 4.4. Use it to compare costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The bytes of UTF-8.
    pub bytes: usize,
    /// The estimated tokens.
    pub tokens: usize,
}

impl Cost {
    pub(super) fn from_text(text: &str) -> Self {
        Self {
            bytes: text.len(),
            tokens: estimated_tokens(text),
        }
    }
}

impl Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            bytes: self.bytes + other.bytes,
            tokens: self.tokens + other.tokens,
        }
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        costs.fold(Self::default(), Self::add)
    }
}

/// The cost of one listed tool: of its name, its description and its input schema as compact JSON.
/// Models do not read titles, hints and output schemas.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolCost {
    /// The wire name.
    pub tool: String,
    /// The cost of the name.
    pub name: Cost,
    /// The cost of the description.
    pub description: Cost,
    /// The cost of the input schema.
    pub schema: Cost,
    /// `true` if a host that defers tools loads this one at once.
    pub is_always_loaded: bool,
}

impl ToolCost {
    pub(super) fn new(tool: &ListedTool) -> Self {
        // A map of JSON values is always JSON.
        let schema = serde_json::to_string(&*tool.input_schema).unwrap_or_default();
        Self {
            tool: tool.name.clone(),
            name: Cost::from_text(&tool.name),
            description: Cost::from_text(&tool.description),
            schema: Cost::from_text(&schema),
            is_always_loaded: is_always_loaded(&tool.meta),
        }
    }

    fn parts(&self) -> [Cost; 3] {
        [self.name, self.description, self.schema]
    }

    /// Returns the sum of the three parts.
    pub fn total(&self) -> Cost {
        self.parts().into_iter().sum()
    }
}

/// The cost of a list in a host that defers tools: it loads the names of all tools first, with the definitions of those
/// that are [always loaded](macro@crate::tool_group#hints-for-hosts), and the definition of one further tool when a
/// model needs it. Each further tool is loaded in the same way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeferredCost {
    /// The cost of the server's instructions, of the definitions of the tools that are always loaded, and of the wire
    /// names of all others, one on a line.
    pub first: Cost,
    /// The cost of the definition of one tool that is not loaded yet: its name, description and input schema. It is
    /// the tool of median size; of an even number of tools the larger of the two in the middle. Zero if all are
    /// loaded.
    pub tool: Cost,
}

impl DeferredCost {
    pub(super) fn new(instructions: Cost, tools: &[ToolCost]) -> Self {
        let (loaded, deferred): (Vec<_>, Vec<_>) =
            tools.iter().partition(|tool| tool.is_always_loaded);
        let mut sizes: Vec<_> = deferred.iter().map(|tool| tool.total()).collect();
        sizes.sort_by_key(|cost| (cost.tokens, cost.bytes));
        let names: Vec<_> = deferred.iter().map(|tool| tool.tool.as_str()).collect();
        let loaded: Cost = loaded.iter().map(|tool| tool.total()).sum();
        Self {
            first: instructions + loaded + Cost::from_text(&names.join("\n")),
            tool: sizes.get(sizes.len() / 2).copied().unwrap_or_default(),
        }
    }

    /// Returns the cost until the first call: of the instructions, the names and one tool.
    pub fn total(&self) -> Cost {
        self.first + self.tool
    }
}

/// The cost of everything that a model reads of a server before its first call, beside the cost of the
/// flat list of the same actions. [`Registry::preview`] computes it; `Display` prints a table.
///
/// Most hosts load a whole list, [`total`](Self::total). Hosts that defer tools load
/// [`deferred`](Self::deferred).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Preview {
    /// The listed tools, in order.
    pub tools: Vec<ToolCost>,
    /// The cost of the server's instructions.
    pub instructions: Cost,
    /// The number of tools in the flat list.
    pub flat_tools: usize,
    /// The cost of the flat list, with its instructions.
    pub flat: Cost,
    /// The cost of the list in a host that defers tools.
    pub deferred: DeferredCost,
    /// The cost of the flat list in a host that defers tools.
    pub flat_deferred: DeferredCost,
}

impl Preview {
    /// Returns the sum of all tools and the instructions.
    pub fn total(&self) -> Cost {
        self.instructions + self.tools.iter().map(ToolCost::total).sum()
    }

    /// Writes the tokens that a host loads: all at once, or the names and then one tool.
    fn write_hosts(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |label: &str, [first, second, third]: [String; 3]| {
            writeln!(f, "{label:9} {first:>12} {second:>8} {third:>8}")
        };
        line("", ["all at once", "names", "one tool"].map(str::to_owned))?;
        for (label, eager, deferred) in [
            ("this list", self.total(), self.deferred),
            ("flat list", self.flat, self.flat_deferred),
        ] {
            let cells = [eager, deferred.first, deferred.tool];
            line(label, cells.map(|cost| cost.tokens.to_string()))?;
        }
        writeln!(
            f,
            "A host loads all tools at once, or the names with the instructions and then each tool that is \
             needed."
        )
    }
}

impl Registry {
    /// Computes the cost of what a model reads under `exposition`.
    ///
    /// ```
    /// use fusion_core::{Exposition, Registry, tool_group};
    ///
    /// struct Files;
    ///
    /// /// Keep files.
    /// #[tool_group(name = "files")]
    /// impl Files {
    ///     /// Read a file.
    ///     #[action(read_only)]
    ///     fn read(&self, path: String) -> String {
    ///         path
    ///     }
    ///
    ///     /// Delete a file.
    ///     #[action(destructive)]
    ///     fn delete(&self, path: String) {
    ///         drop(path);
    ///     }
    /// }
    ///
    /// let registry = Registry::builder().tool(Files).build()?;
    /// let preview = registry.preview(Exposition::Grouped)?;
    /// assert_eq!(preview.tools.len(), 1);
    /// assert_eq!(preview.tools[0].name.bytes, "files".len());
    /// assert_eq!(preview.flat_tools, 2);
    /// println!("{preview}");
    /// # Ok::<(), fusion_core::BuildErrors>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Registry::view`].
    pub fn preview(&self, exposition: Exposition) -> Result<Preview, BuildErrors> {
        Ok(self.view(exposition)?.preview())
    }
}

impl View {
    /// Computes the cost of what a model reads of this view, beside the flat list of the whole
    /// registry in the same profile.
    pub fn preview(&self) -> Preview {
        // The flat list is compared with even if it cannot be served.
        let defs = self.registry.defs_in(self.profile).unwrap_or_default();
        let flat = Surface::unfiltered(
            &SurfaceForm::new(Exposition::Flat, self.profile),
            &defs,
            &mut Vec::new(),
        );
        let in_flat: Vec<_> = flat.tools().iter().map(ToolCost::new).collect();
        let flat_instructions =
            Cost::from_text(flat.instructions(false).text().unwrap_or_default());
        let tools: Vec<_> = self.tools().iter().map(ToolCost::new).collect();
        let instructions = Cost::from_text(self.instructions().unwrap_or_default());
        Preview {
            deferred: DeferredCost::new(instructions, &tools),
            flat_deferred: DeferredCost::new(flat_instructions, &in_flat),
            tools,
            instructions,
            flat_tools: in_flat.len(),
            flat: flat_instructions + in_flat.iter().map(ToolCost::total).sum(),
        }
    }
}

impl fmt::Display for Preview {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const INSTRUCTIONS: &str = "(instructions)";
        let names = self.tools.iter().map(|tool| tool.tool.chars().count());
        let width = names.chain([INSTRUCTIONS.len()]).max().unwrap_or_default();
        let mut line = |label: &str, cells: [String; 5]| {
            let [name, description, schema, total, tokens] = cells;
            let line = format!(
                "{label:width$} {name:>6} {description:>12} {schema:>8} {total:>8} {tokens:>8}"
            );
            writeln!(f, "{}", line.trim_end())
        };
        let nothing = String::new;
        let heads = ["name", "description", "schema", "bytes", "tokens"];
        line("", heads.map(str::to_owned))?;
        let mut sums = [Cost::default(); 3];
        for tool in &self.tools {
            let (parts, total) = (tool.parts(), tool.total());
            let [name, description, schema] = parts.map(|part| part.bytes.to_string());
            let (bytes, tokens) = (total.bytes.to_string(), total.tokens.to_string());
            line(&tool.tool, [name, description, schema, bytes, tokens])?;
            for (sum, part) in sums.iter_mut().zip(parts) {
                *sum += part;
            }
        }
        if self.instructions.bytes > 0 {
            let Cost { bytes, tokens } = self.instructions;
            let (bytes, tokens) = (bytes.to_string(), tokens.to_string());
            line(
                INSTRUCTIONS,
                [nothing(), nothing(), nothing(), bytes, tokens],
            )?;
        }
        let total = self.total();
        let [name, description, schema] = sums.map(|sum| sum.bytes.to_string());
        let bytes = total.bytes.to_string();
        line("bytes", [name, description, schema, bytes, nothing()])?;
        let [name, description, schema] = sums.map(|sum| sum.tokens.to_string());
        let tokens = total.tokens.to_string();
        line("tokens", [name, description, schema, nothing(), tokens])?;
        let listed = tools(self.tools.len());
        let percent = (total.tokens * 100)
            .checked_div(self.flat.tokens)
            .unwrap_or(100);
        let flat = tools(self.flat_tools);
        writeln!(
            f,
            "\n{listed} of {} tokens: {percent} % of the flat list ({flat} of {} tokens)",
            total.tokens, self.flat.tokens
        )?;
        self.write_hosts(f)?;
        write!(
            f,
            "Tokens are estimated, rather too many than too few: one for 3 ASCII characters, one for \
             any other."
        )
    }
}

fn tools(count: usize) -> String {
    let tools = if count == 1 { "tool" } else { "tools" };
    format!("{count} {tools}")
}
