//! The table of contenders.

use fusion_bench_kit::Result;

use super::Installed;
use crate::{
    context::Context,
    report::{
        blocks::join_blocks,
        table::{Column, markdown},
    },
};

const INTRO: &str = "All contenders implement the same five actions: no argument; four scalars; a nested struct \
    and a list; an enum and optionals; twenty arguments. Each is written as its own \
    documentation shows, with its default settings; its row names the exceptions. Contenders in \
    Rust are built with cargo's release profile, and serve with tokio's threads. Features that \
    only some contenders have are not measured.";

/// Writes the table of contenders: versions, notes, and the reasons why some could not be built.
pub fn contenders(context: &Context, installed: &[Installed]) -> Result<String> {
    let columns = ["who", "package", "version", "what to know"].map(Column::words);
    let mut rows = Vec::new();
    for (peer, program) in installed {
        let note = match program {
            Ok(_) => peer.note.to_owned(),
            Err(error) => format!(
                "**not built**: {}",
                context
                    .without_folders(&error.to_string())
                    .replace('\n', " ")
            ),
        };
        rows.push(vec![
            peer.name.to_owned(),
            format!("`{}`", peer.package),
            peer.version(context)?,
            note,
        ]);
    }
    Ok(join_blocks([INTRO, &markdown(&columns, &rows)]))
}
