//! Generated packages with any number of actions, to build and to start: the same prose and the
//! same four arguments, as a group of Fusion or as tools of rmcp's macros.

use std::{fmt::Write as _, fs, path::PathBuf};

use fusion_bench_kit::Result;

use crate::context::Context;

/// The framework of a generated package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framework {
    /// One group.
    Fusion,
    /// One router.
    Rmcp,
}

impl Framework {
    /// Both frameworks.
    pub const ALL: [Self; 2] = [Self::Fusion, Self::Rmcp];

    /// Returns the column name of the framework.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fusion => "fusion",
            Self::Rmcp => "rmcp",
        }
    }

    /// Returns a program that builds the tools and prints their number.
    pub fn program(self, actions: usize) -> String {
        match self {
            Self::Fusion => format!(
                "{}fn main() -> Result<(), fusion_core::BuildErrors> {{\n    \
                 let registry = fusion_core::Registry::builder().tool(Many{actions}).build()?;\n    \
                 println!(\"{{}}\", registry.tools().len());\n    Ok(())\n}}\n",
                group(actions)
            ),
            Self::Rmcp => format!(
                "{}fn main() {{\n    \
                 println!(\"{{}}\", Tools{actions}::tool_router().list_all().len());\n}}\n",
                router(actions)
            ),
        }
    }

    /// Returns a program that serves the tools over Streamable HTTP, as the guide of the framework shows it.
    pub fn http_program(self, actions: usize) -> String {
        match self {
            Self::Fusion => format!(
                "{}{MAIN}    let registry = fusion_core::Registry::builder().tool(Many{actions}).build()?;\n    \
                 fusion_core::Server::new(registry, fusion_core::server_info!())\n        \
                 .serve_http(([127, 0, 0, 1], 8000))\n        .await?;\n    Ok(())\n}}\n",
                group(actions)
            ),
            Self::Rmcp => format!(
                "{}#[rmcp::tool_handler(router = Self::tool_router())]\n\
                 impl rmcp::ServerHandler for Tools{actions} {{}}\n\n\
                 {MAIN}    let service = StreamableHttpService::new(\n        \
                 || Ok(Tools{actions}),\n        \
                 std::sync::Arc::new(LocalSessionManager::default()),\n        \
                 Default::default(),\n    );\n    \
                 let router = axum::Router::new().nest_service(\"/mcp\", service);\n    \
                 let listener = tokio::net::TcpListener::bind((\"127.0.0.1\", 8000)).await?;\n    \
                 axum::serve(listener, router).await?;\n    Ok(())\n}}\n\n\
                 use rmcp::transport::streamable_http_server::{{\n    \
                 StreamableHttpService, session::local::LocalSessionManager,\n}};\n",
                router(actions)
            ),
        }
    }

    fn http_dependencies(self, context: &Context) -> String {
        let own = match self {
            Self::Fusion => fusion_core(context, ", features = [\"http\"]"),
            Self::Rmcp => "rmcp = { version = \"3.11\", default-features = false, features = \
                           [\"macros\", \"server\", \"transport-streamable-http-server\"] }\n\
                           axum = { version = \"0.8\", default-features = false, features = \
                           [\"http1\", \"tokio\"] }\n\
                           serde = { version = \"1\", features = [\"derive\"] }\n"
                .to_owned(),
        };
        own + "tokio = { version = \"1\", features = [\"macros\", \"net\", \"rt-multi-thread\"] }\n"
    }

    fn dependencies(self, context: &Context) -> String {
        match self {
            Self::Fusion => fusion_core(context, ""),
            Self::Rmcp => "rmcp = { version = \"3.11\", default-features = false, \
                           features = [\"macros\", \"server\"] }\n\
                           serde = { version = \"1\", features = [\"derive\"] }\n"
                .to_owned(),
        }
    }
}

/// The head of a program that serves.
const MAIN: &str = "#[tokio::main]\nasync fn main() -> Result<(), Box<dyn std::error::Error>> {\n";

/// Returns the dependency on fusion-core, with further keys.
fn fusion_core(context: &Context, more: &str) -> String {
    let path = context.root().join("fusion-core").display().to_string();
    format!("fusion-core = {{ path = {path:?}{more} }}\n")
}

/// Returns the source of a type `Many<actions>` that is a group.
pub fn group(actions: usize) -> String {
    let mut source = format!(
        "pub struct Many{actions};\n\n/// Do many things.\n\
         #[fusion_core::tool_group(name = \"many\")]\nimpl Many{actions} {{\n"
    );
    for index in 0..actions {
        // Writing to a string cannot fail.
        let _ = write!(
            source,
            "    /// Do thing {index}.\n    #[action(read_only)]\n    async fn act{index}(\n        \
             &self,\n        /** The name. */ name: String,\n        \
             /** The age. */ age: Option<u8>,\n        /** The number of days. */ days: u32,\n        \
             /** The tags. */ tags: Vec<String>,\n    ) -> String {{\n        \
             format!(\"{{name}} {{age:?}} {{days}} {{tags:?}}\")\n    }}\n"
        );
    }
    source + "}\n\n"
}

/// Returns the source of a type `Tools<actions>` with a router.
pub fn router(actions: usize) -> String {
    let mut source =
        String::from("use rmcp::{handler::server::wrapper::Parameters, schemars};\n\n");
    for index in 0..actions {
        let _ = write!(
            source,
            "#[derive(serde::Deserialize, schemars::JsonSchema)]\npub struct Args{index} {{\n    \
             /// The name.\n    name: String,\n    /// The age.\n    age: Option<u8>,\n    \
             /// The number of days.\n    days: u32,\n    /// The tags.\n    tags: Vec<String>,\n}}\n\n"
        );
    }
    let _ = write!(
        source,
        "pub struct Tools{actions};\n\n#[rmcp::tool_router(vis = \"pub\")]\nimpl Tools{actions} {{\n"
    );
    for index in 0..actions {
        let _ = write!(
            source,
            "    /// Do thing {index}.\n    #[rmcp::tool(annotations(read_only_hint = true))]\n    \
             async fn act{index}(&self, Parameters(args): Parameters<Args{index}>) -> String {{\n        \
             format!(\"{{}} {{:?}} {{}} {{:?}}\", args.name, args.age, args.days, args.tags)\n    }}\n"
        );
    }
    source + "}\n\n"
}

/// A generated package.
pub struct Package {
    /// Its folder.
    pub folder: PathBuf,
    /// Its name, which is also the name of its program.
    pub name: String,
}

impl Package {
    /// Writes a package of one framework. Its lock file starts as a copy of this package's, so that
    /// both are built with the versions that are measured elsewhere.
    pub fn with_one(context: &Context, framework: Framework, actions: usize) -> Result<Self> {
        let name = format!("{}-{actions}", framework.name());
        let dependencies = framework.dependencies(context);
        Self::write(context, name, &dependencies, &framework.program(actions))
    }

    /// Writes a package of one framework that serves over Streamable HTTP.
    pub fn serving(context: &Context, framework: Framework, actions: usize) -> Result<Self> {
        let name = format!("{}-http-{actions}", framework.name());
        let dependencies = framework.http_dependencies(context);
        Self::write(
            context,
            name,
            &dependencies,
            &framework.http_program(actions),
        )
    }

    /// Writes the package of Fusion without its feature `validate`.
    pub fn lean(context: &Context, actions: usize) -> Result<Self> {
        let features = ", default-features = false, features = [\"rmcp\"]";
        let dependencies = fusion_core(context, features);
        let program = Framework::Fusion.program(actions);
        Self::write(
            context,
            format!("fusion-lean-{actions}"),
            &dependencies,
            &program,
        )
    }

    /// Writes a package with both frameworks, the kit and the counting allocator.
    pub fn with_both(context: &Context, name: &str, source: &str) -> Result<Self> {
        let kit = context.benches.join("kit").display().to_string();
        let mut dependencies =
            format!("allocation-counter = \"0.8.1\"\nfusion-bench-kit = {{ path = {kit:?} }}\n");
        for framework in Framework::ALL {
            dependencies += &framework.dependencies(context);
        }
        Self::write(context, name.to_owned(), &dependencies, source)
    }

    fn write(context: &Context, name: String, dependencies: &str, source: &str) -> Result<Self> {
        let folder = context.target.join("generated").join(&name);
        fs::create_dir_all(folder.join("src"))?;
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\
             publish = false\n\n[workspace]\n\n[dependencies]\n{dependencies}\n\
             [profile.release]\ndebug = 0\n"
        );
        fs::write(folder.join("Cargo.toml"), manifest)?;
        fs::copy(
            context.benches.join("Cargo.lock"),
            folder.join("Cargo.lock"),
        )?;
        let package = Self { folder, name };
        // A package that did not change stays built: some take minutes.
        if fs::read_to_string(package.file()).ok().as_deref() != Some(source) {
            package.rewrite(source)?;
        }
        Ok(package)
    }

    /// Replaces the only source file of the package.
    pub fn rewrite(&self, source: &str) -> Result<()> {
        Ok(fs::write(self.file(), source)?)
    }

    fn file(&self) -> PathBuf {
        self.folder.join("src").join("main.rs")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_serves_has_the_same_actions() {
        for framework in Framework::ALL {
            let serving = framework.http_program(3);
            let (actions, _) = serving.split_once("\n\n#[").unwrap();
            assert!(framework.program(3).starts_with(actions));
            assert_eq!(serving.matches("async fn act").count(), 3);
        }
    }

    #[test]
    fn a_program_has_as_many_actions_as_it_is_asked_for_with_the_same_prose() {
        let count = |framework: Framework, text: &str| framework.program(12).matches(text).count();
        for text in ["async fn act", "/// Do thing ", " The name.", " The tags."] {
            assert_eq!(
                Framework::ALL.map(|framework| count(framework, text)),
                [12, 12]
            );
        }
    }
}
