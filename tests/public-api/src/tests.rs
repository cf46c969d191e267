//! The checks on a small crate, documented by rustdoc itself.

use std::{path::PathBuf, process::Command};

use super::*;

const SOURCE: &str = r"
pub use self::room::{named, Named};
#[doc(hidden)]
pub use self::expanded::Row;

pub mod room {
    pub struct Named;
    pub fn named() -> Named { Named }
}
mod lost {
    pub struct Lost;
    pub trait Seal {}
    pub trait Bound {}
}
#[doc(hidden)]
pub mod expanded {
    pub struct Row;
}
#[macro_export]
macro_rules! counts_not { () => {} }

pub trait Sealed: lost::Seal {}
pub struct Holder { pub row: Option<Vec<expanded::Row>>, _private: lost::Lost }
impl Holder {
    pub fn lost(&self) -> impl Iterator<Item = &lost::Lost> { None.into_iter() }
    fn _private(&self) -> lost::Lost { lost::Lost }
    #[doc(hidden)]
    pub fn hidden(&self) -> lost::Lost { lost::Lost }
}
impl lost::Bound for Holder {}
pub fn bound<T: lost::Bound>(_: T) {}
";

/// The documented crate, in a folder of its own for each test, because all tests run at once.
struct Small {
    folder: PathBuf,
}

impl Small {
    fn document(test: &str) -> Result<Self, Box<dyn Error>> {
        let name = format!("fusion-public-api-{}-{test}", std::process::id());
        let small = Self {
            folder: env::temp_dir().join(name),
        };
        fs::create_dir_all(&small.folder)?;
        let source = small.folder.join("small.rs");
        fs::write(&source, SOURCE)?;
        let status = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/rustdoc"))
            .args([
                "--edition",
                "2024",
                "-Z",
                "unstable-options",
                "--output-format",
                "json",
            ])
            .arg("--out-dir")
            .args([&small.folder, &source])
            .status()?;
        assert!(status.success());
        Ok(small)
    }

    fn path(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }

    fn read(&self) -> Result<Crate, Box<dyn Error>> {
        Ok(serde_json::from_str(&fs::read_to_string(
            self.path("small.json"),
        )?)?)
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn a_type_without_a_public_path_is_reported_with_what_names_it() -> Result<(), Box<dyn Error>> {
    let small = Small::document("unnameable")?.read()?;
    let expected = "public signatures name types without a public documented path:\
        \n  expanded::Row: named by small::Holder::row\
        \n  small::lost::Bound: named by small::bound\
        \n  small::lost::Lost: named by small::Holder::lost";
    assert_eq!(check::unnameable(&small)?.as_deref(), Some(expected));
    Ok(())
}

#[test]
fn names_at_the_root_are_counted_without_modules_and_macros() -> Result<(), Box<dyn Error>> {
    let small = Small::document("root")?.read()?;
    assert_eq!(check::root_names(&small, 5), None);
    let expected = "the crate root has 5 names, 4 at most; move some into a module: \
        Holder, Named, Sealed, bound, named";
    assert_eq!(check::root_names(&small, 4).as_deref(), Some(expected));
    Ok(())
}

#[test]
fn a_golden_file_that_differs_is_reported_and_can_be_written() -> Result<(), Box<dyn Error>> {
    let small = Small::document("golden")?;
    let (json, golden) = (small.path("small.json"), small.path("golden.txt"));
    let found = listing(&json, &small.read()?)?;
    let accepted = found.replace("small::room::named()", "small::room::other()");
    let expected = "the public API of fusion-core is not that of tests/public-api/fusion-core.txt:\
        \n- pub fn small::room::other() -> small::room::Named\
        \n+ pub fn small::room::named() -> small::room::Named\
        \nif the change is intended: tests/public-api/run --update";
    assert_eq!(differences(&accepted, &found).as_deref(), Some(expected));
    assert_eq!(differences(&found, &found), None);

    assert_eq!(
        run(&json, &golden, true)?.len(),
        1,
        "the types without a path"
    );
    assert_eq!(fs::read_to_string(&golden)?, found);
    assert_eq!(run(&json, &golden, false)?.len(), 1);
    Ok(())
}
