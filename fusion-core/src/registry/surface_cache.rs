//! The cache of a registry's surfaces: each is computed once, when it is first requested.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use super::manifest;
use crate::{
    definition::ToolDef,
    error::{BuildError, BuildErrors},
    surface::{Exposition, Filter, Surface},
};

/// The number of filtered surfaces that are kept. A server has about as many kinds of callers at a time.
const KEPT: usize = 64;

/// Surfaces are computed lazily: a mistake of one exposition is no error as long as nobody requests
/// it.
#[derive(Default)]
pub(super) struct SurfaceCache {
    pub(super) by_safety: LazySurface,
    pub(super) flat: LazySurface,
    /// Set if every surface offers its manifest.
    pub(super) manifest: bool,
    /// Invariant: the surface that was used last stands last.
    filtered: Mutex<Vec<FilteredSurface>>,
    /// The keys of nothing that filters for callers named, each warned of once.
    // Invariant: at most `KEPT`; a filter may hold what a caller sent.
    warned: Mutex<BTreeSet<String>>,
}

/// Adds the manifest to a surface if the registry offers it. No filter hides it, because it contains
/// only what the surface shows.
pub(super) fn with_manifest(mut surface: Surface, manifest: bool) -> Surface {
    if manifest {
        surface.offer(manifest::listed_resource());
    }
    surface
}

/// A surface without a filter, under an exposition that `build()` has not proved.
#[derive(Default)]
pub(super) struct LazySurface(OnceLock<Result<Arc<Surface>, BuildErrors>>);

impl LazySurface {
    pub(super) fn surface(
        &self,
        exposition: Exposition,
        tools: &[&ToolDef],
        manifest: bool,
    ) -> Result<Arc<Surface>, BuildErrors> {
        let surface = self.0.get_or_init(|| {
            let mut errors = Vec::new();
            let surface = Surface::unfiltered(exposition, tools, &mut errors);
            BuildErrors::check(errors)?;
            Ok(Arc::new(with_manifest(surface, manifest)))
        });
        surface.clone()
    }
}

struct FilteredSurface {
    exposition: Exposition,
    filter: Filter,
    surface: Arc<Surface>,
}

impl SurfaceCache {
    pub(super) fn new(manifest: bool) -> Self {
        Self {
            manifest,
            ..Self::default()
        }
    }

    /// Returns what `filter` shows. The unfiltered exposition is proved, so that each part of it is
    /// valid.
    pub(super) fn filtered<'t>(
        &self,
        exposition: Exposition,
        filter: &Filter,
        tools: &dyn Fn() -> Vec<&'t ToolDef>,
    ) -> Arc<Surface> {
        if let Some(surface) = self.find(exposition, filter) {
            return surface;
        }
        // Computed without the lock: two callers may compute the same surface, and no other caller
        // waits for either.
        let tools = tools();
        self.warn(&filter.mistakes(&tools));
        let mut errors = Vec::new();
        let surface = Surface::filtered(exposition, &tools, filter, &mut errors);
        let surface = Arc::new(with_manifest(surface, self.manifest));
        for error in errors {
            tracing::error!(%error, "a tool is not listed in a filtered view");
        }
        self.keep(FilteredSurface {
            exposition,
            filter: filter.clone(),
            surface: Arc::clone(&surface),
        });
        surface
    }

    /// Logs the mistakes of a filter that was computed for a caller. All others were refused before.
    fn warn(&self, mistakes: &[BuildError]) {
        if mistakes.is_empty() {
            return;
        }
        let mut warned = self.warned.lock().unwrap_or_else(PoisonError::into_inner);
        for error in mistakes {
            if warned.len() < KEPT && warned.insert(error.to_string()) {
                tracing::warn!(%error, "the access of a caller names what does not exist");
            }
        }
    }

    fn find(&self, exposition: Exposition, filter: &Filter) -> Option<Arc<Surface>> {
        let mut kept = self.filtered.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept
            .iter()
            .rposition(|one| one.exposition == exposition && one.filter == *filter)?;
        kept.get_mut(found..)?.rotate_left(1);
        kept.last().map(|one| Arc::clone(&one.surface))
    }

    fn keep(&self, surface: FilteredSurface) {
        let mut kept = self.filtered.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT {
            kept.remove(0);
        }
        kept.push(surface);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_surface_is_computed_once_and_the_least_recently_used_one_is_dropped() {
        let views = SurfaceCache::default();
        let computed = std::cell::Cell::new(0);
        let get = |tag: usize| {
            let filter = Filter::any_tags([tag.to_string()]);
            views.filtered(Exposition::Grouped, &filter, &|| {
                computed.set(computed.get() + 1);
                Vec::new()
            });
            computed.get()
        };
        for tag in 0..KEPT {
            assert_eq!(get(tag), tag + 1);
        }
        assert_eq!(get(0), KEPT, "it is kept");
        assert_eq!(get(KEPT), KEPT + 1);
        assert_eq!(get(0), KEPT + 1, "it was used after 1");
        assert_eq!(get(1), KEPT + 2, "it was forgotten");
        let filter = Filter::any_tags(["0"]);
        views.filtered(Exposition::Flat, &filter, &|| {
            computed.set(computed.get() + 1);
            Vec::new()
        });
        assert_eq!(
            computed.get(),
            KEPT + 3,
            "another exposition is another surface"
        );
    }
}
