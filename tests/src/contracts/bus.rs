//! The contract of a bus.

use std::time::Duration;

use fusion_core::shared::{Bus, BusError, Event, Feed, Gap, ResourceForm};

use super::Kept;

/// The time in which an event must arrive.
const SOON: Duration = Duration::from_secs(5);

/// Checks a bus of three replicas that nobody else uses.
pub async fn bus<B: Bus>(replicas: [B; 3]) -> Kept {
    let [one, two, three] = &replicas;
    let (mut to_one, mut to_two) = (one.subscribe(), two.subscribe());
    all_kinds(one, &mut to_two).await?;
    order(one, two, &mut to_one, three.subscribe(), &mut to_two).await?;
    bounds(one, &mut to_two).await
}

async fn next(feed: &mut impl Feed) -> Result<Event, String> {
    match tokio::time::timeout(SOON, feed.next()).await {
        Ok(Some(Ok(event))) => Ok(event),
        other => Err(format!("in place of an event: {other:?}")),
    }
}

/// Returns an event with a number.
fn numbered(replica: &str, number: usize) -> Event {
    Event::Invalidated {
        cause: format!("{replica}/{number}"),
        patterns: vec!["**".to_owned()],
    }
}

/// Events arrive as they were sent.
async fn all_kinds(from: &impl Bus, to: &mut impl Feed) -> Kept {
    let open = ResourceForm::new(vec![Some("a://ä\"\0/".to_owned()), None]);
    for event in [
        Event::Resources(vec![ResourceForm::one("a://1"), open]),
        Event::Lists,
        numbered("kind", 0),
        Event::Everything,
    ] {
        from.publish(event.clone()).await?;
        assert_eq!(next(to).await?, event);
    }
    Ok(())
}

/// The events of each replica arrive in their order, once, everywhere but at the replica itself. A dropped future of a
/// feed loses none.
async fn order<A: Feed, B: Feed, C: Feed>(
    one: &impl Bus,
    two: &impl Bus,
    to_one: &mut A,
    mut to_three: B,
    to_two: &mut C,
) -> Kept {
    const EVENTS: usize = 300;
    let publish = async {
        for number in 0..EVENTS {
            one.publish(numbered("one", number)).await?;
            two.publish(numbered("two", number)).await?;
        }
        Ok::<(), BusError>(())
    };
    let read = async {
        let (mut of_one, mut of_two) = (0, 0);
        while of_one < EVENTS || of_two < EVENTS {
            let wait = Duration::from_millis(1);
            let read = tokio::time::timeout(wait, to_three.next()).await;
            let Ok(read) = read else { continue };
            let Some(Ok(Event::Invalidated { cause, .. })) = read else {
                // From before: this replica has not read until now.
                continue;
            };
            let (replica, number) = cause.split_once('/').unwrap_or_default();
            let expected = match replica {
                "one" => &mut of_one,
                "two" => &mut of_two,
                _ => continue,
            };
            if number.parse() != Ok(*expected) {
                return Err(format!("{cause} in place of {expected}"));
            }
            *expected += 1;
        }
        Ok(())
    };
    let (published, read) = tokio::join!(publish, tokio::time::timeout(SOON * 4, read));
    published?;
    read??;
    for number in 0..EVENTS {
        assert_eq!(next(to_one).await?, numbered("two", number));
        assert_eq!(next(to_two).await?, numbered("one", number));
    }
    Ok(())
}

/// An event that is too large is refused, and nothing arrives.
async fn bounds(from: &impl Bus, to: &mut impl Feed) -> Kept {
    let long = "a".repeat(Event::MAX_BYTES);
    let refused = from
        .publish(Event::Resources(vec![ResourceForm::one(long)]))
        .await;
    assert!(matches!(refused, Err(BusError::TooLarge)), "{refused:?}");
    from.publish(Event::Lists).await?;
    assert_eq!(next(to).await?, Event::Lists);
    Ok(())
}

/// Checks that a feed that reads too slowly has a gap, and goes on behind it. `events` is more than the bus keeps.
pub async fn overflow(from: &impl Bus, mut to: impl Feed, events: usize) -> Kept {
    for number in 0..events {
        from.publish(numbered("one", number)).await?;
    }
    from.publish(Event::Lists).await?;
    let mut gaps = 0;
    let mut last = None;
    loop {
        match tokio::time::timeout(SOON, to.next()).await? {
            Some(Ok(Event::Lists)) => break,
            Some(Ok(event)) => last = Some(event),
            Some(Err(Gap::Overflow)) => gaps += 1,
            other => return Err(format!("in place of an event: {other:?}").into()),
        }
    }
    assert!(gaps > 0);
    assert_eq!(last, Some(numbered("one", events - 1)));
    Ok(())
}
