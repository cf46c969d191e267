//! The cache of a registry's surfaces: each is computed once, when it is first requested.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use super::manifest;
use crate::{
    compile::Compiler,
    definition::ToolDef,
    error::{BuildError, BuildErrors, on_one_line},
    schema::Profile,
    surface::{Filter, Surface, SurfaceForm},
};

/// The number of filtered surfaces that are kept. A server has about as many kinds of callers at a time.
const KEPT: usize = 64;

/// Surfaces are computed lazily: a mistake of one exposition is no error as long as nobody requests
/// it.
#[derive(Default)]
pub(super) struct SurfaceCache {
    /// The surfaces without a filter. `build()` proved the registry's own grouped surface, which is
    /// not in here.
    unfiltered: Mutex<HashMap<SurfaceForm, Arc<LazySurface>>>,
    /// The definitions with the schemas of types under the profile that the registry does not have.
    other_types: OnceLock<Result<Vec<ToolDef>, BuildErrors>>,
    /// Set if every surface offers its manifest.
    manifest: bool,
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

/// A surface without a filter that `build()` has not proved.
type LazySurface = OnceLock<Result<Arc<Surface>, BuildErrors>>;

struct FilteredSurface {
    form: SurfaceForm,
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

    /// Returns the surface without a filter.
    pub(super) fn unfiltered<'t>(
        &self,
        form: &SurfaceForm,
        tools: &dyn Fn() -> Result<Vec<&'t ToolDef>, BuildErrors>,
    ) -> Result<Arc<Surface>, BuildErrors> {
        let computed = {
            let all = self.unfiltered.lock();
            let mut all = all.unwrap_or_else(PoisonError::into_inner);
            Arc::clone(all.entry(form.clone()).or_default())
        };
        // Computed without the lock, so that no caller waits for another surface.
        let surface = computed.get_or_init(|| {
            let mut errors = Vec::new();
            let surface = Surface::unfiltered(form, &tools()?, &mut errors);
            BuildErrors::check(errors)?;
            Ok(Arc::new(with_manifest(surface, self.manifest)))
        });
        surface.clone()
    }

    /// Returns `own` with the schemas of types under `profile`, which is not the registry's own.
    pub(super) fn other_types(
        &self,
        own: &[&ToolDef],
        profile: Profile,
    ) -> Result<&[ToolDef], BuildErrors> {
        let compiled = self.other_types.get_or_init(|| {
            let mut compiler = Compiler::for_schemas(profile);
            let tools = own.iter().map(|tool| compiler.with_other_schemas(tool));
            let tools = tools.collect();
            BuildErrors::check(compiler.errors)?;
            Ok(tools)
        });
        compiled.as_deref().map_err(Clone::clone)
    }

    /// Returns what `filter` shows. The unfiltered surface is proved, so that each part of it is
    /// valid.
    pub(super) fn filtered<'t>(
        &self,
        form: &SurfaceForm,
        filter: &Filter,
        tools: &dyn Fn() -> Vec<&'t ToolDef>,
    ) -> Arc<Surface> {
        if let Some(surface) = self.find(form, filter) {
            return surface;
        }
        // Computed without the lock: two callers may compute the same surface, and no other caller
        // waits for either.
        let tools = tools();
        self.warn(&filter.unknown_names(&tools));
        let mut errors = Vec::new();
        let surface = Surface::filtered(form, &tools, filter, &mut errors);
        let surface = Arc::new(with_manifest(surface, self.manifest));
        for error in errors {
            let error = error.to_string();
            let error = on_one_line(&error);
            tracing::error!(%error, "a tool is not listed in a filtered view");
        }
        self.keep(FilteredSurface {
            form: form.clone(),
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
            let error = on_one_line(&error.to_string()).into_owned();
            if warned.len() < KEPT && warned.insert(error.clone()) {
                tracing::warn!(%error, "the access of a caller names what does not exist");
            }
        }
    }

    fn find(&self, form: &SurfaceForm, filter: &Filter) -> Option<Arc<Surface>> {
        let mut kept = self.filtered.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept
            .iter()
            .rposition(|one| one.form == *form && one.filter == *filter)?;
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
    use crate::surface::Exposition;

    #[test]
    fn a_surface_is_computed_once_and_the_least_recently_used_one_is_dropped() {
        let cache = SurfaceCache::default();
        let computed = std::cell::Cell::new(0);
        let get = |tag: usize| {
            let filter = Filter::any_tags([tag.to_string()]);
            cache.filtered(&SurfaceForm::default(), &filter, &|| {
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
        for (more, form) in [
            SurfaceForm::new(Exposition::Flat, Profile::Portable),
            SurfaceForm::new(Exposition::Grouped, Profile::Open),
        ]
        .into_iter()
        .enumerate()
        {
            cache.filtered(&form, &filter, &|| {
                computed.set(computed.get() + 1);
                Vec::new()
            });
            assert_eq!(computed.get(), KEPT + 3 + more, "{form:?}");
        }
    }
}
