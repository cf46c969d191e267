//! HTTP/1.1 on one connection, limited to the responses that servers send: with a length, or in
//! chunks.

use std::fmt;

use fusion_bench_kit::Result;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

pub(super) struct HttpConnection {
    stream: TcpStream,
    // Invariant: holds only bytes of the response that is being read.
    received: Vec<u8>,
    body: Vec<u8>,
}

/// A response, read to its end.
pub(super) struct HttpResponse<'a> {
    head: &'a str,
    pub(super) body: &'a [u8],
}

impl HttpConnection {
    pub(super) async fn open(port: u16) -> Result<Self> {
        let stream = TcpStream::connect(("127.0.0.1", port)).await?;
        stream.set_nodelay(true)?;
        Ok(Self {
            stream,
            received: Vec::new(),
            body: Vec::new(),
        })
    }

    pub(super) async fn exchange(&mut self, request: &[u8]) -> Result<HttpResponse<'_>> {
        self.received.clear();
        self.body.clear();
        self.stream.write_all(request).await?;
        let head = loop {
            if let Some(end) = find(&self.received, b"\r\n\r\n") {
                break end;
            }
            self.receive().await?;
        };
        let text = std::str::from_utf8(&self.received[..head])?;
        let length = header(text, "content-length")
            .map(str::parse::<usize>)
            .transpose()?;
        let chunked = header(text, "transfer-encoding").is_some();
        let mut at = head + 4;
        if chunked {
            self.chunks(at).await?;
        } else {
            let length = length.unwrap_or(0);
            while self.received.len() < at + length {
                self.receive().await?;
            }
            self.body.extend_from_slice(&self.received[at..at + length]);
            at += length;
            debug_assert_eq!(at, self.received.len(), "one answer to one request");
        }
        let head = std::str::from_utf8(&self.received[..head])?;
        Ok(HttpResponse {
            head,
            body: &self.body,
        })
    }

    /// Reads chunks from `at` to the empty one.
    async fn chunks(&mut self, mut at: usize) -> Result<()> {
        loop {
            let end = loop {
                if let Some(length) = find(&self.received[at..], b"\r\n") {
                    break at + length;
                }
                self.receive().await?;
            };
            let size = std::str::from_utf8(&self.received[at..end])?;
            let size = usize::from_str_radix(size.trim(), 16)?;
            at = end + 2;
            while self.received.len() < at + size + 2 {
                self.receive().await?;
            }
            if size == 0 {
                return Ok(());
            }
            self.body.extend_from_slice(&self.received[at..at + size]);
            at += size + 2;
        }
    }

    async fn receive(&mut self) -> Result<()> {
        if self.stream.read_buf(&mut self.received).await? == 0 {
            return Err("the connection was closed".into());
        }
        Ok(())
    }
}

impl HttpResponse<'_> {
    pub(super) fn is_success(&self) -> bool {
        self.head
            .split(' ')
            .nth(1)
            .is_some_and(|status| status.starts_with('2'))
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        header(self.head, name)
    }
}

impl fmt::Display for HttpResponse<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let status = self.head.lines().next().unwrap_or_default();
        let body = String::from_utf8_lossy(self.body);
        write!(f, "answered {status} {}", body.trim())
    }
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().find_map(|line| {
        let (own, value) = line.split_once(':')?;
        own.eq_ignore_ascii_case(name).then_some(value.trim())
    })
}

fn find(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).position(|window| window == part)
}

#[cfg(test)]
mod tests {
    use std::{
        io::{Read as _, Write as _},
        net::TcpListener,
    };

    use super::*;

    /// Returns the body of a response that a server writes in these pieces.
    fn read(pieces: &'static [&'static str]) -> Result<String> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let port = listener.local_addr()?.port();
        let server = std::thread::spawn(move || -> std::io::Result<()> {
            let (mut stream, _) = listener.accept()?;
            stream.read_exact(&mut [0])?;
            for piece in pieces {
                stream.write_all(piece.as_bytes())?;
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
            Ok(())
        });
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let read = runtime.block_on(async {
            let mut connection = HttpConnection::open(port).await?;
            let answer = connection.exchange(b"x").await?;
            Ok(format!("{} {answer}", answer.is_success()))
        });
        server.join().map_err(|_| "the server ended wrongly")??;
        read
    }

    #[test]
    fn an_answer_with_a_length_is_read_however_it_arrives() {
        let pieces = &["HTTP/1.1 200 OK\r\nContent-Le", "ngth: 4\r\n\r\nab", "cd"];
        assert_eq!(read(pieces).unwrap(), "true answered HTTP/1.1 200 OK abcd");
    }

    #[test]
    fn chunks_are_put_together() {
        let pieces = &[
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r",
            "\n1\r\nc\r\n0\r\n\r\n",
        ];
        assert_eq!(read(pieces).unwrap(), "true answered HTTP/1.1 200 OK abc");
    }

    #[test]
    fn an_answer_without_a_body_is_whole_and_a_cut_one_is_an_error() {
        let refused = "false answered HTTP/1.1 403 Forbidden ";
        assert_eq!(read(&["HTTP/1.1 403 Forbidden\r\n\r\n"]).unwrap(), refused);
        assert!(read(&["HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab"]).is_err());
    }
}
