//! The preview of a list: how many bytes and tokens a model reads.

use std::{
    fmt,
    iter::Sum,
    ops::{Add, AddAssign},
};

use super::{Registry, View};
use crate::{
    call::estimated_tokens,
    error::BuildErrors,
    surface::{Exposition, ListedTool, Surface},
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
    fn from_text(text: &str) -> Self {
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
}

impl ToolCost {
    fn new(tool: &ListedTool) -> Self {
        // A map of JSON values is always JSON.
        let schema = serde_json::to_string(&*tool.input_schema).unwrap_or_default();
        Self {
            tool: tool.name.clone(),
            name: Cost::from_text(&tool.name),
            description: Cost::from_text(&tool.description),
            schema: Cost::from_text(&schema),
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

/// The cost of everything that a model reads of a server before its first call, beside the cost of the
/// flat list of the same actions. [`Registry::preview`] computes it; `Display` prints a table.
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
}

impl Preview {
    /// Returns the sum of all tools and the instructions.
    pub fn total(&self) -> Cost {
        self.instructions + self.tools.iter().map(ToolCost::total).sum()
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
        let tools = self.registry.defs_in(self.profile).unwrap_or_default();
        let flat = Surface::unfiltered(Exposition::Flat, self.profile, &tools, &mut Vec::new());
        let in_flat = flat.tools().iter().map(|tool| ToolCost::new(tool).total());
        Preview {
            tools: self.tools().iter().map(ToolCost::new).collect(),
            instructions: Cost::from_text(self.instructions().unwrap_or_default()),
            flat_tools: flat.tools().len(),
            flat: Cost::from_text(flat.instructions().unwrap_or_default()) + in_flat.sum(),
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
        write!(
            f,
            "\n{listed} of {} tokens: {percent} % of the flat list ({flat} of {} tokens)\n\
             Tokens are estimated, rather too many than too few: one for 3 ASCII characters, one for \
             any other.",
            total.tokens, self.flat.tokens
        )
    }
}

fn tools(count: usize) -> String {
    let tools = if count == 1 { "tool" } else { "tools" };
    format!("{count} {tools}")
}
