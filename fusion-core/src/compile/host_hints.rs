//! The compilation of hints for hosts: icons and entries of `_meta`.

use super::Compiler;
use crate::{
    definition::host_hints::HostHints,
    error::{HostHintError, cut},
    result::catch_call,
    spec::{HostHintSpec, Icon, Module, ToolSpec},
};

impl Compiler {
    /// Computes the hints of one row, group or tool. Errors name it by `item`.
    pub(super) fn host_hints(&mut self, spec: &HostHintSpec, item: &str) -> HostHints {
        let item = || format!("`{item}`");
        let icons = spec.icons.map(|icons| {
            catch_call(icons).unwrap_or_else(|_| {
                let mistake = HostHintError::IconsPanicked { item: item() };
                self.errors.push(mistake.into());
                Vec::new()
            })
        });
        let icons = icons.unwrap_or_default();
        let mistakes = check_icons(&icons, &item());
        self.errors.extend(mistakes.into_iter().map(Into::into));
        let meta = spec.meta.map(|meta| {
            catch_call(meta).unwrap_or_else(|_| {
                let mistake = HostHintError::MetaPanicked { item: item() };
                self.errors.push(mistake.into());
                serde_json::Map::new()
            })
        });
        HostHints {
            icons,
            meta: meta.unwrap_or_default(),
            always_load: spec.always_load,
            search_hint: spec.search_hint,
        }
    }

    /// Computes the hints that the actions of a group inherit: its own, then those of its tool.
    pub(super) fn hints_around(
        &mut self,
        tool: &ToolSpec,
        place: &Module,
        of_tool: &HostHints,
    ) -> HostHints {
        let Some(name) = place.name else {
            return of_tool.clone();
        };
        let item = format!("{}/{name}", tool.name);
        let mut hints = self.host_hints(&place.group.host, &item);
        hints.inherit(of_tool);
        hints
    }
}

/// Returns the mistakes in icons: hosts refuse sources of other schemes than `https:` and `data:`, and MCP has
/// one notation of sizes.
pub(crate) fn check_icons(icons: &[Icon], item: &str) -> Vec<HostHintError> {
    let mut mistakes = Vec::new();
    for icon in icons {
        if !is_served(&icon.src) {
            mistakes.push(HostHintError::IconSource {
                item: item.to_owned(),
                src: cut(&icon.src).into_owned(),
            });
        }
        let sizes = icon.sizes.iter().flatten();
        for size in sizes.filter(|size| !is_size(size)) {
            mistakes.push(HostHintError::IconSize {
                item: item.to_owned(),
                size: size.clone(),
            });
        }
    }
    mistakes
}

/// Returns `true` for a URI of the schemes `https` and `data`, which are written in any case.
fn is_served(src: &str) -> bool {
    src.split_once(':').is_some_and(|(scheme, rest)| {
        (scheme.eq_ignore_ascii_case("https") && rest.starts_with("//") && rest.len() > 2)
            || (scheme.eq_ignore_ascii_case("data") && rest.contains(','))
    })
}

/// Returns `true` for `48x48` and `any`.
fn is_size(size: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    size == "any"
        || size
            .split_once('x')
            .is_some_and(|(wide, high)| number(wide) && number(high))
}
