//! A program that works in a running tracker: it calls the actions by the methods of their typed client.
//!
//! ```sh
//! cargo run -p fusion-examples --bin tracker
//! cargo run -p fusion-examples --bin client -- http://127.0.0.1:8000/mcp
//! ```
//!
//! It shares nothing with the server but the types, and does not know how the server exposes its actions.

use std::{env, error::Error, process::ExitCode};

use fusion_core::client::ClientError;
use fusion_examples::tracker::{Paging, TrackerClient, store::State};
use rmcp::{ServiceExt as _, transport::StreamableHttpClientTransport};

#[tokio::main]
async fn main() -> ExitCode {
    let Some(url) = env::args().nth(1) else {
        eprintln!("client: give the URL of a tracker, such as http://127.0.0.1:8000/mcp");
        return ExitCode::FAILURE;
    };
    match run(&url).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("client: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(url: &str) -> Result<(), Box<dyn Error>> {
    // The SDK's HTTP client uses the cryptography of the process, also for a URL without TLS. It is installed
    // once, so that a second call finds it.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let transport = StreamableHttpClientTransport::from_uri(url);
    let service = ().serve(transport).await?;
    let worked = work(&TrackerClient::at(&service, "tracker")).await;
    service.cancel().await?;
    Ok(worked?)
}

async fn work(tracker: &TrackerClient<'_>) -> Result<(), ClientError> {
    let issues = tracker.issues();
    let issue = issues
        .open("The export drops the last line".to_owned())
        .body("Only if the file has no line break at its end.".to_owned())
        .await?;
    println!("opened: {}", issue.title);
    if let Err(error) = issues.assign(issue.id).assignee("alan".to_owned()).await {
        let (code, hint) = (error.code(), error.hint());
        println!(
            "not assigned: {}; {}",
            code.unwrap_or("?"),
            hint.unwrap_or("no hint")
        );
    }
    let members = tracker.members().list().await?.members;
    if let Some(member) = members.into_iter().min_by_key(|member| member.open_issues) {
        let issue = issues.assign(issue.id).assignee(member.name).await?;
        println!("assigned: {}", issue.assignee.unwrap_or_default());
    }
    let newest = Paging {
        limit: 1,
        offset: 0,
    };
    let page = issues.list(&newest).state(State::Open).await?;
    for listed in &page.issues {
        println!("newest of {} open issues: {}", page.total, listed.title);
    }
    let comment =
        tracker
            .comments()
            .add(issue.id, "Done in the writer.".to_owned(), "ada".to_owned());
    println!("commented: {}", comment.await?.body);
    let closed = issues.close(issue.id).await?;
    println!("closed, with {} comment", closed.comments);
    Ok(())
}
