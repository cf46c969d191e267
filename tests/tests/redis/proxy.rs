//! A proxy in front of Redis that cuts connections.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::watch,
};

/// A proxy. It ends with the runtime of its test.
#[derive(Clone)]
pub struct Proxy {
    pub port: u16,
    state: Arc<ProxyState>,
}

struct ProxyState {
    /// The bytes of answers that still pass before connections are cut.
    left: AtomicUsize,
    /// True if new connections are refused.
    refuses: AtomicBool,
    cut: watch::Sender<u64>,
    cuts: AtomicUsize,
}

impl Proxy {
    pub async fn before(port: u16) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let proxy = Self {
            port: listener.local_addr().unwrap().port(),
            state: Arc::new(ProxyState {
                left: AtomicUsize::new(usize::MAX),
                refuses: AtomicBool::new(false),
                cut: watch::Sender::new(0),
                cuts: AtomicUsize::new(0),
            }),
        };
        let state = Arc::clone(&proxy.state);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                if state.refuses.load(Ordering::SeqCst) {
                    continue;
                }
                tokio::spawn(pass(client, port, Arc::clone(&state)));
            }
        });
        proxy
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Cuts all connections, and refuses new ones if told so.
    pub fn cut(&self, refuses: bool) {
        self.state.refuses.store(refuses, Ordering::SeqCst);
        self.state.cut.send_modify(|number| *number += 1);
    }

    /// Cuts the connection over which the next answer comes, after so many bytes of it. The command has run.
    pub fn cut_next_answer(&self, bytes: usize) {
        self.state.left.store(bytes, Ordering::SeqCst);
    }

    /// Returns how many answers were cut.
    pub fn cuts(&self) -> usize {
        self.state.cuts.load(Ordering::SeqCst)
    }
}

async fn pass(mut client: TcpStream, port: u16, state: Arc<ProxyState>) {
    let mut cut = state.cut.subscribe();
    let Ok(mut server) = TcpStream::connect(("127.0.0.1", port)).await else {
        return;
    };
    let (mut request, mut answer) = ([0; 16 * 1024], [0; 16 * 1024]);
    loop {
        tokio::select! {
            _ = cut.changed() => return,
            read = client.read(&mut request) => {
                let Ok(length @ 1..) = read else { return };
                if server.write_all(&request[..length]).await.is_err() { return }
            }
            read = server.read(&mut answer) => {
                let Ok(length @ 1..) = read else { return };
                let left = state.left.load(Ordering::SeqCst);
                if left < length {
                    let _ = client.write_all(&answer[..left]).await;
                    let _ = client.flush().await;
                    state.left.store(usize::MAX, Ordering::SeqCst);
                    state.cuts.fetch_add(1, Ordering::SeqCst);
                    return;
                }
                if client.write_all(&answer[..length]).await.is_err() { return }
            }
        }
    }
}
