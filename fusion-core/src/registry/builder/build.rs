//! `build()`: computes everything that can be computed before the first call.

use std::sync::Arc;

use super::RegistryBuilder;
use crate::{
    call::{Providers, RegisteredTool, ResourceUpdates, Runtime},
    compile::{Compiler, compile_state_sync},
    error::BuildErrors,
    middleware::Middleware,
    registry::{
        Inner, Registry,
        checks::{check_names, check_notified},
        manifest,
        surface_cache::{SurfaceCache, with_manifest},
    },
    state_sync::CompiledStateSync,
    surface::{Exposition, Surface},
};

impl<M: Middleware> RegistryBuilder<M> {
    /// Builds the registry: computes everything that calls and lists need.
    ///
    /// # Errors
    ///
    /// All mistakes that could not be found at compile time, at once: names that clash or that clients
    /// refuse, fields of one name and two shapes, schemas that cannot be published, injected values
    /// that nothing provides.
    pub fn build(self) -> Result<Registry, BuildErrors> {
        let Self {
            middleware,
            tools,
            parts,
        } = self;
        let middleware = Arc::new(middleware);
        let mut compiler = Compiler::new(parts.profile, parts.describe, parts.format);
        compiler.limits_in_words = parts.limits_in_words;
        compiler.errors = parts.errors;
        #[cfg(feature = "ask")]
        {
            compiler.unasked = parts.asking.unasked;
        }
        for spec in parts.misplaced_tools {
            compiler.tool(spec);
        }
        let mut tools: Vec<_> = tools
            .into_iter()
            .map(|(spec, erase)| {
                RegisteredTool::new(compiler.tool(spec), erase(Arc::clone(&middleware)))
            })
            .collect();
        let mut errors = compiler.errors;
        let sync = parts.sync.map(|sync| {
            let mut defs: Vec<_> = tools.iter_mut().map(|tool| &mut tool.def).collect();
            compile_state_sync(sync, &mut defs, &mut errors)
        });
        let defs: Vec<_> = tools.iter().map(|tool| &tool.def).collect();
        check_names(&defs, &parts.provided, parts.manifest, &mut errors);
        let rules = sync.as_ref().map_or(&[][..], CompiledStateSync::rules);
        check_notified(&defs, parts.manifest, rules, &mut errors);
        let grouped = Surface::unfiltered(Exposition::Grouped, parts.profile, &defs, &mut errors);
        BuildErrors::check(errors)?;
        let runtime = Runtime {
            tools,
            providers: Providers::new(parts.providers, parts.provider_timeout),
            guards: parts.guards,
            observers: parts.observers,
            output_cap: parts.output_cap,
            check_results: parts.check_results,
            state_sync: sync,
            reading: parts.reading,
            updates: ResourceUpdates::default(),
            #[cfg(feature = "ask")]
            asking: parts.asking.build(),
            builtin: parts.manifest.then_some(manifest::RESOURCE),
        };
        Ok(Registry {
            inner: Arc::new(Inner {
                runtime,
                grouped: Arc::new(with_manifest(grouped, parts.manifest)),
                views: SurfaceCache::new(parts.manifest),
                profile: parts.profile,
                provided: parts.provided,
            }),
        })
    }
}
