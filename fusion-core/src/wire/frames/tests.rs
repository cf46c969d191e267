use std::{
    cell::Cell,
    io,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use tokio::io::{AsyncRead, AsyncReadExt, ReadBuf};

use super::{
    super::{malformed_message::Envelope, own_thread::Driver},
    *,
};

/// A reader that gives at most `step` bytes at once.
struct Steps<'a> {
    bytes: &'a [u8],
    step: usize,
}

impl AsyncRead for Steps<'_> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let length = self.step.min(self.bytes.len()).min(buffer.remaining());
        let (now, rest) = self.bytes.split_at(length);
        buffer.put_slice(now);
        self.bytes = rest;
        Poll::Ready(Ok(()))
    }
}

/// Reads all frames, as text.
async fn frames(input: &str, step: usize, max_bytes: usize) -> Vec<String> {
    let bytes = input.as_bytes();
    let mut reader = FrameReader::new(Steps { bytes, step }, max_bytes);
    let mut found = Vec::new();
    while let Some(frame) = reader.next().await.unwrap() {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        found.push(match frame {
            Frame::Line(line) => text(line),
            Frame::Rest(rest) => format!("rest {}", text(rest)),
            Frame::TooLong(envelope) => {
                assert_eq!(envelope, Envelope::read(br#"{"id":7,"method":"x"}"#));
                "too long".to_owned()
            }
        });
    }
    found
}

#[tokio::test]
async fn frames_are_lines_however_the_input_is_cut() {
    let long = format!(
        r#"{{"method":"x","params":"{}","id":7}}"#,
        "\\\"y".repeat(40)
    );
    let input = format!("one\r\n\ntwo\n{long}\nthree\n{long}\r\nfour\n{long}");
    let expected = [
        "one", "", "two", "too long", "three", "too long", "four", "too long",
    ];
    for step in 1..=input.len() {
        assert_eq!(frames(&input, step, 60).await, expected, "{step}");
    }
    assert_eq!(frames("one\ntw", 2, 60).await, ["one", "rest tw"]);
    assert_eq!(frames("", 1, 60).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_line_may_have_exactly_the_limit() {
    for step in [1, 3, 100] {
        let expected = ["abcde", "rest abcde"];
        assert_eq!(frames("abcde\nabcde", step, 5).await, expected);
    }
}

#[tokio::test]
async fn frames_are_written_in_order_and_the_last_ones_too() {
    let (mut client, server) = tokio::io::duplex(10);
    let writer = FrameWriter::new(server, Driver::Task).unwrap();
    let sender = writer.sender();
    let reading = tokio::spawn(async move {
        let mut text = String::new();
        client.read_to_string(&mut text).await.map(|_| text)
    });
    let mut expected = String::new();
    for n in 0..1_000 {
        let frame = format!("frame {n}");
        expected.push_str(&frame);
        expected.push('\n');
        sender.push(frame.into_bytes()).unwrap();
    }
    writer.finish(Duration::from_secs(60)).await;
    assert_eq!(reading.await.unwrap().unwrap(), expected);
    let error = sender.push(Vec::new()).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::NotConnected);
}

#[tokio::test(start_paused = true)]
async fn there_is_no_room_until_the_client_reads() {
    let (mut client, server) = tokio::io::duplex(1_000);
    let writer = FrameWriter::new(server, Driver::Task).unwrap();
    let sender = writer.sender();
    let frame = vec![b'x'; 1_000_000];
    // The bound is 4 MiB, which the fifth frame exceeds, because a frame is sent whole or not at all.
    for _ in 0..5 {
        let sent = tokio::time::timeout(Duration::from_secs(1), sender.send(|| Ok(frame.clone())));
        sent.await.unwrap().unwrap();
    }
    let mut room = watched(sender.has_room());
    assert!(room.is_pending().await);
    let is_made = Cell::new(false);
    let mut sixth = watched(sender.send(|| {
        is_made.set(true);
        Ok(b"sixth".to_vec())
    }));
    assert!(sixth.is_pending().await);
    assert!(!is_made.get(), "a frame was made that nobody can read yet");
    let mut read = vec![0; 1_000_000];
    client.read_exact(&mut read).await.unwrap();
    // Those that wait keep their order.
    let mut seventh = watched(sender.send(|| Ok(b"seventh".to_vec())));
    assert!(seventh.is_pending().await);
    sixth.0.await.unwrap();
    seventh.0.await.unwrap();
    room.0.await.unwrap();
    let mut read = vec![0; 4_000_000 + 5];
    client.read_exact(&mut read).await.unwrap();
    let mut last = [0; 14];
    client.read_exact(&mut last).await.unwrap();
    assert_eq!(&last, b"sixth\nseventh\n");
    for _ in 0..5 {
        sender.send(|| Ok(frame.clone())).await.unwrap();
    }

    // A client that has gone makes room, as an error.
    let mut empty = watched(sender.is_empty());
    assert!(empty.is_pending().await);
    drop(client);
    empty.0.await.unwrap_err();
    assert_eq!(
        sender.push(Vec::new()).unwrap_err().kind(),
        io::ErrorKind::BrokenPipe
    );
}

#[tokio::test(start_paused = true)]
async fn a_client_that_does_not_read_its_last_frames_is_left() {
    let (_client, server) = tokio::io::duplex(10);
    let writer = FrameWriter::new(server, Driver::Task).unwrap();
    writer.sender().push(vec![b'x'; 1_000]).unwrap();
    let begun = tokio::time::Instant::now();
    writer.finish(Duration::from_secs(1)).await;
    assert!(begun.elapsed() <= Duration::from_secs(2));
}

#[tokio::test(start_paused = true)]
async fn a_queue_is_abandoned_only_if_the_client_has_read_nothing() {
    let (mut client, server) = tokio::io::duplex(10);
    let writer = FrameWriter::new(server, Driver::Task).unwrap();
    let sender = writer.sender();
    // There is nothing to read.
    sender.abandon_unless_read(sender.sent());
    sender.push(vec![b'x'; 8_000_000]).unwrap();
    let sent = sender.sent();
    client.read_exact(&mut [0; 100]).await.unwrap();
    tokio::time::sleep(Duration::from_millis(1)).await;
    assert!(sender.sent() >= sent + 100);
    sender.abandon_unless_read(sent);
    let mut waiting = watched(sender.send(|| Ok(vec![b'x'; 100])));
    assert!(waiting.is_pending().await);

    sender.abandon_unless_read(sender.sent());
    waiting.0.await.unwrap();
    sender.send(|| Ok(vec![b'x'; 8_000_000])).await.unwrap();
    sender.is_empty().await.unwrap();
    let begun = tokio::time::Instant::now();
    writer.finish(Duration::from_secs(60)).await;
    assert_eq!(begun.elapsed(), Duration::ZERO);
}

fn line(text: &str) -> OwnedFrame {
    OwnedFrame::Line(text.as_bytes().to_vec())
}

#[tokio::test(start_paused = true)]
async fn read_frames_are_handled_once_the_next_one_is_wanted() {
    let frames = ReadFrames::default();
    assert!(frames.is_handled());
    frames.push(line("a")).await;
    frames.push(line("b")).await;
    assert!(!frames.is_handled());
    assert_eq!(frames.next().await, Some(line("a")));
    assert_eq!(frames.next().await, Some(line("b")));
    let mut handled = watched(frames.handled());
    assert!(handled.is_pending().await);
    let mut third = watched(frames.next());
    assert!(third.is_pending().await);
    handled.0.await;
    assert!(frames.is_handled());
    frames.push(line("c")).await;
    frames.close();
    assert_eq!(third.0.await, Some(line("c")));
    assert_eq!(frames.next().await, None);
    assert_eq!(frames.next().await, None);
}

#[tokio::test(start_paused = true)]
async fn read_frames_are_bounded_and_one_may_be_larger() {
    let frames = ReadFrames::default();
    let large = line(&"x".repeat(1_000_000));
    frames.push(line("a")).await;
    frames.push(OwnedFrame::Line(vec![b'x'; 1_000_000])).await;
    let mut third = watched(frames.push(line("b")));
    assert!(third.is_pending().await);
    assert_eq!(frames.next().await, Some(line("a")));
    assert!(third.is_pending().await);
    assert_eq!(frames.next().await, Some(large));
    third.0.await;
    assert_eq!(frames.next().await, Some(line("b")));
}

#[tokio::test]
async fn a_reader_knows_whether_a_line_is_in_its_buffer() {
    let mut reader = FrameReader::new(&b"one\ntwo\nthree"[..], 10);
    assert!(!reader.has_line());
    for (text, has_next) in [("one", true), ("two", false)] {
        let frame = reader.next().await.unwrap();
        assert_eq!(frame, Some(Frame::Line(text.as_bytes())));
        assert_eq!((reader.has_line(), reader.has_line()), (has_next, has_next));
    }
    assert_eq!(reader.next().await.unwrap(), Some(Frame::Rest(b"three")));
}

/// A future that can be looked at.
struct Watched<F>(Pin<Box<F>>);

fn watched<F: Future>(future: F) -> Watched<F> {
    Watched(Box::pin(future))
}

impl<F: Future> Watched<F> {
    async fn is_pending(&mut self) -> bool {
        let limit = Duration::from_secs(60);
        tokio::time::timeout(limit, self.0.as_mut()).await.is_err()
    }
}
