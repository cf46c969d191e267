//! `build()`: computes everything that can be computed before the first call.

use std::sync::Arc;
#[cfg(feature = "oauth")]
use std::{any::TypeId, collections::HashSet};

use tokio::sync::watch;

use super::{Parts, RegistryBuilder};
#[cfg(feature = "oauth")]
use crate::ctx::Claims;
use crate::{
    call::{Dispatch, LocalClients, Providers, RegisteredTool, Replica, ResourceUpdates, Runtime},
    compile::{Compiler, compile_state_sync},
    error::BuildErrors,
    middleware::Middleware,
    registry::{
        Inner, Registry,
        checks::{check_names, check_notified},
        manifest,
        surface_cache::{SurfaceCache, with_manifest},
    },
    scopes::ScopeRules,
    shared::SharedParts,
    spec::ToolSpec,
    state_sync::CompiledStateSync,
    surface::{Exposition, Surface, SurfaceForm},
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
        let erased = tools
            .into_iter()
            .map(|(spec, erase)| (spec, erase(Arc::clone(&middleware))));
        parts.build(erased.collect())
    }
}

impl Parts {
    /// Builds the registry. The types of the middleware are erased before, so that a program compiles no copy
    /// of this function.
    fn build(
        self,
        tools: Vec<(&'static ToolSpec, Box<dyn Dispatch>)>,
    ) -> Result<Registry, BuildErrors> {
        let mut compiler = Compiler::new(self.profile, self.describe, self.format);
        compiler.limits_in_words = self.limits_in_words;
        compiler.errors = self.errors;
        #[cfg(feature = "ask")]
        {
            compiler.unasked = self.asking.unasked;
        }
        for spec in self.misplaced_tools {
            compiler.tool(spec);
        }
        let mut tools: Vec<_> = tools
            .into_iter()
            .map(|(spec, dispatch)| RegisteredTool::new(compiler.tool(spec), dispatch))
            .collect();
        let mut errors = compiler.errors;
        #[cfg(feature = "ask")]
        errors.extend(
            self.asking
                .lifetime_error()
                .into_iter()
                .chain(self.asking.once_error()),
        );
        let sync = self.sync.map(|sync| {
            let mut defs: Vec<_> = tools.iter_mut().map(|tool| &mut tool.def).collect();
            compile_state_sync(sync, &mut defs, &mut errors)
        });
        let mut defs: Vec<_> = tools.iter_mut().map(|tool| &mut tool.def).collect();
        let scopes = ScopeRules::compile(self.scopes, &mut defs, &mut errors);
        let defs: Vec<_> = tools.iter().map(|tool| &tool.def).collect();
        #[cfg(feature = "oauth")]
        let (provided, has_own_claims) = with_claims(self.provided);
        #[cfg(not(feature = "oauth"))]
        let provided = self.provided;
        check_names(&defs, &provided, self.manifest, &mut errors);
        let rules = sync.as_ref().map_or(&[][..], CompiledStateSync::rules);
        check_notified(&defs, self.manifest, rules, &mut errors);
        let grouped = Surface::unfiltered(
            &SurfaceForm::new(Exposition::Grouped, self.profile),
            &defs,
            &mut errors,
        );
        BuildErrors::check(errors)?;
        let SharedParts {
            bus,
            #[cfg(feature = "ask")]
            store,
            #[cfg(feature = "rate-limit")]
            quota,
        } = self.shared.into_parts();
        let updates = Arc::new(ResourceUpdates::default());
        let replica = bus.map(|bus| {
            let local = LocalClients {
                updates: Arc::clone(&updates),
                lists: watch::Sender::new(0),
                hook: sync.as_ref().and_then(CompiledStateSync::hook),
                observers: self.observers.clone(),
            };
            Arc::new(Replica::new(bus, local))
        });
        let runtime = Runtime {
            tools,
            providers: Providers::new(self.providers, self.provider_timeout),
            guards: self.guards,
            observers: self.observers,
            output_cap: self.output_cap,
            check_results: self.check_results,
            state_sync: sync,
            reading: self.reading,
            updates,
            replica,
            #[cfg(feature = "rate-limit")]
            quota,
            #[cfg(feature = "ask")]
            asking: self.asking.build(store),
            builtin: self.manifest.then_some(manifest::RESOURCE),
        };
        Ok(Registry {
            inner: Arc::new(Inner {
                runtime,
                grouped: Arc::new(with_manifest(grouped, self.manifest)),
                views: SurfaceCache::new(self.manifest),
                profile: self.profile,
                granted: self.granted.filter(|_| !scopes.is_empty()),
                scopes,
                #[cfg(feature = "oauth")]
                has_own_claims,
                provided,
                lints: self.lints,
                #[cfg(feature = "rmcp")]
                logged_unknown_scopes: std::sync::Once::new(),
            }),
        })
    }
}

/// Adds the claims of access tokens to the values that `&Ext<T>` finds. Returns true if something provides them already.
#[cfg(feature = "oauth")]
fn with_claims(mut provided: HashSet<TypeId>) -> (HashSet<TypeId>, bool) {
    let is_new = provided.insert(TypeId::of::<Claims>());
    (provided, !is_new)
}
