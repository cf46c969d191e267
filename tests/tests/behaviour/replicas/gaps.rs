//! Lost events, an engine that fails, and servers that come and go.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use fusion_core::{
    TestClient,
    shared::{Bus, BusError, Event, Feed, Gap, ResourceForm, Shared},
};
use fusion_tests::{
    board::Replica,
    replicas::{client, heard, rest, until, write},
};
use tokio::sync::mpsc;

type Received = Result<Event, Gap>;

/// A bus that a test drives.
#[derive(Clone)]
struct ScriptedBus {
    published: Arc<Mutex<Vec<Event>>>,
    /// The attempts to publish that fail from now on.
    failures: Arc<AtomicUsize>,
    feeds: mpsc::UnboundedSender<mpsc::UnboundedSender<Received>>,
}

struct ScriptedFeed(mpsc::UnboundedReceiver<Received>);

impl Feed for ScriptedFeed {
    async fn next(&mut self) -> Option<Received> {
        self.0.recv().await
    }
}

impl Bus for ScriptedBus {
    async fn publish(&self, event: Event) -> Result<(), BusError> {
        let fails = |left: usize| left.checked_sub(1);
        let order = Ordering::SeqCst;
        if self.failures.fetch_update(order, order, fails).is_ok() {
            return Err(BusError::Unavailable("out of reach".into()));
        }
        event.to_bytes()?;
        self.published.lock().unwrap().push(event);
        Ok(())
    }

    fn subscribe(&self) -> impl Feed + 'static {
        let (sender, receiver) = mpsc::unbounded_channel();
        self.feeds.send(sender).unwrap();
        ScriptedFeed(receiver)
    }
}

fn scripted() -> (
    ScriptedBus,
    mpsc::UnboundedReceiver<mpsc::UnboundedSender<Received>>,
) {
    let (feeds, made) = mpsc::unbounded_channel();
    let bus = ScriptedBus {
        published: Arc::default(),
        failures: Arc::default(),
        feeds,
    };
    (bus, made)
}

async fn hears_of_everything(client: &TestClient, replica: &Replica, cause: impl Fn()) {
    let mut listening = client.listen(["board://1", "board://2"]).await.unwrap();
    cause();
    let mut all = Vec::new();
    for _ in 0..4 {
        all.push(heard(&mut listening).await);
    }
    all.sort();
    let lists = ["tools", "resources"].map(|list| format!("notifications/{list}/list_changed"));
    let [tools, resources] = &lists;
    assert_eq!(all, ["board://1", "board://2", resources, tools]);
    assert_eq!(rest(&mut listening).await, [""; 0]);
    assert_eq!(replica.invalidations.take(), [": **"]);
}

#[tokio::test]
async fn a_gap_tells_each_client_that_all_it_subscribed_to_may_have_changed() {
    let (bus, mut feeds) = scripted();
    let replica = Replica::new(Shared::new().bus(bus));
    let modern = client(&replica, true).await;
    let feed = feeds.try_recv().unwrap();
    for event in [Err(Gap::Reset), Ok(Event::Everything)] {
        hears_of_everything(&modern, &replica, || feed.send(event.clone()).unwrap()).await;
        let legacy = client(&replica, false).await;
        hears_of_everything(&legacy, &replica, || feed.send(event.clone()).unwrap()).await;
    }
    let records = ["gap reset", "gap reset", "received", "received"];
    assert_eq!(replica.bus.take(), records);
}

#[tokio::test]
async fn a_form_of_uris_and_patterns_of_another_notation_are_received() {
    let (bus, mut feeds) = scripted();
    let replica = Replica::new(Shared::new().bus(bus));
    let client = client(&replica, true).await;
    let feed = feeds.try_recv().unwrap();
    let mut listening = client.listen(["board://1"]).await.unwrap();
    let form = ResourceForm::new(vec![Some("board://".to_owned()), None]);
    feed.send(Ok(Event::Resources(vec![form]))).unwrap();
    assert_eq!(heard(&mut listening).await, "board://1");
    let patterns = vec!["board/w*".to_owned()];
    let cause = "board/write".to_owned();
    feed.send(Ok(Event::Invalidated { cause, patterns }))
        .unwrap();
    until(|| replica.invalidations.count("board/write: **") == 1).await;
}

#[tokio::test]
async fn an_event_that_is_not_published_is_published_later_in_its_order() {
    let (bus, mut feeds) = scripted();
    bus.failures.store(3, Ordering::SeqCst);
    let replica = Replica::new(Shared::new().bus(bus.clone()));
    let client = client(&replica, true).await;
    for note in [1, 2] {
        write(&client, note).await;
    }
    until(|| replica.bus.count("published") == 4).await;
    assert_eq!(replica.bus.count("publish_failed"), 3);
    let invalidated = Event::Invalidated {
        cause: "board/write".to_owned(),
        patterns: vec!["board/*".to_owned()],
    };
    let resource = |uri: &str| Event::Resources(vec![ResourceForm::one(uri)]);
    assert_eq!(
        *bus.published.lock().unwrap(),
        [
            invalidated.clone(),
            resource("board://1"),
            invalidated,
            resource("board://2"),
        ]
    );
    assert!(feeds.try_recv().is_ok() && feeds.try_recv().is_err());
}

#[tokio::test]
async fn events_for_which_there_is_no_room_become_one_that_everything_may_have_changed() {
    let (bus, _feeds) = scripted();
    bus.failures.store(usize::MAX, Ordering::SeqCst);
    let replica = Replica::new(Shared::new().bus(bus.clone()));
    for note in 0..10_000 {
        replica.registry.notify_resource(&format!("board://{note}"));
        if note == 0 {
            until(|| replica.bus.count("publish_failed") > 0).await;
        }
    }
    // An URI that is larger than an event.
    bus.failures.store(0, Ordering::SeqCst);
    until(|| replica.bus.count("published") == 2).await;
    assert_eq!(replica.bus.count("dropped 9999"), 1);
    replica
        .registry
        .notify_resource(&"x".repeat(Event::MAX_BYTES));
    until(|| replica.bus.count("published") == 3).await;
    let first = Event::Resources(vec![ResourceForm::one("board://0")]);
    assert_eq!(
        *bus.published.lock().unwrap(),
        [first, Event::Everything, Event::Everything]
    );
}

#[test]
fn a_registry_outlives_the_runtime_of_its_task() {
    let (bus, mut feeds) = scripted();
    let replica = Replica::new(Shared::new().bus(bus.clone()));
    // Without a runtime, an event waits.
    replica.registry.notify_resource("board://1");
    for round in 1..3 {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let client = client(&replica, true).await;
            until(|| bus.published.lock().unwrap().len() == round).await;
            let feed = feeds.try_recv().unwrap();
            assert!(feeds.try_recv().is_err(), "one task");
            drop(client);
            assert!(!feed.is_closed());
        });
        drop(runtime);
        // Another task may have missed events.
        assert_eq!(replica.bus.count("gap reset"), round - 1);
        replica.registry.notify_resource("board://1");
    }
}

#[tokio::test]
async fn the_task_ends_with_the_registry() {
    let (bus, mut feeds) = scripted();
    let replica = Replica::new(Shared::new().bus(bus));
    let served = client(&replica, true).await;
    let feed = feeds.try_recv().unwrap();
    drop((served, replica));
    tokio::time::timeout(Duration::from_secs(5), feed.closed())
        .await
        .unwrap();
}

#[tokio::test]
async fn a_server_that_stops_waits_for_its_last_events() {
    let (bus, _feeds) = scripted();
    let replica = Replica::new(Shared::new().bus(bus.clone()));
    let served = client(&replica, false).await;
    // Published after three pauses of 350 ms together.
    bus.failures.store(3, Ordering::SeqCst);
    write(&served, 1).await;
    assert_eq!(bus.published.lock().unwrap().len(), 0);
    served.close().await.unwrap();
    assert_eq!(bus.published.lock().unwrap().len(), 2);
}
